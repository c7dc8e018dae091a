"""REST API: token, own account, players."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins, serializers, status, viewsets
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from nabu.players.models import Player, User
from nabu.players.page_queries import listed_players
from nabu.players.services import NAME_LENGTH, create_player
from nabu.players.tokens import LockedOut, issue_token, revoke_token
from nabu.ratings.models import Rating
from nabu.rest import actor_of, errors, path_id


class PlayerRef(serializers.ModelSerializer[Player]):
    """A player by name."""

    class Meta:
        model = Player
        fields: tuple[str, ...] = ("id", "name")
        read_only_fields = fields


class RatingOfPlayer(serializers.ModelSerializer[Rating]):
    """A rating in one game and the number of rated games."""

    class Meta:
        model = Rating
        fields: tuple[str, ...] = ("game", "value", "games")
        read_only_fields = fields


class PlayerDetail(serializers.ModelSerializer[Player]):
    """A player with the ratings of all games."""

    has_account = serializers.SerializerMethodField()
    ratings = RatingOfPlayer(many=True, read_only=True)

    class Meta:
        model = Player
        fields: tuple[str, ...] = ("id", "name", "has_account", "ratings", "created_at")
        read_only_fields = fields

    def get_has_account(self, player: Player) -> bool:
        """Whether somebody signs in as this player."""
        return player.user_id is not None


class NewPlayer(serializers.Serializer[Any]):
    """A player without an account, entered by name."""

    name = serializers.CharField(max_length=NAME_LENGTH)


class Credentials(serializers.Serializer[Any]):
    """User name and password."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=4096, trim_whitespace=False)


class TokenAnswer(serializers.Serializer[Any]):
    """Send it with every request: `Authorization: Token <token>`."""

    token = serializers.CharField()


class Me(serializers.ModelSerializer[User]):
    """The account of the token and its player."""

    email = serializers.CharField(read_only=True, help_text="Empty if none was given.")
    player = PlayerRef(read_only=True, allow_null=True)

    class Meta:
        model = User
        fields: tuple[str, ...] = ("username", "email", "language", "is_staff", "player")
        read_only_fields = fields


class TokenView(APIView):
    """The token of an account."""

    def get_permissions(self) -> list[Any]:
        """Whoever has a password gets a token; revoking needs it."""
        return [IsAuthenticated()] if self.request.method == "DELETE" else [AllowAny()]

    @extend_schema(
        tags=["account"],
        operation_id="token_create",
        summary="Log in",
        auth=[],
        request=Credentials,
        responses={200: TokenAnswer, **errors(400, 401, 429)},
        examples=[
            OpenApiExample("Log in", {"username": "ana", "password": "a long password"}, request_only=True),
            OpenApiExample("Token", {"token": "9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b"}, response_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        """The token of the account; the same one until it is revoked. Failures count as on the login page."""
        given = Credentials(data=request.data)
        given.is_valid(raise_exception=True)
        try:
            token = issue_token(request._request, **given.validated_data)
        except LockedOut:
            raise Throttled(detail=_("Too many failed logins. Wait a while and try again.")) from None
        if token is None:
            raise AuthenticationFailed(_("User name or password is wrong."))
        return Response({"token": token})

    @extend_schema(
        tags=["account"],
        operation_id="token_revoke",
        summary="Revoke the token",
        request=None,
        responses={204: None},
    )
    def delete(self, request: Request) -> Response:
        """From now on the token is not valid any more."""
        revoke_token(actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MeView(APIView):
    """The own account."""

    permission_classes = [IsAuthenticated]

    @extend_schema(tags=["account"], operation_id="me", summary="Own account", responses=Me)
    def get(self, request: Request) -> Response:
        """Who this token belongs to."""
        return Response(Me(actor_of(request)).data)


@extend_schema_view(
    list=extend_schema(
        tags=["players"],
        summary="Players by name",
        parameters=[OpenApiParameter("search", str, description="Part of the name.")],
        responses={200: PlayerDetail(many=True), **errors(400, 404)},
    ),
    retrieve=extend_schema(
        tags=["players"],
        summary="One player",
        parameters=[path_id("id", "player")],
        responses={200: PlayerDetail, **errors(404)},
    ),
)
class PlayerViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Player]):
    """People who play, with or without an account."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    serializer_class = PlayerDetail
    lookup_value_converter = "int"
    bad_input_actions = {"create"}

    def get_queryset(self) -> QuerySet[Player]:
        """All players, or those whose name contains the words."""
        search = serializers.CharField(allow_blank=True).run_validation(self.request.query_params.get("search", ""))
        return listed_players(search).order_by("name", "id")

    @extend_schema(
        tags=["players"],
        summary="Enter a player",
        request=NewPlayer,
        responses={201: PlayerDetail, **errors(400)},
        examples=[OpenApiExample("By name", {"name": "Enheduanna"}, request_only=True)],
    )
    def create(self, request: Request) -> Response:
        """A new player without an account. Organisers use it to tell two people of the same name apart."""
        given = NewPlayer(data=request.data)
        given.is_valid(raise_exception=True)
        player = create_player(actor_of(request), given.validated_data["name"])
        return Response(PlayerDetail(player).data, status=status.HTTP_201_CREATED)
