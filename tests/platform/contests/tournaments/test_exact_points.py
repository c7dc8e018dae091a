"""Shared points count exactly, also where the database had them in cents, and are rounded for readers only."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse

from competition.formats import StageSpec
from nabu.accounts.audit.history import as_bytes, rebuilt_state, state_of
from nabu.accounts.audit.models import AuditEntry
from nabu.contests.matches.exact_points import exact_points, points_columns
from nabu.contests.matches.models import Seat, Table
from nabu.contests.results.history.services import undo
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.exports.tables import result_records, standing_records
from nabu.contests.tournaments.queries import standings
from tests.cases import each
from tests.platform.scenario import Event, make_event

pytestmark = pytest.mark.django_db

STAGE = StageSpec("swiss", {"table_size": 3, "rounds": 4, "points": {"3": [3, 1, 0]}, "tie_breaks": []})
make_exact = import_module("nabu.contests.matches.migrations.0018_points_made_exact").make_exact


def tie(event: Event) -> Table:
    table = event.pair().tables.get()
    rule_result(event.organiser, table, Ruling([50, 50, 50], [1, 1, 1]))
    return table


@pytest.fixture
def event() -> Iterator[Event]:
    return make_event(3, stages=[STAGE])


def cut_to_cents(event: Event) -> None:
    """As the version before stored them."""
    Seat.objects.filter(table__round__stage__tournament=event.tournament).update(
        points_numerator=None, points_denominator=None
    )


def points_of(event: Event) -> set[Fraction]:
    return {row.points for row in standings(event.tournament)}


def test_three_shared_wins_are_four_points(event: Event, client: Client) -> None:
    """They were 3.99, less than the 4 of somebody with one win and one second place."""
    for _round in range(3):
        table = tie(event)
    assert points_of(event) == {4}
    assert set(Seat.objects.values_list("points", "points_numerator", "points_denominator")) == {
        (Decimal("1.33"), 4, 3)
    }
    [line, *_rest] = client.get(f"/api/v1/tournaments/{event.tournament.pk}/standings/").json()["results"]
    assert (line["points"], line["points_exact"]) == ("4.00", "4")
    [seat, *_rest] = client.get(f"/api/v1/tables/{table.pk}/").json()["seats"]
    assert (seat["points"], seat["points_exact"]) == ("1.33", "4/3")
    assert [(row["points"], row["points_exact"]) for row in standing_records(event.tournament)] == [(4, "4")] * 3
    assert {(row["points"], row["points_exact"]) for row in result_records(event.tournament)} == {(1.33, "4/3")}


def test_pages_round_them(event: Event, client: Client) -> None:
    tie(event)
    tie(event)
    stage = event.tournament.stages.get()
    assert ">2.67</a>" in client.get(reverse("tournaments:standings", args=[event.tournament.pk])).content.decode()
    assert "2.67" in client.get(reverse("tournaments:cross_table", args=[stage.pk])).content.decode()


def test_an_update_makes_old_points_exact_and_says_so_in_the_trail(event: Event) -> None:
    tie(event)
    tie(event)
    seats = Seat.objects.order_by("pk")
    cut_to_cents(event)
    seats.filter(pk=seats[0].pk).update(points=Decimal("1.00"))  # what no rule gives here stays as it is
    make_exact(apps, connection.schema_editor())
    assert {seat.exact_points for seat in seats[1:]} == {Fraction(4, 3)}
    assert seats[0].exact_points == 1
    entry = AuditEntry.objects.get(action="results.points_made_exact")
    assert (entry.actor, len(entry.changes)) == (None, 5)


def test_what_came_before_an_update_can_be_undone_and_redone(event: Event) -> None:
    table = tie(event)
    ruled = AuditEntry.objects.get(action="table.ruled")
    cut_to_cents(event)
    for entry in AuditEntry.objects.filter(tournament=event.tournament):
        for _label, _pk, before, after in entry.changes:
            for row in (before, after):
                for column in ("points_numerator", "points_denominator"):
                    (row or {}).pop(column, None)
        entry.save(update_fields=["changes"])
    pk = event.tournament.pk
    assert as_bytes(rebuilt_state(pk)) == as_bytes(state_of(pk))
    make_exact(apps, connection.schema_editor())
    assert as_bytes(rebuilt_state(pk)) == as_bytes(state_of(pk))
    undone = undo(event.organiser, ruled, "wrong table")
    assert set(table.seats.values_list("points", flat=True)) == {None}
    assert points_of(event) == {0}
    undo(event.organiser, undone, "right table")
    assert points_of(event) == {Fraction(4, 3)}
    assert as_bytes(rebuilt_state(pk)) == as_bytes(state_of(pk))


@each(
    ("stored", "exact"),
    [
        ((None, None, None), None),
        ((Decimal("1.33"), 4, 3), Fraction(4, 3)),
        ((Decimal("6.12"), 49, 8), Fraction(49, 8)),
        ((Decimal("1.33"), None, None), Fraction(133, 100)),
        # The version before has written another result since, or has taken one away.
        ((Decimal("6.00"), 4, 3), Fraction(6)),
        ((None, 4, 3), None),
    ],
)
def test_exact_ones_count_as_long_as_they_are_those_that_are_shown(stored: tuple, exact: Fraction | None) -> None:
    assert exact_points(*stored) == exact


@each("points", [None, 0, Decimal("2.50"), Fraction(4, 3), Fraction(-1, 3)])
def test_what_is_stored_comes_back(points: Fraction | None) -> None:
    assert exact_points(*points_columns(points).values()) == points
