"""Which files of the statistics hold now, and which of them may still be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from django.db.models import Q
from django.utils import timezone

from analytics.files import Files
from analytics.parts import KEPT, Part, files_of
from engine.game import Game
from nabu.statistics.dashboards.facts.refresh import keys_of
from nabu.statistics.store.lists import KEPT_FOR, Listed, listed_all
from nabu.statistics.store.models import Store, StoredPart

KINDS = ("replayed", "typed")
"""The two stores of a title by what their games rest on, as in the addresses: replayed logs, and typed score sheets."""

SUMS = "sums"
MOST_REMEMBERED = 4_000
_SIZES: dict[tuple[Files, Part], list[int]] = {}
"""Of so many parts the sizes of the files are remembered: they never change."""


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file that holds: a table or the sums of the games of a part, named by its tables. `name` is the one in its
    store."""

    kind: str
    part: str
    table: str
    month: int
    games: int
    size: int
    name: str


def stores_by_kind(game: Game) -> dict[str, Listed]:
    """The stores of a title as they are now. Raises StatisticsAway."""
    return dict(zip(KINDS, listed_all(keys_of(game)), strict=True))


def files_in(kind: str, listed: Listed) -> Iterator[ListedFile]:
    """The files that hold of a store, part by part. Raises FilesAway."""
    store = listed.store
    for part, sizes in zip(store.version, _sizes(store.files, store.version), strict=True):
        for table, name, size in zip((*KEPT, SUMS), files_of(part), sizes, strict=True):
            yield ListedFile(kind, part.tables, table, part.month, part.games, size, name)


def may_be_read(listed: Listed, name: str) -> bool:
    """Whether a file of this name holds in the store, or did some minutes ago: somebody may have read the list then.
    One query, or two."""
    stem = PurePosixPath(name).stem
    lately = Q(retired_at=None) | Q(retired_at__gt=timezone.now() - KEPT_FOR)
    parts = StoredPart.objects.filter(lately, Q(tables=stem) | Q(sums=stem), store=listed.row)
    if any(name in files_of(Part(*row)) for row in parts.values_list("month", "tables", "sums", "games")):
        return True
    return Store.objects.filter(Q(model=name) | Q(model_before=name), pk=listed.row).exists()


def _sizes(files: Files, parts: Sequence[Part]) -> list[list[int]]:
    """The sizes in bytes of the files of each part."""
    unknown = [part for part in parts if (files, part) not in _SIZES]
    if unknown:
        if len(_SIZES) > MOST_REMEMBERED:
            _SIZES.clear()
        sizes = iter(files.sizes([name for part in unknown for name in files_of(part)]))
        _SIZES.update({(files, part): [next(sizes) for _name in files_of(part)] for part in unknown})
    return [_SIZES[files, part] for part in parts]
