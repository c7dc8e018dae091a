"""Standings on the sites of clubs: in frames of other sites, and nothing else is."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from nabu.contests.matches.models import Table
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Stage, Tournament
from nabu.contests.tournaments.queries import ranking
from nabu.contests.tournaments.standings import embed_views
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, make_event
from tests.platform.web.shared_pages.days import audience


def published_event() -> Event:
    made = make_event(8, table_size=2)
    made.pair()
    return made


db, kept_world, changes_are_taken_back, event = kept_for_file(published_event, "event")


@pytest.fixture
def address(event: Event) -> str:
    return reverse("tournaments:standings_embed", args=[event.tournament.pk])


def ancestors(policy: str) -> str:
    return dict(part.strip().split(" ", 1) for part in policy.split(";"))["frame-ancestors"]


@pytest.mark.parametrize("shared", [True, False])
def test_only_this_page_may_be_in_frames_of_other_sites(event: Event, address: str, shared: bool) -> None:
    visitor, player, organiser = (audience(event).client(who, "en") for who in ("visitor", "first", "organiser"))
    with override_settings(NABU_SHARED_PAGES=shared):
        for client in (visitor, visitor, player, organiser):
            page = client.get(address)
            assert page.status_code == 200
            assert "X-Frame-Options" not in page
            assert ancestors(page["Content-Security-Policy"]) == "*"
            assert "script-src 'self'" in page["Content-Security-Policy"]
            whole = client.get(reverse("tournaments:standings", args=[event.tournament.pk]))
            assert whole["X-Frame-Options"] == "DENY"
            assert ancestors(whole["Content-Security-Policy"]) == "'none'"
    missing = visitor.get(reverse("tournaments:standings_embed", args=[event.tournament.pk + 1]))
    assert (missing.status_code, missing["X-Frame-Options"]) == (404, "DENY")


def test_it_holds_nothing_that_could_be_pressed_or_run(address: str) -> None:
    page = Client().get(address).content.decode()
    assert not re.search(r"<(script|form|button|input|nav)\b", page)
    assert '<base target="_blank">' in page


def test_it_is_kept_until_a_result_changes_it(event: Event, address: str) -> None:
    first = Client().get(address)
    again = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert (first["Cache-Control"], again.status_code) == ("no-cache", 304)
    assert "X-Frame-Options" not in again
    table = Table.objects.filter(round__stage__tournament=event.tournament, status="open").first()
    assert table
    rule_result(event.organiser, table, Ruling([30, 20]))
    changed = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    names = re.findall(r'<th scope="row"><bdi>([^<]+)</bdi></th>', changed.content.decode())
    assert names == [line.competitor.name for line in ranking(Stage.objects.get())]


def test_long_standings_lead_to_the_rest(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Show all players" not in Client().get(address + "?theme=dark").content.decode()
    monkeypatch.setattr(embed_views, "ROWS_PER_PAGE", 3)
    page = Client().get(address).content.decode()
    assert page.count('<th scope="row">') == 3
    assert "Show all players" in page


@pytest.mark.parametrize(("theme", "marked"), [("light", True), ("dark", True), ('"><b>', False)])
def test_a_site_chooses_the_colours(address: str, theme: str, marked: bool) -> None:
    page = Client().get(address, {"theme": theme}).content.decode()
    assert (f'class="{theme}"' in page) is marked
    assert "<b>" not in page


def test_the_standings_page_has_the_line_to_copy(event: Event, address: str) -> None:
    Tournament.objects.filter(pk=event.tournament.pk).update(name='Cup "<b>"')
    page = Client().get(reverse("tournaments:standings", args=[event.tournament.pk])).content.decode()
    line = html.unescape(re.findall(r"<code[^>]*>(&lt;iframe.*?)</code>", page)[0])
    src, title = re.findall(r'(?:src|title)="([^"]*)"', line)
    assert src.startswith("http")
    assert src.endswith(address)
    assert html.unescape(title) == 'Standings: Cup "<b>"'


def test_what_visitors_may_not_see_has_no_line(event: Event, address: str) -> None:
    Tournament.objects.filter(pk=event.tournament.pk).update(practice=True)
    organiser = audience(event).client("organiser", "en")
    assert Client().get(address).status_code == 404
    assert organiser.get(address).status_code == 200
    standings = organiser.get(reverse("tournaments:standings", args=[event.tournament.pk]))
    assert "iframe" not in standings.content.decode()
