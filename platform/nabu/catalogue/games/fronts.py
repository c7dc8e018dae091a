"""What the front of a game shows: its board in the middle of a game, and how long and how high its games are.

Both come from games of bots, drawn and counted once by `manage.py draw_fronts` and kept as files.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from statistics import quantiles

from django.conf import settings

from engine.game import Game
from engine.simulate import play
from engine.table.table import Table

FOLDER = "nabu/catalogue/games/boards"
FILE = Path(__file__).with_name("usual_games.json")

SEED = "front"
SHOWN = 0.62
"""How far the game on the picture is: full enough to look like the game, with room left."""

COUNTED = 60
"""Games of greedy bots for each number of players."""


@dataclass(frozen=True, slots=True)
class UsualGame:
    """The middle number of turns, and the scores between which four of five lie; of bots, so a figure to start from."""

    turns: int
    low: int
    high: int


def board_file(game: Game) -> str:
    """The picture of the board, as static files name it."""
    return f"{FOLDER}/{game.key}.svg"


def drawn_board(game: Game) -> str:
    """The board in the middle of a game for as many as can play."""
    played = play(game.key, max(game.player_counts), game.rulesets[0], ["greedy"], SEED, as_people=True)
    table, _report = Table.of_log(played.log)
    assert table is not None
    seats = [str(seat + 1) for seat in range(len(table.header.seats))]
    return game.board_picture(table.at(round(len(table.moves) * SHOWN)).state, seats)


def counted(game: Game) -> UsualGame:
    """What is usual in games of bots, all numbers of players together."""
    games = [
        play(game.key, players, game.rulesets[0], ["greedy"], f"{SEED} {number}")
        for players in game.player_counts
        for number in range(COUNTED)
    ]
    scores = quantiles([score for one in games for score in one.scores], n=10)
    turns = sorted(one.turns for one in games)
    return UsualGame(turns[len(turns) // 2], round(scores[0]), round(scores[-1]))


@cache
def _usual() -> dict[str, UsualGame]:
    return {key: UsualGame(**values) for key, values in json.loads(FILE.read_text("utf-8")).items()}


def usual_game(game: Game) -> UsualGame | None:
    """What is usual; None for a game that nobody has counted."""
    return _usual().get(game.key)


def write_front(game: Game) -> None:
    """Draw and count anew."""
    path = settings.ROOT / "static" / board_file(game)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(drawn_board(game), "utf-8")
    known = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    known[game.key] = asdict(counted(game))
    FILE.write_text(json.dumps(known, indent=2) + "\n", "utf-8")
    _usual.cache_clear()
