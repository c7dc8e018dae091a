"""REST API: objections to confirmed results."""

from __future__ import annotations

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.scopes import Scope
from nabu.contests.matches.models import Objection
from nabu.contests.results import services
from nabu.contests.results.objections.queries import objections, objections_of
from nabu.contests.results.objections.serializers import Acceptance, ObjectionFilter, ObjectionLine, Rejection
from nabu.contests.results.permissions import can_overrule, can_see_table
from nabu.core.errors import Refused
from nabu.web.rest.base import actor_of, errors, read_body
from nabu.web.rest.parameters import read_query
from nabu.web.rest.views import ApiViews


@extend_schema(tags=["tables"])
class ObjectionViewSet(ApiViews[Objection]):
    """Objections to confirmed results. They are made at a table, by a player or by a log that gives another result."""

    id_of = "objection"
    permission_classes = [IsAuthenticated]
    write_scope = Scope.REPORT
    serializer_class = ObjectionLine

    def get_object(self) -> Objection:
        """The objection, or 404 for whoever may not see its table."""
        found = get_object_or_404(objections(), pk=self.kwargs["pk"])
        if not can_see_table(self.request.user, found.table):
            raise Http404
        return found

    @extend_schema(
        summary="List objections",
        parameters=[ObjectionFilter],
        responses={200: ObjectionLine(many=True), **errors(400)},
    )
    def list(self, request: Request) -> Response:
        """Objections made by this account, or in tournaments it helps to run, latest first."""
        asked = read_query(request, ObjectionFilter)
        found = objections_of(actor_of(request))
        if "tournament" in asked:
            found = found.filter(table__round__stage__tournament=asked["tournament"])
        if asked["open"] is not None:
            unanswered = {"answer": Objection.Answer.NONE}
            found = found.filter(**unanswered) if asked["open"] else found.exclude(**unanswered)
        return self.paged(ObjectionLine, found)

    @extend_schema(summary="Get an objection", responses={200: ObjectionLine})
    def retrieve(self, request: Request, pk: int) -> Response:
        """The objection, its reason, and the answer."""
        return Response(ObjectionLine(self.get_object()).data)

    @extend_schema(
        summary="Reject an objection",
        request=Rejection,
        responses={200: ObjectionLine},
        examples=[OpenApiExample("The result stands", {"reason": "I watched the game."}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def reject(self, request: Request, pk: int) -> Response:
        """The result stays valid. Directors only."""
        objection = self.get_object()
        given = read_body(request, Rejection, can_overrule(request.user, objection.table))
        services.reject_objection(actor_of(request), objection, given.validated_data["reason"])
        return Response(ObjectionLine(self.get_object()).data)

    @extend_schema(
        summary="Accept an objection",
        request=Acceptance,
        responses={200: ObjectionLine},
        examples=[OpenApiExample("The log is right", {"reason": "The sheet says the same."}, request_only=True)],
    )
    @action(detail=True, methods=["post"])
    def accept(self, request: Request, pk: int) -> Response:
        """Corrects the result to that of the objection's log. To accept an objection without a log, correct the result
        of its table. Directors only."""
        objection = self.get_object()
        given = read_body(request, Acceptance, can_overrule(request.user, objection.table))
        if objection.answer:
            raise Refused(_("This objection was already answered."))
        if objection.submission is None:
            raise Refused(_("This objection has no log. Correct the table's result to accept it."))
        reason = given.validated_data["reason"]
        services.accept_log(actor_of(request), objection.table, objection.submission, reason, given.propagation)
        return Response(ObjectionLine(self.get_object()).data)
