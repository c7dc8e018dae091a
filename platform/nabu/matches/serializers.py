"""What the API shows of tables and seats."""

from __future__ import annotations

from rest_framework import serializers

from nabu.matches.models import Seat, Table
from nabu.players.serializers import PlayerRef
from nabu.variants.models import Variant


class SeatLine(serializers.ModelSerializer[Seat]):
    """A seat; position 0 starts the game. Score, place and points are null until the result is confirmed.

    `absent`: the player did not play; then there is no score. A game of a best-of match has no points of its own.
    """

    player = PlayerRef(source="entry.player", read_only=True)

    class Meta:
        model = Seat
        fields: tuple[str, ...] = ("id", "position", "entry", "player", "score", "place", "points", "absent")
        read_only_fields = fields


class VariantRef(serializers.ModelSerializer[Variant]):
    """A variant of the game by its name; `key` says in what it differs, and is what the statistics are filtered by."""

    class Meta:
        model = Variant
        fields: tuple[str, ...] = ("id", "name", "key")
        read_only_fields = fields


class TableLine(serializers.ModelSerializer[Table]):
    """A table of a round, or a bye. The games of a best-of match have the same `number`, counted by `game_number`.

    `variant` is what is to be played here where the tournament tries variants; null: the rules of the tournament.
    """

    seats = SeatLine(many=True, read_only=True)
    variant = VariantRef(read_only=True, allow_null=True)

    class Meta:
        model = Table
        fields: tuple[str, ...] = (
            "id",
            "round",
            "number",
            "game_number",
            "bracket_slot",
            "is_bye",
            "requested",
            "extra_seconds",
            "variant",
            "status",
            "basis",
            "confirmed_at",
            "seats",
        )
        read_only_fields = fields
