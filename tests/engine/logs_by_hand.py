"""Logs written by hand for the tests of the game log: short words in, lines and bytes out.

Tokens are letters (F farmer, M merchant, O official, P priest, U unknown); a placement is a letter and a hex, "P0810".
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.log.replay import replay
from engine.log.report import Report
from tests.engine.messages import says_what_it_means

Words = dict[str, Any]

EXAMPLES = {path.stem: path.read_bytes() for path in sorted((Path(__file__).parent / "examples/babylonia").glob("*"))}
KINDS = {"F": "farmer", "M": "merchant", "O": "official", "P": "priest", "U": "unknown"}

TILES: Words = {
    "0006": "FC", "0012": "MP", "0109": "F6", "0121": "FC", "0214": "OP", "0303": "FC", "0410": "P", "0414": "F7",
    "0422": "F5", "0507": "M", "0519": "MO", "0604": "O", "0612": "M", "0719": "MO", "0806": "P", "0816": "MP",
    "0822": "O", "0909": "OP",
}  # fmt: skip
"""The tiles of two players, on every slot in play."""


def header(**changes: Any) -> Words:
    """A right header for two players; `changes` replace keys, and None takes a key away."""
    words: Words = {
        "gamelog": 1,
        "game": "babylonia",
        "ruleset": {"name": "base", "switches": {}},
        "components": "babylonia-2019",
        "seats": ["Ana", "Bo"],
        "chance": "recorded",
        "setup": {"tiles": TILES, "cards": [1, 2, 3, 4, 5, 6, 7]},
    }
    words |= changes
    return {key: value for key, value in words.items() if value is not None}


def switched(**switches: Any) -> Words:
    """The header of a game under these switches."""
    return header(ruleset={"name": "base", "switches": switches})


def draw(seat: int, letters: str) -> Words:
    """The draw of a seat."""
    return {"chance": "draw", "seat": seat, "tokens": [KINDS[letter] for letter in letters]}


def place(seat: int, where: str) -> Words:
    """A placement, such as "P0810"."""
    return {"seat": seat, "do": "place", "token": KINDS[where[0]], "hex": where[1:]}


def stop(seat: int) -> Words:
    """The end of placing."""
    return {"seat": seat, "do": "stop"}


def score(seat: int, site: str) -> Words:
    """The choice of a site."""
    return {"seat": seat, "do": "score", "hex": site}


def take(seat: int, card: int) -> Words:
    """The choice of a card."""
    return {"seat": seat, "do": "take", "card": card}


def turn(seat: int, places: str, drawn: str = "") -> list[Words]:
    """A whole turn that surrounds no site: placements, stop and, with recorded chance, the draw."""
    lines = [*(place(seat, where) for where in places.split()), stop(seat)]
    return [*lines, draw(seat, drawn)] if drawn else lines


def result(**claim: Any) -> Words:
    """A result line."""
    return {"result": claim}


def line(words: Words | bytes) -> bytes:
    """One line without its end. Bytes stay as they are."""
    if isinstance(words, bytes):
        return words
    return json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()


def log(*lines: Words | bytes) -> bytes:
    """The bytes of a log."""
    return b"".join(line(words) + b"\n" for words in lines)


def words_of(data: bytes) -> list[Words]:
    """The lines of a right log as objects."""
    return [json.loads(text) for text in data.splitlines()]


def verdict(data: bytes) -> tuple[str, str | None, int | None]:
    """The verdict on a log, its code and its line."""
    report = says_what_it_means(replay(data))
    return report.verdict, report.code, report.line


def rejected(lines: Iterable[Words | bytes]) -> Report:
    """The report on a log whose last line must be the one that is refused."""
    found = list(lines)
    report = says_what_it_means(replay(log(*found)))
    assert report.verdict in ("rejected", "unreadable"), report
    assert report.line == len(found), report
    return report


START = [header(), draw(0, "FFMOP"), draw(1, "FFMOP")]
"""A game right before its first turn."""


def to_the_choice_of_a_site(rack: str = "MMOOP", first: Words | None = None) -> list[Words]:
    """Up to turn 4: seat 1 has surrounded the ziggurat 0103, which seat 0 wins, and the city 0822.

    Seat 0 holds these five tokens.
    """
    return [
        first or header(),
        draw(0, "FFF" + rack[:2]),
        draw(1, "FFFFF"),
        *turn(0, "F0101", rack[2]),
        *turn(1, "F0820 F0921", "FF"),
        *turn(0, "F0105 F0004", rack[3:]),
        *turn(1, "F0721 F0002"),
    ]


def with_card(card: int, rack: str, first: Words | None = None) -> list[Words]:
    """Up to turn 5, in which seat 0 has this card and these five tokens."""
    before = to_the_choice_of_a_site(rack, first)
    return [*before, score(1, "0103"), take(0, card), score(1, "0822"), draw(1, "MM")]
