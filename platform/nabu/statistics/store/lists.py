"""Reading the list of a store, and replacing it: at once for all hosts, or not at all.

Who changes a store reads its list, then what it is made from, writes new files, and enters them last. If the list has
become another one meanwhile in what this change was made from, nothing is entered, and the change is made again.
"""

from __future__ import annotations

import shutil
import time
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
from engine.registry import GAMES
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
    parts = _parts_of([row[:4] for row in rows.values()])
    nothing = Listed(0, 0, None, GameStore(Files(str(settings.FACTS), "nothing", str(facts_folder()))))
    return [_listed(key, parts[rows[key][:4]], *rows[key]) if key in rows else nothing for key in keys]


def listed_for_writing(key: str) -> Listed:
    """The same, with a row for it. Raises StatisticsAway."""
    place = place_for_writing()
    Store.objects.get_or_create(key=key, layout=LAYOUT, defaults={"place": place})
    return listed(key)


@transaction.atomic
def to_be_filled(keys: Sequence[str]) -> bool:
    """Whether one of these stores of this version was never asked to be filled. Who is told so asks for it in the same
    transaction. Raises StatisticsAway."""
    if Store.objects.filter(key__in=keys, layout=LAYOUT, filled=True).count() == len(keys):
        return False
    for key in keys:
        listed_for_writing(key)
    return Store.objects.filter(key__in=keys, layout=LAYOUT, filled=False).update(filled=True) > 0


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
    retired = StoredPart.objects.filter(store__layout=LAYOUT, retired_at__lt=now - KEPT_FOR)
    over = list(retired.values_list("pk", flat=True))
    kept = {MARK} | _files_of_lists(over)
    gone = set().union(*map(_names, StoredPart.objects.filter(pk__in=over).select_related("store")))
    # What versions beside this one call their files, only they know.
    others = tuple(_folder_of(*row) + "/" for row in Store.objects.exclude(layout=LAYOUT).values_list("key", "layout"))
    files, long_ago = _place_of(place), (now - NOBODYS_AFTER).timestamp()
    names = [
        name
        for name, written in files.listed()
        if name not in kept and not name.startswith(others) and (name in gone or written < long_ago)
    ]
    files.remove(names)
    _remove_older_kind()
    StoredPart.objects.filter(pk__in=over).delete()
    return len(names)


def _remove_older_kind() -> None:
    """Until version 0.1 each title had a folder with a list of its own. Hosts of that version may still write there."""
    place, long_ago = str(settings.FACTS), time.time() - NOBODYS_AFTER.total_seconds()
    for key in GAMES if "://" not in place else ():
        for found in Path(place).glob(f"{key}*/store.json"):
            if found.stat().st_mtime < long_ago:
                shutil.rmtree(found.parent, ignore_errors=True)


def _files(folder: UUID, key: str) -> Files:
    return Files(str(settings.FACTS), f"{folder}/{_folder_of(key, LAYOUT)}", str(facts_folder()))


def _folder_of(key: str, layout: str) -> str:
    return f"{key}-{layout}"


def _place_of(place: Place) -> Files:
    return Files(str(settings.FACTS), str(place.folder), str(facts_folder()))


def _names(part: StoredPart) -> set[str]:
    return {f"{_folder_of(part.store.key, LAYOUT)}/{name}" for name in files_of(part_of(part))}


def _files_of_lists(over: Sequence[int]) -> set[str]:
    """What the lists of this version name, the recounts under way too, but not these parts that are over."""
    kept = set()
    for row in Store.objects.filter(layout=LAYOUT):
        kept |= {f"{_folder_of(row.key, LAYOUT)}/{name}" for name in (row.model, row.model_before) if name}
    for part in StoredPart.objects.filter(store__layout=LAYOUT).exclude(pk__in=over).select_related("store"):
        kept |= _names(part)
    for recount in Recount.objects.filter(store__layout=LAYOUT).select_related("store"):
        kept.add(f"{_folder_of(recount.store.key, LAYOUT)}/{recount.model}")
    for counted in RecountedPart.objects.filter(recount__store__layout=LAYOUT).select_related("recount__store"):
        kept.add(f"{_folder_of(counted.recount.store.key, LAYOUT)}/{sums_file(counted.month, counted.sums)}")
    return kept


def part_of(row: StoredPart | RecountedPart) -> Part:
    """What a row says."""
    return Part(row.month, row.tables, row.sums, row.games)


def _listed(
    key: str,
    parts: tuple[Part, ...],
    row: int,
    folder: UUID,
    number: int,
    changed_at: datetime | None,
    model: str,
    fitted_to: int,
) -> Listed:
    return Listed(row, number, changed_at, GameStore(_files(folder, key), Content(parts, model, fitted_to)))


Asked = tuple[int, UUID, int, datetime | None]
MOST_REMEMBERED = 200
_KNOWN: dict[Asked, tuple[Part, ...]] = {}
"""The parts of a store with this number, or already those with the next one: then who enters a change of it is
overtaken."""


def _parts_of(wanted: Sequence[Asked]) -> dict[Asked, tuple[Part, ...]]:
    found = {one: _KNOWN.get(one) for one in wanted}
    unknown = [one for one, parts in found.items() if parts is None]
    rows: dict[int, list[Part]] = {one[0]: [] for one in unknown}
    held = StoredPart.objects.filter(store__in=rows, retired_at=None) if unknown else StoredPart.objects.none()
    for row, month, tables, sums, games in held.values_list("store", "month", "tables", "sums", "games"):
        rows[row].append(Part(month, tables, sums, games))
    read = {one: tuple(sorted(rows[one[0]])) for one in unknown}
    if len(_KNOWN) > MOST_REMEMBERED:
        _KNOWN.clear()
    _KNOWN.update(read)
    return {one: read[one] if parts is None else parts for one, parts in found.items()}


def _differences(before: Sequence[Part], after: Sequence[Part]) -> tuple[list[Part], list[Part]]:
    return sorted(set(before) - set(after)), sorted(set(after) - set(before))


def replace_parts(row: Store, gone: Sequence[Part], new: Sequence[Part]) -> None:
    """Let these parts hold instead of those. The caller has locked the row. Raises ChangedMeanwhile."""
    held = row.parts.filter(retired_at=None, sums__in=[part.sums for part in gone])
    if held.update(retired_at=timezone.now()) != len(gone):
        raise ChangedMeanwhile
    StoredPart.objects.bulk_create(StoredPart(store=row, **part._asdict()) for part in new)
