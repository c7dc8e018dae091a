"""The entry fee: who may note a payment, what becomes of it, and what the sums say."""

from __future__ import annotations

from decimal import Decimal

import pytest

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.entries.services import remove_entry
from nabu.contests.tournaments.exports.tables import player_records
from nabu.contests.tournaments.fees.queries import Fees, OwnFee, Receiver, fees_of, own_fee, paid_without_entry
from nabu.contests.tournaments.fees.services import (
    note_entry_paid,
    note_entry_unpaid,
    note_registration_paid,
    note_registration_unpaid,
)
from nabu.contests.tournaments.models import Registration, Tournament
from nabu.contests.tournaments.registration.services import accept, register, withdraw
from nabu.contests.tournaments.setup.services import start_tournament, update_tournament
from nabu.core.errors import NotAllowed, Refused
from tests.platform.contests.tournaments.people import entry_of, helper_of
from tests.platform.scenario import Event, account, make_event

pytestmark = pytest.mark.django_db


def with_fee(players: int = 3, **settings: object) -> Event:
    event = make_event(players, start=False)
    update_tournament(
        event.organiser, event.tournament, fee=Decimal("7.50"), fee_currency="EUR", registration=True, **settings
    )
    event.refresh()
    return event


def fees(event: Event) -> Fees:
    found = fees_of(event.tournament)
    assert found is not None
    return found


def paid_in_advance(event: Event, name: str = "early") -> tuple[User, Registration]:
    """Somebody on the waiting list who has paid."""
    user = account(name)
    registration = register(user, event.tournament)
    note_registration_paid(event.organiser, registration)
    registration.refresh_from_db()
    return user, registration


def test_who_keeps_score_notes_payments_and_the_sums_follow() -> None:
    event = with_fee()
    keeper = helper_of(event, "scorekeeper")
    note_entry_paid(keeper, entry_of(event, 1))
    note_entry_paid(keeper, entry_of(event, 2))
    note_entry_paid(event.organiser, entry_of(event, 3))
    note_entry_unpaid(event.organiser, entry_of(event, 3))
    found = fees(event)
    assert (found.paid, found.players, found.unpaid) == (2, 3, 1)
    assert (found.received, found.due) == (Decimal("15.00"), Decimal("7.50"))
    assert found.receivers == [Receiver("Scorekeeper", 2, Decimal("15.00"))]
    with pytest.raises(Refused, match="has already paid"):
        note_entry_paid(keeper, entry_of(event, 1))
    with pytest.raises(Refused, match="has not paid"):
        note_entry_unpaid(keeper, entry_of(event, 3))


def test_the_audit_trail_says_who_took_the_money() -> None:
    event = with_fee()
    keeper = helper_of(event, "scorekeeper")
    entry = note_entry_paid(keeper, entry_of(event, 1))
    made = AuditEntry.objects.order_by("-pk")[0]
    assert (made.action, made.actor, made.before, made.after) == (
        "entry.paid",
        keeper,
        {"paid": False},
        {"name": "Player 1", "paid": True},
    )
    assert entry.paid_to == keeper


def test_players_do_not_note_their_own_payment() -> None:
    event = with_fee(capacity=3)
    with pytest.raises(NotAllowed):
        note_entry_paid(event.players[0], entry_of(event, 1))
    user, registration = account("early"), None
    registration = register(user, event.tournament)
    for somebody in (user, helper_of(event, "scorekeeper")):
        with pytest.raises(NotAllowed):
            note_registration_paid(somebody, registration)


def test_without_an_entry_fee_nothing_is_paid() -> None:
    event = make_event(2, start=False)
    assert fees_of(event.tournament) is None
    assert own_fee(event.players[0], event.tournament) is None
    with pytest.raises(Refused, match="no entry fee"):
        note_entry_paid(event.organiser, entry_of(event, 1))


def test_it_can_be_paid_while_the_tournament_runs_and_a_drop_out_who_has_not_paid_owes_nothing() -> None:
    event = with_fee()
    start_tournament(event.organiser, event.tournament)
    event.refresh()
    note_entry_paid(event.organiser, entry_of(event, 1))
    for number in (1, 2):
        drop_entry(event.organiser, entry_of(event, number))
    found = fees(event)
    assert (found.paid, found.players, found.received, found.due) == (1, 2, Decimal("7.50"), Decimal("7.50"))


def test_an_entry_takes_over_what_was_paid_in_advance_and_gives_it_back_when_it_ends() -> None:
    event = with_fee(capacity=3)
    user, registration = paid_in_advance(event)
    assert fees(event).received == Decimal("7.50")
    assert list(paid_without_entry(event.tournament)) == [registration]
    accept(event.organiser, registration)
    entry = event.tournament.entries.get(player__user=user)
    assert (entry.paid_at, entry.paid_to) == (registration.paid_at, event.organiser)
    assert not paid_without_entry(event.tournament).exists()
    with pytest.raises(Refused, match="already in the tournament"):
        note_registration_paid(event.organiser, registration)
    assert (fees(event).paid, fees(event).players, fees(event).received) == (1, 4, Decimal("7.50"))
    withdraw(user, event.tournament)
    registration.refresh_from_db()
    assert list(paid_without_entry(event.tournament)) == [registration]
    assert fees(event).received == Decimal("7.50")
    note_registration_unpaid(event.organiser, registration)
    assert fees(event).received == 0


def test_a_removed_entry_without_a_registration_leaves_the_payment_in_the_audit_trail() -> None:
    event = with_fee()
    note_entry_paid(event.organiser, entry_of(event, 1))
    remove_entry(event.organiser, entry_of(event, 1))
    assert AuditEntry.objects.get(action="entry.removed").before["paid"] is True


@pytest.mark.parametrize("change", [{"fee": Decimal(8)}, {"fee": None}, {"fee_currency": "CHF"}])
def test_the_fee_is_kept_while_a_payment_is_noted(change: dict[str, object]) -> None:
    event = with_fee()
    note_entry_paid(event.organiser, entry_of(event, 1))
    update_tournament(event.organiser, event.tournament, fee=Decimal("7.5"), fee_currency=" EUR ", name="Other")
    with pytest.raises(Refused, match="1 payment of the entry fee is noted"):
        update_tournament(event.organiser, event.tournament, **change)
    note_entry_unpaid(event.organiser, entry_of(event, 1))
    update_tournament(event.organiser, event.tournament, **change)


def test_a_fee_needs_its_currency() -> None:
    """One from before that was asked for stays, is asked for with the fee, and is added although somebody has paid."""
    event = with_fee()
    for change in ({"fee": Decimal(8), "fee_currency": " "}, {"fee_currency": ""}):
        with pytest.raises(Refused, match="Enter the currency of the entry fee, for example EUR"):
            update_tournament(event.organiser, event.tournament, **change)
    note_entry_paid(event.organiser, entry_of(event, 1))
    Tournament.objects.update(fee_currency="")
    update_tournament(event.organiser, event.tournament, name="Still without")
    with pytest.raises(Refused, match="Enter the currency"):
        update_tournament(event.organiser, event.tournament, fee=Decimal("7.50"), name="Asked")
    update_tournament(event.organiser, event.tournament, fee=Decimal("7.50"), fee_currency="EUR")
    assert event.refresh().fee_currency == "EUR"


def test_players_see_their_own_state() -> None:
    event = with_fee(capacity=3)
    assert own_fee(event.players[0], event.tournament) == OwnFee(Decimal("7.50"), "EUR", paid=False)
    note_entry_paid(event.organiser, entry_of(event, 1))
    assert own_fee(event.players[0], event.tournament) == OwnFee(Decimal("7.50"), "EUR", paid=True)
    assert own_fee(account("outsider"), event.tournament) is None
    user, _registration = paid_in_advance(event)
    assert own_fee(user, event.tournament) == OwnFee(Decimal("7.50"), "EUR", paid=True)


def test_only_the_organisers_list_says_who_has_paid() -> None:
    event = with_fee()
    entry = note_entry_paid(event.organiser, entry_of(event, 1))
    assert entry.paid_at is not None
    assert [record["paid_at"] for record in player_records(event.tournament, True)] == [
        entry.paid_at.isoformat(), "", ""
    ]  # fmt: skip
    assert all("paid_at" not in record for record in player_records(event.tournament, False))
