"""What the rounds of a stage are read from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from competition.records import TableRecord
from nabu.contests.results import services as results
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.queries import tables_of
from tests.conftest import forget_what_is_kept
from tests.platform.scenario import make_event

pytestmark = pytest.mark.django_db


def test_a_table_that_is_confirmed_while_it_is_read_has_its_result_or_none() -> None:
    """The result comes right after the first rows of seats or tables were read."""
    event = make_event(2, table_size=2)
    (table,) = event.pair().tables.all()
    forget_what_is_kept()
    confirmed: list[bool] = []

    def reading(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        answer = execute(sql, *rest)
        if not confirmed and "matches_seat" in sql:
            confirmed.append(True)
            results.rule_result(event.organiser, table, Ruling([7, 5]))
        return answer

    with connection.execute_wrapper(reading):
        (record,) = tables_of(event.tournament.stages.get())
    assert confirmed
    assert_whole(record)
    forget_what_is_kept()
    (record,) = tables_of(event.tournament.stages.get())
    assert record.confirmed
    assert_whole(record)


def assert_whole(record: TableRecord) -> None:
    assert record.confirmed == all(seat.points is not None for seat in record.seats)
