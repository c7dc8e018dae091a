"""Which tables of a round wait for whom: reported results for whoever keeps score, disputes for those who organise."""

from __future__ import annotations

import pytest

from nabu.contests.matches.models import Table
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.rounds.cards import cards
from nabu.contests.tournaments.rounds.pages import next_table, tables_of_page
from tests.platform.scenario import make_event

pytestmark = pytest.mark.usefixtures("db")

DISPUTED, REPORTED = 3, 2
"""Numbers of tables."""


@pytest.fixture
def round_() -> Round:
    """Four tables: one is disputed, one reported."""
    made = make_event(8, table_size=2).pair()
    made.tables.filter(number=DISPUTED).update(status=Table.Status.DISPUTED)
    made.tables.filter(number=REPORTED).update(status=Table.Status.REPORTED)
    return made


def shown(round_: Round, *, keeps: bool, organises: bool) -> tuple[list[int], list[int]]:
    """The numbers of the tables in their order, and of those that ask for a decision."""
    page = list(tables_of_page(round_, "", "", None, keeps=keeps, organises=organises))
    numbers = dict(round_.tables.values_list("pk", "number"))
    html = cards(page, (), keeps=keeps, organises=organises)
    asking = [numbers[pk] for pk, card in zip(page, html, strict=True) if "table-asks" in card]
    return [numbers[pk] for pk in page], asking


def test_whoever_only_looks_finds_them_by_number(round_: Round) -> None:
    assert shown(round_, keeps=False, organises=False) == ([1, 2, 3, 4], [])


def test_a_scorekeeper_confirms_and_settles_no_dispute(round_: Round) -> None:
    assert shown(round_, keeps=True, organises=False) == ([2, 1, 3, 4], [REPORTED])
    following = next_table(round_, organises=False)
    assert following is not None
    assert following.number == REPORTED


def test_a_director_settles_the_dispute_first(round_: Round) -> None:
    assert shown(round_, keeps=True, organises=True) == ([3, 2, 1, 4], [DISPUTED, REPORTED])
    following = next_table(round_, organises=True)
    assert following is not None
    assert following.number == DISPUTED
