"""The first line of a log."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from engine.components import Library
from engine.game import BadSetup, ComponentSet, Game, JsonObject, State
from engine.log import sentences
from engine.log.lines import MOST_HEADER_BYTES, MOST_LINES, LineError, read_object

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


_DIGEST = re.compile("[0-9a-f]{64}")


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


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a game started that was played on from another one: after so many `moves` of that game (draws count), and
    after so many more of a side line. `digest` is that game's digest, None if it was not over.
    """

    digest: str | None
    moves: int
    side: int = 0

    @property
    def start(self) -> int:
        """So many moves at the beginning nobody has chosen here."""
        return self.moves + self.side

    def to_json(self) -> JsonObject:
        """As it stands in the remarks of a log, under `from`."""
        found: JsonObject = {"digest": self.digest, "move": self.moves}
        return found | {"side": self.side} if self.side else found


def origin_of(meta: object) -> Origin | None:
    """Where the game started according to the remarks of its log (`{"from": {...}}`); None for one that began with its
    setup. Who takes that out is not found out.
    """
    found = meta.get("from") if type(meta) is dict else None
    if type(found) is not dict:
        return None
    moves = _count(found.get("move"))
    if moves is None:
        return None
    digest = found.get("digest")
    known = type(digest) is str and _DIGEST.fullmatch(digest) is not None
    return Origin(digest if known else None, moves, _count(found.get("side")) or 0)


def _count(value: object) -> int | None:
    """The value if it is a number of moves."""
    return value if type(value) is int and 0 <= value < MOST_LINES else None


def names_bots(meta: object) -> bool:
    """Whether the remarks of a log say that bots played it (`{"bots": [...]}`). Who takes that out is not found out."""
    return type(meta) is dict and bool(meta.get("bots"))


def marks_of(meta: object) -> JsonObject | None:
    """What of the remarks of a log keeps its game from counting, without any name in it; None if nothing does."""
    origin = origin_of(meta)
    marks: JsonObject = {"from": origin.to_json()} if origin else {}
    if type(meta) is dict and names_bots(meta):
        bots = meta["bots"]
        marks["bots"] = [each and "bot" for each in bots] if type(bots) is list else ["bot"]
    return marks or None


def read_header(line: bytes) -> Header:
    """The header of a log. Raises LineError if the line is not a header of this format."""
    try:
        words = read_object(line, MOST_HEADER_BYTES)
    except LineError as error:
        looks_like_one = line.lstrip().startswith(b"{") and b'"gamelog"' in line
        if error.code == "bad_line" and not looks_like_one:
            raise LineError("not_a_log", sentences.NO_HEADER(problem=error.reason)) from error
        raise
    if "gamelog" not in words:
        raise LineError("not_a_log", sentences.NO_HEADER(problem=sentences.NO_GAMELOG_KEY()))
    if type(words["gamelog"]) is int and words["gamelog"] != 1:
        raise LineError("not_a_log", sentences.OTHER_VERSION(version=str(words["gamelog"])[:20]))
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
            raise LineError("bad_line", sentences.HEADER_NEEDS_KEY(key=key))
        if type(words[key]) is not expected:
            raise LineError("bad_line", sentences.HEADER_KEY_TYPE(key=key))
    for key, value in words.items():
        if key in _REQUIRED:
            continue
        if key not in _OPTIONAL:
            raise LineError("bad_line", sentences.HEADER_UNKNOWN_KEY(key=repr(key[:80])))
        if _OPTIONAL[key] is not object and type(value) is not _OPTIONAL[key]:
            raise LineError("bad_line", sentences.HEADER_KEY_TYPE(key=key))
    ruleset = words["ruleset"]
    if ruleset.keys() != {"name", "switches"} or type(ruleset["name"]) is not str:
        raise LineError("bad_line", sentences.RULESET_SHAPE())
    if type(ruleset["switches"]) is not dict or not all(
        type(value) in (str, int, bool) for value in ruleset["switches"].values()
    ):
        raise LineError("bad_line", sentences.SWITCHES_SHAPE())
    if not all(type(name) is str for name in words["seats"]):
        raise LineError("bad_line", sentences.SEATS_SHAPE())


def find_components(game: Game, header: Header, library: Library) -> ComponentSet:
    """The component set that the header names: a built-in one, or one of the library by its digest. Raises BadSetup."""
    name, digest = header.components, header.components_sha256
    built_in = game.components(name) if name in game.component_sets else None
    if built_in is not None and digest in (None, built_in.sha256):
        return built_in
    if digest is None:
        known = ", ".join(game.component_sets)
        raise BadSetup(sentences.DIGEST_MISSING(components=repr(name[:60]), known=known))
    # A set may have been loaded before one of its name was built in: the digest decides.
    found = library(game.key, digest)
    if found is None:
        if built_in is not None:
            raise BadSetup(sentences.DIGEST_OF_BUILT_IN(components=name))
        raise BadSetup(sentences.COMPONENTS_UNKNOWN(components=repr(name[:60]), digest=repr(digest[:64])))
    if found.name != name:
        raise BadSetup(sentences.COMPONENTS_NAME(found=found.name, components=repr(name[:60])))
    return found


def start_game(game: Game, header: Header, components: ComponentSet) -> State[Any]:
    """The first position of the game that the header describes. Raises BadSetup, or BadShape for wrong types."""
    seats = header.seats
    if len(set(seats)) != len(seats):
        raise BadSetup(sentences.SAME_NAME())
    if not all(1 <= len(name) <= 80 for name in seats):
        raise BadSetup(sentences.NAME_LENGTH())
    if header.chance not in ("recorded", "hidden"):
        raise BadSetup(sentences.CHANCE_WORD(chance=repr(header.chance[:40])))
    hidden = header.chance == "hidden"
    game.check_table(len(seats), hidden)
    ruleset = game.ruleset(header.ruleset, header.switches)
    return game.start(len(seats), ruleset, components, header.setup, hidden=hidden)
