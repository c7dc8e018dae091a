"""Reading the list of a store, and replacing it: at once for all hosts, or not at all.

Who changes a store reads its list, then what it is made from, writes new files, and enters them last. If the list has
become another one meanwhile in what this change was made from, nothing is entered, and the change is made again.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
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
    return listed_all([key])[0]


def listed_all(keys: Sequence[str]) -> list[Listed]:
    """The stores of these keys as they are now, in the order of the keys. As many queries as for one of them. Raises
    StatisticsAway."""
    columns = ("key", "pk", "place__folder", "number", "changed_at", "model", "fitted_to")
    rows = {row[0]: row[1:] for row in Store.objects.filter(key__in=keys, layout=LAYOUT).values_list(*columns)}
    if any(trouble(folder) for _pk, folder, *_rest in rows.values()):
        raise StatisticsAway
    _remember_parts([row[:4] for row in rows.values()])
    nothing = Listed(0, 0, None, GameStore(Files(str(settings.FACTS), "nothing", str(facts_folder()))))
    return [_listed(key, *rows[key]) if key in rows else nothing for key in keys]


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
    _remove_older_kind()
    StoredPart.objects.filter(pk__in=over).delete()
    return len(names)


def _remove_older_kind() -> None:
    """Until version 0.1 each title had a folder with a list of its own."""
    place = str(settings.FACTS)
    for found in Path(place).glob("*/store.json") if "://" not in place else ():
        shutil.rmtree(found.parent, ignore_errors=True)


def _files(folder: UUID, key: str) -> Files:
    return Files(str(settings.FACTS), f"{folder}/{key}", str(facts_folder()))


def part_of(row: StoredPart | RecountedPart) -> Part:
    """What a row says."""
    return Part(row.month, row.tables, row.sums, row.games)


def _listed(
    key: str, row: int, folder: UUID, number: int, changed_at: datetime | None, model: str, fitted_to: int
) -> Listed:
    content = Content(_PARTS[row, folder, number, changed_at], model, fitted_to)
    return Listed(row, number, changed_at, GameStore(_files(folder, key), content))


MOST_REMEMBERED = 200
_PARTS: dict[tuple[int, UUID, int, datetime | None], tuple[Part, ...]] = {}
"""The parts of a store with this number, or already those with the next one: then who enters a change of it is
overtaken."""


def _remember_parts(wanted: Sequence[tuple[int, UUID, int, datetime | None]]) -> None:
    unknown = [one for one in wanted if one not in _PARTS]
    if not unknown:
        return
    found: dict[int, list[Part]] = {one[0]: [] for one in unknown}
    held = StoredPart.objects.filter(store__in=found, retired_at=None)
    for row, month, tables, sums, games in held.values_list("store", "month", "tables", "sums", "games"):
        found[row].append(Part(month, tables, sums, games))
    if len(_PARTS) > MOST_REMEMBERED:
        _PARTS.clear()
    _PARTS.update({one: tuple(sorted(found[one[0]])) for one in unknown})


def _differences(before: Sequence[Part], after: Sequence[Part]) -> tuple[list[Part], list[Part]]:
    return sorted(set(before) - set(after)), sorted(set(after) - set(before))


def replace_parts(row: Store, gone: Sequence[Part], new: Sequence[Part]) -> None:
    """Let these parts hold instead of those. The caller has locked the row. Raises ChangedMeanwhile."""
    held = row.parts.filter(retired_at=None, sums__in=[part.sums for part in gone])
    if held.update(retired_at=timezone.now()) != len(gone):
        raise ChangedMeanwhile
    StoredPart.objects.bulk_create(StoredPart(store=row, **part._asdict()) for part in new)
