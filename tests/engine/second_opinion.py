"""A second opinion on the bytes of a log: its own strict reader, and the reference implementation for the rules.

It reads logs with recorded chance, and knows the limits of size as little as the reference knows speed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.game import Switch
from engine.registry import get_game
from tests.engine.reference.babylonia import DATA, ReferenceGame, Step

Words = dict[str, Any]

COMPONENTS = json.loads(DATA.read_text(encoding="utf-8"))
BABYLONIA = get_game("babylonia")
DIGEST = BABYLONIA.components("babylonia-2019").sha256
SWITCHES: dict[str, Switch] = {switch.name: switch for switch in BABYLONIA.switches}
NOT_IN_THE_REFERENCE = {"ziggurat_scored_once"}
"""Switches with an effect that the reference does not implement."""

ACTIONS: dict[str, dict[str, type]] = {
    "place": {"token": str, "hex": str},
    "stop": {},
    "score": {"hex": str},
    "take": {"card": int},
    "extra_turn": {"use": bool},
}


class Opinion(NamedTuple):
    """Verdict, code and line of a log (the line only where something failed), and the points of each seat so far."""

    verdict: str
    code: str | None = None
    line: int | None = None
    sources: Sequence[dict[str, int]] = ()


class Unreadable(Exception):
    """A line of no known shape."""


class QuickReference(ReferenceGame):
    """The reference, which need not list every placement to know whether the turn may stop."""

    def is_legal(self, action: Words) -> bool:
        if self.step is Step.PLACE and action.get("do") == "stop":
            return bool(action["seat"] == self.active and self._may_stop())
        return super().is_legal(action)


def second_opinion(data: bytes) -> Opinion:
    """What the verdict on these bytes must be."""
    if not data or data.startswith(b"\xef\xbb\xbf"):
        return Opinion("unreadable", "not_a_log")
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    try:
        header = read(lines[0])
    except Unreadable:
        looks_like_a_header = lines[0].lstrip()[:1] == b"{" and b'"gamelog"' in lines[0]
        return Opinion("unreadable", "bad_line" if looks_like_a_header else "not_a_log", 1)
    if "gamelog" not in header or (type(header["gamelog"]) is int and header["gamelog"] != 1):
        return Opinion("unreadable", "not_a_log", 1)
    try:
        check_types_of_header(header)
        if not is_good_setup(header):
            return Opinion("rejected", "bad_setup", 1)
    except Unreadable:
        return Opinion("unreadable", "bad_line", 1)
    game = QuickReference(header)
    after_result = False
    for number, text in enumerate(lines[1:], 2):
        try:
            code, after_result = judge(game, read(text), after_result)
        except Unreadable:
            return Opinion("unreadable", "bad_line", number, game.sources)
        if code:
            return Opinion("rejected", code, number, game.sources)
    return Opinion("verified" if game.to_move is None else "unfinished", None, None, game.sources)


def judge(game: ReferenceGame, words: Words, after_result: bool) -> tuple[str | None, bool]:
    """The code with which a line is refused or None, and whether the result has been read."""
    kind = kind_of(words)
    if after_result:
        return "after_end", True
    if kind == "result":
        return (None if is_right(game, words["result"]) else "result_mismatch"), True
    if game.to_move is None:
        return "after_end", False
    if (kind == "draw") != (game.to_move == "chance"):
        return "bad_chance", False
    if kind != "draw" and words["seat"] != game.to_move:
        return "out_of_turn", False
    try:
        game.apply(words)
    except ValueError:
        return ("bad_chance" if kind == "draw" else "illegal_action"), False
    return None, False


def is_right(game: ReferenceGame, claim: Words) -> bool:
    """Whether this claim is the result of the game."""
    truth: Words | None = game.result()
    if truth is None:
        return False
    if "sources" in claim and claim["sources"] != game.sources:
        return False
    return all(claim[key] == truth[key] for key in ("end", "scores", "winners"))


# Lines


def read(line: bytes) -> Words:
    """The object of a line. Raises Unreadable."""
    try:
        text = line.removesuffix(b"\r").decode().strip(" \t")
        value, end = DECODER.raw_decode(text)
        if end != len(text) or type(value) is not dict:
            raise Unreadable
        json.dumps(value, ensure_ascii=False).encode()
    except ValueError as error:
        raise Unreadable from error
    if any("\0" in found for found in texts_in(value)):
        raise Unreadable
    return value


def texts_in(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [*value, *texts_in(list(value.values()))]
    if isinstance(value, list):
        return [text for inner in value for text in texts_in(inner)]
    return [value] if isinstance(value, str) else []


def refuse(*_: object) -> Any:
    raise Unreadable


def unique(pairs: list[tuple[str, Any]]) -> Words:
    if len({key for key, _ in pairs}) < len(pairs):
        raise Unreadable
    return dict(pairs)


DECODER = json.JSONDecoder(object_pairs_hook=unique, parse_float=refuse, parse_constant=refuse)


def is_list_of(kind: type, value: object) -> bool:
    return type(value) is list and all(type(item) is kind for item in value)


def kind_of(words: Words) -> str:
    """What a line is: an action, "draw" or "result". Raises Unreadable if it has no known shape."""
    if "result" in words:
        claim = words["result"]
        if len(words) > 1 or type(claim) is not dict or not {"end", "scores", "winners"} <= set(claim):
            raise Unreadable
        good = type(claim["end"]) is str and is_list_of(int, claim["scores"]) and is_list_of(int, claim["winners"])
        sources = claim.get("sources", [])
        good = good and is_list_of(dict, sources) and all(is_list_of(int, list(seat.values())) for seat in sources)
        if not good or set(claim) - {"end", "scores", "winners", "sources", "deal"}:
            raise Unreadable
        return "result"
    if type(words.get("seat")) is not int:
        raise Unreadable
    if "chance" in words:
        if (
            set(words) != {"chance", "seat", "tokens"}
            or words["chance"] != "draw"
            or not is_list_of(str, words["tokens"])
        ):
            raise Unreadable
        return "draw"
    do = words.get("do")
    if type(do) is not str or do not in ACTIONS or set(words) != {"seat", "do", *ACTIONS[do]}:
        raise Unreadable
    if any(type(words[key]) is not expected for key, expected in ACTIONS[do].items()):
        raise Unreadable
    return do


# The header


def check_types_of_header(header: Words) -> None:
    """Raises Unreadable for a missing or unknown key or a wrong type."""
    types = {
        "gamelog": int, "game": str, "ruleset": dict, "components": str, "seats": list, "chance": str, "setup": dict,
    }  # fmt: skip
    optional = {"components_sha256": str, "rules": int}
    if not set(types) <= set(header) or set(header) - set(types) - set(optional) - {"meta", "deal"}:
        raise Unreadable
    if any(type(header[key]) is not expected for key, expected in {**types, **optional}.items() if key in header):
        raise Unreadable
    ruleset = header["ruleset"]
    if (
        set(ruleset) != {"name", "switches"}
        or type(ruleset["name"]) is not str
        or type(ruleset["switches"]) is not dict
    ):
        raise Unreadable
    if any(type(value) not in (str, int, bool) for value in ruleset["switches"].values()):
        raise Unreadable
    if not is_list_of(str, header["seats"]):
        raise Unreadable


def is_good_setup(header: Words) -> bool:
    """Whether the game can begin so. Raises Unreadable if the setup has the wrong shape."""
    seats, ruleset, setup = header["seats"], header["ruleset"], header["setup"]
    if header["game"] != "babylonia" or len(seats) not in (2, 3, 4) or len(set(seats)) < len(seats):
        return False
    if not all(1 <= len(name) <= 80 for name in seats) or header["chance"] not in ("recorded", "hidden"):
        return False
    if ruleset["name"] not in COMPONENTS["card_sets"]:
        return False
    for name, option in ruleset["switches"].items():
        if name not in SWITCHES or json.dumps(option) not in map(json.dumps, SWITCHES[name].options):
            return False
    if header["components"] != "babylonia-2019":
        return False
    if header.get("components_sha256", DIGEST) != DIGEST:
        return False
    if set(setup) != {"tiles", "cards"} or type(setup["tiles"]) is not dict or not is_list_of(int, setup["cards"]):
        raise Unreadable
    if not is_list_of(str, list(setup["tiles"].values())):
        raise Unreadable
    players = COMPONENTS["players"][str(len(seats))]
    slots = {
        entry["id"]
        for entry in COMPONENTS["hexes"]
        if entry["site"] == "tile" and entry.get("region") not in players["regions_out_of_play"]
    }
    cards = COMPONENTS["card_sets"][ruleset["name"]]
    return (
        set(setup["tiles"]) == slots
        and Counter(setup["tiles"].values()) == Counter(players["tiles"])
        and len(setup["cards"]) == len(set(setup["cards"])) == cards["take"]
        and set(setup["cards"]) <= set(cards["cards"])
    )
