"""Taking in what devices have written. Each entry once; those of a device that is not the writer become a branch."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from engine.table.journal import Step
from nabu.accounts.versions.services import moves_topic, touch
from nabu.board.records.leases import bind, entry_of_actor, tournament_of
from nabu.board.records.locks import lock_record
from nabu.board.records.models import Branch, JournalEntry, Record
from nabu.board.records.playing import Recording, playing, recording_of
from nabu.board.records.spec import Device, SentEntry, SentJournal
from nabu.board.records.steps import MOST_MOVES, NotTaken, sent_step
from nabu.contests.results.reporters import Reporter, account_of_reporter
from nabu.core import database_clock
from nabu.core.errors import TryLater

MOST_A_MINUTE = 600
"""So many entries a record takes in a minute: ten people tapping as fast as they can do not get there."""

MINUTE = timedelta(minutes=1)


@transaction.atomic
def write(actor: Reporter, record: Record, sent: SentJournal) -> tuple[Recording, NotTaken | None]:
    """Take in what a device has sent. Returns the record as it is then, and why an entry was not taken, if so.

    Entries before that one are kept, and those that are known already are not taken twice. Raises NotAllowed, and
    TryLater for too much.
    """
    locked = lock_record(actor, record)
    fresh = _unknown(locked, sent)
    recording = recording_of(locked)
    try:
        if isinstance(fresh, NotTaken):
            raise fresh
        if not fresh:
            if is_writer(locked, sent.device, sent.epoch):
                bind(locked, actor, sent.device)
            return recording, None
        if locked.status != Record.Status.OPEN:
            raise NotTaken("closed", _("This record is closed."), fresh[0].seq)
        _check_amount(locked, len(fresh))
        if not locked.device and sent.epoch == locked.epoch:
            locked.device = sent.device.key
        if is_writer(locked, sent.device, sent.epoch):
            _take(actor, recording, sent.device, fresh)
        else:
            _take_aside(actor, locked, sent, fresh)
    except NotTaken as refusal:
        return recording, refusal
    return recording, None


def is_writer(record: Record, device: Device, epoch: int) -> bool:
    """Whether this device is the one that writes in this epoch."""
    return record.device == device.key and record.epoch == epoch


def save_entry(recording: Recording, entry: JournalEntry, step: Step) -> None:
    """Go on by one entry of the record."""
    entry.save()
    recording.moves.take(entry)
    recording.game = step.game


def save_record(recording: Recording) -> None:
    """After entries were added."""
    record = recording.record
    record.count, record.digest = recording.count, recording.game.digest
    record.save(update_fields=["count", "digest"])
    tournament = tournament_of(record)
    if record.table_id is not None and tournament is not None and tournament.watchable and not tournament.watch_delay:
        touch(moves_topic(record.table_id))  # with a delay nobody has anything to see yet


def _unknown(record: Record, sent: SentJournal) -> Sequence[SentEntry] | NotTaken:
    """The entries that are not here yet; NotTaken for a number that was used for something else."""
    of_device = JournalEntry.objects.filter(record=record, device=sent.device.key)
    known = dict(of_device.filter(seq__gte=sent.entries[0].seq).values_list("seq", "asked"))
    fresh = []
    for entry in sent.entries:
        if known.get(entry.seq) == entry.asked:
            continue
        if known and entry.seq <= max(known):
            return NotTaken("base", _("This device has already sent another entry with this number."), entry.seq)
        fresh.append(entry)
    return fresh


def _check_amount(record: Record, more: int) -> None:
    lately = JournalEntry.objects.filter(record=record, received_at__gt=database_clock.now() - MINUTE).count()
    if lately + more > MOST_A_MINUTE:
        raise TryLater(_("Too many moves at once. Try again in a minute."), status=429, seconds=60)


def _take(actor: Reporter, recording: Recording, device: Device, fresh: Sequence[SentEntry]) -> None:
    """Entries of the writer."""
    record = recording.record
    last = JournalEntry.objects.filter(record=record, branch=None, epoch=record.epoch).order_by("-pk").first()
    now = database_clock.now()
    size = JournalEntry.objects.filter(record=record).count()
    try:
        for sent in fresh:
            follows = last is not None and (last.device, last.seq) == (device.key, sent.seq - 1)
            if size >= MOST_MOVES or recording.count + len(sent.lines) > MOST_MOVES:
                raise NotTaken("closed", _("This record is full."), sent.seq)
            step = sent_step(recording, sent, follows)
            last = entry_of(record, device, sent, recording.count, step, now)
            save_entry(recording, last, step)
            size += 1
    finally:
        save_record(recording)
        bind(record, actor, device)


def _take_aside(actor: Reporter, record: Record, sent: SentJournal, fresh: Sequence[SentEntry]) -> None:
    """Late entries of a device that is not the writer any more, as a branch. Always raises NotTaken."""
    if sent.epoch > record.epoch:
        raise NotTaken("base", _("The record has not changed devices that often."), fresh[0].seq)
    found = {"record": record, "epoch": sent.epoch, "device": sent.device.key, "status": Branch.Status.OPEN}
    branch = Branch.objects.filter(**found).first()
    recording = recording_of(record, sent.epoch)
    before = recording.moves.lines
    if branch is None:
        base = before[: fresh[0].base] if fresh[0].base is not None else before
        if fresh[0].base is not None and fresh[0].base > len(before):
            raise NotTaken("base", _("The record does not have that many moves."), fresh[0].seq)
        branch = Branch(**found, base=len(base), lines=[], device_name=sent.device.name)
        branch.made_by = account_of_reporter(actor)
        branch.made_entry_id = entry_of_actor(actor)
    lines = [*before[: branch.base], *branch.lines]
    recording.moves.lines, recording.moves.undone = lines, []
    recording.game = playing(record.header, recording.names, lines)
    branch.save()
    size = JournalEntry.objects.filter(record=record).count()
    now = database_clock.now()
    try:
        for number, each in enumerate(fresh):
            if size + number >= MOST_MOVES:
                raise NotTaken("closed", _("This record is full."), each.seq)
            step = sent_step(recording, each, follows=number > 0 or bool(branch.lines))
            entry = entry_of(record, sent.device, each, recording.count, step, now, branch)
            entry.epoch = sent.epoch
            entry.save()
            recording.moves.lines = step.game.lines
            recording.game = step.game
    finally:
        same = _same_lines(before, recording.moves.lines)
        branch.base, branch.lines = same, recording.moves.lines[same:]
        branch.save()
        if not branch.journal.exists():
            branch.delete()
    detail = _("Another device is recording now. Your moves are kept apart from the record.")
    raise NotTaken("epoch", detail, fresh[0].seq)


def entry_of(
    record: Record,
    device: Device,
    sent: SentEntry,
    base: int,
    step: Step,
    now: datetime,
    branch: Branch | None = None,
) -> JournalEntry:
    """The row of an entry that is taken in."""
    return JournalEntry(
        record=record,
        branch=branch,
        epoch=record.epoch,
        device=device.key,
        seq=sent.seq,
        op=sent.op,
        base=base,
        keep=step.keep,
        lines=step.lines,
        again=step.again,
        aside=step.aside,
        why=step.why,
        asked=sent.asked,
        made_at=sent.made_at,
        received_at=now,
    )


def _same_lines(one: Sequence[object], other: Sequence[object]) -> int:
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count]:
        count += 1
    return count
