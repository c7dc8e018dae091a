"""REST API: the clock of a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from competition.clock import MOST_MINUTES, State
from nabu.accounts.players.models import User
from nabu.contests.tournaments.clock.queries import clock_of, no_show_time
from nabu.contests.tournaments.clock.services import pause_clock, resume_clock, set_minutes, start_clock, stop_clock
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.permissions import can_keep_score
from nabu.core import database_clock
from nabu.web.rest.base import actor_of, read_body
from nabu.web.rest.views import ApiViews

DO: dict[str, Callable[[User, Round], Round]] = {
    "start": start_clock,
    "pause": pause_clock,
    "resume": resume_clock,
    "stop": stop_clock,
}


class ClockLine(serializers.Serializer[Any]):
    """The clock of a round now. A table's `extra_seconds` come on top of `seconds_left` and `ends_at`.

    `ends_at` is null before the start; of a paused clock it is when it would end if it were resumed now. From
    `no_show_from` on, a missing player can be declared absent; null until the clock starts.
    """

    state = serializers.ChoiceField(choices=[state.value for state in State])
    minutes = serializers.IntegerField()
    seconds_left = serializers.IntegerField()
    started_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    no_show_from = serializers.DateTimeField(allow_null=True)


class ClockChange(serializers.Serializer[Any]):
    """What to do with the clock: start, pause, resume or stop (reset) it; and the round length in minutes."""

    do = serializers.ChoiceField(choices=list(DO), required=False)
    minutes = serializers.IntegerField(min_value=0, max_value=MOST_MINUTES, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two."""
        if len(attrs) != 1:
            raise serializers.ValidationError("Give either `do` or `minutes`.")
        return attrs


def clock_line(round_: Round) -> Any:
    """The clock of a round as the API shows it."""
    now, running = database_clock.now(), clock_of(round_)
    return ClockLine(
        {
            "state": running.state(now).value,
            "minutes": round_.minutes,
            "seconds_left": running.seconds_left(now),
            "started_at": round_.started_at,
            "paused_at": round_.paused_at,
            "ends_at": running.ends_at(now),
            "no_show_from": no_show_time(round_) if round_.status == Round.Status.PUBLISHED else None,
        }
    ).data


class ClockActions(ApiViews[Round]):
    """The clock as a part of the rounds of the API."""

    id_of = "round"

    @extend_schema(summary="Get the clock of a round", tags=["rounds"], responses={200: ClockLine})
    @action(detail=True, methods=["get"])
    def clock(self, request: Request, pk: int) -> Response:
        """The current state of the clock."""
        return Response(clock_line(self.get_object()))

    @extend_schema(
        summary="Control the clock of a round",
        tags=["rounds"],
        operation_id="rounds_clock_set",
        request=ClockChange,
        responses={200: ClockLine},
        examples=[
            OpenApiExample("Start", {"do": "start"}, request_only=True),
            OpenApiExample("Fifty minutes", {"minutes": 50}, request_only=True),
        ],
    )
    @clock.mapping.post
    def change_clock(self, request: Request, pk: int) -> Response:
        """Starts, pauses, resumes or resets the clock, or changes the round length. For scorekeepers and directors."""
        round_ = self.get_object()
        given = read_body(request, ClockChange, can_keep_score(request.user, round_.stage.tournament))
        words, actor = given.validated_data, actor_of(request)
        changed = DO[words["do"]](actor, round_) if "do" in words else set_minutes(actor, round_, words["minutes"])
        return Response(clock_line(Round.objects.select_related("stage__tournament").get(pk=changed.pk)))
