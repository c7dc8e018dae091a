"""Versions: every change of what a page shows changes a number, in the same transaction."""

from __future__ import annotations

import pytest
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from nabu.accounts.players.services import update_account
from nabu.accounts.versions.services import (
    PEOPLE,
    TOURNAMENTS,
    numbers,
    results_topic,
    table_topic,
    touch,
    tournament_topic,
)
from nabu.accounts.versions.signals import committed
from nabu.contests.results.services import confirm_report, report_result
from tests.platform.scenario import account, make_event, users

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_a_number_grows_with_each_touch_and_is_0_before_the_first() -> None:
    touch("a", "b")
    touch("b")
    assert numbers(["b", "never", "a"]) == (2, 0, 1)


def test_what_is_taken_back_is_not_told(django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> None:
    told: list[dict[str, int]] = []

    def hear(versions: dict[str, int], **kwargs: object) -> None:
        told.append(versions)

    committed.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            with transaction.atomic():
                touch("a")
                transaction.set_rollback(True)
            touch("c", "b")
    finally:
        committed.disconnect(hear)
    assert told == [{"b": 1, "c": 1}]
    assert numbers(["a", "b", "c"]) == (0, 1, 1)


def test_a_report_concerns_its_table_and_a_confirmed_result_the_standings_too() -> None:
    event = make_event(8)
    table, other = event.pair().tables.order_by("number")
    pk = event.tournament.pk
    topics = [tournament_topic(pk), table_topic(table.pk), table_topic(other.pk), results_topic(pk)]
    before = numbers(topics)
    report = report_result(users(table)[0], table, [40, 30, 20, 10])
    reported = numbers(topics)
    assert [new > old for new, old in zip(reported, before, strict=True)] == [True, True, False, False]
    confirm_report(users(table)[1], report)
    assert [new > old for new, old in zip(numbers(topics), reported, strict=True)] == [True, True, False, True]


def test_a_new_name_concerns_every_page() -> None:
    somebody = account("ninsun")
    before = numbers([PEOPLE])
    update_account(somebody, name="Ninsun of Uruk", language="")
    assert numbers([PEOPLE]) > before


def test_the_home_page_hears_of_every_tournament_and_nobody_waits_for_it() -> None:
    before = numbers([TOURNAMENTS])
    touch(tournament_topic(1))
    touch(tournament_topic(20), results_topic(3), table_topic(4), PEOPLE)
    assert numbers([TOURNAMENTS]) == (before[0] + 2,)
    assert numbers([PEOPLE, TOURNAMENTS]) == (*numbers([PEOPLE]), before[0] + 2)
