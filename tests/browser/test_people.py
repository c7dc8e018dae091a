"""The pages about the people of a tournament on a small phone: they fit, every control has a name, a tap is enough."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from nabu.contests.tournaments.entries import check_in
from nabu.contests.tournaments.entries.byes import ask_for_bye
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.entries.services import update_entry
from nabu.contests.tournaments.fees.services import note_entry_paid
from nabu.contests.tournaments.models import Role
from nabu.contests.tournaments.penalties.services import PenaltySpec, give_penalty
from nabu.contests.tournaments.restrictions.services import add_restriction
from nabu.contests.tournaments.setup.services import start_tournament, update_tournament
from tests.browser.fitting import fits_in_both_appearances
from tests.browser.signing_in import sign_in
from tests.browser.test_every_page_fits import DOUBLE_IDS, NAMELESS
from tests.platform.scenario import Event, account, make_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def address(name: str, pk: int) -> str:
    return reverse(f"tournaments:{name}", args=[pk])


@pytest.fixture
def draft(transactional_db: None) -> Event:
    """A draft with open check-in, an entry fee, long names, a club, and two players who are kept apart."""
    event = make_event(5, start=False)
    one, two, three = event.tournament.entries.order_by("seed")[:3]
    one.player.name = ("Nabukudurriusur" * 5)[:80]
    one.player.save()
    for entry in (one, two):
        update_entry(event.organiser, entry, club="Chess and other games club of Ur " * 2, rating=1850)
    check_in.check_in(event.organiser, one)
    add_restriction(event.organiser, event.tournament, one, two, "forbidden", "They are sisters.")
    add_restriction(event.organiser, event.tournament, two, three, "discouraged")
    check_in.open_check_in(event.organiser, event.tournament)
    update_tournament(event.organiser, event.tournament, fee=Decimal("12.50"), fee_currency="EUR")
    note_entry_paid(event.organiser, one)
    return event


@pytest.fixture
def running(draft: Event) -> Event:
    """The same tournament in its first round, with penalties, a bye and somebody who dropped."""
    organiser = draft.organiser
    check_in.check_in_everybody(organiser, draft.tournament)
    start_tournament(organiser, draft.tournament)
    draft.pair()
    entries = list(draft.tournament.entries.order_by("seed"))
    give_penalty(
        organiser, entries[0], PenaltySpec("points", points=Decimal(2), reason="Came late to the first round. " * 4)
    )
    give_penalty(organiser, entries[1], PenaltySpec("disqualification", reason="Looked into the bag."))
    ask_for_bye(organiser, entries[0], 2)
    drop_entry(organiser, entries[2])
    return draft


def check(page: Page, addresses: list[str], problems: list[str]) -> None:
    for wanted in addresses:
        response = page.goto(wanted)
        assert response
        assert response.status == 200, wanted
        fits_in_both_appearances(page)
        assert page.evaluate(NAMELESS) == [], f"{wanted}: every control needs a name"
        assert page.evaluate(DOUBLE_IDS) == [], f"{wanted}: an id stands for one element"
        assert page.locator("h1").count() == 1, wanted
        assert problems == [], wanted


def test_pages_of_a_draft_fit(open_page: Callable[..., Page], draft: Event, problems: list[str]) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True)
    sign_in(page, draft.organiser.username)
    names = ("entries", "check_in", "fees", "starting", "restrictions")
    entry = draft.tournament.entries.order_by("seed")[0]
    check(page, [*(address(name, draft.tournament.pk) for name in names), address("entry", entry.pk)], problems)


def test_pages_of_a_running_tournament_fit(open_page: Callable[..., Page], running: Event, problems: list[str]) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True)
    sign_in(page, running.organiser.username)
    names = ("entries", "penalties", "restrictions", "check_in", "fees")
    pages = [address(name, running.tournament.pk) for name in names]
    pages += [address("entry", entry.pk) for entry in running.tournament.entries.order_by("seed")[:3]]
    check(page, pages, problems)


def test_the_desk_taps_and_the_list_stays_where_it_is(open_page: Callable[..., Page], draft: Event) -> None:
    Role.objects.create(tournament=draft.tournament, user=account("keeper"), kind=Role.Kind.SCOREKEEPER)
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True)
    sign_in(page, "keeper")
    page.goto(address("check_in", draft.tournament.pk))
    expect(page.get_by_role("heading", name="1 of 5 checked in")).to_be_visible()
    page.get_by_label("Search by name or club").fill("Player 4")
    expect(page.locator("#desk li")).to_have_count(1)
    page.get_by_role("button", name="Check in Player 4").tap()
    expect(page.get_by_role("heading", name="2 of 5 checked in")).to_be_visible()
    expect(page.get_by_role("button", name="Check out Player 4")).to_be_visible()
    expect(page.locator("#desk li")).to_have_count(1)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Check out Player 4"


def test_a_player_checks_in_with_one_big_button(open_page: Callable[..., Page], draft: Event) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True)
    sign_in(page, "player2")
    page.goto("/")
    page.get_by_role("link", name="Check in", exact=True).tap()
    button = page.get_by_role("button", name="Check in")
    expect(button).to_be_visible()
    page.wait_for_load_state()
    box = button.bounding_box()
    assert box
    assert (box["width"] > 250, box["height"] > 70) == (True, True)
    button.tap()
    expect(page.get_by_text("You are checked in.")).to_be_visible()
