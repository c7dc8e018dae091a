"""REST API: variants of the games."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from engine.registry import GAMES
from nabu.accounts.players.names import name_of
from nabu.catalogue.games.api import Option
from nabu.catalogue.variants import services
from nabu.catalogue.variants.derived import MOST_CHANGES
from nabu.catalogue.variants.models import Variant
from nabu.catalogue.variants.permissions import can_save_variant
from nabu.catalogue.variants.queries import differences
from nabu.core.name_keys.search import named
from nabu.web.rest.base import SentenceField, actor_of, address_of, errors, read_body
from nabu.web.rest.parameters import GameKey, Words, read_query
from nabu.web.rest.views import ApiViews


class VariantLine(serializers.ModelSerializer[Variant]):
    """A way to play a game. `key` is the same for all games that are played like this; statistics are filtered by it.

    `owner` is the account that saved it; null for the printed rules.
    """

    owner = serializers.SerializerMethodField()
    switches = serializers.DictField(child=Option(), read_only=True)

    class Meta:
        model = Variant
        fields: tuple[str, ...] = (
            "id",
            "game",
            "name",
            "description",
            "key",
            "ruleset",
            "switches",
            "components",
            "owner",
            "created_at",
            "retired_at",
        )
        read_only_fields = fields

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_owner(self, variant: Variant) -> str | None:
        """The name of whoever saved it."""
        return name_of(variant.owner) if variant.owner else None


class DifferenceLine(serializers.Serializer[Any]):
    """One difference between a variant and the printed game."""

    what = SentenceField()
    here = SentenceField(allow_blank=True)
    printed = SentenceField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)


class VariantDetail(VariantLine):
    """A variant with its differences in words."""

    differences = serializers.SerializerMethodField()

    class Meta(VariantLine.Meta):
        fields = (*VariantLine.Meta.fields, "differences")
        read_only_fields = fields

    @extend_schema_field(DifferenceLine(many=True))
    def get_differences(self, variant: Variant) -> Any:
        """In what it differs from the printed game."""
        return DifferenceLine(differences(variant), many=True).data


class NewValue(serializers.Serializer[Any]):
    """A number of the component set: its path (`rack/limit`, list items counted from 0), and its new value."""

    path = serializers.CharField(max_length=200)
    value = serializers.IntegerField(min_value=-1_000_000, max_value=1_000_000)


class NewVariant(serializers.Serializer[Any]):
    """A way to play. Everything left out is as in the printed game.

    With `changes` a component set with these values is made from `components` and loaded under the name `set_name`, or
    one made of the name of the variant.
    """

    game = serializers.ChoiceField(choices=list(GAMES))
    name = serializers.CharField(max_length=services.NAME_LENGTH)
    description = serializers.CharField(max_length=services.DESCRIPTION_LENGTH, allow_blank=True, required=False)
    ruleset = serializers.CharField(max_length=60)
    switches = serializers.DictField(child=Option(), required=False)
    components = serializers.CharField(max_length=60, required=False)
    changes = serializers.ListField(child=NewValue(), required=False, max_length=MOST_CHANGES)
    set_name = serializers.RegexField(r"^[a-z0-9][a-z0-9-]{1,58}$", required=False)

    def validate_changes(self, changes: list[dict[str, Any]]) -> dict[str, int]:
        """By path. None may be named twice."""
        found = {change["path"]: change["value"] for change in changes}
        if len(found) != len(changes):
            raise serializers.ValidationError(_("A path appears more than once."))
        return found


class VariantFilter(serializers.Serializer[Any]):
    """What the list can be narrowed down to."""

    game = GameKey(help_text="Only variants of this game.")
    search = Words(help_text="Only variants with these words in their name.")


@extend_schema(tags=["variants"])
class VariantViewSet(ApiViews[Any]):
    """Variants of the games, for everybody to see. A variant never changes; it can be retired."""

    id_of = "variant"
    serializer_class = VariantDetail

    def get_queryset(self) -> QuerySet[Variant]:
        """All of them."""
        return Variant.objects.select_related("owner__player").order_by("game", "name_key", "pk")

    @extend_schema(
        summary="List variants",
        parameters=[VariantFilter],
        responses={200: VariantLine(many=True), **errors(400)},
    )
    def list(self, request: Request) -> Response:
        """All variants, including retired ones."""
        wanted = read_query(request, VariantFilter)
        return self.paged(VariantLine, self.get_queryset().filter(named(wanted.pop("search", "")), **wanted))

    @extend_schema(summary="Get a variant", responses={200: VariantDetail})
    def retrieve(self, request: Request, pk: int) -> Response:
        """A variant with its differences."""
        return Response(VariantDetail(self.get_object()).data)

    @extend_schema(
        summary="Save a variant",
        request=NewVariant,
        responses={201: VariantDetail},
        examples=[
            OpenApiExample(
                "A smaller rack",
                {
                    "game": "babylonia",
                    "name": "Rack of four",
                    "ruleset": "base",
                    "changes": [{"path": "rack/limit", "value": 4}],
                },
                request_only=True,
            )
        ],
    )
    def create(self, request: Request) -> Response:
        """Saves a way to play under a name. Values that make the game unplayable are listed under `changes`."""
        given = read_body(request, NewVariant, can_save_variant(request.user))
        words = dict(given.validated_data)
        game = GAMES[words.pop("game")]
        try:
            spec = services.VariantSpec(**words)
            made = services.save_variant(actor_of(request), game, spec, address_of(request))
        except services.BadValues as refusal:
            told = [
                f"{path}: {problem}" if path else problem for path, ps in refusal.problems.items() for problem in ps
            ]
            raise ValidationError({"changes": told}) from None
        return Response(VariantDetail(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(summary="Retire a variant", request=None, responses={200: VariantDetail})
    @action(detail=True, methods=["post"])
    def retire(self, request: Request, pk: int) -> Response:
        """No longer offered. Tournaments and experiments that chose it continue."""
        return Response(VariantDetail(services.retire_variant(actor_of(request), self.get_object())).data)
