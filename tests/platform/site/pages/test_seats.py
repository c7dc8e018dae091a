"""Changing seats of a published round on the pages, while others work at the same tables."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from nabu.contests.matches.models import Table
from nabu.contests.results import services as matches
from nabu.contests.results.reseating.services import change_seats
from nabu.contests.results.settling.counting import Propagation
from nabu.contests.results.settling.ruling import Ruling
from tests.platform.scenario import Event, make_event, names, seats, users

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(6, table_size=2)


def signed_in(event: Event) -> Client:
    client = Client()
    client.force_login(event.organiser)
    return client


def hidden(page: str, name: str) -> str:
    [value] = re.findall(rf'name="{name}" value="([^"]+)"', page)
    return str(value)


def test_a_number_typed_beside_a_name_never_goes_to_another_player(event: Event) -> None:
    one, two, _three = event.pair().tables.order_by("number")
    player = Client()
    player.force_login(users(one)[1])
    for client, address, prefix in (
        (signed_in(event), reverse("table:rule", args=[one.pk]), "ruling"),
        (player, reverse("table:report", args=[one.pk]), "report"),
    ):
        page = client.get(reverse("table:page", args=[one.pk])).content.decode()
        shown = {f"{prefix}-seated": hidden(page, f"{prefix}-seated"), f"{prefix}-score_0": 70, f"{prefix}-score_1": 40}
        change_seats(event.organiser, seats(one)[0], seats(two)[0])
        answer = client.post(address, shown)
        assert answer.status_code == 200
        assert "The seats at this table have changed" in answer.content.decode()
        assert 'value="70"' in answer.content.decode()
        assert Table.objects.get(pk=one.pk).status == Table.Status.OPEN
        again = shown | {f"{prefix}-seated": hidden(answer.content.decode(), f"{prefix}-seated")}
        assert client.post(address, again).status_code == 302
        Table.objects.filter(pk=one.pk).update(status=Table.Status.OPEN, basis="", confirmed_at=None)
        one.reports.all().delete()


def test_the_effects_that_were_seen_are_those_that_come(event: Event) -> None:
    one, two, three = event.pair().tables.order_by("number")
    for table in (one, two, three):
        matches.rule_result(event.organiser, table, Ruling([9, 4]))
    address = reverse("tournaments:round_seats_change", args=[one.round_id])
    client = signed_in(event)
    page = client.get(reverse("tournaments:round_seats", args=[one.round_id])).content.decode()
    chosen = {
        "player": seats(one)[0].entry_id,
        "to": f"player:{seats(two)[0].entry_id}",
        "reason": "wrong tables",
        "seating": hidden(page, "seating"),
    }
    effects = client.post(address, chosen).content.decode()
    assert f"{names(one)[0]} (Table 1) swaps with {names(two)[0]} (Table 2)." in effects
    seen = chosen | {"seen": "1", "seating": hidden(effects, "seating")}
    before = names(one)
    change_seats(event.organiser, seats(two)[0], seats(three)[0], "wrong tables", Propagation())
    answer = client.post(address, seen)
    assert "Somebody else has changed seats" in answer.content.decode()
    assert names(one) == before
