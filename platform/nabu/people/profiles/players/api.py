"""REST API: token, own account, players."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_view
from rest_framework import mixins, serializers, status
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.accounts.players import tokens
from nabu.accounts.players.models import ApiToken, Player, User
from nabu.accounts.players.scopes import Scope
from nabu.accounts.players.serializers import PlayerRef
from nabu.accounts.players.services import NAME_LENGTH, create_player
from nabu.accounts.players.visibility import visible_players
from nabu.contests.ratings.models import Rating
from nabu.core.errors import Refused
from nabu.people.profiles.players.queries import listed_players
from nabu.web.rest.base import SECRET_INSIDE, actor_of, errors, read_body
from nabu.web.rest.parameters import GameKey, Ordering, Words, read_query
from nabu.web.rest.tokens import token_of
from nabu.web.rest.views import ApiView, ApiViews


class RatingOfPlayer(serializers.ModelSerializer[Rating]):
    """A rating in one game and the number of rated games."""

    class Meta:
        model = Rating
        fields: tuple[str, ...] = ("game", "value", "games")
        read_only_fields = fields


class PlayerDetail(serializers.ModelSerializer[Player]):
    """A player with the ratings of all games. `merged_into`: the id of the player who has taken over everything."""

    has_account = serializers.SerializerMethodField()
    ratings = RatingOfPlayer(many=True, read_only=True)

    class Meta:
        model = Player
        fields: tuple[str, ...] = ("id", "name", "has_account", "merged_into", "ratings", "created_at")
        read_only_fields = fields

    def get_has_account(self, player: Player) -> bool:
        """Whether the player has an account."""
        return player.user_id is not None and player.deleted_at is None


PLAYER_ORDER = Ordering({"name": ("name_key", "id"), "created_at": ("created_at", "id")})


class PlayerFilter(serializers.Serializer[Any]):
    """What the list of players can be narrowed down to."""

    search = Words(help_text="Only players with these words in their name.")
    game = GameKey(help_text="Only players with a rating in this game.")
    ordering = PLAYER_ORDER


class NewPlayer(serializers.Serializer[Any]):
    """A player without an account, entered by name."""

    name = serializers.CharField(max_length=NAME_LENGTH)


class Scopes(serializers.ListField):
    """What a token may do, each scope once."""

    child = serializers.ChoiceField(choices=Scope.choices)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_length=1, max_length=len(Scope), **kwargs)


class Credentials(serializers.Serializer[Any]):
    """User name and password, and the scopes of the token; without them, all scopes."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=4096, trim_whitespace=False)
    scopes = Scopes(required=False)


class TokenAnswer(serializers.Serializer[Any]):
    """Send it with every request: `Authorization: Token <token>`. It is shown this once."""

    token = serializers.CharField()


class TokenLine(serializers.ModelSerializer[ApiToken]):
    """A token without its key: of that only the `start` is known."""

    name = serializers.CharField(source="title", read_only=True)
    scopes = Scopes()

    class Meta:
        model = ApiToken
        fields: tuple[str, ...] = ("id", "name", "start", "scopes", "created_at", "last_used_at", "expires_at")
        read_only_fields = fields


class NewToken(serializers.Serializer[Any]):
    """A token for a program of yours."""

    name = serializers.CharField(max_length=tokens.NAME_LENGTH)
    scopes = Scopes()
    expires_at = serializers.DateTimeField(required=False, allow_null=True, help_text="Empty: until it is revoked.")


class MadeToken(TokenLine):
    """The new token with its key, shown only once."""

    token = serializers.CharField()

    class Meta(TokenLine.Meta):
        fields = (*TokenLine.Meta.fields, "token")
        read_only_fields = fields


class Me(serializers.ModelSerializer[User]):
    """The account of the token and its player."""

    email = serializers.CharField(read_only=True, help_text="Empty if none was given.")
    player = PlayerRef(read_only=True, allow_null=True)

    class Meta:
        model = User
        fields: tuple[str, ...] = ("username", "email", "language", "is_staff", "player")
        read_only_fields = fields


class TokenView(ApiView):
    """Logging in with the password, and ending that."""

    scopes: dict[str, str | None] = {"post": None, "delete": None}

    def get_permissions(self) -> list[Any]:
        """Whoever has a password gets a token; revoking needs it."""
        return [IsAuthenticated()] if self.request.method == "DELETE" else [AllowAny()]

    @extend_schema(
        tags=["account"],
        operation_id="token_create",
        summary="Log in",
        auth=[],
        request=Credentials,
        responses={200: TokenAnswer},
        examples=[
            OpenApiExample("Log in", {"username": "ana", "password": "a long password"}, request_only=True),
            OpenApiExample("Token", {"token": "nabu_vGd0m3bqQXJ1yZkWcE8oRr5tT2uN7sKfHpLxAiYe"}, response_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        """Creates a token that is valid until revoked. Failed attempts count together with those on the login page."""
        given = read_body(request, Credentials, True)
        try:
            token = tokens.issue_token(request._request, **given.validated_data)
        except tokens.LockedOut:
            raise Throttled(detail=_("Too many failed sign-in attempts. Wait a while and try again.")) from None
        if token is None:
            raise AuthenticationFailed(_("User name or password is wrong."))
        return Response({"token": token}, headers=SECRET_INSIDE)

    @extend_schema(
        tags=["account"], operation_id="token_revoke", summary="Log out", request=None, responses={204: None}
    )
    def delete(self, request: Request) -> Response:
        """Revokes the token that this request was sent with."""
        token = token_of(request)
        if token is None:
            raise Refused(_("This request needs a token."))
        tokens.revoke_token(token)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(tags=["account"])
class TokenViewSet(ApiViews[ApiToken]):
    """The tokens of the own account."""

    id_of = "token"
    permission_classes = [IsAuthenticated]
    serializer_class = TokenLine
    scopes = {"list": Scope.ACCOUNT}
    write_scope = Scope.ACCOUNT
    bad_input_actions = {"create"}

    def get_queryset(self) -> QuerySet[ApiToken]:
        """Those that are valid now."""
        return tokens.active_tokens(actor_of(self.request))

    @extend_schema(summary="List own tokens", responses={200: TokenLine(many=True)})
    def list(self, request: Request) -> Response:
        """Latest first, without the keys, which are not stored."""
        return self.paged(TokenLine, self.get_queryset())

    @extend_schema(
        summary="Create a token",
        request=NewToken,
        responses={201: MadeToken},
        examples=[OpenApiExample("A screen", {"name": "Screen in the hall", "scopes": ["read"]}, request_only=True)],
    )
    def create(self, request: Request) -> Response:
        """Creates a token with at most the scopes of the token used. Its key is shown only once."""
        given = read_body(request, NewToken, True)
        made, key = tokens.create_token(actor_of(request), by=token_of(request), **given.validated_data)
        made.token = key  # type: ignore[attr-defined]
        return Response(MadeToken(made).data, status=status.HTTP_201_CREATED, headers=SECRET_INSIDE)

    @extend_schema(summary="Revoke a token", request=None, responses={204: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """The token stops working."""
        tokens.revoke_token(get_object_or_404(self.get_queryset(), pk=pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MeView(ApiView):
    """The own account."""

    permission_classes = [IsAuthenticated]
    scopes = {"get": Scope.ACCOUNT}

    @extend_schema(tags=["account"], summary="Get own account", responses=Me)
    def get(self, request: Request) -> Response:
        """The account that this token belongs to, and its player."""
        return Response(Me(actor_of(request)).data)


@extend_schema_view(
    list=extend_schema(
        tags=["players"],
        summary="List players by name",
        parameters=[PlayerFilter],
        responses={200: PlayerDetail(many=True), **errors(400)},
    ),
    retrieve=extend_schema(
        tags=["players"],
        summary="Get a player",
        responses={200: PlayerDetail},
    ),
)
class PlayerViewSet(mixins.RetrieveModelMixin, ApiViews[Player]):
    """Players with or without an account."""

    id_of = "player"
    serializer_class = PlayerDetail
    bad_input_actions = {"create"}

    def get_queryset(self) -> QuerySet[Player]:
        """The players whom this account may see; also one who was merged into another is still found by number."""
        visible = visible_players(self.request.user).values("pk")
        found = Player.objects.filter(Q(pk__in=visible) | Q(merged_into__in=visible))
        return found.prefetch_related("ratings")

    def list(self, request: Request) -> Response:
        """Players whom this account may find, by name."""
        wanted = read_query(request, PlayerFilter)
        found = listed_players(request.user, wanted.get("search", ""))
        if "game" in wanted:
            found = found.filter(ratings__game=wanted["game"])
        return self.paged(PlayerDetail, PLAYER_ORDER.sort(found, wanted.get("ordering")))

    @extend_schema(
        tags=["players"],
        summary="Create a player",
        request=NewPlayer,
        responses={201: PlayerDetail},
        examples=[OpenApiExample("By name", {"name": "Enheduanna"}, request_only=True)],
    )
    def create(self, request: Request) -> Response:
        """A new player without an account. Organisers use it to tell two people of the same name apart."""
        given = read_body(request, NewPlayer, True)
        player = create_player(actor_of(request), given.validated_data["name"])
        return Response(PlayerDetail(player).data, status=status.HTTP_201_CREATED)
