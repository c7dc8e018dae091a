"""The games of the ladder: two bots meet in mirrored sets of games with the same setup and luck at other seats."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import engine
from engine.game import CHANCE, NOBODY, Game, JsonObject
from engine.registry import GAMES
from engine.search import analysis
from engine.search.rollouts import rollout
from engine.simulate import MOST_TURNS

RUNGS = ("random", "novice", "greedy", "search-6", "search-12", "search-32", "search-72")
"""The bots of the ladder, the weakest first."""

STRONGEST = RUNGS[-1]

NO_PART = ("ladder.py", "skill_share.py", "levels.py", "picture.py", "notes.py")
"""Files that no bot plays by."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Who meets whom: `one` against the `other` at all other seats. A set has as many games as there are players: `one`
    sits at each seat once.
    """

    one: str
    other: str
    players: int

    @property
    def title(self) -> str:
        """For people."""
        return f"{self.one} – {self.other}" if self.players == 2 else f"{self.one} – {self.players - 1} × {self.other}"

    def sets(self, pairs: int) -> int:
        """How many sets have about as many games as so many pairs."""
        return max(1, 2 * pairs // self.players)


NEIGHBOURS = (
    ("greedy", "random"),
    ("novice", "random"),
    ("greedy", "novice"),
    ("search-6", "greedy"),
    ("search-12", "greedy"),
    ("search-12", "search-6"),
    ("search-32", "greedy"),
    ("search-32", "search-12"),
    ("search-72", "greedy"),
    ("search-72", "search-32"),
)
"""Each bot meets its neighbours, and greedy, by which its strength is told."""


def contests_of(game: Game) -> list[Contest]:
    """All that is played, what takes least time first."""
    contests = [Contest(one, other, 2) for one, other in NEIGHBOURS]
    return [*contests, *(Contest(STRONGEST, "greedy", players) for players in game.player_counts[-1:] if players > 2)]


@dataclass(frozen=True, slots=True)
class SetRecord:
    """A set that was played. `wins` and `margins` are those of `one`, game by game: its share of the win, and its
    points less the best other's. By bot: microseconds of CPU time of each decision with a choice, and rollouts in all.

    `code` tells apart versions of the code: what another one played does not count.
    """

    one: str
    other: str
    players: int
    seed: str
    number: int
    code: str
    wins: list[float]
    margins: list[int]
    micros: dict[str, list[int]]
    rollouts: dict[str, int]

    def to_json(self) -> JsonObject:
        """For a line of a file."""
        return asdict(self)

    @property
    def contest(self) -> Contest:
        """Whose set it is."""
        return Contest(self.one, self.other, self.players)


def play_set(game_key: str, contest: Contest, seed: str, number: int, code: str) -> SetRecord:
    """Play one set. The same seed gives the same games; only the times differ."""
    game = GAMES[game_key]
    record = SetRecord(contest.one, contest.other, contest.players, seed, number, code, [], [], {}, {})
    for name in (contest.one, contest.other):
        record.micros[name], record.rollouts[name] = [], 0
    with counted_rollouts() as made:
        for seat in range(contest.players):
            win, margin = _play(game, contest, seat, f"{game_key}/{seed}/{number}", record, made)
            record.wins.append(win)
            record.margins.append(margin)
    return record


@contextmanager
def counted_rollouts() -> Iterator[list[int]]:
    """A list with one number: how many rollouts search bots have made since the block began."""
    made = [0]

    def counted(*given: Any) -> float:
        made[0] += 1
        return rollout(*given)

    with patch.object(analysis, "rollout", counted):
        yield made


def _play(
    game: Game, contest: Contest, seat_of_one: int, seed: str, record: SetRecord, made: list[int]
) -> tuple[float, int]:
    """One game: the win share and the margin of `one`. A game that does not end is shared by all."""
    rules, components = game.ruleset(game.rulesets[0], {}), game.components(game.component_sets[0])
    players = contest.players
    state = game.start(players, rules, components, game.new_setup(players, rules, components, Random(f"{seed}/setup")))
    bots = [game.bots[contest.one if seat == seat_of_one else contest.other] for seat in range(players)]
    # Luck belongs to the seat, not to who sits there: two bots that play alike win just as often in every set.
    noise, chance = [Random(f"{seed}/bots/{seat}") for seat in range(players)], Random(f"{seed}/draws")
    while (mover := state.to_move) != NOBODY and state.turn <= MOST_TURNS:
        if mover == CHANCE:
            state.apply(state.draw(chance))
            continue
        possible = list(islice(state.legal_actions(), 2))
        if len(possible) == 1:
            state.apply(possible[0])
            continue
        bot = bots[mover]
        began, before = time.process_time_ns(), made[0]
        action = bot.choose(state, noise[mover])
        record.micros[bot.name].append((time.process_time_ns() - began) // 1000)
        record.rollouts[bot.name] += made[0] - before
        state.apply(action)
    result = state.result()
    best_other = max(score for seat, score in enumerate(state.scores) if seat != seat_of_one)
    margin = int(state.scores[seat_of_one] - best_other)
    if result is None:
        return 1 / players, margin
    return (seat_of_one in result.winners) / len(result.winners), margin


def code_of(game: Game) -> str:
    """A digest of the files by which the bots of this game play, and of the versions that they say they have."""
    root = Path(engine.__file__).resolve().parent
    digest = hashlib.sha256(repr([(name, game.bots[name].version) for name in RUNGS]).encode())
    folders = [root / "search", root / game.key]
    paths = {path for folder in folders for path in folder.rglob("*.py") if path.name not in NO_PART}
    data = (root / game.key / "data").glob("*.json")
    for path in sorted({*paths, *data, root / "game.py"}):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
