"""The entry fee on the pages: the desk takes it with one tap, and everybody sees their own state."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from django.urls import reverse

from nabu.contests.tournaments.fees.services import note_entry_paid, note_registration_paid
from nabu.contests.tournaments.models import Entry
from nabu.contests.tournaments.registration.services import register
from nabu.contests.tournaments.setup.services import update_tournament
from tests.platform.contests.tournaments.people import entry_of, helper_of
from tests.platform.scenario import Event, account, make_event
from tests.platform.site.pages.test_entries import SignIn, get, post, text

pytestmark = pytest.mark.usefixtures("db")


def with_fee(**settings: object) -> Event:
    event = make_event(3, start=False)
    update_tournament(event.organiser, event.tournament, fee=Decimal("7.50"), fee_currency="EUR", **settings)
    event.refresh()
    return event


def test_one_tap_at_the_desk_and_the_sums_follow(sign_in: SignIn) -> None:
    event = with_fee()
    pk = event.tournament.pk
    client = sign_in(helper_of(event, "scorekeeper"))
    page = text(get(client, "fees", pk))
    assert "0 of 3 have paid" in page
    assert "Received: 0.00 EUR. Still due: 22.50 EUR." in page
    page = post(client, "entry_pay", entry_of(event, 1).pk)
    assert "1 of 3 have paid" in page
    assert "Received: 7.50 EUR. Still due: 15.00 EUR." in page
    assert "Scorekeeper took" not in page, "one receiver has everything"
    assert "2 of 3 have paid" in post(sign_in(event.organiser), "entry_pay", entry_of(event, 2).pk)
    page = text(get(client, "fees", pk))
    assert "Scorekeeper took 1 payment: 7.50 EUR" in page
    unpaid = text(get(client, "fees", pk, "?show=unpaid"))
    assert ("Player 3" in unpaid, "Player 1" in unpaid) == (True, False)
    assert "1 of 3 have paid" in post(client, "entry_cancel_payment", entry_of(event, 1).pk)


def check_line(page: str, entry: Entry) -> tuple[bool, str, str, str]:
    """A line of the desk, all of which is one button: is it marked, what does it do, its tick and its word."""
    found = re.search(rf'<li class="([^"]*)" id="here-{entry.pk}">(.*?)</li>', page, re.DOTALL)
    assert found
    classes, line = found.groups()
    button = re.search(r'<button[^>]* aria-label="(Check [^"]*)">(.*?)</button>', line, re.DOTALL)
    assert button
    does, shown = button.groups()
    assert entry.player.name in shown
    tick, word = (re.search(rf'class="{name}"[^>]*>([^<]*)<', shown) for name in ("check-tick", "check-word"))
    assert tick
    assert word
    return "is-here" in classes.split(), does, tick[1], word[1]


def test_who_checks_in_takes_the_fee_on_the_same_page(sign_in: SignIn) -> None:
    event = with_fee()
    client = sign_in(event.organiser)
    page = get(client, "check_in", event.tournament.pk).content.decode()
    buttons, badges = (
        {*re.findall(rf"<{tag}[^>]*>([^<]*)</{tag.split()[0]}", page)} for tag in ("button", "span class=.badge")
    )
    assert "Mark as paid" in buttons
    assert "not paid" in badges
    assert not {"not paid", "missing"} & buttons, "a button says what it does, a badge how it is"
    first, second = entry_of(event, 1), entry_of(event, 2)
    assert check_line(page, first) == (False, "Check in Player 1", "", "missing")
    post(client, "entry_check_in", first.pk)
    page = get(client, "check_in", event.tournament.pk).content.decode()
    assert check_line(page, first) == (True, "Check out Player 1", "✓", "here")
    assert check_line(page, second) == (False, "Check in Player 2", "", "missing")
    done = client.post(reverse("tournaments:entry_pay", args=[entry_of(event, 1).pk]), {"from": "check_in"})
    assert done["Location"].startswith(reverse("tournaments:check_in", args=[event.tournament.pk]))
    without = make_event(2, start=False, prefix="free")
    client = sign_in(without.organiser)
    get(client, "check_in", without.tournament.pk)  # shows what was noted above
    assert "paid" not in text(get(client, "check_in", without.tournament.pk))


def test_everybody_sees_the_fee_and_players_their_own_state(sign_in: SignIn) -> None:
    event = with_fee(registration=True, capacity=8)
    pk = event.tournament.pk
    outsider, early = account("outsider"), account("early")
    shown = text(get(sign_in(outsider), "registration", pk))
    assert "Entry fee: 7.50 EUR" in shown
    assert "not paid yet" not in shown
    note_entry_paid(event.organiser, entry_of(event, 1))
    register(early, event.tournament)
    for user, state in ((event.players[0], "✓ paid"), (event.players[1], "not paid yet"), (early, "not paid yet")):
        for name in ("detail", "registration"):
            assert f"Entry fee: 7.50 EUR {state}" in text(get(sign_in(user), name, pk)), (user, name)


def test_who_paid_in_advance_is_noted_on_the_page_of_the_registrations(sign_in: SignIn) -> None:
    event = with_fee(registration=True, capacity=3)
    registration = register(account("early"), event.tournament)
    client = sign_in(event.organiser)
    page = post(client, "registration_pay", registration.pk)
    assert "Early has paid the entry fee." in page
    assert "✓ paid" in page
    desk = text(get(client, "fees", event.tournament.pk))
    assert "Paid, but not in the tournament Early" in desk
    assert "has not paid the entry fee." in post(client, "registration_cancel_payment", registration.pk)


def test_the_registrations_are_the_directors(sign_in: SignIn) -> None:
    event = with_fee(registration=True, capacity=3)
    note_registration_paid(event.organiser, register(account("early"), event.tournament))
    keeper = sign_in(helper_of(event, "scorekeeper"))
    assert "not in the tournament" not in text(get(keeper, "fees", event.tournament.pk))
