"""REST API: stages and rounds."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from competition.proposal import moves
from competition.records import INFO, SERIOUS, WARNING
from nabu.accounts.players.models import Person
from nabu.contests.matches.models import Seat, Table
from nabu.contests.matches.proof import Proof
from nabu.contests.tournaments.api_views import InTournaments
from nabu.contests.tournaments.bracket.queries import bracket
from nabu.contests.tournaments.clock.api import ClockActions
from nabu.contests.tournaments.jobs_api import JobLine
from nabu.contests.tournaments.models import Entry, Round, Stage
from nabu.contests.tournaments.page_queries import rounds_with_tables
from nabu.contests.tournaments.permissions import can_see_round, is_organiser
from nabu.contests.tournaments.queries import format_of, standings, visible_rounds
from nabu.contests.tournaments.rounds.check import RoundCheck, check_round
from nabu.contests.tournaments.rounds.draft import (
    back_to_proposal,
    move_seat,
    renumber_table,
    seat_stand_in,
    swap_seats,
    take_off_stand_in,
)
from nabu.contests.tournaments.rounds.forms import REASON_LENGTH
from nabu.contests.tournaments.rounds.jobs import repair_or_ask
from nabu.contests.tournaments.rounds.seating import MOST_NUMBER
from nabu.contests.tournaments.rounds.services import (
    discard_round,
    lock_round,
    publish_round,
    unlock_round,
    unpublish_round,
)
from nabu.contests.tournaments.serializers import DatedTable, RoundLine, StageDetail, StandingLine, Swap
from nabu.contests.tournaments.stages import finish_stage
from nabu.core.sentences import in_words, sentence
from nabu.web.jobs.models import Job
from nabu.web.rest.base import Id, actor_of, errors, read_body
from nabu.web.rest.parameters import read_query


class ConcernLine(serializers.Serializer[Any]):
    """A problem to review before publishing. `table` is the id of a table; null: the whole round."""

    level = serializers.ChoiceField(choices=[INFO, WARNING, SERIOUS])
    key = serializers.CharField(allow_blank=True)
    text = serializers.CharField()
    table = serializers.IntegerField(allow_null=True)


class CostTermLine(serializers.Serializer[Any]):
    """One term of the cost of a table in the pairing."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # the stubs see a property of fields
    cost = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)


class ReasonLine(serializers.Serializer[Any]):
    """Reasons for the pairing of a table, in the order of `tables`."""

    sentences = serializers.ListField(child=serializers.CharField())
    terms = CostTermLine(many=True)
    alternative = serializers.CharField(allow_blank=True)


class RoundDetail(RoundLine):
    """A round with its tables and seats.

    Directors see `reasons`, and of a draft `concerns` and who was `moved` by hand (ids of entries); for everybody else
    these are empty.
    """

    tables = DatedTable(many=True, read_only=True)
    concerns = serializers.SerializerMethodField()
    reasons = serializers.SerializerMethodField()
    moved = serializers.SerializerMethodField()
    _draft_check: RoundCheck | None = None

    class Meta(RoundLine.Meta):
        fields = (*RoundLine.Meta.fields, "published_at", "locked_at", "tables", "concerns", "reasons", "moved")
        read_only_fields = fields

    @extend_schema_field(ConcernLine(many=True))
    def get_concerns(self, round_: Round) -> Any:
        """What speaks against a draft."""
        check = self._check(round_)
        if check is None:
            return []
        return [
            {
                "level": concern.level,
                "key": concern.key,
                "text": sentence(concern.text),
                "table": None if concern.table is None else check.rows[concern.table].pk,
            }
            for concern in check.concerns
        ]

    @extend_schema_field(ReasonLine(many=True))
    def get_reasons(self, round_: Round) -> Any:
        """Why each table is as it is."""
        if not is_organiser(self.context["user"], round_.stage.tournament):
            return []
        return [in_words(table.reason) for table in round_.tables.all() if table.reason]

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_moved(self, round_: Round) -> list[int]:
        """Who does not sit where the engine proposed it."""
        check = self._check(round_)
        if check is None or not round_.proposal:
            return []
        return [move.player for move in moves(check.proposed(round_), check.tables)]

    def _check(self, round_: Round) -> RoundCheck | None:
        """The check of a draft, worked out once."""
        if round_.status == Round.Status.DRAFT and self._draft_check is None:
            self._draft_check = check_round(round_)
        return self._draft_check


class StandInAtTable(serializers.Serializer[Any]):
    """The ids of a table of a draft and of the entry of a stand-in."""

    table = Id()
    entry = Id()


class StandInSeat(serializers.Serializer[Any]):
    """The id of the seat of a stand-in in a draft."""

    seat = Id()


class Publication(serializers.Serializer[Any]):
    """`anyway` with a `reason`: publish despite serious concerns."""

    anyway = serializers.BooleanField(default=False)
    reason = serializers.CharField(max_length=REASON_LENGTH, allow_blank=True, default="")


class Why(serializers.Serializer[Any]):
    """The reason."""

    reason = serializers.CharField(max_length=REASON_LENGTH)


class SeatMove(serializers.Serializer[Any]):
    """A seat of a draft, and its player's new table: in front of the player at `position`, by default last.

    Without a table the player gets a bye, until somebody else is moved there.
    """

    seat = Id()
    table = Id(allow_null=True, default=None)
    position = serializers.IntegerField(min_value=0, max_value=7, allow_null=True, default=None)


class TableNumber(serializers.Serializer[Any]):
    """A table and its number in the room."""

    table = Id()
    number = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)


class BracketSeatLine(serializers.Serializer[Any]):
    """A line of a slot: an entry with its seed in the stage, or, in words, who is still `coming`. Neither: a bye.

    `score` is text: the games won in a match of several, or a dash for a player who did not show up.
    """

    entry = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    seed = serializers.IntegerField(allow_null=True)
    coming = serializers.CharField(allow_blank=True)
    score = serializers.CharField(allow_blank=True)
    won = serializers.BooleanField()


class BracketSlotLine(serializers.Serializer[Any]):
    """A match of the bracket. `table` is the id of its first game, null until it is paired.

    `feeds` is the [round, slot] to which the winner advances; null in the final, and if tables are drawn in each round.
    """

    round = serializers.IntegerField()
    slot = serializers.IntegerField()
    name = serializers.CharField()
    table = serializers.IntegerField(allow_null=True)
    proof = serializers.ChoiceField(
        choices=Proof.choices,
        allow_blank=True,
        help_text="The level of proof of the result; of several games the weakest.",
    )
    seats = BracketSeatLine(many=True)
    feeds = serializers.ListField(child=serializers.IntegerField(), allow_null=True, min_length=2, max_length=2)


class BracketColumnLine(serializers.Serializer[Any]):
    """A column of the bracket from top to bottom."""

    title = serializers.CharField()
    slots = BracketSlotLine(many=True)


class BracketSectionLine(serializers.Serializer[Any]):
    """A part of the bracket that is drawn by itself, such as the losers' bracket."""

    title = serializers.CharField()
    columns = BracketColumnLine(many=True)


class Bracket(serializers.Serializer[Any]):
    """The parts of a bracket, with the matches to come; empty until the stage has players."""

    sections = BracketSectionLine(many=True)


def round_detail(user: Person, pk: int) -> Any:
    """A round as the API shows it to this account."""
    return RoundDetail(rounds_with_tables().get(pk=pk), context={"user": user}).data


class StandingsFilter(serializers.Serializer[Any]):
    """After which round."""

    after = serializers.IntegerField(required=False, min_value=1, max_value=1000)


@extend_schema(tags=["stages"])
class StageViewSet(InTournaments[Any]):
    """The parts of a tournament."""

    id_of = "stage"
    serializer_class = StageDetail
    queryset = Stage.objects.select_related("tournament")

    @extend_schema(summary="Get a stage", responses={200: StageDetail})
    def retrieve(self, request: Request, pk: int) -> Response:
        """Format, settings and state."""
        return Response(StageDetail(self.get_object()).data)

    @extend_schema(summary="List the rounds of a stage", responses={200: RoundLine(many=True)}, filters=True)
    @action(detail=True, methods=["get"])
    def rounds(self, request: Request, pk: int) -> Response:
        """The published rounds in order; the organiser sees drafts too."""
        return self.paged(RoundLine, visible_rounds(request.user, self.get_object()))

    @extend_schema(
        summary="Get the standings of a stage",
        parameters=[OpenApiParameter("after", int, description="The standings after this round.")],
        responses={200: StandingLine(many=True), **errors(400)},
        filters=True,
    )
    @action(detail=True, methods=["get"])
    def standings(self, request: Request, pk: int) -> Response:
        """The standings of this stage, now or after an earlier round."""
        stage, wanted = self.get_object(), read_query(request, StandingsFilter)
        return self.paged(StandingLine, standings(stage, wanted.get("after")))

    @extend_schema(summary="Get the bracket of a stage", responses={200: Bracket})
    @action(detail=True, methods=["get"])
    def bracket(self, request: Request, pk: int) -> Response:
        """The bracket of a knock-out stage as far as it is published. Other stages have none (404)."""
        stage = self.get_object()
        if not format_of(stage)[0].is_bracket:
            raise Http404
        return Response(Bracket({"sections": bracket(stage)}).data)

    @extend_schema(summary="Finish a stage", request=None, responses={200: StageDetail})
    @action(detail=True, methods=["post"])
    def finish(self, request: Request, pk: int) -> Response:
        """Closes the stage and seeds the next one by its standings."""
        return Response(StageDetail(finish_stage(actor_of(request), self.get_object())).data)


@extend_schema(tags=["rounds"])
class RoundViewSet(ClockActions):
    """Rounds. A draft is seen by the organiser only."""

    id_of = "round"
    serializer_class = RoundDetail

    def get_object(self) -> Round:
        """The round with its tables, or 404 for whoever may not see it."""
        found = get_object_or_404(rounds_with_tables(), pk=self.kwargs["pk"])
        if not can_see_round(self.request.user, found):
            raise Http404
        return found

    @extend_schema(summary="Get a round", responses={200: RoundDetail})
    def retrieve(self, request: Request, pk: int) -> Response:
        """Tables, seating, and results so far."""
        return Response(RoundDetail(self.get_object(), context={"user": request.user}).data)

    @extend_schema(summary="Discard a round", request=None, responses={204: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """Discards a draft, or a published round without reports or uploads."""
        discard_round(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(summary="Pair a draft round again", request=None, responses={200: RoundDetail, 202: JobLine})
    @action(detail=True, methods=["post"])
    def repair(self, request: Request, pk: int) -> Response:
        """Pairs a draft again with current data. A large round is paired by a job (202)."""
        made = repair_or_ask(actor_of(request), self.get_object())
        if isinstance(made, Job):
            return Response(JobLine(made).data, status=status.HTTP_202_ACCEPTED)
        return Response(round_detail(request.user, made.pk))

    @extend_schema(
        summary="Publish a round",
        request=Publication,
        responses={200: RoundDetail},
        examples=[
            OpenApiExample("No serious problems", {}, request_only=True),
            OpenApiExample("Despite serious problems", {"anyway": True, "reason": "They agreed."}, request_only=True),
        ],
    )
    @action(detail=True, methods=["post"])
    def publish(self, request: Request, pk: int) -> Response:
        """Shows a draft to everybody. Results can then be reported; earlier rounds are locked."""
        round_ = self.get_object()
        given = read_body(request, Publication, is_organiser(request.user, round_.stage.tournament))
        published = publish_round(actor_of(request), round_, **given.validated_data)
        return Response(round_detail(request.user, published.pk))

    @extend_schema(summary="Unpublish a round", request=None, responses={200: RoundDetail})
    @action(detail=True, methods=["post"])
    def unpublish(self, request: Request, pk: int) -> Response:
        """Makes the round a draft again. Refused once something was reported or uploaded."""
        return Response(round_detail(request.user, unpublish_round(actor_of(request), self.get_object()).pk))

    @extend_schema(summary="Lock a round", request=None, responses={200: RoundDetail})
    @action(detail=True, methods=["post"])
    def lock(self, request: Request, pk: int) -> Response:
        """Closes a finished round. Its results can then be changed by a correction only."""
        return Response(round_detail(request.user, lock_round(actor_of(request), self.get_object()).pk))

    @extend_schema(
        summary="Unlock a round",
        request=Why,
        responses={200: RoundDetail},
        examples=[OpenApiExample("A wrong score", {"reason": "Two scores were exchanged."}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def unlock(self, request: Request, pk: int) -> Response:
        """Allows changes to the results of a locked round again."""
        round_ = self.get_object()
        given = read_body(request, Why, is_organiser(request.user, round_.stage.tournament))
        unlocked = unlock_round(actor_of(request), round_, given.validated_data["reason"])
        return Response(round_detail(request.user, unlocked.pk))

    @extend_schema(
        summary="Swap two seats",
        request=Swap,
        responses={200: RoundDetail},
        examples=[OpenApiExample("Two seats", {"first": 11, "second": 14}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def swap(self, request: Request, pk: int) -> Response:
        """Swaps two players of a draft."""
        round_ = self.get_object()
        given = read_body(request, Swap, is_organiser(request.user, round_.stage.tournament))
        first, second = (get_object_or_404(_seats(round_), pk=given.validated_data[key]) for key in ("first", "second"))
        swap_seats(actor_of(request), first, second)
        return Response(round_detail(request.user, round_.pk))

    @extend_schema(
        summary="Move a player",
        request=SeatMove,
        responses={200: RoundDetail},
        examples=[
            OpenApiExample("To a table, as first", {"seat": 11, "table": 4, "position": 0}, request_only=True),
            OpenApiExample("A bye", {"seat": 11}, request_only=True),
        ],
    )
    @action(detail=True, methods=["post"])
    def move(self, request: Request, pk: int) -> Response:
        """Moves a player of a draft to another table, or to a bye."""
        round_ = self.get_object()
        given = read_body(request, SeatMove, is_organiser(request.user, round_.stage.tournament))
        seat = get_object_or_404(_seats(round_), pk=given.validated_data["seat"])
        number = given.validated_data["table"]
        table = None if number is None else get_object_or_404(Table, round=round_, pk=number)
        move_seat(actor_of(request), seat, table, given.validated_data["position"])
        return Response(round_detail(request.user, round_.pk))

    @extend_schema(
        summary="Change the number of a table",
        request=TableNumber,
        responses={200: RoundDetail},
        examples=[OpenApiExample("Table by the door", {"table": 4, "number": 12}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def renumber(self, request: Request, pk: int) -> Response:
        """Changes the number of a table until its round is locked. If another table has that number, the two swap."""
        round_ = self.get_object()
        given = read_body(request, TableNumber, is_organiser(request.user, round_.stage.tournament))
        table = get_object_or_404(
            Table.objects.select_related("round__stage"), round=round_, pk=given.validated_data["table"]
        )
        renumber_table(actor_of(request), table, given.validated_data["number"])
        return Response(round_detail(request.user, round_.pk))

    @extend_schema(
        summary="Seat a stand-in",
        request=StandInAtTable,
        responses={200: RoundDetail},
        examples=[OpenApiExample("The table of three", {"table": 4, "entry": 31}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="stand-in")
    def stand_in(self, request: Request, pk: int) -> Response:
        """Seats a stand-in at a table of a draft, behind the others."""
        round_ = self.get_object()
        given = read_body(request, StandInAtTable, is_organiser(request.user, round_.stage.tournament))
        chosen = given.validated_data
        table = get_object_or_404(Table.objects.select_related("round__stage"), round=round_, pk=chosen["table"])
        entry = get_object_or_404(Entry, tournament=round_.stage.tournament_id, pk=chosen["entry"])
        seat_stand_in(actor_of(request), table, entry)
        return Response(round_detail(request.user, round_.pk))

    @extend_schema(
        summary="Take a stand-in off a table",
        request=StandInSeat,
        responses={200: RoundDetail},
        examples=[OpenApiExample("A seat", {"seat": 14}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="stand-in/off", url_name="stand-in-off")
    def stand_in_off(self, request: Request, pk: int) -> Response:
        """Takes a stand-in off a table of a draft. Who is left alone has a bye."""
        round_ = self.get_object()
        given = read_body(request, StandInSeat, is_organiser(request.user, round_.stage.tournament))
        take_off_stand_in(actor_of(request), get_object_or_404(_seats(round_), pk=given.validated_data["seat"]))
        return Response(round_detail(request.user, round_.pk))

    @extend_schema(summary="Reset a round to the proposed seating", request=None, responses={200: RoundDetail})
    @action(detail=True, methods=["post"])
    def reset(self, request: Request, pk: int) -> Response:
        """Resets a draft to the proposed seating."""
        return Response(round_detail(request.user, back_to_proposal(actor_of(request), self.get_object()).pk))


def _seats(round_: Round) -> QuerySet[Seat]:
    return Seat.objects.filter(table__round=round_).select_related("table__round__stage")
