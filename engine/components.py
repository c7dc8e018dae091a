"""What the component sets of all games have in common: digest, marks of confidence, sets that are not built in.

A value in a component set is an object with `value`, `source` and `confidence`, or a thing (a tile, a card) that
carries `source` and `confidence` itself.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.game import CONFIDENCE_LEVELS, BadComponents, ComponentSet, Confidence, JsonObject

Library = Callable[[str, str], ComponentSet | None]
"""Finds a set that is not built in by the key of its game and its digest."""


def no_library(game: str, sha256: str) -> ComponentSet | None:
    """Knows no sets beside the built-in ones."""
    return None


def sha256_of(data: JsonObject) -> str:
    """The SHA-256 of the canonical JSON: keys sorted, no blanks, UTF-8."""
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def weakest(section: object) -> Confidence:
    """The weakest mark of confidence in a part of a component set, with its source.

    Raises BadComponents if there is no mark in it, or an unknown one.
    """
    order = list(CONFIDENCE_LEVELS)
    found = list(_marks(section))
    unknown = sorted({mark.level for mark in found} - set(order))
    if unknown or not found:
        raise BadComponents([f"unknown confidence {unknown[0]!r}" if unknown else "a section has no confidence"])
    return max(found, key=lambda mark: order.index(mark.level))


def confidence_of(data: JsonObject, sections: Iterable[str]) -> dict[str, Confidence]:
    """The weakest mark of each section. Keys of `sources` that a mark names are told in words, a line each."""
    found = {}
    for section in sections:
        mark = weakest(data[section])
        keys = re.split("[ ,;]+", mark.source)
        told = "\n".join(data["sources"][key] for key in keys) if set(keys) <= data["sources"].keys() else mark.source
        found[section] = Confidence(mark.level, told)
    return found


def _marks(part: Any) -> Iterator[Confidence]:
    if isinstance(part, dict):
        if "confidence" in part:
            yield Confidence(str(part["confidence"]), str(part.get("source", "")))
        for value in part.values():
            yield from _marks(value)
    elif isinstance(part, list):
        for value in part:
            yield from _marks(value)
