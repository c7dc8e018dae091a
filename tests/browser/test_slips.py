"""A result is reported and confirmed on two phones by people without an account, from a printed slip."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from nabu.contests.matches.models import Table
from nabu.contests.matches.proof import Proof, proof_of
from nabu.contests.matches.slips import seat_code, serials, slip_token
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.setup.services import start_tournament
from tests.browser.conftest import forgive
from tests.browser.fitting import fits_in_both_appearances
from tests.browser.signing_in import fill_in, sign_in
from tests.browser.test_every_page_fits import DOUBLE_IDS, NAMELESS
from tests.browser.test_offline import LOST
from tests.platform.scenario import Event, make_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event(transactional_db: None) -> Event:
    """Two guests without an account at one table."""
    made = make_event(0, table_size=2, start=False)
    add_entries_by_name(made.organiser, made.tournament, ["Inanna of Uruk", "Dumuzi of Bad-tibira"])
    start_tournament(made.organiser, made.tournament)
    return made


def test_two_guests_report_and_confirm_by_their_slip(page: Page, open_page: Callable[..., Page], event: Event) -> None:
    round_ = event.pair()
    table = round_.tables.get()
    sign_in(page, event.organiser.username)
    page.goto(reverse("tournaments:print_round", args=[round_.pk, "slips"]))
    named = page.locator(".slip-strip-name").all_inner_texts()
    strips = dict(zip(named, page.locator(".slip-strips strong").all_inner_texts(), strict=True))
    assert page.locator(".slip").evaluate("slip => slip.scrollHeight - slip.clientHeight") == 0
    address = reverse("table:slip", args=[slip_token(table, 0)])
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True}

    first = open_page(**phone)
    first.goto(address)
    fits(first)
    for score, name in ((112, "Inanna of Uruk"), (96, "Dumuzi of Bad-tibira")):
        first.get_by_label(f"Score of {name}").fill(str(score))
    first.locator("input[name=report-code]").fill(strips["Inanna of Uruk"].lower())
    first.get_by_role("button", name="Report result").click()
    expect(first.locator("#messages")).to_contain_text("Result reported")

    second = open_page(**phone)
    second.goto(address)
    fits(second)
    expect(second.locator("main")).to_contain_text("Reported by Inanna of Uruk")
    code = second.locator("input[name=confirm-code]")
    code.fill(strips["Inanna of Uruk"])
    second.get_by_role("button", name="Confirm result").click()
    expect(second.locator("main")).to_contain_text("Another player confirms with theirs")
    code.fill(strips["Dumuzi of Bad-tibira"])
    second.get_by_role("button", name="Confirm result").click()
    expect(second.locator("#messages")).to_contain_text("Result confirmed")
    assert urlsplit(second.url).path == address
    fits(second)
    assert proof_of(Table.objects.get(pk=table.pk)) == Proof.AGREED


def test_a_result_typed_without_a_network_is_saved_when_it_is_back(
    open_page: Callable[..., Page], event: Event, problems: list[str]
) -> None:
    """A code is not kept, so it takes the page that is still open."""
    table = event.pair().tables.get()
    code = seat_code(table.seats.order_by("position")[0], serials([table])[table.pk])
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True)
    page.goto(reverse("table:slip", args=[slip_token(table, 0)]))
    for score, name in ((112, "Inanna of Uruk"), (96, "Dumuzi of Bad-tibira")):
        page.get_by_label(f"Score of {name}").fill(str(score))
    page.locator("input[name=report-code]").fill(code)
    page.context.set_offline(True)
    page.get_by_role("button", name="Report result").click()
    expect(page.get_by_role("alert")).to_contain_text("It is sent again by itself")
    fits(page)
    page.context.set_offline(False)
    expect(page.locator("#messages")).to_contain_text("Result reported")
    [report] = table.reports.all()
    assert sorted(report.scores) == [96, 112]
    forgive(problems, *LOST)


def test_a_visitor_at_a_table_signs_in_and_comes_back(page: Page, event: Event) -> None:
    """The address that somebody was given without a slip."""
    there = make_event(2, table_size=2, prefix="known").pair().tables.get()
    address = reverse("table:page", args=[there.pk])
    page.goto(address)
    page.get_by_role("link", name="Sign in to report").click()
    fill_in(page, "known1")
    assert urlsplit(page.url).path == address
    expect(page.get_by_role("button", name="Report result")).to_be_visible()


def fits(page: Page) -> None:
    fits_in_both_appearances(page)
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(DOUBLE_IDS) == []
    expect(page.locator("h1")).to_have_count(1)
