"""REST API of the questions about cards, seats and variants: the same rows as in CSV, with the filter of the pages."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.dashboards.questions.rows import VERDICTS
from nabu.dashboards.questions.table_api import TableView, described, nullable


class CardRow(serializers.Serializer[Any]):
    """One card. Differences are in P(win), 0.05 being five wins more in a hundred games; intervals are 95 %. Null where
    there is too little to learn from, or no model of the position yet."""

    kind = serializers.CharField(help_text="Cards are compared with cards of their kind.")
    card = serializers.CharField()
    verdict = serializers.ChoiceField(
        list(VERDICTS.values()),
        help_text="By against_kind and q_value; looks_strong and looks_weak: only the raw number says so.",
    )
    offered = serializers.IntegerField(help_text="Games in which at least one player could have taken it.")
    taken = serializers.IntegerField(help_text="Games in which it was taken.")
    taken_rate = nullable("taken / offered")
    taken_rate_low = nullable()
    taken_rate_high = nullable()
    mean_turn = nullable("Mean turn in which its takers first took it.")
    points = nullable("Mean points that it brought its takers.")
    used = serializers.IntegerField(help_text="How often its owners used it.")
    declined = serializers.IntegerField(help_text="How often its owners could have used it and did not.")
    takers = serializers.IntegerField(help_text="Players who took it, each counted once a game.")
    wins = serializers.FloatField(help_text="Wins of its takers; a shared win counts as its share.")
    win_rate = nullable("wins / takers")
    win_rate_low = nullable()
    win_rate_high = nullable()
    par = nullable("The mean of 1 / number of players over the takers.")
    above_par = nullable("win_rate - par: the raw number.")
    sample = serializers.ChoiceField(
        ["tiny", "small", "enough"], help_text="Below 20 takers next to nothing is known, below 72 not ranked."
    )
    above_ratings = nullable("Wins minus what the ratings before the game let expect.")
    above_ratings_low = nullable()
    above_ratings_high = nullable()
    same_position = nullable("Wins minus P(win) in the position just before the card was taken.")
    same_position_low = nullable()
    same_position_high = nullable()
    same_position_takers = serializers.IntegerField(help_text="Takers in games with a model of the position.")
    against_kind = nullable("same_position minus that of the takers of the other cards of the kind.")
    against_kind_low = nullable()
    against_kind_high = nullable()
    q_value = nullable("Of against_kind, corrected for looking at all cards of the kind (Benjamini and Hochberg).")
    best_guess = nullable("same_position, drawn towards the mean of the kind by as much as its noise deserves.")
    best_guess_low = nullable()
    best_guess_high = nullable()
    offer = nullable("same_position of who takes any card of the kind, with this one on offer minus without.")
    offer_low = nullable()
    offer_high = nullable()


class SeatRow(serializers.Serializer[Any]):
    """One seat of the games with one number of players. Intervals are 95 %."""

    players = serializers.IntegerField()
    seat = serializers.IntegerField(help_text="0 starts.")
    games = serializers.IntegerField(help_text="Games with this many players.")
    wins = serializers.FloatField(help_text="A shared win counts as its share.")
    share = serializers.FloatField(help_text="wins / games")
    share_low = serializers.FloatField()
    share_high = serializers.FloatField()
    par = serializers.FloatField(help_text="1 / players")
    above_ratings = serializers.FloatField(help_text="Share of wins minus what the ratings let expect.")
    above_ratings_low = nullable()
    above_ratings_high = nullable()
    elo = nullable("The same as a difference of ratings; null while a seat has not won.")
    elo_low = nullable()
    elo_high = nullable()
    mean_score = serializers.FloatField()
    mean_score_low = nullable()
    mean_score_high = nullable()
    placement = serializers.FloatField(help_text="0: always last, 1: always first.")
    placement_low = nullable()
    placement_high = nullable()
    verdict = serializers.ChoiceField(["difference", "no_difference", "too_few"], help_text="Of all seats together.")
    p_value = nullable("That all seats win equally often.")
    p_value_above_ratings = nullable("That all seats win as often as the ratings let expect.")
    smallest_found = serializers.FloatField(help_text="The advantage of one seat that would have been found.")
    games_needed_as_observed = serializers.IntegerField(
        allow_null=True, help_text="Games that would show differences as large as here (80 % power)."
    )
    games_needed_for_2_points = serializers.IntegerField(
        help_text="Games that would show an advantage of 0.02 (80 % power)."
    )


class VariantRow(serializers.Serializer[Any]):
    """One measure of one variant, and its difference from the base: the variant of the filter with most games. The
    columns of the difference are null for the base itself; intervals are 95 %."""

    variant = serializers.CharField()
    games = serializers.IntegerField()
    measure = serializers.CharField(
        help_text="turns, margin, lead_changes, score (mean of the players), winner_score, shared_wins, seat_spread "
        "(by how much a seat's wins typically differ from its share, as a part of it), or source:KEY."
    )
    mean = serializers.FloatField(help_text="Over all games of the variant.")
    mean_low = nullable()
    mean_high = nullable()
    difference = nullable("This variant minus the base, within the numbers of players that both have.")
    difference_low = nullable()
    difference_high = nullable()
    effect = nullable("The difference in standard deviations of a game.")
    smallest_found = nullable("The difference that would have been found (80 % power).")
    p_value = nullable("Welch's.")
    q_value = nullable("Corrected for looking at all measures (Benjamini and Hochberg).")
    finding = serializers.ChoiceField(["differs", "hint", "none_larger", "same", "too_few"], allow_null=True)


class CardTable(serializers.Serializer[Any]):
    """The cards."""

    games = serializers.IntegerField(help_text="Verified games within the filter.")
    rows = CardRow(many=True)


class SeatTable(serializers.Serializer[Any]):
    """The seats."""

    games = serializers.IntegerField(help_text="Verified games within the filter.")
    rows = SeatRow(many=True)


class VariantTable(serializers.Serializer[Any]):
    """The variants."""

    games = serializers.IntegerField(help_text="Verified games within the filter.")
    rows = VariantRow(many=True)


class CardsView(TableView):
    """How strong cards are."""

    table = "cards"

    @described("Strength of the cards, raw and adjusted", "cards", CardTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each card that was on offer, over the verified games of public tournaments."""
        return self.answer(request, game)


class SeatsView(TableView):
    """What seats are worth."""

    table = "seats"

    @described("Wins by seat", "seats", SeatTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each number of players and seat, over the verified games of public tournaments."""
        return self.answer(request, game)


class VariantsView(TableView):
    """How variants differ."""

    table = "variants"

    @described("Variants, each against the one with most games", "variants", VariantTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each variant and measure, over the verified games of public tournaments."""
        return self.answer(request, game)
