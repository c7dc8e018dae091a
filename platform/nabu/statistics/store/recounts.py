"""Counting all sums of a store anew with another model: by any worker of any host, part by part.

What is wanted is a row (`models.Recount`), and so is every part that has its new sums. Whoever notes the last of the
parts that hold lets all new sums hold at once, with the model. So it does not matter who counts which part, in which
order, or how often; and as long as one part is missing, nothing has changed for those who read.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from analytics.facts import LAYOUT
from analytics.parts import Part
from analytics.store import GameStore
from nabu.statistics.store.lists import Listed, listed, part_of, replace_parts
from nabu.statistics.store.models import Recount, RecountedPart, Store, StoredPart


@dataclass(frozen=True, slots=True)
class Wanted:
    """A recount: the store with the model to count with, and the parts that still have to be counted."""

    store: GameStore
    left: list[Part]


@transaction.atomic
def begin(before: Listed, fitted: GameStore) -> int:
    """Want all sums of a store counted anew with the model of `fitted`, instead of what was wanted before. The number
    of the recount comes back, for `go_on`."""
    row = Store.objects.select_for_update().get(pk=before.row)
    Recount.objects.filter(store=row).delete()
    content = fitted.content
    return Recount.objects.create(store=row, model=content.model, fitted_to=content.fitted_to).pk


def of(key: str) -> Recount | None:
    """The recount of a store: one that is going on, or was stopped."""
    return Recount.objects.filter(store__key=key, store__layout=LAYOUT).first()


def with_wanted_model(before: Listed) -> GameStore:
    """The store with the model that its sums are being counted with; or were, until somebody stopped that."""
    recount = Recount.objects.filter(store=before.row).first()
    if recount is None:
        return before.store
    content = replace(before.store.content, model=recount.model, fitted_to=recount.fitted_to)
    return replace(before.store, content=content)


def wanted(number: int) -> Wanted | None:
    """A recount as it stands; None if it is over, stopped, or another one is wanted. Raises StatisticsAway."""
    recount = Recount.objects.filter(pk=number, stopped_at=None).select_related("store").first()
    if recount is None:
        return None
    return Wanted(with_wanted_model(listed(recount.store.key)), _left(recount))


@transaction.atomic
def go_on(number: int, counted: Collection[Part]) -> list[Part]:
    """Note parts with their new sums. If none is left of those that hold now, all new sums hold from here on. The parts
    that are left come back: none if the recount is over or not wanted any more."""
    found = Recount.objects.filter(pk=number).first()
    if found is None:
        return []
    # Whoever puts games in, fits or counts locks this row.
    row = Store.objects.select_for_update().get(pk=found.store_id)
    recount = Recount.objects.filter(pk=number, stopped_at=None).first()
    if recount is None:
        return []
    rows = [RecountedPart(recount=recount, **part._asdict()) for part in counted]
    RecountedPart.objects.bulk_create(rows, ignore_conflicts=True)
    if left := _left(recount):
        return left
    new = {part.tables: part_of(part) for part in recount.parts.all()}
    held = [part_of(part) for part in StoredPart.objects.filter(store=row, retired_at=None)]
    replace_parts(row, held, [new[part.tables] for part in held])
    row.number += 1
    row.anew, row.changed_at = row.number, timezone.now()
    row.model_before, row.model, row.fitted_to = row.model, recount.model, recount.fitted_to
    row.save()
    recount.delete()
    return []


def stop(number: int) -> bool:
    """Call a recount off: the sums so far stay. Returns False if it is over already."""
    return bool(Recount.objects.filter(pk=number, stopped_at=None).update(stopped_at=timezone.now()))


def _left(recount: Recount) -> list[Part]:
    """The parts that hold and have no new sums yet, the largest first."""
    rows = StoredPart.objects.filter(store=recount.store_id, retired_at=None)
    left = rows.exclude(tables__in=recount.parts.values("tables"))
    return sorted((part_of(row) for row in left), key=lambda part: (-part.games, part))
