"""REST API: claiming what a guest has played, invitations, and merging players."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.models import Player
from nabu.accounts.players.scopes import Scope
from nabu.accounts.players.serializers import PlayerRef
from nabu.contests.tournaments.api_views import InTournaments, OfTournament
from nabu.contests.tournaments.models import Entry, Role
from nabu.contests.tournaments.roles.invitations import accept_invitation
from nabu.core.errors import NotAllowed
from nabu.people.claims import invitations, merging, requests
from nabu.people.claims.codes import invitation_of, role_invitation_of
from nabu.people.claims.models import ClaimRequest, Merge
from nabu.people.claims.permissions import can_merge
from nabu.web.rest.base import SECRET_INSIDE, Id, TournamentRef, actor_of, address_of, check_allowed, errors, read_body
from nabu.web.rest.parameters import read_query
from nabu.web.rest.views import ApiViews


class ClaimLine(serializers.ModelSerializer[ClaimRequest]):
    """An account claims to be a guest."""

    player = PlayerRef(read_only=True)
    account = serializers.CharField(source="account.username", read_only=True)

    class Meta:
        model = ClaimRequest
        fields: tuple[str, ...] = ("id", "player", "account", "status", "asked_at")
        read_only_fields = fields


class Code(serializers.Serializer[Any]):
    """The code of an invitation."""

    code = serializers.CharField(max_length=40)


class Claimed(serializers.Serializer[Any]):
    """The account's player, who now has the results, and the guest who had them."""

    player = PlayerRef()
    guest = PlayerRef()


class PaperCode(serializers.Serializer[Any]):
    """The code of a guest, shown only once."""

    entry = serializers.IntegerField()
    player = PlayerRef()
    code = serializers.CharField()


class Into(serializers.Serializer[Any]):
    """The id of the player who takes over."""

    into = Id()


class RatingAfter(serializers.Serializer[Any]):
    """The ratings of both in one game, and the one after the merge; null: none."""

    title = serializers.CharField()
    player = serializers.FloatField(source="source", allow_null=True)
    into = serializers.FloatField(source="target", allow_null=True)
    after = serializers.FloatField(allow_null=True)


class MergePreview(serializers.Serializer[Any]):
    """The effect of a merge. `problem`: why it would be refused, or empty."""

    player = PlayerRef(source="source")
    into = PlayerRef(source="target")
    tournaments = TournamentRef(many=True)
    results = serializers.IntegerField()
    ratings = RatingAfter(many=True)
    problem = serializers.CharField()


class MergeLine(serializers.ModelSerializer[Merge]):
    """`player` was merged into another one."""

    player = PlayerRef(source="source", read_only=True)
    into = PlayerRef(source="target", read_only=True)

    class Meta:
        model = Merge
        fields: tuple[str, ...] = ("id", "player", "into", "made_at", "undone_at")
        read_only_fields = fields


class Helping(serializers.Serializer[Any]):
    """The tournament in which this account now has a role."""

    tournament = TournamentRef()
    kind = serializers.ChoiceField(choices=Role.Kind.choices)


@extend_schema(tags=["tournaments"])
class HelperViewSet(ApiViews[Any]):
    """Taking a role in a tournament by a code."""

    permission_classes = [IsAuthenticated]
    serializer_class = Helping
    scopes = {"create": Scope.ACCOUNT}

    @extend_schema(
        summary="Accept an invitation to help",
        operation_id="helpers_accept",
        request=Code,
        responses={200: Helping},
        examples=[OpenApiExample("From a link", {"code": "K7PM-2Q9R-XW4T"}, request_only=True)],
    )
    def create(self, request: Request) -> Response:
        """Gives this account the role of the invitation. Too many wrong codes block further attempts."""
        given = read_body(request, Code, True)
        actor = actor_of(request)
        invitation = role_invitation_of(actor, given.validated_data["code"], address_of(request))
        role = accept_invitation(actor, invitation)
        return Response(Helping({"tournament": invitation.tournament, "kind": role.kind}).data)


@extend_schema(tags=["players"])
class ClaimViewSet(ApiViews[ClaimRequest]):
    """Claims: by a code at once, by a request if the organiser of the guest's first event approves it."""

    id_of = "claim"
    permission_classes = [IsAuthenticated]
    serializer_class = ClaimLine
    scopes = {"create": Scope.ACCOUNT}

    def get_queryset(self) -> QuerySet[ClaimRequest]:
        """The claims that wait for this account."""
        found = [each.pk for each in requests.requests_to_decide(actor_of(self.request))]
        return ClaimRequest.objects.filter(pk__in=found).select_related("player", "account").order_by("pk")

    @extend_schema(summary="List claims to decide", parameters=[], responses={200: ClaimLine(many=True)}, filters=True)
    def list(self, request: Request) -> Response:
        """Claims that this account can decide."""
        return self.paged(ClaimLine, self.get_queryset())

    @extend_schema(
        summary="Claim a guest by code",
        operation_id="claims_redeem_code",
        request=Code,
        responses={200: Claimed},
        examples=[OpenApiExample("From a slip", {"code": "K7PM-2Q9R-XW4T"}, request_only=True)],
    )
    def create(self, request: Request) -> Response:
        """Moves the guest's results to this account. Too many wrong codes block further attempts."""
        given = read_body(request, Code, True)
        actor = actor_of(request)
        invitation = invitation_of(actor, given.validated_data["code"], address_of(request))
        merge = invitations.claim(actor, invitation)
        return Response(Claimed({"player": merge.target, "guest": merge.source}).data)

    @extend_schema(summary="Approve a claim", request=None, responses={204: None})
    @action(detail=True, methods=["post"])
    def approve(self, request: Request, pk: int) -> Response:
        """Confirms that both are the same person. The guest's results move to the account."""
        requests.approve(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(summary="Refuse a claim", request=None, responses={204: None})
    @action(detail=True, methods=["post"])
    def refuse(self, request: Request, pk: int) -> Response:
        """The guest keeps the results."""
        requests.refuse(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(tags=["players"])
class ClaimedPlayerViewSet(ApiViews[Any]):
    """Asking to be a guest, and merging players."""

    id_of = "player"
    permission_classes = [IsAuthenticated]
    serializer_class = MergeLine
    scopes = {"claim": Scope.ACCOUNT}

    def get_queryset(self) -> QuerySet[Player]:
        """Who was not merged into another one."""
        return Player.objects.filter(merged_into=None)

    @extend_schema(summary="Claim a guest by name", request=None, responses={201: ClaimLine})
    @action(detail=True, methods=["post"])
    def claim(self, request: Request, pk: int) -> Response:
        """Requires an account of the same name. The organiser of the guest's first event decides."""
        made = requests.ask(actor_of(request), self.get_object())
        return Response(ClaimLine(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Preview a merge",
        operation_id="players_merge_preview",
        parameters=[OpenApiParameter("into", int, required=True, description="The id of the player who takes over.")],
        responses={200: MergePreview, **errors(400)},
    )
    @action(detail=True, methods=["get"])
    def merge(self, request: Request, pk: int) -> Response:
        """Shows the effect of a merge. For staff; for directors if both are guests of their own events only."""
        source = self._mergeable()
        wanted = read_query(request, Into)
        target = get_object_or_404(self.get_queryset(), pk=wanted["into"])
        return Response(MergePreview(merging.preview(actor_of(request), source, target)).data)

    @extend_schema(
        summary="Merge players",
        operation_id="players_merge",
        request=Into,
        responses={201: MergeLine},
        examples=[OpenApiExample("Into player 17", {"into": 17}, request_only=True)],
    )
    @merge.mapping.post
    def merge_now(self, request: Request, pk: int) -> Response:
        """Moves entries, results and ratings to the other player. Only staff can undo it."""
        source = self._mergeable()
        given = read_body(request, Into, True)
        target = get_object_or_404(self.get_queryset(), pk=given.validated_data["into"])
        made = merging.merge_players(actor_of(request), source, target)
        return Response(MergeLine(made).data, status=status.HTTP_201_CREATED)

    def _mergeable(self) -> Player:
        source: Player = self.get_object()
        check_allowed(can_merge(actor_of(self.request), source, source))
        return source


@extend_schema(tags=["players"])
class MergeViewSet(ApiViews[Merge]):
    """A merge that was made."""

    id_of = "merge"
    permission_classes = [IsAuthenticated]
    serializer_class = MergeLine
    queryset = Merge.objects.select_related("source", "target")

    @extend_schema(summary="Undo a merge", request=None, responses={204: None})
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, pk: int) -> Response:
        """Entries, results and ratings move back. Staff only."""
        actor = actor_of(request)
        if not actor.is_staff:
            raise NotAllowed
        merging.undo_merge(actor, self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(tags=["entries"])
class InvitationsOfTournament(OfTournament):
    """Invitations to all guests of a tournament, for its directors."""

    serializer_class = PaperCode

    @extend_schema(summary="Invite all guests", operation_id="tournaments_invite", request=None, responses={204: None})
    @action(detail=True, methods=["post"])
    def invite(self, request: Request, pk: int) -> Response:
        """Sends a mail to every guest who has an e-mail address and no invitation yet."""
        invitations.invite_all(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Create claim codes for all guests",
        operation_id="tournaments_claim_codes",
        request=None,
        responses={201: PaperCode(many=True)},
    )
    @action(detail=True, methods=["post"], url_path="claim-codes", url_name="codes", pagination_class=None)
    def codes(self, request: Request, pk: int) -> Response:
        """Returns new codes, shown only once. Codes printed earlier become invalid."""
        made = invitations.make_codes(actor_of(request), self.get_object())
        lines = [{"entry": entry.pk, "player": entry.player, "code": code} for entry, code in made]
        return Response(PaperCode(lines, many=True).data, status=status.HTTP_201_CREATED, headers=SECRET_INSIDE)

    @extend_schema(
        summary="Revoke all invitations",
        operation_id="tournaments_invitations_revoke",
        request=None,
        responses={204: None},
    )
    @action(detail=True, methods=["post"], url_path="invitations/revoke", url_name="revoke")
    def revoke(self, request: Request, pk: int) -> Response:
        """All codes and links for guests of this tournament become invalid."""
        invitations.revoke(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(tags=["entries"])
class InvitedEntryViewSet(InTournaments[Entry]):
    """The invitation to one guest."""

    id_of = "entry"
    serializer_class = PaperCode
    queryset = Entry.objects.select_related("player", "tournament")

    @extend_schema(summary="Invite a guest", operation_id="entries_invite", request=None, responses={204: None})
    @action(detail=True, methods=["post"])
    def invite(self, request: Request, pk: int) -> Response:
        """Sends a mail to the entry's address; earlier mail invitations become invalid."""
        invitations.invite(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)
