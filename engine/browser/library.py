"""Component sets that a page brings along."""

from __future__ import annotations

from engine.components import Library
from engine.game import ComponentSet, JsonObject
from engine.registry import GAMES


def library_of(components: JsonObject | None) -> Library:
    """A library with the one set that a page brings (the JSON of a component file); None: an empty one."""

    def find(game: str, sha256: str) -> ComponentSet | None:
        if components is None:
            return None
        found = GAMES[game].read_components(components)
        return found if found.sha256 == sha256 else None

    return find
