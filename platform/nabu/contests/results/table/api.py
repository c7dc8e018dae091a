"""REST API: tables and their results."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.scopes import Scope
from nabu.contests.matches.models import ResultReport, Table
from nabu.contests.results import services
from nabu.contests.results.logs.api import UPLOAD, submission_state
from nabu.contests.results.logs.parsers import LOG_PARSERS, log_of
from nabu.contests.results.logs.queries import log_state
from nabu.contests.results.logs.serializers import SubmissionLine
from nabu.contests.results.permissions import (
    can_dispute,
    can_object,
    can_overrule,
    can_report,
    can_rule,
    can_see_table,
    can_upload,
)
from nabu.contests.results.photos.api import PhotoActions
from nabu.contests.results.reporters import with_reporters
from nabu.contests.results.serializers import (
    Absence,
    AcceptedLog,
    DisputeReason,
    Extension,
    Reason,
    ReportLine,
    RulingSerializer,
    Scores,
    Sheet,
    TableDetail,
)
from nabu.contests.results.table.queries import tables_of_rounds, tables_with_everything
from nabu.contests.tournaments.clock.services import extend_table
from nabu.web.rest.base import actor_of, address_of, check_allowed, errors, read_body
from nabu.web.rest.views import ApiViews

TWO_PLAYERS = OpenApiExample("Two players", {"scores": [112, 96]}, request_only=True)
TIE_BROKEN = OpenApiExample("Tie broken by the rules", {"scores": [101, 101], "places": [2, 1]}, request_only=True)

A_SHEET = OpenApiExample(
    "Babylon, two players",
    {
        "points": {
            "statues": [20, 14],
            "fountains": [6, 9],
            "bridges": [12, 10],
            "stairs": [5, 5],
            "decoration_sets": [10, 0],
            "flower_sets": [0, 5],
            "belvederes": [8, 6],
            "highest_level": [0, 4],
        }
    },
    request_only=True,
)


def table_detail(pk: int) -> Any:
    """A table as the API shows it."""
    return TableDetail(tables_with_everything().get(pk=pk)).data


@extend_schema(tags=["tables"])
class TableViewSet(PhotoActions):
    """Tables and their results."""

    id_of = "table"
    write_scope = Scope.REPORT
    serializer_class = TableDetail

    def get_object(self) -> Table:
        """The table, with everything if it is to be shown, or 404 for whoever may not see it."""
        shown = self.request.method in SAFE_METHODS
        found = get_object_or_404(tables_with_everything() if shown else tables_of_rounds(), pk=self.kwargs["pk"])
        if not can_see_table(self.request.user, found):
            raise Http404
        return found

    @extend_schema(summary="Get a table", responses={200: TableDetail})
    def retrieve(self, request: Request, pk: int) -> Response:
        """Seats, result, reports and uploads."""
        return Response(TableDetail(self.get_object()).data)

    @extend_schema(
        summary="Report a result", request=Scores, responses={201: ReportLine}, examples=[TWO_PLAYERS, TIE_BROKEN]
    )
    @action(detail=True, methods=["post"])
    def report(self, request: Request, pk: int) -> Response:
        """Reports the result as a player of the table. The same result from another player confirms it."""
        table = self.get_object()
        given = read_body(request, Scores, can_report(request.user, table))
        words = given.validated_data
        ask = not words["confirm_unusual"]
        made = services.report_result(actor_of(request), table, words["scores"], words.get("places"), ask_unusual=ask)
        return Response(ReportLine(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Report a result with a score sheet", request=Sheet, responses={201: ReportLine}, examples=[A_SHEET]
    )
    @action(detail=True, methods=["post"], url_path="score-sheet")
    def score_sheet(self, request: Request, pk: int) -> Response:
        """Reports the points by source as a player of the table; the scores are the sums. The sheet must be complete:
        every source of the game with a number for every position. Points that the rules do not allow are refused."""
        table = self.get_object()
        words = read_body(request, Sheet, can_report(request.user, table)).validated_data
        places, points, ask = words.get("places"), words["points"], not words["confirm_unusual"]
        made = services.report_result(actor_of(request), table, (), places, points, ask_unusual=ask)
        return Response(ReportLine(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Rule on a result",
        request=RulingSerializer,
        responses={200: TableDetail},
        examples=[OpenApiExample("Correction", {"scores": [112, 69], "reason": "Misread."}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def rule(self, request: Request, pk: int) -> Response:
        """Enters a result. For scorekeepers; directors can also replace a result and decide a dispute."""
        table = self.get_object()
        given = read_body(request, RulingSerializer, can_rule(request.user, table))
        services.rule_result(actor_of(request), table, given.ruling())
        return Response(table_detail(table.pk))

    @extend_schema(
        summary="Declare a forfeit",
        request=Absence,
        responses={200: TableDetail},
        examples=[OpenApiExample("Seat 2 is a no-show", {"absent": [1]}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def forfeit(self, request: Request, pk: int) -> Response:
        """Marks the positions of players who did not play. If fewer than two are left, the game is decided; otherwise
        the others play on. An empty list removes the marks. For scorekeepers and directors."""
        table = self.get_object()
        given = read_body(request, Absence, can_rule(request.user, table))
        services.forfeit_seats(actor_of(request), table, given.validated_data["absent"], given.validated_data["reason"])
        return Response(table_detail(table.pk))

    @extend_schema(summary="Report a missing player", request=None, responses={204: None})
    @action(detail=True, methods=["post"], url_path="call-no-show")
    def call_no_show(self, request: Request, pk: int) -> Response:
        """Tells the organisers that a player is missing. For players of the table."""
        services.call_no_show(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Give a table extra time",
        request=Extension,
        responses={200: TableDetail},
        examples=[OpenApiExample("Five minutes", {"minutes": 5, "reason": "Seated late."}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def extend(self, request: Request, pk: int) -> Response:
        """Gives one table extra time. For scorekeepers and directors."""
        table = self.get_object()
        given = read_body(request, Extension, can_rule(request.user, table))
        extend_table(actor_of(request), table, given.validated_data["minutes"], given.validated_data["reason"])
        return Response(table_detail(table.pk))

    @extend_schema(
        summary="Accept the log of a table",
        request=AcceptedLog,
        responses={200: TableDetail},
        examples=[OpenApiExample("A dispute", {"submission": 5, "reason": "The log proves it."}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="accept-log")
    def accept_log(self, request: Request, pk: int) -> Response:
        """Makes a verified log of this table its result, in a dispute or after an objection to the confirmed result.
        Directors only."""
        table = self.get_object()
        given = read_body(request, AcceptedLog, can_overrule(request.user, table))
        submission = get_object_or_404(table.submissions, pk=given.validated_data["submission"])
        services.accept_log(actor_of(request), table, submission, given.validated_data["reason"])
        return Response(table_detail(table.pk))

    @extend_schema(
        summary="Withdraw a result",
        request=Reason,
        responses={200: TableDetail},
        examples=[OpenApiExample("Wrong table", {"reason": "Entered at the wrong table."}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def reopen(self, request: Request, pk: int) -> Response:
        "Opens the table again. Standings and ratings are updated."
        table = self.get_object()
        given = read_body(request, Reason, can_overrule(request.user, table))
        services.reopen_table(actor_of(request), table, given.validated_data["reason"])
        return Response(table_detail(table.pk))

    @extend_schema(
        summary="Object to a result",
        request=Reason,
        responses={200: TableDetail},
        examples=[OpenApiExample("Another game", {"reason": "That was our practice game."}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="object")
    def object_to_result(self, request: Request, pk: int) -> Response:
        """Objects to a confirmed result as a player of the table. The result stands until a director has answered; the
        objection is among `objections`."""
        table = self.get_object()
        given = read_body(request, Reason, can_object(request.user, table))
        services.object_to_result(actor_of(request), table, given.validated_data["reason"])
        return Response(table_detail(table.pk))

    @extend_schema(
        summary="List the logs of a table",
        tags=["logs"],
        operation_id="tables_logs_list",
        responses={200: SubmissionLine(many=True)},
        filters=True,
    )
    @action(detail=True, methods=["get"], parser_classes=LOG_PARSERS)
    def logs(self, request: Request, pk: int) -> Response:
        """Logs sent for this table, latest first."""
        return self.paged(SubmissionLine, self.get_object().submissions.all(), log_state)

    @extend_schema(
        summary="Upload the log of a table",
        tags=["logs"],
        operation_id="tables_logs_create",
        request=UPLOAD,
        responses={202: SubmissionLine, **errors(413, 507)},
    )
    @logs.mapping.post
    def upload(self, request: Request, pk: int) -> Response:
        """A player's log reports the result, which somebody else confirms. The log of a scorekeeper who does not play
        here enters it directly. Poll /submissions/{id}/ for the verdict."""
        table = self.get_object()
        check_allowed(can_upload(request.user, table))
        made = services.submit_log(actor_of(request), log_of(request), table, address_of(request))
        return Response(SubmissionLine(submission_state(made.pk)).data, status=status.HTTP_202_ACCEPTED)


@extend_schema(tags=["tables"])
class ReportViewSet(ApiViews[ResultReport]):
    """Reported results."""

    id_of = "report"
    write_scope = Scope.REPORT
    serializer_class = ReportLine

    def get_object(self) -> ResultReport:
        """The report, or 404 for whoever may not see its table."""
        reports = ResultReport.objects.select_related("table__round__stage__tournament")
        shown = self.request.method in SAFE_METHODS
        found = get_object_or_404(with_reporters(reports) if shown else reports, pk=self.kwargs["pk"])
        if not can_see_table(self.request.user, found.table):
            raise Http404
        return found

    @extend_schema(summary="Get a report", responses={200: ReportLine})
    def retrieve(self, request: Request, pk: int) -> Response:
        """A reported result and its status."""
        return Response(ReportLine(self.get_object()).data)

    @extend_schema(summary="Confirm a report", request=None, responses={200: ReportLine})
    @action(detail=True, methods=["post"])
    def confirm(self, request: Request, pk: int) -> Response:
        """The result then counts. For another player of the table, scorekeepers and directors."""
        return Response(ReportLine(services.confirm_report(actor_of(request), self.get_object())).data)

    @extend_schema(
        summary="Dispute a report",
        request=DisputeReason,
        responses={200: ReportLine},
        examples=[OpenApiExample("Another score", {"reason": "I had 101."}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def dispute(self, request: Request, pk: int) -> Response:
        """The organiser then decides. For another player of the table."""
        report = self.get_object()
        given = read_body(request, DisputeReason, can_dispute(request.user, report))
        done = services.dispute_report(actor_of(request), report, given.validated_data["reason"])
        return Response(ReportLine(done).data)
