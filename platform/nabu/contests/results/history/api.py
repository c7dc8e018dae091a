"""REST API: the history of a tournament, taking changes back, and the approval of its ratings."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.words import reason_in_words
from nabu.accounts.players.names import name_of
from nabu.accounts.players.serializers import PlayerRef
from nabu.contests.results.approval.services import approve_tournament, withdraw_approval
from nabu.contests.results.history.services import undo, undo_back_to
from nabu.contests.tournaments.acting import who_acted
from nabu.contests.tournaments.api_views import OfTournament
from nabu.contests.tournaments.exclusion import can_exclude, exclude_tournament, restore_tournament
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import can_see_audit, is_organiser
from nabu.contests.tournaments.queries import visible_tournaments
from nabu.contests.tournaments.rated_status import objections_until
from nabu.contests.tournaments.rating_changes import rating_changes, waiting_games
from nabu.core.errors import NotAllowed
from nabu.core.sentences import in_words
from nabu.web.rest.base import Id, actor_of, check_allowed, errors, read_body
from nabu.web.rest.parameters import Moment, read_query
from nabu.web.rest.views import ApiViews


class StoredWords(serializers.JSONField):
    """Stored JSON with its messages in words."""

    def to_representation(self, value: Any) -> Any:
        """The same with sentences."""
        return in_words(value)


class ChangeLine(serializers.ModelSerializer[AuditEntry]):
    """One change: who did what, when, why, and what was there before. `undoes` is the change that it took back."""

    actor = serializers.SerializerMethodField()
    before = serializers.SerializerMethodField()
    after = serializers.SerializerMethodField()
    reason = serializers.SerializerMethodField()
    acted_as = serializers.SerializerMethodField()
    undone_by = serializers.SerializerMethodField()

    class Meta:
        model = AuditEntry
        fields: tuple[str, ...] = (
            "id",
            "at",
            "actor",
            "acted_as",
            "action",
            "tournament",
            "object_type",
            "object_id",
            "before",
            "after",
            "reason",
            "undoes",
            "undone_by",
        )
        read_only_fields = fields

    @extend_schema_field(OpenApiTypes.STR)
    def get_actor(self, entry: AuditEntry) -> str:
        """The name of the account; empty for the platform itself."""
        return name_of(entry.actor, entry.entry) if entry.actor or entry.entry else ""

    @extend_schema_field(OpenApiTypes.STR)
    def get_acted_as(self, entry: AuditEntry) -> str:
        """Name and role as pages show them: "Ada (organiser)". Entries from before roles were stored have no role."""
        return who_acted(entry)

    @extend_schema_field(OpenApiTypes.ANY)
    def get_before(self, entry: AuditEntry) -> Any:
        """The values before, with messages in words."""
        return in_words(entry.before)

    @extend_schema_field(OpenApiTypes.ANY)
    def get_after(self, entry: AuditEntry) -> Any:
        """The values after, with messages in words."""
        return in_words(entry.after)

    def get_reason(self, entry: AuditEntry) -> str:
        """Why it was done."""
        return reason_in_words(entry.reason)

    @extend_schema_field({"type": "integer", "nullable": True})
    def get_undone_by(self, entry: AuditEntry) -> int | None:
        """The change that took this one back."""
        return getattr(getattr(entry, "undone_by", None), "pk", None)


class UndoOrder(serializers.Serializer[Any]):
    """Whether all later changes are undone too, and the reason."""

    since = serializers.BooleanField(default=False, help_text="Undo all later changes too.")
    reason = serializers.CharField(max_length=500, allow_blank=True, default="")


class ChangeFilter(serializers.Serializer[Any]):
    """Which tournament's history is asked for."""

    tournament = Id(help_text="The id of the tournament.")
    changed_since = Moment(help_text="Only changes from this moment on.")


class WhyNot(serializers.Serializer[Any]):
    """The reason."""

    reason = serializers.CharField(max_length=500)


class RatingChangeLine(serializers.Serializer[Any]):
    """A player's rating before and after a tournament."""

    player = PlayerRef()
    before = serializers.FloatField()
    after = serializers.FloatField()
    games = serializers.IntegerField(help_text="Rated games of the tournament.")


class RatingOutlook(serializers.Serializer[Any]):
    """The effect of a tournament on the ratings; provisional until it is approved.

    `waiting` games are not rated until everybody at their tables agrees. `excluded` is why staff excluded it.
    """

    rated = serializers.BooleanField()
    approved = serializers.BooleanField()
    objections_until = serializers.DateTimeField(allow_null=True)
    excluded = serializers.CharField(allow_null=True)
    waiting = serializers.IntegerField()
    changes = RatingChangeLine(many=True)


@extend_schema(tags=["history"])
class ChangeViewSet(ApiViews[AuditEntry]):
    """Everything that was done in a tournament, for its directors."""

    id_of = "change"
    permission_classes = [IsAuthenticated]
    serializer_class = ChangeLine

    def get_queryset(self) -> QuerySet[AuditEntry]:
        """The changes of the tournaments that this account may see."""
        visible = visible_tournaments(self.request.user).values("pk")
        found = AuditEntry.objects.filter(tournament__in=visible)
        return found.select_related("actor__player", "entry__player", "undone_by", "tournament").order_by("-pk")

    def get_object(self) -> AuditEntry:
        """The change; raises NotAllowed for somebody who does not direct its tournament."""
        found: AuditEntry = super().get_object()
        if found.tournament is None or not can_see_audit(self.request.user, found.tournament):
            raise NotAllowed
        return found

    @extend_schema(
        summary="List the changes of a tournament",
        parameters=[ChangeFilter],
        responses={200: ChangeLine(many=True), **errors(400)},
    )
    def list(self, request: Request) -> Response:
        """All changes, latest first."""
        wanted = read_query(request, ChangeFilter)
        tournament = get_object_or_404(visible_tournaments(request.user), pk=wanted["tournament"])
        check_allowed(can_see_audit(request.user, tournament))
        found = self.get_queryset().filter(tournament=tournament)
        if "changed_since" in wanted:
            found = found.filter(at__gte=wanted["changed_since"])
        return self.paged(ChangeLine, found)

    @extend_schema(summary="Get a change", responses={200: ChangeLine})
    def retrieve(self, request: Request, pk: int) -> Response:
        """Who made the change, when and why, and the previous values."""
        return Response(ChangeLine(self.get_object()).data)

    @extend_schema(
        summary="Undo a change",
        request=UndoOrder,
        responses={200: ChangeLine(many=True)},
        examples=[OpenApiExample("The wrong player", {"since": False, "reason": "Mixed up."}, request_only=True)],
    )
    @action(detail=True, methods=["post"], pagination_class=None)
    def undo(self, request: Request, pk: int) -> Response:
        """To redo it, undo the undo. Refused if later changes depend on it, unless `since` is given."""
        entry = self.get_object()
        given = read_body(request, UndoOrder, True)
        words = given.validated_data
        if words["since"]:
            made = undo_back_to(actor_of(request), entry, words["reason"])
        else:
            made = [undo(actor_of(request), entry, words["reason"])]
        return Response(ChangeLine(made, many=True).data)


@extend_schema(tags=["history"])
class ApprovalViewSet(OfTournament):
    """What a tournament does to the ratings, and the approval that lets it count."""

    serializer_class = RatingOutlook

    @extend_schema(summary="Get the rating changes of a tournament", responses={200: RatingOutlook})
    @action(detail=True, methods=["get"])
    def ratings(self, request: Request, pk: int) -> Response:
        """Each player's rating before and after; provisional until the tournament is approved."""
        return self._answer(self.get_object())

    @extend_schema(summary="Approve the results of a tournament", request=None, responses={200: RatingOutlook})
    @action(detail=True, methods=["post"])
    def approve(self, request: Request, pk: int) -> Response:
        """Approves the results of a finished tournament; its games then count for the ratings. Directors only."""
        return self._answer(approve_tournament(actor_of(request), self.get_object()))

    @extend_schema(
        summary="Withdraw the approval of results",
        request=WhyNot,
        responses={200: RatingOutlook},
        examples=[OpenApiExample("A mistake", {"reason": "Round 2 was misread."}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="withdraw-approval")
    def withdraw_approval(self, request: Request, pk: int) -> Response:
        """Removes the games from the ratings as if they had never been rated."""
        tournament = self.get_object()
        given = read_body(request, WhyNot, is_organiser(request.user, tournament))
        return self._answer(withdraw_approval(actor_of(request), tournament, given.validated_data["reason"]))

    @extend_schema(
        summary="Exclude a tournament from the ratings",
        request=WhyNot,
        responses={200: RatingOutlook},
        examples=[OpenApiExample("A reason", {"reason": "Two tables were never played."}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="exclude-from-ratings")
    def exclude_from_ratings(self, request: Request, pk: int) -> Response:
        """Removes its games from the journal, with a public reason. Staff only."""
        tournament = self.get_object()
        given = read_body(request, WhyNot, can_exclude(request.user))
        exclude_tournament(actor_of(request), tournament, given.validated_data["reason"])
        return self._answer(tournament)

    @extend_schema(
        summary="Restore a tournament to the ratings",
        request=WhyNot,
        responses={200: RatingOutlook},
        examples=[OpenApiExample("A reason", {"reason": "They were played."}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="restore-to-ratings")
    def restore_to_ratings(self, request: Request, pk: int) -> Response:
        """Returns its games to the journal. Staff only."""
        tournament = self.get_object()
        given = read_body(request, WhyNot, can_exclude(request.user))
        restore_tournament(actor_of(request), tournament, given.validated_data["reason"])
        return self._answer(tournament)

    @staticmethod
    def _answer(tournament: Tournament) -> Response:
        exclusion = tournament.exclusion
        words = {
            "rated": tournament.rated,
            "approved": tournament.approved_at is not None,
            "objections_until": objections_until(tournament),
            "excluded": exclusion.reason if exclusion else None,
            "waiting": len(waiting_games(tournament)) if tournament.rated else 0,
            "changes": rating_changes(tournament),
        }
        return Response(RatingOutlook(words).data)
