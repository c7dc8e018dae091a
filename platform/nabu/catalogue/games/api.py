"""REST API: the games that the engine knows, and their component sets."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from engine.component_files import MOST_BYTES, schema_of
from engine.game import ComponentSet as Components
from engine.game import Game
from engine.registry import GAMES
from engine.search.skill_share import skill_shares
from nabu.accounts.players.names import name_of
from nabu.catalogue.games import services
from nabu.catalogue.games.files import json_file, set_text
from nabu.catalogue.games.library import sets_named
from nabu.catalogue.games.models import ComponentSet
from nabu.catalogue.games.notes import reconstructed_note
from nabu.catalogue.games.permissions import can_load_components
from nabu.catalogue.games.queries import loaded_sets, sections_of
from nabu.web.rest.base import TooLarge, actor_of, address_of, check_allowed, errors
from nabu.web.rest.views import ApiViews

Line = dict[str, Any]


@extend_schema_field({"oneOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "string"}]})
class Option(serializers.Field[Any, Any, Any, Any]):
    """The value of a switch: yes or no, a number, or a word."""

    def to_internal_value(self, data: Any) -> Any:
        """Only the three kinds; the services know which values a switch has."""
        if isinstance(data, bool | int | str):
            return data
        raise serializers.ValidationError(_("Enter a boolean, a whole number or a word."))

    def to_representation(self, value: Any) -> Any:
        """As it stands in a game log."""
        return value


class SwitchInfo(serializers.Serializer[Any]):
    """A ruling that the printed rules leave open."""

    name = serializers.CharField()
    default = Option()
    options = serializers.ListField(child=Option())
    note = serializers.CharField()


class SourceInfo(serializers.Serializer[Any]):
    """A source of points."""

    key = serializers.CharField()
    title = serializers.CharField()


class CardInfo(serializers.Serializer[Any]):
    """A card that players may own; it is compared with cards of its kind."""

    key = serializers.CharField()
    title = serializers.CharField()
    effect = serializers.CharField()
    kind = serializers.CharField()


class SectionInfo(serializers.Serializer[Any]):
    """A part of a component set. `confidence` is that of its least certain value; `source` says where it comes from."""

    key = serializers.CharField()
    title = serializers.CharField()
    confidence = serializers.CharField(source="level")
    meaning = serializers.CharField(source="words")
    source = serializers.CharField(allow_blank=True)  # type: ignore[assignment]  # the stubs see a property of fields


class ComponentSetLine(serializers.Serializer[Any]):
    """A component set. `loaded_by`, `loaded_at` and `withdrawn_at` are null for a built-in one."""

    game = serializers.CharField()
    name = serializers.CharField()
    sha256 = serializers.CharField()
    built_in = serializers.BooleanField()
    loaded_by = serializers.CharField(allow_null=True)
    loaded_at = serializers.DateTimeField(allow_null=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)


class ComponentSetDetail(ComponentSetLine):
    """A component set with what is known about its data. `note` is null unless something is reconstructed."""

    note = serializers.CharField(allow_null=True)
    sections = SectionInfo(many=True)
    cards = CardInfo(many=True)


class SkillShareLine(serializers.Serializer[Any]):
    """Two of these bots meet: how much of the variance of the margin comes from which ones they are."""

    bots = serializers.ListField(child=serializers.CharField())
    games = serializers.IntegerField()
    share = serializers.FloatField()
    low = serializers.FloatField(help_text="Lower end of the 95% interval.")
    high = serializers.FloatField(help_text="Upper end of the 95% interval.")
    seat = serializers.FloatField(help_text="The share that comes from the seat.")
    deviation = serializers.FloatField(help_text="Standard deviation of the margin, in points.")


class GameInfo(serializers.Serializer[Any]):
    """A game: what a tournament may choose, and the words that logs and verdicts use.

    `component_sets` are the built-in ones; those that people have loaded are listed at their own address.
    """

    key = serializers.CharField()
    title = serializers.CharField()
    rules_version = serializers.IntegerField()
    player_counts = serializers.ListField(child=serializers.IntegerField())
    rulesets = serializers.ListField(child=serializers.CharField())
    switches = SwitchInfo(many=True)
    sources = SourceInfo(many=True)
    component_sets = serializers.SerializerMethodField()
    skill = serializers.SerializerMethodField()

    @extend_schema_field(ComponentSetDetail(many=True))
    def get_component_sets(self, game: Game) -> Any:
        """The built-in sets, the default first."""
        lines = [built_in_line(game, name) for name in game.component_sets]
        return ComponentSetDetail(lines, many=True).data

    @extend_schema_field(SkillShareLine(many=True))
    def get_skill(self, game: Game) -> Any:
        """How much of the margin is skill in the printed game, among several sets of bots; empty if not measured."""
        return [found._asdict() for found in skill_shares(game)]


class ComponentFile(serializers.Serializer[Any]):
    """A component set as the file of a form."""

    file = serializers.FileField()


def built_in_line(game: Game, name: str) -> Line:
    """A built-in set as `ComponentSetDetail` shows it."""
    components = game.components(name)
    line: Line = {
        "game": game.key,
        "name": name,
        "sha256": components.sha256,
        "built_in": True,
        "loaded_by": None,
        "loaded_at": None,
        "withdrawn_at": None,
    }
    return line | _details(game, components)


def loaded_line(row: ComponentSet) -> Line:
    """A loaded set of `loaded_sets` as `ComponentSetLine` shows it."""
    return {
        "game": row.game,
        "name": row.name,
        "sha256": row.sha256,
        "built_in": False,
        "loaded_by": name_of(row.uploaded_by),
        "loaded_at": row.created_at,
        "withdrawn_at": row.withdrawn_at,
    }


def _details(game: Game, components: Components | None) -> Line:
    if components is None:
        return {"note": None, "sections": [], "cards": []}
    return {
        "note": reconstructed_note(game, [components]),
        "sections": sections_of(game, components),
        "cards": components.cards,
    }


def _game(key: str) -> Game:
    if key not in GAMES:
        raise Http404
    return GAMES[key]


GAME_KEY = OpenApiParameter("game", str, OpenApiParameter.PATH, description="The key of the game.")
SET_NAME = OpenApiParameter("name", str, OpenApiParameter.PATH, description="The name of the set.")
FILE: dict[Any, Any] = {
    (200, "application/json"): OpenApiResponse(OpenApiTypes.OBJECT, "A JSON file."),
    **errors(404),
}


@extend_schema(tags=["games"])
class GameViewSet(ApiViews[Any]):
    """The games of this site."""

    permission_classes = [AllowAny]
    serializer_class = GameInfo
    lookup_url_kwarg = "key"
    lookup_value_converter = "slug"

    @extend_schema(summary="List games", responses={200: GameInfo(many=True)})
    def list(self, request: Request) -> Response:
        """Every game with its rulesets, switches, score sources, and built-in component sets."""
        return self.paged(GameInfo, list(GAMES.values()))

    @extend_schema(summary="Get a game", responses={200: GameInfo})
    def retrieve(self, request: Request, key: str) -> Response:
        """A game by its key."""
        return Response(GameInfo(_game(key)).data)

    @extend_schema(summary="Get the JSON Schema of component sets", responses=FILE)
    @action(detail=True, methods=["get"], url_path="schema", url_name="schema")
    def components_schema(self, request: Request, key: str) -> Response:
        """The JSON Schema that a component set of this game must satisfy."""
        return Response(schema_of(_game(key).key))


class ComponentJsonParser(BaseParser):
    """The bytes of the body, never more than one too many: the digest and the strict reader want them as they are."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """The bytes as they came."""
        return bytes(stream.read(MOST_BYTES + 1))


@extend_schema(tags=["games"])
class ComponentSetViewSet(ApiViews[Any]):
    """The component sets of a game, built in and loaded."""

    serializer_class = ComponentSetDetail
    lookup_url_kwarg = "name"
    lookup_value_converter = "slug"
    parser_classes = [MultiPartParser, ComponentJsonParser]

    @extend_schema(summary="List component sets", parameters=[GAME_KEY], responses={200: ComponentSetLine(many=True)})
    def list(self, request: Request, game: str) -> Response:
        """Built-in sets first, then loaded ones by name, withdrawn ones last."""
        found = _game(game)
        lines = [built_in_line(found, name) for name in found.component_sets]
        return self.paged(ComponentSetLine, [*lines, *map(loaded_line, loaded_sets(found))])

    @extend_schema(
        summary="Load a component set",
        parameters=[GAME_KEY],
        request={"multipart/form-data": ComponentFile, "application/json": OpenApiTypes.OBJECT},
        responses={201: ComponentSetDetail, **errors(413, 507)},
        examples=[
            OpenApiExample(
                "A built-in set",
                external_value="/api/v1/games/babylonia/component-sets/babylonia-2019/file/",
                request_only=True,
                media_type="application/json",
            )
        ],
    )
    def create(self, request: Request, game: str) -> Response:
        """A corrected set, as the body or as the file `file` of a form. Errors are listed under `file`.

        Logs that were rejected because the set was unknown are verified again.
        """
        found = _game(game)
        check_allowed(can_load_components(request.user))
        try:
            made = services.load_component_set(actor_of(request), _file_of(request), found, address_of(request))
        except services.BadFile as refusal:
            raise ValidationError({"file": refusal.problems or [refusal.message]}) from None
        return Response(self._detail(found, made.name), status=status.HTTP_201_CREATED)

    @extend_schema(summary="Get a component set", parameters=[GAME_KEY, SET_NAME], responses={200: ComponentSetDetail})
    def retrieve(self, request: Request, game: str, name: str) -> Response:
        """The set with its sections and cards."""
        return Response(self._detail(_game(game), name))

    @extend_schema(summary="Download a component set", parameters=[GAME_KEY, SET_NAME], responses=FILE)
    @action(detail=True, methods=["get"])
    def file(self, request: Request, game: str, name: str) -> HttpResponse:
        """The whole set as JSON. A corrected copy can be loaded under another name."""
        text = set_text(_game(game), name)
        if text is None:
            raise Http404
        return json_file(text, f"{name}.json")

    @extend_schema(
        summary="Withdraw a component set",
        parameters=[GAME_KEY, SET_NAME],
        request=None,
        responses={200: ComponentSetDetail},
    )
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, game: str, name: str) -> Response:
        """No longer offered. Tournaments that chose it continue, and logs that name it can still be verified."""
        services.withdraw_component_set(actor_of(request), self._loaded(game, name))
        return Response(self._detail(_game(game), name))

    @extend_schema(
        summary="Restore a component set",
        parameters=[GAME_KEY, SET_NAME],
        request=None,
        responses={200: ComponentSetDetail},
    )
    @action(detail=True, methods=["post"])
    def restore(self, request: Request, game: str, name: str) -> Response:
        """Offers a withdrawn set again."""
        services.restore_component_set(actor_of(request), self._loaded(game, name))
        return Response(self._detail(_game(game), name))

    @staticmethod
    def _loaded(game: str, name: str) -> ComponentSet:
        return get_object_or_404(ComponentSet, game=_game(game).key, name=name)

    @staticmethod
    def _detail(game: Game, name: str) -> Any:
        if name in game.component_sets:
            return ComponentSetDetail(built_in_line(game, name)).data
        row = get_object_or_404(loaded_sets(game), name=name)
        components = next(iter(sets_named(game, [name])), None)
        return ComponentSetDetail(loaded_line(row) | _details(game, components)).data


def _file_of(request: Request) -> bytes:
    """The bytes of the set in the request. Raises TooLarge, or ParseError if there is no file."""
    sent: Any = request.data
    if not isinstance(sent, bytes):
        upload = sent.get("file")
        if not isinstance(upload, UploadedFile):
            raise ParseError(_("Send the component set as the file “file” of a form, or as the body of the request."))
        if (upload.size or 0) > MOST_BYTES:
            raise TooLarge(_("A component set has at most 1 MB."))
        sent = bytes(upload.read())
    if len(sent) > MOST_BYTES:
        raise TooLarge(_("A component set has at most 1 MB."))
    return bytes(sent)
