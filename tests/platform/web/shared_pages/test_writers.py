"""Readers and writers at the same time: a page is never older than what was committed before it was asked for."""

from __future__ import annotations

import re
from random import Random
from threading import Event, Thread

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from nabu.contests.matches.models import Table
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Round
from tests.platform.scenario import make_event
from tests.profiles import LONG

pytestmark = pytest.mark.both_databases

READERS, WRITERS, TABLES = 4, 3, 12 if LONG else 6


@pytest.mark.django_db(transaction=True)
def test_no_reader_sees_less_than_was_committed_before() -> None:
    event = make_event(2 * TABLES, table_size=2)
    event.pair()
    round_ = Round.objects.get()
    address = reverse("tournaments:round", args=[round_.pk])
    tables = list(Table.objects.filter(round=round_).order_by("number"))
    committed: set[int] = set()
    over, wrong = Event(), []

    def write(own: list[Table]) -> None:
        try:
            for table in own:
                rule_result(event.organiser, table, Ruling([30, 20]))
                committed.add(table.pk)
        finally:
            connection.close()

    def read(seed: int) -> None:
        rng, client = Random(seed), Client()
        try:
            while True:
                last = over.is_set()
                known = set(committed)
                page = client.get(address + rng.choice(["", "?show=open"])).content.decode()
                found = re.search(r'id="round-counts"><strong>(\d+) of', page)
                if found is None or int(found[1]) < len(known):
                    wrong.append(f"{found and found[1]} of {len(known)}")
                if last:
                    return
        finally:
            connection.close()

    writers = [Thread(target=write, args=[tables[number::WRITERS]]) for number in range(WRITERS)]
    readers = [Thread(target=read, args=[seed]) for seed in range(READERS)]
    for thread in [*writers, *readers]:
        thread.start()
    for thread in writers:
        thread.join()
    over.set()
    for thread in readers:
        thread.join()
    assert committed == {table.pk for table in tables}
    assert wrong == []
