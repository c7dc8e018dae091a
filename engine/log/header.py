"""The first line of a log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.components import Library
from engine.game import BadSetup, ComponentSet, Game, JsonObject, State
from engine.log.lines import MOST_HEADER_BYTES, LineError, read_object

_REQUIRED: dict[str, type] = {
    "gamelog": int,
    "game": str,
    "ruleset": dict,
    "components": str,
    "seats": list,
    "chance": str,
    "setup": dict,
}
_OPTIONAL: dict[str, type] = {"components_sha256": str, "rules": int, "deal": object, "meta": object}


@dataclass(frozen=True, slots=True)
class Header:
    """What the first line says. `switches` as written; `seats` are names, seat 0 starts."""

    game: str
    ruleset: str
    switches: dict[str, str | int | bool]
    components: str
    components_sha256: str | None
    seats: list[str]
    chance: str
    setup: JsonObject
    rules: int | None
    meta: Any

    def to_json(self) -> JsonObject:
        """The header as a line of a log, without what is reserved for provable dealing."""
        line: JsonObject = {
            "gamelog": 1,
            "game": self.game,
            "ruleset": {"name": self.ruleset, "switches": self.switches},
            "components": self.components,
        }
        if self.components_sha256 is not None:
            line["components_sha256"] = self.components_sha256
        line |= {"seats": self.seats, "chance": self.chance, "setup": self.setup}
        if self.rules is not None:
            line["rules"] = self.rules
        if self.meta is not None:
            line["meta"] = self.meta
        return line


def read_header(line: bytes) -> Header:
    """The header of a log. Raises LineError if the line is not a header of this format."""
    try:
        words = read_object(line, MOST_HEADER_BYTES)
    except LineError as error:
        looks_like_one = line.lstrip().startswith(b"{") and b'"gamelog"' in line
        if error.code == "bad_line" and not looks_like_one:
            raise LineError("not_a_log", f"the first line is not the header of a game log: {error.reason}") from error
        raise
    if "gamelog" not in words:
        raise LineError("not_a_log", "the first line is not the header of a game log: it has no key gamelog")
    if type(words["gamelog"]) is int and words["gamelog"] != 1:
        raise LineError("not_a_log", f"this is game log version {str(words['gamelog'])[:20]}; version 1 is read here")
    _check_shape(words)
    ruleset = words["ruleset"]
    return Header(
        game=words["game"],
        ruleset=ruleset["name"],
        switches=ruleset["switches"],
        components=words["components"],
        components_sha256=words.get("components_sha256"),
        seats=words["seats"],
        chance=words["chance"],
        setup=words["setup"],
        rules=words.get("rules"),
        meta=words.get("meta"),
    )


def _check_shape(words: JsonObject) -> None:
    for key, expected in _REQUIRED.items():
        if key not in words:
            raise LineError("bad_line", f"the header needs the key {key}")
        if type(words[key]) is not expected:
            raise LineError("bad_line", f"{key} in the header has the wrong type")
    for key, value in words.items():
        if key in _REQUIRED:
            continue
        if key not in _OPTIONAL:
            raise LineError("bad_line", f"the header does not know the key {key[:80]!r}")
        if _OPTIONAL[key] is not object and type(value) is not _OPTIONAL[key]:
            raise LineError("bad_line", f"{key} in the header has the wrong type")
    ruleset = words["ruleset"]
    if ruleset.keys() != {"name", "switches"} or type(ruleset["name"]) is not str:
        raise LineError("bad_line", "the ruleset has exactly a name (a text) and switches (an object)")
    if type(ruleset["switches"]) is not dict or not all(
        type(value) in (str, int, bool) for value in ruleset["switches"].values()
    ):
        raise LineError("bad_line", "the switches are an object from name to a text, a whole number, true or false")
    if not all(type(name) is str for name in words["seats"]):
        raise LineError("bad_line", "the seats are a list of names")


def find_components(game: Game, header: Header, library: Library) -> ComponentSet:
    """The component set that the header names: a built-in one, or one of the library by its digest. Raises BadSetup."""
    name, digest = header.components, header.components_sha256
    built_in = game.components(name) if name in game.component_sets else None
    if built_in is not None and digest in (None, built_in.sha256):
        return built_in
    if digest is None:
        known = ", ".join(game.component_sets)
        raise BadSetup(f"{name[:60]!r} is not built in ({known} is), so the header must give its components_sha256")
    # A set may have been loaded before one of its name was built in: the digest decides.
    found = library(game.key, digest)
    if found is None:
        if built_in is not None:
            raise BadSetup(f"components_sha256 is not the digest of {name}, which is built in")
        raise BadSetup(
            f"the component set {name[:60]!r} with the digest {digest[:64]!r} is not known here; load it first"
        )
    if found.name != name:
        raise BadSetup(f"the component set with this digest is called {found.name}, not {name[:60]!r}")
    return found


def start_game(game: Game, header: Header, components: ComponentSet) -> State[Any]:
    """The first position of the game that the header describes. Raises BadSetup, or BadShape for wrong types."""
    seats = header.seats
    if len(set(seats)) != len(seats):
        raise BadSetup("two seats have the same name")
    if not all(1 <= len(name) <= 80 for name in seats):
        raise BadSetup("the name of a seat has 1 to 80 characters")
    if header.chance not in ("recorded", "hidden"):
        raise BadSetup(f"chance is recorded or hidden, not {header.chance[:40]!r}")
    hidden = header.chance == "hidden"
    game.check_table(len(seats), hidden)
    ruleset = game.ruleset(header.ruleset, header.switches)
    return game.start(len(seats), ruleset, components, header.setup, hidden=hidden)
