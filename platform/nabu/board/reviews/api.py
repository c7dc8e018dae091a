"""REST API: the review of a game, and those of a tournament's games."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.scopes import Scope
from nabu.board.replay.recording import Recording, recording_of
from nabu.board.reviews.games import game_of_log, review_of, why_not_reviewable
from nabu.board.reviews.permissions import can_review_tournament
from nabu.board.reviews.queries import batch_progress, game_lines, live_batch
from nabu.board.reviews.records import game_records
from nabu.board.reviews.services import ask_for_review, cancel_review, cancel_tournament, review_tournament
from nabu.board.reviews.shown import NONE, line_as_json, review_as_json
from nabu.contests.matches.models import GameLog
from nabu.contests.results.logs.api import SHA256
from nabu.contests.results.permissions import can_see_log
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import can_see_tournament
from nabu.web.rest.base import actor_of, check_allowed, nullable
from nabu.web.rest.views import ApiView

MOVE = OpenApiParameter(
    "move", {"type": "integer", "minimum": 0}, OpenApiParameter.PATH, description="The move, from 0."
)
ACCURACY = "0 to 100: 100 if nothing was lost, 0 is what random moves get on average (docs/review.md)."
STATUSES = [NONE, "queued", "running", "done", "failed", "cancelled"]


class ReviewState(serializers.Serializer[Any]):
    """A review with its progress. `summary` and `decisions` are described in docs/review.md."""

    status = serializers.ChoiceField(STATUSES)
    done = serializers.IntegerField(help_text="Decisions, setup and draws reviewed so far.")
    total = serializers.IntegerField(help_text="Decisions with a choice, the setup, and draws with several outcomes.")
    may_ask = serializers.BooleanField(help_text="Whether this account can request a review now.")
    may_cancel = serializers.BooleanField()
    why_not = serializers.CharField(help_text="Why it cannot; empty if it can, or if there is nothing left to request.")
    names = serializers.ListField(child=serializers.CharField(), help_text="By seat; seat 0 started.")
    sources = serializers.DictField(child=serializers.CharField(), help_text="The titles of the score sources by key.")
    strength = serializers.CharField(help_text="The strength of the judging bot.")
    summary = serializers.DictField(
        allow_null=True, help_text="Totals by seat, phase and source, `luck` by seat, and the `digest` of the game."
    )
    decisions = serializers.ListField(child=serializers.DictField(), help_text="In order of play, with `words`.")
    luck = serializers.DictField(allow_null=True, help_text="What draws were worth, with `words` (docs/luck.md).")


class Step(serializers.Serializer[Any]):
    """A position along the way."""

    who = serializers.CharField(allow_blank=True)
    text = serializers.CharField()
    svg = serializers.CharField()
    places = serializers.ListField(child=serializers.CharField(), help_text="Elements of the picture.")


class Alternative(serializers.Serializer[Any]):
    """The bot's alternative: the position before and after it, and how bots would continue."""

    steps = Step(many=True)


class ReviewedSeat(serializers.Serializer[Any]):
    """A seat of a reviewed game."""

    table_id = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    game = serializers.IntegerField(help_text="Of a match of several games, from 1.")
    log_sha256 = serializers.CharField()
    reviewer = serializers.CharField(help_text="The bot and its versions.")
    seat = serializers.IntegerField()
    player = serializers.CharField()
    decisions = serializers.IntegerField()
    accuracy = nullable(f"{ACCURACY} Null without a decision.")
    accuracy_error = nullable("The standard error of the measurement.")
    points_lost = serializers.FloatField()
    doubtful = serializers.IntegerField()
    costly = serializers.IntegerField()
    margin = serializers.IntegerField(
        allow_null=True, help_text="Points to the best opponent. Null in games whose luck is not told."
    )
    luck = nullable("Points of the margin that the draws gave (docs/luck.md). Null in games whose luck is not told.")
    luck_error = nullable("Standard error.")


class BatchState(serializers.Serializer[Any]):
    """Progress of a batch of reviews."""

    done = serializers.IntegerField()
    total = serializers.IntegerField()
    percent = serializers.IntegerField()


class TournamentReviews(serializers.Serializer[Any]):
    """The reviewed games of a tournament. `games` counts those that could be reviewed; `batch` is null unless workers
    are reviewing."""

    games = serializers.IntegerField()
    reviewed = serializers.IntegerField()
    batch = BatchState(allow_null=True)
    seats = ReviewedSeat(many=True)


@extend_schema(tags=["reviews"])
class ReviewView(ApiView):
    """The review of a game. Whoever may see the log may read it; every account may ask for some each day."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    write_scope = Scope.REPORT

    @extend_schema(
        operation_id="logs_review", summary="Get the review of a game", parameters=SHA256, responses={200: ReviewState}
    )
    def get(self, request: Request, sha256: str) -> Response:
        """State, and the decisions and draws judged so far. Poll while it is queued or running."""
        return _state(request, *_played(request, sha256))

    @extend_schema(
        operation_id="logs_review_ask",
        summary="Request a review",
        parameters=SHA256,
        request=None,
        responses={202: ReviewState},
    )
    def post(self, request: Request, sha256: str) -> Response:
        """Runs in the background with low priority. Requesting an existing review does nothing."""
        log, recording = _played(request, sha256)
        ask_for_review(actor_of(request), log)
        return _state(request, log, recording, status.HTTP_202_ACCEPTED)

    @extend_schema(
        operation_id="logs_review_cancel",
        summary="Cancel a review",
        parameters=SHA256,
        request=None,
        responses={200: ReviewState},
    )
    def delete(self, request: Request, sha256: str) -> Response:
        """For the requesting account and staff. Decisions judged so far are kept."""
        log, recording = _played(request, sha256)
        review = review_of(log, game_of_log(log)) if why_not_reviewable(log) is None else None
        if review is None:
            raise Http404
        cancel_review(actor_of(request), review)
        return _state(request, log, recording)


@extend_schema(tags=["reviews"])
class AlternativeView(ApiView):
    """What the bot would rather have done at one move."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="logs_review_alternative",
        summary="Get the bot's alternative to a move",
        parameters=[*SHA256, MOVE],
        responses={200: Alternative},
    )
    def get(self, request: Request, sha256: str, move: int) -> Response:
        """The alternative step by step on the board. 404 if the bot would have played the same."""
        log, recording = _played(request, sha256)
        found = line_as_json(log, recording, move)
        if found is None:
            raise Http404
        return Response(found)


@extend_schema(tags=["reviews"])
class TournamentReviewsView(ApiView):
    """The reviews of a tournament's games."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    id_of = "tournament"

    @extend_schema(
        operation_id="tournaments_reviews",
        summary="List the reviews of a tournament",
        responses={200: TournamentReviews},
    )
    def get(self, request: Request, id: int) -> Response:  # noqa: A002 - the name in the address
        """One row for each seat of each reviewed game."""
        return _tournament_state(request, _tournament(request, id))

    @extend_schema(
        operation_id="tournaments_reviews_ask",
        summary="Review all games of a tournament",
        request=None,
        responses={202: TournamentReviews},
    )
    def post(self, request: Request, id: int) -> Response:  # noqa: A002 - the name in the address
        """Queues all games without a review. For directors; one tournament at a time."""
        tournament = _tournament(request, id)
        check_allowed(can_review_tournament(request.user, tournament))
        review_tournament(actor_of(request), tournament)
        return _tournament_state(request, tournament, status.HTTP_202_ACCEPTED)

    @extend_schema(
        operation_id="tournaments_reviews_cancel",
        summary="Cancel the reviews of a tournament",
        request=None,
        responses={200: TournamentReviews},
    )
    def delete(self, request: Request, id: int) -> Response:  # noqa: A002 - the name in the address
        """Finished reviews are kept."""
        tournament = _tournament(request, id)
        check_allowed(can_review_tournament(request.user, tournament))
        cancel_tournament(actor_of(request), tournament)
        return _tournament_state(request, tournament)


def _played(request: Request, sha256: str) -> tuple[GameLog, Recording]:
    """A log that begins a game, or 404 for whoever may not see it."""
    log = get_object_or_404(GameLog.objects.defer("content"), sha256=sha256)
    recording = recording_of(log, request.user) if can_see_log(request.user, log) else None
    if recording is None or recording.game is None:
        raise Http404
    return log, recording


def _state(request: Request, log: GameLog, recording: Recording, code: int = status.HTTP_200_OK) -> Response:
    return Response(review_as_json(log, recording, request.user), status=code)


def _tournament(request: Request, pk: int) -> Tournament:
    found = get_object_or_404(Tournament, pk=pk)
    if not can_see_tournament(request.user, found):
        raise Http404
    return found


def _tournament_state(request: Request, tournament: Tournament, code: int = status.HTTP_200_OK) -> Response:
    lines, batch = game_lines(tournament, request.user), live_batch(tournament)
    progress = batch_progress(batch) if batch is not None else None
    return Response(
        {
            "games": sum(line.why_not is None for line in lines),
            "reviewed": sum(bool(line.seats) for line in lines),
            "batch": progress and {"done": progress.done, "total": progress.total, "percent": progress.percent},
            "seats": game_records(lines),
        },
        status=code,
    )
