"""REST API: the tournament formats."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from competition.formats import FORMATS
from nabu.web.rest.base import SentenceField
from nabu.web.rest.views import ApiViews


class SettingInfo(serializers.Serializer[Any]):
    """One setting of a format. `minimum` and `maximum` are for numbers, `choices` for choices, `options` for words."""

    key = serializers.CharField()
    label = SentenceField()  # type: ignore[assignment]  # the stubs see a property of fields
    help = SentenceField(allow_blank=True)
    kind = serializers.CharField()
    default = serializers.SerializerMethodField("default_of")
    minimum = serializers.IntegerField()
    maximum = serializers.IntegerField()
    choices = serializers.ListField(child=serializers.IntegerField())
    options = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_options(self, setting: Any) -> list[str]:
        """The words that an option may be."""
        return list(setting.options)

    @extend_schema_field(OpenApiTypes.ANY)
    def default_of(self, setting: Any) -> Any:
        """The value where none is given."""
        return setting.default


class FormatInfo(serializers.Serializer[Any]):
    """A tournament format and its settings."""

    key = serializers.CharField()
    title = SentenceField()
    description = SentenceField()
    is_bracket = serializers.BooleanField()
    settings = SettingInfo(many=True)


@extend_schema(tags=["games"])
class FormatViewSet(ApiViews[Any]):
    """The tournament formats of this site."""

    permission_classes = [AllowAny]
    serializer_class = FormatInfo

    @extend_schema(summary="List tournament formats", responses={200: FormatInfo(many=True)})
    def list(self, request: Request) -> Response:
        """Every format with its settings: what `stages` of a tournament may hold."""
        return self.paged(FormatInfo, list(FORMATS.values()))
