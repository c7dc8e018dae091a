"""The row of a record, locked for what changes it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from nabu.board.records.models import Record
from nabu.board.records.permissions import can_write
from nabu.contests.results.reporters import Reporter
from nabu.core.errors import NotAllowed, Refused


def lock_record(actor: Reporter, record: Record) -> Record:
    """The record as it is now, locked for somebody who may write it. Raises NotAllowed."""
    related = Record.objects.select_related("table__round__stage__tournament")
    locked = related.select_for_update(of=("self",)).get(pk=record.pk)
    if not can_write(actor, locked):
        raise NotAllowed
    return locked


def lock_open_record(actor: Reporter, record: Record) -> Record:
    """The same for a record that goes on. Raises NotAllowed or Refused."""
    locked = lock_record(actor, record)
    if locked.status != Record.Status.OPEN:
        raise Refused(_("This record is closed."))
    return locked
