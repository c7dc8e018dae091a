from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import Any

from django.db import migrations

DEFAULT_POINTS = {
    "swiss": {"2": [6, 0], "3": [6, 3, 0], "4": [6, 4, 2, 0]},
    "league": {"2": [6, 0], "3": [6, 3, 0], "4": [6, 4, 2, 0]},
    "round_robin": {"2": [1, 0]},
}
"""Formats with points, and those by place that a stage has which names no others."""

CENT = Decimal("0.01")

ACTION = "results.points_made_exact"

Seat = tuple[int, int, int, Decimal]
"""Key, table, place, points."""


def shared_exactly(seats: list[Seat], vector: list[Any]) -> Iterator[tuple[int, Fraction]]:
    """The seats of a table whose points were cut to cents, with what they were cut from."""
    if len(vector) != len(seats):
        return
    for place in {seat[2] for seat in seats}:
        sharing = [seat for seat in seats if seat[2] == place]
        filled = [Fraction(str(points)) for points in vector[place - 1 : place - 1 + len(sharing)]]
        if len(filled) < len(sharing):
            continue
        exact = sum(filled, Fraction(0)) / len(sharing)
        cut = (Decimal(exact.numerator) / exact.denominator).quantize(CENT)
        if cut != exact:
            yield from ((pk, exact) for pk, _table, _place, points in sharing if points == cut)


def make_exact(apps: Any, schema_editor: Any) -> None:
    """Where three shared a place their points were cut to cents: what they were cut from follows from the places and
    the points of the stage. Other points stay as they are. An entry in the audit trail says which rows these are.
    """
    using = schema_editor.connection.alias
    seats = apps.get_model("matches", "Seat").objects.using(using)
    entries = apps.get_model("audit", "AuditEntry").objects.using(using)
    stages = apps.get_model("tournaments", "Stage").objects.using(using).filter(format__in=DEFAULT_POINTS)
    changes: dict[int, list[Any]] = {}
    for tournament, stage, format_, config in stages.order_by("tournament", "pk").values_list(
        "tournament", "pk", "format", "config"
    ):
        vectors = DEFAULT_POINTS[format_] | {str(size): row for size, row in (config.get("points") or {}).items()}
        played = seats.filter(table__round__stage=stage, table__is_bye=False, place__isnull=False)
        rows = played.exclude(points=None).order_by("table", "position").values_list("pk", "table", "place", "points")
        for _table, of_table in groupby(rows.iterator(chunk_size=2000), key=lambda row: row[1]):
            here = list(of_table)
            for pk, exact in shared_exactly(here, vectors.get(str(len(here)), [])):
                numerator, denominator = exact.as_integer_ratio()
                changes.setdefault(tournament, []).append((pk, numerator, denominator))
    for tournament, found in changes.items():
        for pk, numerator, denominator in found:
            seats.filter(pk=pk).update(points_numerator=numerator, points_denominator=denominator)
        entries.create(
            action=ACTION,
            tournament_id=tournament,
            object_type="tournaments.tournament",
            object_id=tournament,
            changes=[
                [
                    "matches.seat",
                    pk,
                    {"points_numerator": None, "points_denominator": None},
                    {"points_numerator": numerator, "points_denominator": denominator},
                ]
                for pk, numerator, denominator in found
            ],
        )


class Migration(migrations.Migration):

    dependencies = [
        ("audit", "0001_squashed_0004_acting"),
        ("matches", "0017_exact_points"),
        ("tournaments", "0016_practice"),
    ]

    operations = [
        migrations.RunPython(make_exact, migrations.RunPython.noop),
    ]
