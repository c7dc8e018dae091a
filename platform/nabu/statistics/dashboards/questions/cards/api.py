"""How strong cards are, for machines: rows of CSV and API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.card_effects import Effect, Verdict
from analytics.stability import Holds, Stability
from nabu.core.spreadsheet import Record, ends, number
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.cards.page import cards_of, stability_of, tables_of_cards
from nabu.statistics.dashboards.questions.table_api import CountedTable, TableView, described
from nabu.web.rest.base import nullable

VERDICTS: Mapping[Verdict, str] = {
    Verdict.STRONG: "strong",
    Verdict.WEAK: "weak",
    Verdict.DEPENDS: "depends",
    Verdict.UNCLEAR: "unclear",
    Verdict.LOOKS_STRONG: "looks_strong",
    Verdict.LOOKS_WEAK: "looks_weak",
    Verdict.NO_DIFFERENCE: "no_difference",
    Verdict.TOO_FEW: "too_few",
}

HOLDS: Mapping[Holds, str] = {
    Holds.EVERYWHERE: "yes",
    Holds.CHANGES: "changes",
    Holds.ONE_PLAYER: "strongest_player",
    Holds.UNKNOWN: "unknown",
}


def card_rows(statistics: Statistics) -> list[Record]:
    """One row for each card that was on offer, kind by kind, in the order of the page."""
    tables = tables_of_cards(statistics, cards_of(statistics))
    stable = stability_of(statistics, tables)
    return [
        {
            "kind": table.kind,
            "card": row.card,
            "verdict": VERDICTS[row.verdict],
            "offered": row.offered,
            "taken": row.taken,
            "taken_rate": number(row.taken_rate),
            **ends("taken_rate", row.taken_interval),
            "mean_turn": number(row.mean_turn),
            "points": number(row.points),
            "used": row.used,
            "declined": row.declined,
            "takers": row.takers.count,
            "wins": number(row.takers.wins),
            "win_rate": number(row.takers.rate),
            **ends("win_rate", row.takers.interval),
            "par": number(row.takers.par),
            "above_par": number(row.takers.above),
            "sample": row.takers.sample,
            **_effect("above_ratings", row.rated),
            "provisional_takers": number(row.provisional),
            **_effect("same_position", row.adjusted),
            "same_position_takers": row.adjusted.count if row.adjusted else 0,
            "p_value": number(row.compared.p),
            "hidden_strength": number(row.compared.hidden),
            "smallest_found": number(row.compared.smallest),
            **_effect("best_guess", row.compared.shrunk),
            "depends_on": row.compared.by,
            "parts": "; ".join(f"{part.name}: {part.effect.value:+.4f}" for part in row.compared.parts),
            **_effect("offer", row.offer),
            **_stability(stable.get(row.card)),
        }
        for table in tables
        for row in table.rows
    ]


def pair_rows(statistics: Statistics) -> list[Record]:
    """One row for each pair of cards that do something together, kind by kind."""
    return [
        {
            "kind": table.kind,
            "one": pair.cards[0],
            "other": pair.cards[1],
            "owners": pair.effect.count,
            **_effect("together", pair.effect),
        }
        for table in tables_of_cards(statistics, cards_of(statistics))
        for pair in table.pairs
    ]


class CardRow(serializers.Serializer[Any]):
    """One card. Differences are in P(win), 0.05 being five wins more in a hundred games; intervals are 95%. Null where
    there is too little to learn from, or no model of the position yet."""

    kind = serializers.CharField(help_text="Cards are compared with cards of their kind.")
    card = serializers.CharField()
    verdict = serializers.ChoiceField(
        list(VERDICTS.values()),
        help_text="By same_position and p_value. depends: not the same in all variants or numbers of players; unclear: "
        "hidden strength or provisional ratings may be why; looks_strong, looks_weak: only the raw number says so.",
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
        ["tiny", "small", "enough"], help_text="Below 20 takers next to nothing is known, below 30 no verdict."
    )
    above_ratings = nullable("Wins minus what the ratings before the game predict.")
    above_ratings_low = nullable()
    above_ratings_high = nullable()
    provisional_takers = serializers.FloatField(help_text="Share of the takers with fewer than 10 rated games.")
    same_position = nullable("What the card adds to P(win) against takers of other cards in the same position.")
    same_position_low = nullable()
    same_position_high = nullable()
    same_position_takers = serializers.IntegerField(help_text="Takers in games with a model of the position.")
    p_value = nullable("Of same_position, corrected for looking at all cards of the page (Holm).")
    hidden_strength = nullable(
        "How much strength of the takers that logs do not show could explain. Smaller values are no finding."
    )
    smallest_found = nullable("The smallest true difference that four of five such samples would find.")
    best_guess = nullable("same_position, shrunk towards the mean of its kind according to its noise.")
    best_guess_low = nullable()
    best_guess_high = nullable()
    depends_on = serializers.CharField(
        help_text="players or variant, if the effect of the card differs by it; otherwise empty."
    )
    parts = serializers.CharField(help_text="The value for each of them; otherwise empty.")
    offer = nullable(
        "Share of wins of the first to take, with this card on offer minus without; where a shuffle deals the cards."
    )
    offer_low = nullable()
    offer_high = nullable()
    holds = serializers.ChoiceField(
        ["", *HOLDS.values()],
        help_text="Only of a card that is strong or weak: whether that holds in both halves of the time and without "
        "the strongest player.",
    )
    first_half = nullable("same_position in the first half of the time; null without a finding or enough games.")
    second_half = nullable("The same in the second half.")
    without_strongest = nullable("The same in the games without the player who has won most.")


class PairRow(serializers.Serializer[Any]):
    """Two cards of a kind that do something together which neither does alone. On average at most a tenth of the pairs
    named are wrong."""

    kind = serializers.CharField()
    one = serializers.CharField(help_text="A card.")
    other = serializers.CharField(help_text="The other card.")
    owners = serializers.IntegerField(help_text="Players who owned both, each counted once a game.")
    together = nullable("What owning both adds to P(win) beyond what each of them adds; interval 95%.")
    together_low = nullable()
    together_high = nullable()


class PairTable(CountedTable):
    """The pairs."""

    rows = PairRow(many=True)


class CardTable(CountedTable):
    """The cards."""

    rows = CardRow(many=True)


class CardsView(TableView):
    """How strong cards are."""

    @described("Get the strength of the cards", "cards", CardTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each card that was on offer, over the verified games of public tournaments."""
        return self.answer(request, game, card_rows)


class PairsView(TableView):
    """Cards that do something together."""

    @described("Get the cards that do something together", "card_pairs", PairTable)
    def get(self, request: Request, game: str) -> Response:
        """One row for each such pair, over the verified games of public tournaments."""
        return self.answer(request, game, pair_rows)


def _stability(found: Stability | None) -> Record:
    parts = (found.first, found.second, found.without) if found else (None, None, None)
    names = ("first_half", "second_half", "without_strongest")
    values = {name: number(part.value if part else None) for name, part in zip(names, parts, strict=True)}
    return {"holds": HOLDS[found.holds] if found else "", **values}


def _effect(name: str, effect: Effect | None) -> Record:
    return {name: number(effect.value if effect else None), **ends(name, effect.interval if effect else None)}
