"""Reading the list of a store, and replacing it: at once for all hosts, or not at all.

Who changes a store reads its list, then what it is made from, writes new files, and enters them last. If the list has
become another one meanwhile in what this change was made from, nothing is entered, and the change is made again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from analytics.facts import LAYOUT
from analytics.files import Files
from analytics.parts import Part, files_of, sums_file
from analytics.store import Content, GameStore, alike
from nabu.core.disk import facts_folder
from nabu.statistics.store.models import CountedTournament, Place, Recount, RecountedPart, Store, StoredPart
from nabu.statistics.store.place import MARK, StatisticsAway, place_for_writing, trouble

KEPT_FOR = timedelta(minutes=10)
"""So long the files of a part stay that holds no more: somebody may have begun to read them."""

NOBODYS_AFTER = timedelta(days=1)
"""A file so old that is in no list was left by somebody who died."""


CLAIMED_FOR = timedelta(minutes=15)
"""Who has not put parts together by then has died."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A store as the list has it at one moment; `row` is 0 if there is none of this version."""

    row: int
    number: int
    changed_at: datetime | None
    store: GameStore


class ChangedMeanwhile(Exception):
    """Somebody else has changed what this change was made from."""


def listed(key: str) -> Listed:
    """The store of this key as it is now. One or two queries. Raises StatisticsAway."""
    columns = ("pk", "place__folder", "number", "model", "fitted_to", "changed_at")
    found = Store.objects.filter(key=key, layout=LAYOUT).values_list(*columns).first()
    if found is None:
        return Listed(0, 0, None, GameStore(Files(str(settings.FACTS), key, str(facts_folder()))))
    row, folder, number, model, fitted_to, changed_at = found
    if trouble(folder):
        raise StatisticsAway
    content = Content(_parts(folder, row, number, changed_at), model, fitted_to)
    return Listed(row, number, changed_at, GameStore(_files(folder, key), content))


def listed_for_writing(key: str) -> Listed:
    """The same, with a row for it. Raises StatisticsAway."""
    place = place_for_writing()
    Store.objects.get_or_create(key=key, layout=LAYOUT, defaults={"place": place})
    return listed(key)


def is_current(key: str) -> bool:
    """Whether there is a store of this version."""
    return Store.objects.filter(key=key, layout=LAYOUT).exists()


def enter(before: Listed, after: GameStore, tournament: int) -> bool:
    """Let the parts of `after` hold, which was made from `before` for the games of this tournament.

    Returns False, and changes nothing, if somebody else has brought this tournament up to date since, or has replaced
    a part or the model that this change was made from.
    """
    gone, new = _differences(before.store.content.parts, after.content.parts)
    if not gone and not new:
        return True
    try:
        with transaction.atomic():
            row = Store.objects.select_for_update().filter(pk=before.row).first()
            if row is None or before.number < row.anew:
                raise ChangedMeanwhile
            counted, made = CountedTournament.objects.get_or_create(
                store=row, tournament=tournament, defaults={"number": row.number + 1}
            )
            if not made and counted.number > before.number:
                raise ChangedMeanwhile
            counted.number = row.number + 1
            counted.save(update_fields=["number"])
            replace_parts(row, gone, new)
            row.number += 1
            row.changed_at = timezone.now()
            row.save(update_fields=["number", "changed_at"])
    except ChangedMeanwhile:
        return False
    return True


@transaction.atomic
def claim_alike(key: str) -> list[Part]:
    """Some parts that should become one (`analytics.store.alike`), which nobody else gets meanwhile; empty if there are
    none."""
    row = Store.objects.select_for_update().filter(key=key, layout=LAYOUT).first()
    if row is None:
        return []
    now = timezone.now()
    free = row.parts.filter(retired_at=None).exclude(claimed_at__gt=now - CLAIMED_FOR)
    found = alike(part_of(part) for part in free)
    free.filter(sums__in=[part.sums for part in found]).update(claimed_at=now)
    return found


def enter_together(key: str, few: Sequence[Part], one: Part) -> bool:
    """Let one part hold in place of these, with the same games. Returns False, and changes nothing, if one of them
    holds no more."""
    try:
        with transaction.atomic():
            row = Store.objects.select_for_update().get(key=key, layout=LAYOUT)
            replace_parts(row, few, [one])
            row.number += 1
            row.changed_at = timezone.now()
            row.save(update_fields=["number", "changed_at"])
    except ChangedMeanwhile:
        return False
    return True


@transaction.atomic
def clear(key: str) -> None:
    """Forget all games of a store; the model stays."""
    row = Store.objects.select_for_update().filter(key=key, layout=LAYOUT).first()
    if row is None:
        return
    row.parts.filter(retired_at=None).update(retired_at=timezone.now())
    row.tournaments.all().delete()
    row.number += 1
    row.anew, row.changed_at = row.number, timezone.now()
    row.save()


def tidy() -> int:
    """Remove the files that nobody reads any more: of parts that hold no more, of stores of other versions, and what
    was left by somebody who died. Returns how many. Raises StatisticsAway."""
    place = Place.objects.first()
    if place is None:
        return 0
    if trouble(place.folder):
        raise StatisticsAway
    now = timezone.now()
    Store.objects.exclude(layout=LAYOUT).filter(changed_at__lt=now - NOBODYS_AFTER).delete()
    retired = StoredPart.objects.filter(retired_at__lt=now - KEPT_FOR)
    over = list(retired.values_list("pk", flat=True))
    kept = {MARK}
    for row in Store.objects.all():
        kept |= {f"{row.key}/{name}" for name in (row.model, row.model_before) if name}
    for part in StoredPart.objects.exclude(pk__in=over).select_related("store"):
        kept |= {f"{part.store.key}/{name}" for name in files_of(part_of(part))}
    kept |= {f"{recount.store.key}/{recount.model}" for recount in Recount.objects.select_related("store")}
    for counted in RecountedPart.objects.select_related("recount__store"):
        kept.add(f"{counted.recount.store.key}/{sums_file(counted.month, counted.sums)}")
    files = Files(str(settings.FACTS), str(place.folder), str(facts_folder()))
    gone = {
        f"{part.store.key}/{name}"
        for part in StoredPart.objects.filter(pk__in=over).select_related("store")
        for name in files_of(part_of(part))
    }
    long_ago = (now - NOBODYS_AFTER).timestamp()
    names = [name for name, written in files.listed() if name not in kept and (name in gone or written < long_ago)]
    files.remove(names)
    StoredPart.objects.filter(pk__in=over).delete()
    return len(names)


def _files(folder: UUID, key: str) -> Files:
    return Files(str(settings.FACTS), f"{folder}/{key}", str(facts_folder()))


def part_of(row: StoredPart | RecountedPart) -> Part:
    """What a row says."""
    return Part(row.month, row.tables, row.sums, row.games)


@lru_cache(maxsize=64)
def _parts(_folder: UUID, row: int, _number: int, _changed_at: datetime | None) -> tuple[Part, ...]:
    """The parts of a store with this number, or already those with the next one."""
    found = StoredPart.objects.filter(store=row, retired_at=None).values_list("month", "tables", "sums", "games")
    return tuple(sorted(Part(*part) for part in found))


def _differences(before: Sequence[Part], after: Sequence[Part]) -> tuple[list[Part], list[Part]]:
    return sorted(set(before) - set(after)), sorted(set(after) - set(before))


def replace_parts(row: Store, gone: Sequence[Part], new: Sequence[Part]) -> None:
    """Let these parts hold instead of those. The caller has locked the row. Raises ChangedMeanwhile."""
    held = row.parts.filter(retired_at=None, sums__in=[part.sums for part in gone])
    if held.update(retired_at=timezone.now()) != len(gone):
        raise ChangedMeanwhile
    StoredPart.objects.bulk_create(StoredPart(store=row, **part._asdict()) for part in new)
