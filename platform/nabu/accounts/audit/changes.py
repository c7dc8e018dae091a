"""The frame of every service that changes a tournament: one transaction, one audit entry that knows every row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import transaction

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.signals import change_recorded
from nabu.accounts.audit.tracked import RowChange, Tracker, current_tracker, set_tracker

P = ParamSpec("P")
T = TypeVar("T")


def audited(service: Callable[P, T]) -> Callable[P, T]:
    """A service that changes something: all of it or nothing, and every touched row stands in its audit entry.

    The service calls `nabu.accounts.audit.services.audit` once. A service that calls others writes its own entry after
    they have written theirs, so that the entries in order of their keys tell what happened in order.
    """

    @wraps(service)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        with transaction.atomic(), tracking():
            return service(*args, **kwargs)

    return wrapped


@contextmanager
def tracking() -> Iterator[Tracker]:
    """Keep what is changed inside, and write it into the entry that was made inside.

    Raises AssertionError if rows of a tournament were changed and nobody wrote an entry.
    """
    outer = current_tracker()
    tracker = Tracker()
    if outer is not None:
        # What the caller has changed so far comes before what is changed now: it goes into the same entry.
        tracker.before, outer.before = outer.before, {}
    set_tracker(tracker)
    try:
        yield tracker
    finally:
        set_tracker(outer)
    if isinstance(tracker.entry, AuditEntry):
        tracker.entry.changes = tracker.changes()
        tracker.entry.save(update_fields=["changes"])
        change_recorded.send(sender=AuditEntry, entry=tracker.entry, rows=tracker.rows)
    elif outer is not None:
        outer.before = tracker.before
    elif tracker.changes():
        raise AssertionError("a tournament was changed without an audit entry")


@contextmanager
def dry_run() -> Iterator[Callable[[], list[RowChange]]]:
    """Do something and take all of it back at the end, to see first what it would change.

    The function it gives returns the changes of all entries that were written inside so far.
    """
    with transaction.atomic():
        last = AuditEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0

        def changes() -> list[RowChange]:
            entries = AuditEntry.objects.filter(pk__gt=last).order_by("pk")
            return [tuple(change) for entry in entries for change in entry.changes]

        yield changes
        transaction.set_rollback(True)
