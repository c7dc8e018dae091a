"""Component sets with other values: which numbers of a set can be changed, and the set with new ones. Pure functions.

A path leads to a number in the JSON of a set. It is written with slashes ("rack/limit", "trees/4/points", counted from
0), and told in words with the names of the things on the way ("trees › T05 › points").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from engine.game import JsonObject

MOST_CHANGES = 5
"""So many values can be changed at once: who changes more writes a file."""

NOT_VALUES = frozenset({"coordinates", "hexes", "layouts", "faces", "shapes", "icon_cell", "columns", "rows", "id"})
"""What lies on the board where, and how things are numbered: no values that a variant may change."""

NAMES = ("id", "name", "key", "title")
"""What a thing in a list is called, the first of these that it has."""

SECTIONS = {"players": "tiles", "rack": "tokens", "card_sets": "cards"}
"""The section under which a set that marks whole sections speaks of a part."""

MARK = "VARIANT"
LONGEST_MARK, LONGEST_TITLE = 500, 120

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """A number of a component set: its path as text and in words, and what it is."""

    path: str
    words: str
    value: int

    @property
    def part(self) -> str:
        """The part of the set that it belongs to."""
        return self.words.split(" › ")[0]


@dataclass(frozen=True, slots=True)
class Changed:
    """A value that is another one in another set; None where there is no such value."""

    words: str
    before: int | None
    after: int | None


def values_of(data: JsonObject) -> list[Value]:
    """Every number of a set that can be changed, in the order of the set."""
    return [Value(_text(path), _words(data, path), value) for path, value in _numbers(data)]


def changed_values(base: JsonObject, data: JsonObject) -> list[Changed]:
    """The numbers in which a set differs from another one, in its order; then those that it does not have."""
    before, after = ({value.path: value for value in values_of(each)} for each in (base, data))
    found = [
        Changed(value.words, before[path].value if path in before else None, value.value)
        for path, value in after.items()
        if path not in before or before[path].value != value.value
    ]
    return found + [Changed(value.words, value.value, None) for path, value in before.items() if path not in after]


def derived(data: JsonObject, name: str, changes: Mapping[str, int]) -> JsonObject:
    """A copy of a set under another name with these values at these paths. It says of each that it is not the printed
    one; how sure the printed values are stays as it is. Raises KeyError for a path that is not one of `values_of`.
    """
    made = deepcopy(data)
    known = {_text(path): path for path, _value in _numbers(data)}
    words = {path: _words(data, known[path]) for path in changes}
    told = [f"{words[path]} is {value}, not {_at(data, known[path])}" for path, value in changes.items()]
    for path, value in changes.items():
        *way, last = known[path]
        _at(made, way)[last] = value
    note = f"Changed by a variant, not the printed values: {'; '.join(told)}."
    _mark(made, [known[path] for path in changes], note)
    made["name"] = name
    made["title"] = f"{made.get('title', '')}, changed"[:LONGEST_TITLE].lstrip(", ")
    if "about" in made:
        made["about"] = f"{note} {made['about']}"[:2000]
    return made


def problem_is_about(problem: str, path: str) -> bool:
    """Whether what is wrong with a set (`$.trees[4].points: ...`, as the engine says it) is wrong at this path or at
    something that holds it."""
    place, colon, _rest = problem.partition(": ")
    way = re.findall(r"[^.\[\]'$]+", place) if colon else []
    return bool(way) and path.split("/")[: len(way)] == way


def _numbers(part: Any, way: Path = ()) -> Iterator[tuple[Path, int]]:
    if isinstance(part, dict):
        inner: Iterator[tuple[str | int, Any]] = iter(part.items())
    elif isinstance(part, list):
        inner = iter(enumerate(part))
    else:
        return
    for key, value in inner:
        # The ids of the cards that a ruleset plays with are a list of numbers named cards.
        if key in NOT_VALUES or (key == "cards" and isinstance(value, list) and all(type(v) is int for v in value)):
            continue
        if type(value) is int:
            yield (*way, key), value
        else:
            yield from _numbers(value, (*way, key))


def _text(path: Path) -> str:
    return "/".join(map(str, path))


def _at(data: Any, path: Sequence[str | int]) -> Any:
    for key in path:
        data = data[key]
    return data


def _words(data: JsonObject, path: Path) -> str:
    words = []
    for depth, key in enumerate(path):
        if isinstance(key, int):
            thing = _at(data, path[: depth + 1])
            named = next((thing[name] for name in NAMES if name in thing), None) if isinstance(thing, dict) else None
            words.append(str(key + 1 if named is None else named))
        elif key.isdigit():
            words.append(f"{key} players")
        elif key != "value" or depth == 0:
            words.append(key.replace("_", " "))
    return " › ".join(words)


def _mark(data: JsonObject, paths: Sequence[Path], note: str) -> None:
    """Write beside each changed value that it is not the printed one."""
    by_section: Mapping[str, Any] = data.get("confidence", {})
    marks: dict[int, Any] = {}
    for path in paths:
        mark = None
        if by_section:
            section = next((SECTIONS.get(str(key), str(key)) for key in path), "")
            mark = by_section.get(section) or next(iter(by_section.values()))
        else:
            holders = [_at(data, path[:depth]) for depth in range(len(path), -1, -1)]
            mark = next((h for h in holders if isinstance(h, dict) and "confidence" in h), None)
        if mark is not None:
            marks[id(mark)] = mark
    sources = data.get("sources", {})
    key = next(name for name in (MARK, *(f"{MARK}{n}" for n in range(2, 99))) if name not in sources)
    for mark in marks.values():
        if set(re.split("[ ,;]+", str(mark.get("source", "")))) <= sources.keys():
            mark["source"] = f"{mark['source']} {key}"
            sources[key] = note[:LONGEST_MARK]
        else:
            mark["source"] = f"{note} {mark.get('source', '')}".strip()[:LONGEST_MARK]
