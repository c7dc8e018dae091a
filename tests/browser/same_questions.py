"""What every engine must answer alike, wherever it runs: games of bots, and verdicts on logs."""

from __future__ import annotations

import base64
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from engine.browser.desk import Desk
from engine.game import Game
from engine.registry import GAMES
from tests.profiles import LONG, pairs

EXAMPLES = Path(__file__).resolve().parents[1] / "engine" / "examples"
ROUNDS = 40 if LONG else 1
"""Each has a game of every title for each number of players and each kind of bots; in the short profile by turns."""

BOTS = (["greedy"], ["random"], ["greedy", "random"])
LONGEST = 600.0
"""Seconds until a browser that does not answer counts as a failure."""

Question = dict[str, Any]


@cache
def questions() -> list[Question]:
    """Games to play; then the logs of these games and the examples to verify, whole and damaged."""
    games = [
        game_to_play(game, players, bots, round_)
        for round_ in range(ROUNDS)
        for game in GAMES.values()
        for players, bots in pairs(game.player_counts, BOTS)
    ]
    logs = [answer["answer"]["log"].encode() for answer in answers_of(games) if "answer" in answer]
    logs += [path.read_bytes() for path in sorted(EXAMPLES.glob("*/*.jsonl"))]
    damaged = [damage(log, Random(number)) for number, log in enumerate(logs)]
    return games + [{"ask": "log.verify", "bytes": base64.b64encode(log).decode()} for log in (*logs, *damaged)]


def game_to_play(game: Game, players: int, bots: list[str], round_: int) -> Question:
    """One game, with a quarter of the switches anywhere."""
    rng = Random(f"{game.key}/{players}/{bots}/{round_}")
    switches = {each.name: rng.choice(each.options) for each in game.switches if rng.random() < 0.25}
    return {
        "ask": "log.simulate",
        "game": game.key,
        "players": players,
        "ruleset": rng.choice(game.rulesets),
        "bots": bots,
        "seed": rng.randrange(2**32),
        "switches": switches,
    }


def damage(log: bytes, rng: Random) -> bytes:
    """The log with two lines in each other's place, without one, or cut off: between two or in the middle of one."""
    lines = log.splitlines(keepends=True)
    at = rng.randrange(1, len(lines) - 1)
    kind = rng.randrange(4)
    if kind == 0:
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
    elif kind == 1:
        del lines[at]
    elif kind == 2:
        del lines[at:]
    else:
        lines[at:] = [lines[at][: len(lines[at]) // 2]]
    return b"".join(lines)


def answers_of(asked: list[Question], words: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """What the engine of this Python answers, in the language of these words."""
    desk = Desk()
    desk.answer(json.dumps({"ask": "begin", "words": words}))
    return [json.loads(desk.answer(json.dumps(question))) for question in asked]


@cache
def expected() -> list[dict[str, Any]]:
    """The answers to all questions."""
    return answers_of(questions())


def differences(found: list[dict[str, Any]]) -> list[Question]:
    """The questions to which somebody has another answer than this Python."""
    return [question for question, here, there in zip(questions(), expected(), found, strict=True) if here != there]
