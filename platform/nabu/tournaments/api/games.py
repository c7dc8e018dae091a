"""REST API: the games that the engine knows, and the tournament formats."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, viewsets
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from engine.registry import GAMES
from nabu.rest import errors
from nabu.tournaments.formats import FORMATS


@extend_schema_field({"oneOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "string"}]})
class Option(serializers.Field[Any, Any, Any, Any]):
    """The value of a switch: yes or no, a number, or a word."""

    def to_internal_value(self, data: Any) -> Any:
        """Only the three kinds; the services know which values a switch has."""
        if isinstance(data, bool | int | str):
            return data
        raise serializers.ValidationError("Not a boolean, a whole number or a word.")

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
    """Where points can come from."""

    key = serializers.CharField()
    title = serializers.CharField()


class CardInfo(serializers.Serializer[Any]):
    """A card that players may own."""

    key = serializers.CharField()
    title = serializers.CharField()
    effect = serializers.CharField()


class GameInfo(serializers.Serializer[Any]):
    """A game: what a tournament may choose, and the words that logs and verdicts use."""

    key = serializers.CharField()
    title = serializers.CharField()
    rules_version = serializers.IntegerField()
    player_counts = serializers.ListField(child=serializers.IntegerField())
    rulesets = serializers.ListField(child=serializers.CharField())
    component_sets = serializers.ListField(child=serializers.CharField())
    switches = SwitchInfo(many=True)
    sources = SourceInfo(many=True)
    cards = CardInfo(many=True)


class SettingInfo(serializers.Serializer[Any]):
    """One setting of a format. `minimum` and `maximum` are for numbers, `choices` for choices."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # the stubs see a property of fields
    help = serializers.CharField(allow_blank=True)
    kind = serializers.CharField()
    default = serializers.SerializerMethodField("default_of")
    minimum = serializers.IntegerField()
    maximum = serializers.IntegerField()
    choices = serializers.ListField(child=serializers.IntegerField())

    @extend_schema_field(OpenApiTypes.ANY)
    def default_of(self, setting: Any) -> Any:
        """The value where none is given."""
        return setting.default


class FormatInfo(serializers.Serializer[Any]):
    """A tournament format and its settings."""

    key = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField()
    is_bracket = serializers.BooleanField()
    settings = SettingInfo(many=True)


@extend_schema(tags=["games"])
class GameViewSet(viewsets.GenericViewSet[Any]):
    """The games of this site."""

    permission_classes = [AllowAny]
    serializer_class = GameInfo
    lookup_url_kwarg = "key"
    lookup_value_converter = "slug"

    @extend_schema(summary="Games", responses={200: GameInfo(many=True), **errors(404)})
    def list(self, request: Request) -> Response:
        """Every game with its rulesets, switches, component sets, score sources and cards."""
        page = self.paginate_queryset(list(GAMES.values()))
        return self.get_paginated_response(GameInfo(page, many=True).data)

    @extend_schema(summary="One game", responses={200: GameInfo, **errors(404)})
    def retrieve(self, request: Request, key: str) -> Response:
        """A game by its key."""
        if key not in GAMES:
            raise Http404
        return Response(GameInfo(GAMES[key]).data)


@extend_schema(tags=["games"])
class FormatViewSet(viewsets.GenericViewSet[Any]):
    """The tournament formats of this site."""

    permission_classes = [AllowAny]
    serializer_class = FormatInfo

    @extend_schema(summary="Tournament formats", responses={200: FormatInfo(many=True), **errors(404)})
    def list(self, request: Request) -> Response:
        """Every format with its settings: what `stages` of a tournament may hold."""
        page = self.paginate_queryset(list(FORMATS.values()))
        return self.get_paginated_response(FormatInfo(page, many=True).data)
