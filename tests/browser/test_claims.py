"""On a small phone: an imported player claims the profile by a code, and a waiting list moves up."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from nabu.contests.results import services as results
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.imports.player_list import ListedPlayer
from nabu.contests.tournaments.imports.services import import_entries
from nabu.contests.tournaments.registration.services import register
from nabu.contests.tournaments.setup.services import start_tournament, update_tournament
from tests.browser.signing_in import fill_in, sign_in
from tests.browser.test_people import check
from tests.platform.scenario import Event, account, make_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


@pytest.fixture
def imported(transactional_db: None) -> Event:
    """A running tournament of two players from a list, who have played."""
    event = make_event(0, table_size=2, start=False)
    rows = [ListedPlayer(1, "Nabukudurriusur the Second", email="nabu@example.org"), ListedPlayer(2, "Bel")]
    import_entries(event.organiser, event.tournament, rows)
    start_tournament(event.organiser, event.tournament)
    results.rule_result(event.organiser, event.pair().tables.get(), Ruling([60, 50]))
    return event


def test_an_imported_player_claims_the_profile_by_the_code(
    open_page: Callable[..., Page], imported: Event, problems: list[str]
) -> None:
    organiser = open_page(**PHONE)
    sign_in(organiser, imported.organiser.username)
    guests = reverse("claims:guests", args=[imported.tournament.pk])
    check(organiser, [guests], problems)
    organiser.get_by_role("link", name="Print codes").click()
    organiser.get_by_role("button", name="Create codes").click()
    slip = organiser.locator(".slip", has_text="Nabukudurriusur")
    code = slip.locator("p strong").inner_text()
    account("nina")
    page = open_page(**PHONE)
    check(page, [reverse("claims:code"), reverse("claims:claim", args=[code])], problems)
    page.get_by_role("main").get_by_role("link", name="Sign in").click()
    fill_in(page, "nina")
    expect(page.get_by_role("heading", level=1)).to_have_text("Are you Nabukudurriusur the Second?")
    check(page, [page.url], problems)
    page.get_by_role("button", name="Claim results").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nina")
    expect(page.get_by_role("main")).to_contain_text("Spring in Ur")
    page.goto(reverse("tournaments:standings", args=[imported.tournament.pk]))
    expect(page.get_by_role("main")).to_contain_text("Nina")
    assert "Nabukudurriusur" not in page.get_by_role("main").inner_text()


def test_the_waiting_list_moves_up(open_page: Callable[..., Page], transactional_db: None, problems: list[str]) -> None:
    event = make_event(1, start=False)
    update_tournament(event.organiser, event.tournament, registration=True, capacity=2)
    register(account("ana"), event.tournament)
    account("bo")
    page = open_page(**PHONE)
    registration = reverse("tournaments:registration", args=[event.tournament.pk])
    check(page, [reverse("tournaments:list"), registration], problems)
    page.get_by_role("link", name="Sign in to register").click()
    fill_in(page, "bo")
    page.get_by_label("Club").fill("SK Ur")
    page.get_by_role("button", name="Join the waiting list").click()
    expect(page.get_by_role("main")).to_contain_text("Waiting list: place 1")
    check(page, [registration], problems)
    ana = open_page(**PHONE)
    sign_in(ana, "ana")
    ana.goto(registration)
    ana.get_by_text("Withdraw", exact=True).click()
    ana.get_by_role("button", name="Yes, withdraw").click()
    expect(ana.get_by_role("main")).to_contain_text("Your registration: withdrawn")
    page.goto(reverse("tournaments:detail", args=[event.tournament.pk]))
    expect(page.get_by_role("main")).to_contain_text("You are registered")
    organiser = open_page(**PHONE)
    sign_in(organiser, event.organiser.username)
    check(organiser, [registration], problems)
