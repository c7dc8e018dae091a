"""What the API shows of tables and seats."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from competition.points import in_cents, spelled
from competition.records import Points
from nabu.accounts.players.serializers import PlayerRef
from nabu.catalogue.variants.models import Variant
from nabu.contests.matches.models import Seat, Table
from nabu.contests.matches.proof import Proof, proof_of
from nabu.contests.matches.recorded import Facts, Shortfall, whole_facts


class PointsField(serializers.DecimalField):
    """Tournament points, rounded to two decimals."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=9, decimal_places=2, read_only=True, **kwargs)

    def to_representation(self, value: Points) -> Any:
        return super().to_representation(in_cents(value))


@extend_schema_field({"type": "string", "example": "4/3"})
class ExactPointsField(serializers.Field):  # type: ignore[type-arg]
    """Tournament points that are not rounded: "4", "5/2" or "4/3"."""

    def to_representation(self, value: Points) -> str:
        return spelled(value)


class SeatLine(serializers.ModelSerializer[Seat]):
    """A seat; position 0 starts the game. Score, place and points are null until the result is confirmed.

    `points_exact` are the points as a fraction, such as "4/3". `absent`: the player did not play; then there is no
    score. A game of a best-of match has no points of its own. A `stand_in` only fills the table: the others are placed
    and have their points as if the seat were empty.
    """

    player = PlayerRef(source="entry.player", read_only=True)
    points_exact = ExactPointsField(source="exact_points", allow_null=True, read_only=True)
    stand_in = serializers.BooleanField(source="entry.stand_in", read_only=True)

    class Meta:
        model = Seat
        fields: tuple[str, ...] = (
            "id",
            "position",
            "entry",
            "player",
            "score",
            "place",
            "points",
            "points_exact",
            "absent",
            "stand_in",
        )
        read_only_fields = fields


class VariantRef(serializers.ModelSerializer[Variant]):
    """A variant by its name; `key` tells how it differs, and statistics are filtered by it."""

    class Meta:
        model = Variant
        fields: tuple[str, ...] = ("id", "name", "key")
        read_only_fields = fields


@extend_schema_field({"type": "string", "enum": [level.value for level in Proof]})
class ProofField(serializers.Field):  # type: ignore[type-arg]
    """The level of proof of a table's result; "" without a result, for a bye and for a forfeit."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="*", **kwargs)

    def to_representation(self, value: Table) -> str:
        return proof_of(value).value


class RecordedLine(serializers.Serializer[Any]):
    """How a game was recorded at its table, measured by the site when the log was sent. Games recorded before the pace
    was measured have only `moves`; the other numbers are null.
    """

    moves = serializers.IntegerField(help_text="The moves of the log, forced ones included.")
    entered = serializers.IntegerField(allow_null=True, help_text="The moves that were entered, without forced ones.")
    live = serializers.IntegerField(
        allow_null=True, help_text="Of the entered moves, those that arrived one by one, not together."
    )
    seconds = serializers.IntegerField(allow_null=True, help_text="From the first to the last move, as they arrived.")
    playing_seconds = serializers.IntegerField(
        allow_null=True, help_text="The same, with at most a minute for each pause."
    )
    least_seconds = serializers.IntegerField(
        allow_null=True, help_text="What people need at least: a faster game counts as replayed."
    )
    setups_dealt = serializers.IntegerField(allow_null=True, help_text="How often the site dealt the setup.")
    draws_taken_back = serializers.IntegerField(
        allow_null=True, help_text="Draws that are not in the log: undone, replaced, or of an abandoned record."
    )
    shortfall = serializers.ChoiceField(
        choices=Shortfall.choices, allow_blank=True, help_text="Why the game counts as replayed; empty if recorded."
    )

    def to_representation(self, instance: Facts) -> dict[str, Any]:
        return super().to_representation(whole_facts(instance))


class TableLine(serializers.ModelSerializer[Table]):
    """A table of a round, or a bye. The games of a best-of match have the same `number`, counted by `game_number`.

    `variant` is the variant to be played here, if the tournament tries several; null: the rules of the tournament.
    `proof` is the level of proof of the result; empty without a result, for a bye and for a forfeit. `recorded` says
    how the game of the log was recorded; null for other games.
    """

    seats = SeatLine(many=True, read_only=True)
    variant = VariantRef(read_only=True, allow_null=True)
    proof = ProofField(read_only=True)
    recorded = RecordedLine(read_only=True, allow_null=True)

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
            "proof",
            "recorded",
            "confirmed_at",
            "seats",
        )
        read_only_fields = fields
