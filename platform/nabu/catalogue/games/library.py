"""Finding component sets, built in or loaded: for the engine by digest, for everybody else by name."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache

from engine.component_files import read_component_file
from engine.game import BadComponents, Game
from engine.game import ComponentSet as Components
from nabu.catalogue.games.models import ComponentSet
from nabu.catalogue.games.one_set import OneSet

MOST_REMEMBERED = 64
"""So many loaded sets a process keeps ready; one takes some hundred kilobytes."""


def library(game: str, sha256: str) -> Components | None:
    """The loaded set with this digest, withdrawn or not: what the engine asks when it replays a log.

    Raises BadComponents if the engine of today does not read a set that an earlier one has accepted.
    """
    found = ComponentSet.objects.filter(game=game, sha256=sha256).values_list("pk", flat=True).first()
    return None if found is None else _read(found, game, sha256)


def library_of(log: bytes) -> OneSet:
    """What the engine will ask `library` for when it replays this log, asked before."""
    try:
        header = json.loads(log.partition(b"\n")[0])
        game, sha256 = header["game"], header["components_sha256"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return OneSet()
    if not isinstance(game, str) or not isinstance(sha256, str):
        return OneSet()
    try:
        return OneSet(library(game, sha256))
    except BadComponents as error:
        return OneSet(problems=error.problems)


def library_has(game: str, sha256: str) -> bool:
    """Whether a set with this digest was loaded."""
    return ComponentSet.objects.filter(game=game, sha256=sha256).exists()


def sets_named(game: Game, names: Iterable[str]) -> list[Components]:
    """The sets of these names, by name; unknown ones are left out. One query, none if all are built in."""
    wanted = sorted(set(names))
    loaded = [name for name in wanted if name not in game.component_sets]
    rows = ComponentSet.objects.filter(game=game.key, name__in=loaded) if loaded else ComponentSet.objects.none()
    found = {name: game.components(name) for name in wanted if name in game.component_sets}
    for pk, name, sha256 in rows.values_list("pk", "name", "sha256"):
        try:
            found[name] = _read(pk, game.key, sha256)
        except BadComponents:
            continue
    return [found[name] for name in wanted if name in found]


@lru_cache(maxsize=MOST_REMEMBERED)
def _read(pk: int, game: str, sha256: str) -> Components:
    """Read and checked once in the life of a process: a row never changes."""
    text = ComponentSet.objects.values_list("data", flat=True).get(pk=pk, game=game, sha256=sha256)
    _game, components = read_component_file(text.encode())
    return components
