"""The projector page: one view after another, readable from afar, with keys, and without a script too."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from competition.formats import StageSpec
from nabu.contests.results import services as results
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.setup.services import start_tournament
from tests.platform.scenario import Event, make_event, users

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PICTURES = os.environ.get("NABU_PICTURES", "")
SCREENS = {"1920": {"width": 1920, "height": 1080}, "1280": {"width": 1280, "height": 720}}
NAMES_IN_SIGHT = """() => {
  const rows = document.querySelector('.projector-view.now .projector-rows');
  const box = rows.parentElement.getBoundingClientRect();
  return [...rows.children].filter(row => {
    const at = row.getBoundingClientRect();
    return at.left >= box.left - 1 && at.right <= box.right + 1 && at.top >= box.top - 1 && at.bottom <= box.bottom + 1;
  }).map(row => row.querySelector('.projector-name').textContent); }"""


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES, f"projector-{name}.png"))


def full_hall(tables: int) -> Event:
    """A round of so many tables of four, half an hour before its end."""
    event = make_event(0, start=False)
    names = [
        f"{first}{last} {number}"
        for number, (first, last) in enumerate(
            (first, last)
            for first in "ZYXWVUTSRQPONMLKJIHGFEDCBA"
            for last in ("na Lang", "iko Meyer-Lüdenscheidt", "ros")
        )
    ]
    wanted = 4 * tables
    names = [f"{names[at % len(names)]}-{at}" for at in range(wanted)]
    add_entries_by_name(event.organiser, event.tournament, names)
    start_tournament(event.organiser, event.tournament)
    round_ = event.pair()
    Round.objects.filter(pk=round_.pk).update(minutes=60, started_at=timezone.now())
    return event


def test_every_player_is_shown_once_in_readable_type(open_page: Callable[..., Page]) -> None:
    tables = 125 if PICTURES else 40
    event = full_hall(tables)
    for screen in SCREENS:
        shows_every_player_once(open_page, event, tables, screen)


def shows_every_player_once(open_page: Callable[..., Page], event: Event, tables: int, screen: str) -> None:
    page = open_page(
        viewport=SCREENS[screen], reduced_motion="reduce", color_scheme="dark" if screen == "1280" else "light"
    )
    page.goto(reverse("tournaments:projector", args=[event.tournament.pk]) + "?names=1&standings=1&seconds=60")
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"\d\d:\d\d"))
    expect(page.get_by_role("heading", name="Pairings by name")).to_be_visible()
    size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.projector-rows')).fontSize)")
    assert size >= 0.028 * SCREENS[screen]["height"], "lines for a hall"
    counter = page.locator(".projector-view.now [data-page]")
    pages = int(counter.inner_text().rpartition(" / ")[2])
    shown: list[str] = []
    for number in range(1, pages + 1):
        expect(counter).to_contain_text(f"{number} / {pages}")
        picture(page, f"names-{screen}-{number}")
        shown += page.evaluate(NAMES_IN_SIGHT)
        assert page.evaluate("document.querySelector('#projector').scrollHeight <= innerHeight")
        page.keyboard.press("ArrowRight")
    assert len(shown) == 4 * tables
    assert len(set(shown)) == 4 * tables
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    picture(page, f"standings-{screen}")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="Pairings by name")).to_be_visible()
    expect(counter).to_contain_text(f"{pages} / {pages}")
    assert page.evaluate(NAMES_IN_SIGHT)[-1] == shown[-1], "back to the last page"


FILL = """names => {
  const rows = document.querySelector('.projector-view.now .projector-rows');
  const pattern = rows.firstElementChild;
  rows.replaceChildren(...Array.from({ length: names }, (_none, at) => {
    const row = pattern.cloneNode(true);
    const family = ['Lang', 'Meyer-Lüdenscheidt', 'of Ur'][at % 3];
    row.querySelector('.projector-name').textContent = `Guest ${at + 1} ${family}`;
    return row;
  }));
  window.dispatchEvent(new Event('resize'));
  document.dispatchEvent(new CustomEvent('htmx:afterSwap')); }"""

ROOM = """() => {
  const rows = document.querySelector('.projector-view.now .projector-rows');
  const box = rows.parentElement.getBoundingClientRect();
  const all = [...rows.children].map(row => row.getBoundingClientRect());
  const here = all.filter(at => at.left < box.right - 1);
  const lowest = Math.max(...here.map(at => at.bottom));
  const cut = [...rows.querySelectorAll('.projector-name, .projector-where')].filter(
    each => each.scrollWidth > each.clientWidth + 1 && each.clientWidth).length;
  const pages = document.querySelector('.projector-view.now [data-page]').textContent.split(' / ')[1] || '1';
  return [(box.bottom - lowest) / box.height, cut, parseFloat(getComputedStyle(rows).fontSize) / innerHeight,
    here.length === all.length, Number(pages)]; }"""
"""How much of the window is empty below, how many texts are cut, the type as a share of the height, whether all lines
are in sight, and the number of pages."""


@pytest.mark.parametrize("screen", SCREENS)
def test_the_type_grows_until_the_screen_is_full(open_page: Callable[..., Page], screen: str) -> None:
    event = make_event(4, table_size=2)
    event.pair()
    sizes = []
    page = open_page(viewport=SCREENS[screen], reduced_motion="reduce")
    for tables in (4, 12, 40, 125):
        page.goto(reverse("tournaments:projector", args=[event.tournament.pk]) + "?names=1&seconds=60")
        page.wait_for_load_state("networkidle")
        page.evaluate(FILL, 4 * tables)
        empty, cut, size, is_all, pages = page.evaluate(ROOM)
        picture(page, f"full-{screen}-{tables}")
        assert -0.01 <= empty < 0.12, f"{tables} tables leave {empty:.0%} empty"
        assert cut == 0
        assert is_all == (pages == 1), "what is not in sight has another page"
        sizes.append(size)
    assert sizes[0] > 0.045, "few names are large"
    assert min(sizes) >= 0.028, "and many are still lines for a hall"


def test_views_change_by_themselves_until_somebody_pauses(open_page: Callable[..., Page]) -> None:
    event = make_event(4, table_size=2)
    event.pair()
    page = open_page(viewport=SCREENS["1280"], reduced_motion="reduce")
    page.clock.install()
    page.goto(reverse("tournaments:projector", args=[event.tournament.pk]) + "?seconds=8")
    names = page.get_by_role("heading", name="Pairings by name")
    standings = page.get_by_role("heading", name="Standings")
    expect(names).to_be_visible()
    page.clock.run_for(8500)
    expect(standings).to_be_visible()
    expect(names).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.querySelector('.now .projector-rows')).animationName") == "none"
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(60_000)
    expect(standings).to_be_visible()
    page.keyboard.press("p")
    page.clock.run_for(8500)
    expect(names).to_be_visible()
    page.get_by_role("button", name="Next").click()
    expect(standings).to_be_visible()
    page.get_by_role("button", name="Previous").click()
    expect(names).to_be_visible()


def test_the_next_round_comes_by_itself_and_never_as_a_draft(open_page: Callable[..., Page]) -> None:
    event = make_event(4, table_size=2, stages=[StageSpec("single_elimination", {"table_size": 2})])
    first = event.pair()
    page = open_page(viewport=SCREENS["1280"])
    page.goto(reverse("tournaments:projector", args=[event.tournament.pk]) + "?seconds=60")
    expect(page.get_by_text("Semi-finals").first).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="Bracket")).to_be_visible()
    picture(page, "bracket")
    for table in first.tables.all():
        report = results.report_result(users(table)[0], table, [100, 90])
        results.confirm_report(users(table)[1], report)
    draft = pair_round(event.organiser, event.refresh())
    page.evaluate("() => htmx.trigger(document.body, 'nabu:changed')")
    expect(page.get_by_text("Tables with a result: 2 of 2")).to_be_visible()
    expect(page.get_by_role("heading", name="Bracket")).to_be_visible(), "the view stays"
    assert draft.number == 2
    expect(page.get_by_text("Semi-finals").first).to_be_visible()


def test_settings_choose_views_and_without_a_script_all_is_on_one_page(open_page: Callable[..., Page]) -> None:
    event = make_event(4, table_size=2)
    round_ = event.pair()
    page = open_page(viewport=SCREENS["1280"], java_script_enabled=False)
    page.goto(reverse("tournaments:round", args=[round_.pk]))
    page.get_by_role("link", name="Projector").click()
    for name in ("Pairings by name", "Standings"):
        expect(page.get_by_role("heading", name=name)).to_be_visible()
    page.get_by_role("navigation", name="Views").get_by_role("link", name="Standings").click()
    expect(page).to_have_url(re.compile("#projector-standings$"))
    page.get_by_text("Settings", exact=True).click()
    page.get_by_role("checkbox", name="Standings").uncheck()
    page.get_by_label("Time per page").select_option("20")
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("heading", name="Pairings by name")).to_be_visible()
    expect(page.get_by_role("heading", name="Standings")).to_have_count(0)
    expect(page.locator("#projector")).to_have_attribute("data-seconds", "20")
