"""REST API: one player's reviewed games."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from engine.review.reviewer import reviewer_name
from nabu.accounts.players.serializers import PlayerRef
from nabu.accounts.players.visibility import visible_players
from nabu.board.reviews.api import ACCURACY
from nabu.board.reviews.player.luck import luck_record
from nabu.board.reviews.player.records import game_rows, loss_rows, phase_rows, source_rows
from nabu.board.reviews.player.statistics import ReviewStatistics
from nabu.web.pages import game_or_404
from nabu.web.rest.base import nullable
from nabu.web.rest.views import ApiView


class ReviewedGameRow(serializers.Serializer[Any]):
    """A reviewed game of the player, the latest first."""

    table_id = serializers.IntegerField()
    finished_at = serializers.DateTimeField()
    players = serializers.IntegerField()
    decisions = serializers.IntegerField()
    accuracy = serializers.FloatField(help_text=ACCURACY)
    accuracy_error = nullable("The standard error of the measurement.")
    points_lost = serializers.FloatField()
    doubtful = serializers.IntegerField()
    costly = serializers.IntegerField()
    recent_games = serializers.IntegerField(help_text="Number of games in the running mean, at most ten.")
    recent_accuracy = serializers.FloatField()
    recent_accuracy_low = nullable("95%, Student's t.")
    recent_accuracy_high = nullable("95%, Student's t.")
    margin = serializers.IntegerField(
        allow_null=True, help_text="Points to the best opponent. Null in games whose luck is not told."
    )
    luck = nullable("Points of the margin that the draws gave. Null in games whose luck is not told.")
    luck_error = nullable("Standard error.")
    luck_own = nullable("By the player's own draws.")
    luck_others = nullable("By the draws of the others.")
    setup = nullable("Points of the margin that the setup gave.")
    seat = nullable("Points of the margin that the seat gives with any setup.")
    adjusted_margin = nullable("The margin minus luck.")


class LuckOfGames(serializers.Serializer[Any]):
    """Luck over all reviewed games, in points per game (docs/luck.md). Over all games of a player luck is 0 on
    average; over games chosen for review it need not be."""

    games = serializers.IntegerField()
    luck = serializers.FloatField()
    luck_low = nullable("95%, Student's t.")
    luck_high = nullable("95%, Student's t.")
    margin = serializers.FloatField(help_text="To the best opponent.")
    margin_low = nullable("95%, Student's t.")
    margin_high = nullable("95%, Student's t.")
    adjusted_margin = serializers.FloatField(help_text="The margin minus luck.")
    adjusted_margin_low = nullable("95%, Student's t.")
    adjusted_margin_high = nullable("95%, Student's t.")
    wins = serializers.IntegerField()
    wins_decided_by_luck = serializers.IntegerField(help_text="Lost without luck, by more than two standard errors.")
    losses = serializers.IntegerField()
    losses_decided_by_luck = serializers.IntegerField(help_text="Won without luck, by more than two standard errors.")


PEERS = "Peers with games at tables of the same size; 0 if there are fewer than ten: then nothing is compared."


class ComparedRow(serializers.Serializer[Any]):
    """A measure beside that of the peers."""

    games = serializers.IntegerField()
    value = serializers.FloatField()
    value_low = nullable("95%, Student's t.")
    value_high = nullable("95%, Student's t.")
    peers = serializers.IntegerField(help_text=PEERS)
    peer_games = serializers.IntegerField()
    value_peers = nullable("At tables of the same size; null without peers.")
    difference = nullable("The player minus the peers, at tables of the same size.")
    difference_low = nullable("95%, Welch.")
    difference_high = nullable("95%, Welch.")
    shrunk = nullable("The difference, shrunk towards zero according to its noise.")
    q_value = nullable("Corrected for looking at all rows.")
    sample = serializers.ChoiceField(["tiny", "small", "enough"])


class PhaseRow(ComparedRow):
    """Accuracy in a phase: a third of the turns of a game."""

    phase = serializers.ChoiceField(["all", "opening", "middle", "end"])


class LostRow(ComparedRow):
    """Points lost per game in a source."""

    source = serializers.CharField(help_text="`others`: points given to the strongest opponent.")  # type: ignore[assignment]


class LossRow(serializers.Serializer[Any]):
    """Points lost per game in a phase in a source."""

    phase = serializers.ChoiceField(["opening", "middle", "end"])
    source = serializers.CharField()  # type: ignore[assignment]  # a column, not DRF's setting
    games = serializers.IntegerField()
    value = serializers.FloatField(help_text="Below zero, the player did better than the bot.")
    value_error = nullable("The standard error over the games.")
    value_low = nullable("95%, Student's t.")
    value_high = nullable("95%, Student's t.")
    shrunk = nullable("The value, shrunk towards the mean of all rows according to its noise.")
    q_value = nullable("That the value is chance, corrected for looking at all rows.")
    value_phase = serializers.FloatField(help_text="Points lost per game in the phase: all sources and points given.")
    peers = serializers.IntegerField(help_text=PEERS)
    peer_games = serializers.IntegerField()
    value_peers = nullable("Null without peers.")
    difference = nullable("The player minus the peers, at tables of the same size.")
    difference_low = nullable("95%, Welch.")
    difference_high = nullable("95%, Welch.")
    sample = serializers.ChoiceField(["tiny", "small", "enough"])


class PlayerReviews(serializers.Serializer[Any]):
    """One player's reviewed games."""

    player = PlayerRef()
    game = serializers.CharField()
    reviewer = serializers.CharField(help_text="Bot and versions. Other versions are not comparable, nor counted.")
    verified_games = serializers.IntegerField()
    peers_within = serializers.IntegerField(
        allow_null=True, help_text="How far the peers' ratings are from the player's at most; null: any rating."
    )
    luck = LuckOfGames(allow_null=True, help_text="Null without a game whose luck is told.")
    games = ReviewedGameRow(many=True)
    phases = PhaseRow(many=True)
    sources = LostRow(many=True)
    losses = LossRow(many=True, help_text="By phase and source, the largest first.")


class PlayerReviewsView(ApiView):
    """Whoever may see the page may read it."""

    id_of = "player"
    permission_classes = [AllowAny]

    @extend_schema(
        tags=["reviews"],
        summary="Get a player's reviewed games",
        operation_id="players_reviews",
        responses={200: PlayerReviews},
    )
    def get(self, request: Request, id: int, game: str) -> Response:  # noqa: A002 - the name in the address
        """Based on the reviewed games of public tournaments."""
        player, played = get_object_or_404(visible_players(request.user), pk=id), game_or_404(game)
        found = ReviewStatistics(player, played)
        return Response(
            {
                "player": {"id": player.pk, "name": player.name},
                "game": played.key,
                "reviewer": reviewer_name(played),
                "verified_games": found.verified,
                "peers_within": found.peers.band,
                "luck": luck_record(found),
                "games": game_rows(found),
                "phases": phase_rows(found),
                "sources": source_rows(found),
                "losses": loss_rows(found),
            }
        )
