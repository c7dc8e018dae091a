"""A name that is written from the right stands for itself: it does not turn the figures and the names beside it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from nabu.accounts.players.templatetags.names import names
from nabu.contests.results import services as results
from nabu.contests.results.settling.ruling import Ruling
from tests.platform.scenario import Event, approved, make_event

pytestmark = pytest.mark.django_db

HEBREW = "נבו"
OF_ITSELF = {"bdi", "code", "title", "option", "textarea", "script", "style"}
"""Elements whose text has a direction of its own."""


class Bare(HTMLParser):
    """Collects the texts in which a Hebrew name stands without such an element around it."""

    def __init__(self) -> None:
        super().__init__()
        self.apart = self.isolated = 0
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.apart += tag in OF_ITSELF

    def handle_endtag(self, tag: str) -> None:
        self.apart -= tag in OF_ITSELF

    def handle_data(self, data: str) -> None:
        if HEBREW in data and not self.apart:
            self.found.append(data.strip())
        self.isolated += HEBREW in data and bool(self.apart)


@pytest.fixture
def event() -> Event:
    """Six players and a tournament with Hebrew names; one result is in."""
    made = approved(make_event(6, table_size=2))
    for number, user in enumerate(made.players):
        user.player.name = f"{HEBREW} {number}"
        user.player.save()
    made.tournament.name = f"{HEBREW} 2026"
    made.tournament.save()
    table = made.pair().tables.order_by("number")[0]
    results.rule_result(made.organiser, table, Ruling([120, 97]))
    return made


@pytest.mark.parametrize(
    "name", ["standings", "current_round", "entries", "detail", "follow", "audit", "check_in", "prizes", "dashboard"]
)
def test_lists_of_a_tournament(client: Client, event: Event, name: str) -> None:
    client.force_login(event.organiser)
    assert bare(client, reverse(f"tournaments:{name}", args=[event.tournament.pk])) == []


def test_the_versions_of_a_disputed_result(client: Client, event: Event) -> None:
    table = event.tournament.stages.get().rounds.get().tables.order_by("number")[1]
    first, second = (seat.entry.player.user for seat in table.seats.all())
    results.report_result(first, table, [60, 59])
    results.dispute_report(second, table.reports.get(), "no")
    client.force_login(event.organiser)
    found = bare(client, reverse("table:page", args=[table.pk]))
    # A name alone turns nothing; labels of fields, which are read and not seen, name source and player.
    assert [text for text in found if f", {HEBREW}" not in text and not re.fullmatch(rf"{HEBREW} \d", text)] == []


def test_the_pairings_on_paper(client: Client, event: Event) -> None:
    client.force_login(event.organiser)
    round_ = event.tournament.stages.get().rounds.get()
    assert bare(client, reverse("tournaments:print_round", args=[round_.pk, "names"])) == []


def test_the_leaderboard_and_the_games_of_a_player(client: Client, event: Event) -> None:
    first = event.tournament.stages.get().rounds.get().tables.order_by("number")[0].seats.all()[0].entry.player
    assert bare(client, reverse("ratings:leaderboard", args=["babylonia"]) + "?everybody=1") == []
    assert bare(client, reverse("players:detail", args=[first.pk]) + "?game=babylonia") == []
    assert bare(client, reverse("players:journal", args=[first.pk, "babylonia"])) == []
    assert bare(client, reverse("players:list")) == []
    assert bare(client, reverse("tournaments:list")) == []


def test_the_own_table_names_whom_somebody_meets(client: Client, event: Event) -> None:
    seated = event.tournament.stages.get().rounds.get().tables.order_by("number")[1].seats.all()[0]
    client.force_login(seated.entry.player.user)
    assert bare(client, reverse("home")) == []
    assert names([f"{HEBREW}<", "Bo"]) == f"<bdi>{HEBREW}&lt;</bdi>, <bdi>Bo</bdi>"


def bare(client: Client, address: str) -> list[str]:
    response = client.get(address, follow=True)
    assert response.status_code == 200
    page = Bare()
    page.feed(response.content.decode())
    assert page.isolated, "the page has such a name"
    return page.found
