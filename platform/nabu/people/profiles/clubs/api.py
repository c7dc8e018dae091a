"""REST API: clubs and their members."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players.scopes import Scope
from nabu.accounts.players.serializers import AccountRoleLine, Username
from nabu.contests.clubs import services
from nabu.contests.clubs.models import Club, Membership
from nabu.contests.clubs.permissions import can_create_club, can_manage_club, can_see_members
from nabu.contests.clubs.queries import listed_clubs
from nabu.contests.tournaments.consent import give_standing_consent, standing_consent, withdraw_standing_consent
from nabu.core.name_keys.search import named
from nabu.people.profiles.clubs.season import season_of_year, season_records
from nabu.web.rest.base import actor_of, check_allowed, errors, read_body
from nabu.web.rest.parameters import Ordering, Words, read_query, unknown_value
from nabu.web.rest.views import ApiViews


class ClubLine(serializers.ModelSerializer[Club]):
    """A club; `held` is the number of its tournaments that everybody sees."""

    held = serializers.IntegerField(read_only=True)

    class Meta:
        model = Club
        fields: tuple[str, ...] = ("id", "name", "held", "created_at")
        read_only_fields = fields


CLUB_ORDER = Ordering({"name": ("name_key", "id"), "created_at": ("created_at", "id"), "held": ("held", "id")})


class ClubFilter(serializers.Serializer[Any]):
    """What the list of clubs can be narrowed down to."""

    search = Words(help_text="Only clubs with these words in their name.")
    ordering = CLUB_ORDER


class SeasonFilter(serializers.Serializer[Any]):
    """Which year."""

    year = serializers.IntegerField(required=False, min_value=1, max_value=9999, help_text="Default: the latest year.")


class ClubName(serializers.Serializer[Any]):
    """The name of a club."""

    name = serializers.CharField(max_length=services.NAME_LENGTH)


class MemberLine(AccountRoleLine):
    """An account in a club."""

    class Meta(AccountRoleLine.Meta):
        model = Membership


class ClubConsent(serializers.Serializer[Any]):
    """Whether an account agreed to be rated in all rated tournaments of a club."""

    agreed = serializers.BooleanField()


class SeasonLine(serializers.Serializer[Any]):
    """A player's points from one tournament, with place and points in the season."""

    place = serializers.IntegerField()
    player = serializers.CharField()
    player_id = serializers.IntegerField()
    points = serializers.FloatField()
    points_exact = serializers.CharField()
    tournament = serializers.CharField()
    tournament_id = serializers.IntegerField()
    tournament_place = serializers.IntegerField()
    tournament_points = serializers.FloatField()
    tournament_points_exact = serializers.CharField()


class NewMember(Username):
    """An account by its exact user name, and its role."""

    kind = serializers.ChoiceField(choices=Membership.Kind.choices)


@extend_schema(tags=["clubs"])
class ClubViewSet(ApiViews[Any]):
    """Clubs that organise tournaments."""

    id_of = "club"
    serializer_class = ClubLine
    scopes = {"agree": Scope.ACCOUNT, "withdraw": Scope.ACCOUNT}

    def get_queryset(self) -> QuerySet[Club]:
        """All of them."""
        return listed_clubs()

    @extend_schema(summary="List clubs", parameters=[ClubFilter], responses={200: ClubLine(many=True)})
    def list(self, request: Request) -> Response:
        """By name."""
        wanted = read_query(request, ClubFilter)
        found = self.get_queryset().filter(named(wanted.get("search", "")))
        return self.paged(ClubLine, CLUB_ORDER.sort(found, wanted.get("ordering")))

    @extend_schema(summary="Get a club", responses={200: ClubLine})
    def retrieve(self, request: Request, pk: int) -> Response:
        """Name and number of tournaments."""
        return Response(ClubLine(self.get_object()).data)

    @extend_schema(
        summary="Create a club",
        request=ClubName,
        responses={201: ClubLine},
        examples=[OpenApiExample("A club", {"name": "Players of Uruk"}, request_only=True)],
    )
    def create(self, request: Request) -> Response:
        """Creates a club with this account as its owner."""
        given = read_body(request, ClubName, can_create_club(request.user))
        made = services.create_club(actor_of(request), given.validated_data["name"])
        return self._answer(made, status.HTTP_201_CREATED)

    @extend_schema(
        summary="Rename a club",
        request=ClubName,
        responses={200: ClubLine},
        examples=[OpenApiExample("Another name", {"name": "Players of Ur"}, request_only=True)],
    )
    def partial_update(self, request: Request, pk: int) -> Response:
        """Owners only."""
        club = self.get_object()
        given = read_body(request, ClubName, can_manage_club(request.user, club))
        return self._answer(services.rename_club(actor_of(request), club, given.validated_data["name"]))

    @extend_schema(summary="Close a club", request=None, responses={204: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """Owners only, and only for a club without tournaments."""
        services.delete_club(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="List the members of a club", operation_id="clubs_members_list", responses={200: MemberLine(many=True)}
    )
    @action(detail=True, methods=["get"])
    def members(self, request: Request, pk: int) -> Response:
        """Members only."""
        club = self.get_object()
        check_allowed(can_see_members(request.user, club))
        return self.paged(MemberLine, club.memberships.select_related("user__player").order_by("id"))

    @extend_schema(
        summary="Add or change a member",
        operation_id="clubs_members_set",
        request=NewMember,
        responses={201: MemberLine},
        examples=[OpenApiExample("A director", {"username": "enki", "kind": "director"}, request_only=True)],
    )
    @members.mapping.post
    def set_member(self, request: Request, pk: int) -> Response:
        """Owners only."""
        club = self.get_object()
        given = read_body(request, NewMember, can_manage_club(request.user, club))
        made = services.set_member(actor_of(request), club, **given.validated_data)
        return Response(MemberLine(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Get the season table of a club",
        operation_id="clubs_season",
        parameters=[SeasonFilter],
        responses={200: SeasonLine(many=True), **errors(400)},
    )
    @action(detail=True, methods=["get"])
    def season(self, request: Request, pk: int) -> Response:
        """One row for each player and finished tournament of the year."""
        club, wanted = self.get_object(), read_query(request, SeasonFilter)
        found = season_of_year(club, wanted.get("year"))
        if "year" in wanted and wanted["year"] not in found.years:
            raise serializers.ValidationError({"year": [unknown_value(wanted["year"], found.years)]})
        return self.paged(SeasonLine, season_records(found.table))

    @extend_schema(
        summary="Get own standing consent", operation_id="clubs_rating_consent", responses={200: ClubConsent}
    )
    @action(detail=True, methods=["get"], url_path="rating-consent", url_name="rating-consent")
    def rating_consent(self, request: Request, pk: int) -> Response:
        """Whether this account agreed to be rated in all rated tournaments of the club."""
        return self._consent(request, self.get_object())

    @extend_schema(
        summary="Give standing consent to be rated",
        operation_id="clubs_rating_consent_give",
        request=None,
        responses={200: ClubConsent},
    )
    @rating_consent.mapping.post
    def agree(self, request: Request, pk: int) -> Response:
        """Covers all its rated tournaments, including those with a consent request still open."""
        club = self.get_object()
        give_standing_consent(actor_of(request), club)
        return self._consent(request, club)

    @extend_schema(
        summary="Withdraw own standing consent",
        operation_id="clubs_rating_consent_withdraw",
        request=None,
        responses={200: ClubConsent},
    )
    @rating_consent.mapping.delete
    def withdraw(self, request: Request, pk: int) -> Response:
        """Consent is requested for each tournament again."""
        club = self.get_object()
        withdraw_standing_consent(actor_of(request), club)
        return self._consent(request, club)

    @staticmethod
    def _consent(request: Request, club: Club) -> Response:
        agreed = standing_consent(actor_of(request), club) is not None
        return Response(ClubConsent({"agreed": agreed}).data)

    def _answer(self, club: Club, code: int = status.HTTP_200_OK) -> Response:
        return Response(ClubLine(self.get_queryset().get(pk=club.pk)).data, status=code)


@extend_schema(tags=["clubs"])
class MembershipViewSet(ApiViews[Membership]):
    """One member of a club."""

    id_of = "membership"
    serializer_class = MemberLine

    def get_queryset(self) -> QuerySet[Membership]:
        """The members of the clubs whose members this account may see."""
        user = self.request.user
        members = Membership.objects.select_related("club", "user__player")
        if user.is_authenticated and user.is_staff:
            return members
        return members.filter(club__memberships__user=user.pk) if user.is_authenticated else members.none()

    @extend_schema(summary="Remove a member or leave a club", request=None, responses={204: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """Owners can remove members. Members can leave, except the last owner."""
        services.remove_member(actor_of(request), self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)
