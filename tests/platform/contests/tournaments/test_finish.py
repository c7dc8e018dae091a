"""How far a round is, what standings show, and how a tournament ended."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from nabu.contests.matches.models import Seat
from nabu.contests.results import services as results
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Penalty
from nabu.contests.tournaments.penalties.services import PenaltySpec, give_penalty
from nabu.contests.tournaments.prizes.services import PrizeSpec, set_prizes
from nabu.contests.tournaments.rounds.pages import progress_of
from nabu.contests.tournaments.stages import finish_stage, finish_tournament
from nabu.contests.tournaments.standings.finish import finish_of
from nabu.contests.tournaments.standings.table import decimals_of
from tests.platform.scenario import Event, make_event


def test_a_picture_of_a_round_has_all_its_tables_once() -> None:
    shown = progress_of({"games": 5, "settled": 2, "waiting": 1})
    assert shown.parts == [("done", 0, 2), ("waiting", 2, 1), ("playing", 3, 2)]
    assert list(shown.gaps) == [1, 2, 3, 4]
    assert progress_of({"games": 2, "settled": 2, "waiting": 0}).parts == [("done", 0, 2)]
    assert not list(progress_of({"games": 125, "settled": 0, "waiting": 0}).gaps), "too many to part"
    assert progress_of({"games": 0, "settled": 0, "waiting": 0}).parts == []


@pytest.mark.parametrize(
    ("values", "decimals"),
    [
        ([2.2, 3, None], 1),
        ([3, 4], 0),
        ([1 / 3, 2], 3),
        ([Decimal("2.50"), Decimal(1)], 1),
        ([2.0004], 0),
        ([100, 1200], 0),
        ([], 0),
    ],
)
def test_a_column_of_numbers_has_one_number_of_decimals(values: list[float | Decimal | None], decimals: int) -> None:
    assert decimals_of(values) == decimals


@pytest.mark.django_db
def test_all_points_of_the_standings_have_the_same_number_of_decimals() -> None:
    """The winners of two tables are punished: 2.2 points are left of six, and beside them 3 are 3.0."""
    event = make_event(8, table_size=4, rounds=1)
    for table, points in zip(event.pair().tables.order_by("number"), ("3", "3.8"), strict=True):
        results.rule_result(event.organiser, table, Ruling([40, 30, 20, 10]))
        winner = table.seats.get(place=1).entry
        give_penalty(event.organiser, winner, PenaltySpec(Penalty.Kind.POINTS, points=Decimal(points), reason="Late."))
    for name, cell in (
        ("standings", 'title="Show breakdown">([^<]*)</a>'),
        ("standings_embed", "<strong>([^<]*)</strong>"),
    ):
        page = Client().get(reverse(f"tournaments:{name}", args=[event.tournament.pk])).content.decode()
        assert re.findall(cell, page) == ["4.0", "4.0", "3.0", "2.2", "2.0", "2.0", "0.0", "0.0"], name


def finished() -> Event:
    event = make_event(4, table_size=2, rounds=1)
    for table in event.pair().tables.order_by("number"):
        results.rule_result(event.organiser, table, Ruling([100 - table.number, 90 - 2 * table.number]))
    finish_stage(event.organiser, event.refresh().stages.get())
    finish_tournament(event.organiser, event.refresh())
    event.tournament.refresh_from_db()
    return event


@pytest.mark.django_db
def test_the_end_has_points_the_sum_of_all_scores_and_the_prizes_with_their_winners() -> None:
    assert finish_of(make_event(2, prefix="running").tournament) is None
    event = finished()
    ended = finish_of(event.tournament)
    assert ended
    assert ended.with_points
    assert [each.row.place for each in (*ended.podium, *ended.others)] == [1, 2, 3, 4]
    for each in ended.podium:
        assert each.in_all == Seat.objects.get(entry=each.row.entry).score
    set_prizes(event.organiser, event.tournament, [PrizeSpec("Cup of Ur", 1, 1)])
    page = Client().get(reverse("tournaments:detail", args=[event.tournament.pk])).content.decode()
    winner = ended.podium[0].row.entry.player.name
    assert page.index("podium-steps") < page.index(winner) < page.index("Cup of Ur")
    for name in ("standings", "current_round", "dashboard"):
        assert reverse(f"tournaments:{name}", args=[event.tournament.pk]) in page
    assert reverse("tournaments:cross_table", args=[event.tournament.stages.get().pk]) in page


@pytest.mark.django_db
def test_followers_read_the_winners_once() -> None:
    event = finished()
    ended = finish_of(event.tournament)
    assert ended
    page = Client().get(reverse("tournaments:follow", args=[event.tournament.pk])).content.decode()
    before_the_tables = page[page.index('id="follow"') : page.index("table-card")]
    for each in (*ended.podium, *ended.others):
        assert before_the_tables.count(f">{each.row.entry.player.name}<") == 1
