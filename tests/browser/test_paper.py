"""Pages for paper in a real browser: they fit a phone's screen and sheets of A4 and Letter, and the button prints."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from competition.formats import StageSpec
from nabu.accounts.players.models import Player
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from tests.browser.fitting import fits_in_both_appearances
from tests.platform.scenario import Event, make_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = "Nabukudurriusur " * 4


@pytest.fixture
def event(transactional_db: None) -> Event:
    """Ten players at tables of two with names as long as they can be, then a bracket."""
    stages = [StageSpec("swiss", {"table_size": 2, "rounds": 1, "advance": 8}), StageSpec("double_elimination", {})]
    made = make_event(10, stages=stages)
    Player.objects.filter(user__in=made.players).update(name=LONG)
    for table in made.pair().tables.all():
        matches.rule_result(made.organiser, table, Ruling([90, 80]))
    return made


def pages_of(event: Event) -> list[str]:
    swiss = event.tournament.stages.get(position=1)
    round_ = swiss.rounds.get()
    whole = ("bracket", "prints", "print_people", "print_standings", "standings_embed")
    return [
        *(reverse(f"tournaments:{name}", args=[event.tournament.pk]) for name in whole),
        reverse("tournaments:cross_table", args=[swiss.pk]),
        *(reverse("tournaments:print_stage", args=[swiss.pk, what]) for what in ("standings", "cross-table")),
        reverse("tournaments:round_prints", args=[round_.pk]),
        *(reverse("tournaments:print_round", args=[round_.pk, what]) for what in ("tables", "names", "slips")),
    ]


def sheets_of(page: Page, size: str) -> int:
    """How many sheets the browser makes of the page."""
    return len(re.findall(rb"/Type /Page\b(?!s)", page.pdf(format=size)))


def test_every_page_fits_a_small_phone(open_page: Callable[..., Page], event: Event) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True)
    for address in pages_of(event):
        response = page.goto(address)
        assert response
        assert response.status == 200, address
        fits_in_both_appearances(page)
        assert page.locator("h1").count() == 1, address


def test_as_many_slips_on_a_sheet_as_fit(page: Page, event: Event) -> None:
    """Five tables of two: 44 mm each, so six fit a sheet of A4 and five one of Letter."""
    round_ = event.tournament.stages.get(position=1).rounds.get()
    page.goto(reverse("tournaments:print_round", args=[round_.pk, "slips"]))
    expect(page.locator(".slip")).to_have_count(5)
    assert [sheets_of(page, size) for size in ("A4", "Letter")] == [1, 1]
    heights = page.locator(".slip").evaluate_all("slips => slips.map(slip => slip.scrollHeight - slip.clientHeight)")
    assert heights == [0] * 5, "long names do not push anything out of a slip"


def test_each_part_of_a_bracket_has_a_sheet(page: Page) -> None:
    event = make_event(20, stages=[StageSpec("double_elimination", {})], prefix="cup")
    page.goto(reverse("tournaments:print_stage", args=[event.tournament.stages.get().pk, "bracket"]))
    sheets = page.locator(".bracket-sheet").count()
    assert sheets == 4, "winners, losers up to the sixth column, the rest of the losers, finals"
    assert [sheets_of(page, size) for size in ("A4", "Letter")] == [sheets, sheets]


def test_the_button_opens_the_dialog_of_the_browser(page: Page, event: Event) -> None:
    page.add_init_script("window.print = () => { window.printed = (window.printed || 0) + 1; }")
    page.goto(reverse("tournaments:print_people", args=[event.tournament.pk]))
    page.get_by_role("button", name="Print").click()
    assert page.evaluate("window.printed") == 1
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_text(LONG.strip()).first).to_be_visible()
