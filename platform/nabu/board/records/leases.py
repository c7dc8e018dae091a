"""One device writes at a time. The others ask it, or take over when it has given no sign of life for a minute."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.board.records.locks import lock_open_record
from nabu.board.records.models import Record
from nabu.board.records.spec import Device
from nabu.contests.matches.slips import SeatHolder
from nabu.contests.results.reporters import Reporter, account_of_reporter
from nabu.contests.tournaments.models import Tournament
from nabu.core import database_clock
from nabu.core.errors import Refused

LEASE = timedelta(seconds=60)
SIGN_EVERY = timedelta(seconds=10)
"""A sign of life is written down no oftener."""


def lease_is_over(record: Record) -> bool:
    """Whether the writer may be replaced without being asked."""
    return not record.device or record.seen_at is None or record.seen_at + LEASE <= database_clock.now()


def bind(record: Record, actor: Reporter, device: Device) -> None:
    """This device, in the hands of this person, writes and is there."""
    record.device, record.device_name, record.seen_at = device.key, device.name, database_clock.now()
    record.writer = account_of_reporter(actor)
    record.writer_entry_id = entry_of_actor(actor)
    if record.asked_device == device.key:
        forget_request(record)
    record.save()


def entry_of_actor(actor: Reporter) -> int | None:
    """Whose seat's code somebody acts with; None for an account."""
    return actor.entry_id if isinstance(actor, SeatHolder) else None


def forget_request(record: Record) -> None:
    """Nobody asks to take over any more. The caller saves."""
    record.asked_device = record.asked_name = ""
    record.asked_by = record.asked_entry = None


@audited
def take_over(actor: Reporter, record: Record, device: Device) -> bool:
    """Write on this device from now on: at once if nobody else does or has done for a minute, else ask the writer.

    Returns whether this device writes now. Raises NotAllowed or Refused.
    """
    locked = lock_open_record(actor, record)
    if not lease_is_over(locked) and locked.device != device.key:
        locked.asked_device, locked.asked_name = device.key, device.name
        locked.asked_by, locked.asked_entry_id = account_of_reporter(actor), entry_of_actor(actor)
        locked.save()
        return False
    if locked.device in ("", device.key):
        bind(locked, actor, device)
        return True
    _hand_over(locked, actor, device, actor)
    return True


@audited
def answer_request(actor: Reporter, record: Record, device: Device, consent: bool) -> None:
    """The writer hands over to the device that asks, or goes on. Raises NotAllowed or Refused."""
    locked = lock_open_record(actor, record)
    if locked.device != device.key or not locked.asked_device:
        raise Refused(_("No other device has requested a takeover."))
    if not consent:
        forget_request(locked)
        locked.save()
        return
    asker: Reporter | None = locked.asked_by
    if asker is None:
        seats = locked.table.seats.filter(entry=locked.asked_entry_id) if locked.table else None
        seat = seats.select_related("table__round__stage__tournament", "entry__player").first() if seats else None
        if seat is None:
            raise Refused(_("No other device has requested a takeover."))
        asker = SeatHolder(seat)
    _hand_over(locked, actor, Device(locked.asked_device, locked.asked_name), asker)


def _hand_over(record: Record, actor: Reporter, device: Device, holder: Reporter) -> None:
    """A new epoch begins: what the old device sends from now on becomes a branch."""
    before = {"epoch": record.epoch}
    record.epoch += 1
    forget_request(record)
    bind(record, holder, device)
    audit(actor, "record.taken_over", record, before, {"epoch": record.epoch}, tournament=tournament_of(record))


def tournament_of(record: Record) -> Tournament | None:
    """The tournament of the table that a record was issued for."""
    return record.table.round.stage.tournament if record.table else None


def sign_of_life(actor: Reporter, record: Record, device: Device) -> None:
    """A device is there: the writer keeps its lease; who has asked takes over once the writer's is over."""
    if record.status != Record.Status.OPEN:
        return
    now = database_clock.now()
    if record.device == device.key:
        if record.seen_at is None or record.seen_at + SIGN_EVERY <= now:
            Record.objects.filter(pk=record.pk, device=device.key).update(seen_at=now)
            record.seen_at = now
    elif record.asked_device == device.key and lease_is_over(record):
        take_over(actor, record, device)
        record.refresh_from_db()
