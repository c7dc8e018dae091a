"""REST API: game logs, their submissions and verdicts."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.scopes import Scope
from nabu.contests.matches.models import GameLog, LogSubmission
from nabu.contests.results import services
from nabu.contests.results.logs.deleting import delete_log
from nabu.contests.results.logs.downloads import log_download
from nabu.contests.results.logs.parsers import LOG_PARSERS, RAW_TYPES, log_of
from nabu.contests.results.logs.queries import LogState, log_state
from nabu.contests.results.logs.serializers import (
    AssignedSeats,
    DuplicateAnswerBody,
    LogDetail,
    LogFile,
    SubmissionLine,
)
from nabu.contests.results.permissions import can_assign, can_overrule, can_see_log, can_see_table, can_upload
from nabu.web.rest.base import Id, actor_of, address_of, check_allowed, errors, read_body
from nabu.web.rest.defaults import JsonParser
from nabu.web.rest.parameters import Moment, read_query
from nabu.web.rest.views import ApiViews

UPLOAD = {"multipart/form-data": LogFile, **dict.fromkeys(RAW_TYPES, OpenApiTypes.STR)}
SHA256 = [
    OpenApiParameter(
        "sha256",
        {"type": "string", "pattern": "^[0-9a-f]{64}$"},
        OpenApiParameter.PATH,
        description="The SHA-256 of the bytes of the log.",
    )
]


SUBMISSION_COLUMNS = {
    "tournament": "table__round__stage__tournament",
    "table": "table",
    "sent_since": "submitted_at__gte",
}


class SubmissionFilter(serializers.Serializer[Any]):
    """What the list of submissions can be narrowed down to."""

    tournament = Id(required=False, help_text="Only logs of this tournament.")
    table = Id(required=False, help_text="Only logs of this table.")
    sent_since = Moment(help_text="Only logs sent from this moment on.")


def submissions() -> QuerySet[LogSubmission]:
    """Submissions with everything that the API shows, without the bytes of the logs."""
    return (
        LogSubmission.objects.select_related(
            "log__game",
            "submitted_by__player",
            "submitted_entry__player",
            "assigned_by__player",
            "table__round__stage__tournament",
        )
        .defer("log__content")
        .prefetch_related(Prefetch("log__verifications", to_attr="all_verifications"))
        .order_by("-pk")
    )


def submission_state(pk: int) -> LogState:
    """One submission and what is known about its log."""
    return log_state(submissions().get(pk=pk))


@extend_schema(tags=["logs"])
class SubmissionViewSet(ApiViews[Any]):
    """Logs that were sent in."""

    id_of = "submission"
    permission_classes = [IsAuthenticated]
    write_scope = Scope.REPORT
    serializer_class = SubmissionLine
    parser_classes = LOG_PARSERS

    @extend_schema(
        summary="List own submissions", parameters=[SubmissionFilter], responses={200: SubmissionLine(many=True)}
    )
    def list(self, request: Request) -> Response:
        """Logs sent by this account, latest first."""
        wanted = read_query(request, SubmissionFilter)
        where = {SUBMISSION_COLUMNS[name]: value for name, value in wanted.items()}
        return self.paged(SubmissionLine, submissions().filter(submitted_by=actor_of(request), **where), log_state)

    @extend_schema(
        summary="Verify a log without a table", request=UPLOAD, responses={202: SubmissionLine, **errors(413, 507)}
    )
    def create(self, request: Request) -> Response:
        """The log is stored and replayed. Poll /submissions/{id}/ for the verdict."""
        check_allowed(can_upload(request.user, None))
        made = services.submit_log(actor_of(request), log_of(request), sent_from=address_of(request))
        return Response(SubmissionLine(submission_state(made.pk)).data, status=status.HTTP_202_ACCEPTED)

    @extend_schema(summary="Get a submission", responses={200: SubmissionLine})
    def retrieve(self, request: Request, pk: int) -> Response:
        """The state of a submission: poll while `waiting`. For its sender and everybody who can see its table."""
        found = get_object_or_404(submissions(), pk=pk)
        actor = actor_of(request)
        if not (
            actor.is_staff
            or found.submitted_by_id == actor.pk
            or (found.table is not None and can_see_table(actor, found.table))
        ):
            raise Http404
        return Response(SubmissionLine(log_state(found)).data)

    @extend_schema(
        summary="Assign the seats of a log",
        operation_id="submissions_assign_seats",
        request=AssignedSeats,
        responses={200: SubmissionLine},
        examples=[OpenApiExample("Two players", {"seats": [12, 7]}, request_only=True)],
    )
    @action(detail=True, methods=["post"], parser_classes=[JsonParser])
    def seats(self, request: Request, pk: int) -> Response:
        """Names the entries in the order of the log's seats, where `outcome` is “seats”. The log then has the same
        effect as one with the right names. For its sender, scorekeepers and directors."""
        found = get_object_or_404(submissions(), pk=pk)
        if found.table is None or not can_see_table(request.user, found.table):
            raise Http404
        given = read_body(request, AssignedSeats, can_assign(request.user, found))
        services.assign_seats(actor_of(request), found, given.validated_data["seats"])
        return Response(SubmissionLine(submission_state(found.pk)).data)

    @extend_schema(
        summary="Say whether a log is the game of another table",
        request=DuplicateAnswerBody,
        responses={200: SubmissionLine},
        examples=[OpenApiExample("The same game", {"same": True, "reason": "Sent twice."}, request_only=True)],
    )
    @action(detail=True, methods=["post"], parser_classes=[JsonParser], url_path="same-game")
    def same_game(self, request: Request, pk: int) -> Response:
        """Answers a log whose `outcome` is “same_moves”. The same game: the log is not used. A different one: it has
        the effect of any other log. Directors only."""
        found = get_object_or_404(submissions(), pk=pk)
        if found.table is None or not can_see_table(request.user, found.table):
            raise Http404
        given = read_body(request, DuplicateAnswerBody, can_overrule(request.user, found.table))
        words = given.validated_data
        services.answer_duplicate(actor_of(request), found, words["same"], words["reason"])
        return Response(SubmissionLine(submission_state(found.pk)).data)


@extend_schema(tags=["logs"])
class LogViewSet(ApiViews[GameLog]):
    """Stored game logs by the SHA-256 of their bytes."""

    write_scope = Scope.REPORT
    serializer_class = LogDetail
    lookup_field = "sha256"
    lookup_value_converter = "slug"

    def get_object(self) -> GameLog:
        """The log, or 404 for whoever may not see it."""
        logs = GameLog.objects.defer("content").prefetch_related(Prefetch("verifications", to_attr="all_verifications"))
        found = get_object_or_404(logs, sha256=self.kwargs["sha256"])
        if not can_see_log(self.request.user, found):
            raise Http404
        return found

    @extend_schema(summary="Get a log", parameters=SHA256, responses={200: LogDetail})
    def retrieve(self, request: Request, sha256: str) -> Response:
        """The verdict with the engine's full report."""
        return Response(LogDetail(self.get_object(), context=self.get_serializer_context()).data)

    @extend_schema(
        summary="Delete a log that was sent without a table", parameters=SHA256, request=None, responses={204: None}
    )
    def destroy(self, request: Request, sha256: str) -> Response:
        """Deletes what this account sent without a table: the file with its verdict, replay and reviews, unless a table
        needs it or somebody else has sent it too. Only its SHA-256 stays in the history. For its sender."""
        delete_log(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Download a log",
        parameters=SHA256,
        responses={(200, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY, "The bytes as received.")},
    )
    @action(detail=True, methods=["get"])
    def raw(self, request: Request, sha256: str) -> HttpResponse:
        """The bytes as received; their SHA-256 is the address. Names of deleted players are replaced: then the headers
        `Nabu-Names-Replaced`, `Nabu-Original-SHA256` and `Nabu-Served-SHA256` say so."""
        return log_download(self.get_object())
