"""A player's best games, by number of players and variant. Pure functions.

Scores of two variants, or of tables of two and of four, are not comparable, so each has bests of its own. The earliest
of equally good games holds the record.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from analytics.player_stats import PlayedGame

Kind = Literal["score", "margin", "turns", "upset"]


@dataclass(frozen=True, slots=True)
class Course:
    """What a best needs to know of a game beside the player's result: its variant, how many turns all seats together
    had, and by how many points the winner was ahead of the best other player."""

    variant: str
    turns: int
    margin: int


@dataclass(frozen=True, slots=True)
class Best:
    """A best game.

    `kind`: the highest score; of the games won alone, the one with the largest margin, with the fewest turns, and with
    the smallest chance before it. `value`: points, turns, or the chance.
    """

    kind: Kind
    value: float
    game: PlayedGame


@dataclass(frozen=True, slots=True)
class Bests:
    """The bests of the player's `games` with this number of players in this variant."""

    players: int
    variant: str
    games: int
    bests: tuple[Best, ...]


def personal_bests(games: Iterable[PlayedGame], courses: Mapping[int, Course]) -> list[Bests]:
    """The bests for each number of players and variant, those with most games first.

    Without a game won alone there is only a highest score. The shortest win is left out where all games of the group
    have the same number of turns, the least expected one where no win had less than an even share of the chance.
    """
    groups: defaultdict[tuple[int, str], list[PlayedGame]] = defaultdict(list)
    for game in sorted(games, key=lambda game: (game.finished_at, game.game_id)):
        groups[game.players, courses[game.game_id].variant].append(game)
    found = [
        Bests(players, variant, len(some), tuple(_bests(some, courses))) for (players, variant), some in groups.items()
    ]
    return sorted(found, key=lambda one: (-one.games, one.players, one.variant))


def _bests(games: list[PlayedGame], courses: Mapping[int, Course]) -> Iterable[Best]:
    won = [game for game in games if game.win == 1]
    lasted = {courses[game.game_id].turns for game in games}
    upsets = [game for game in won if game.expected is not None and game.chance < 1 / game.players]
    measures: list[tuple[Kind, list[PlayedGame], Callable[[PlayedGame], float], int]] = [
        ("score", games, lambda game: game.score, 1),
        ("margin", won, lambda game: courses[game.game_id].margin, 1),
        ("turns", won if len(lasted) > 1 else [], lambda game: courses[game.game_id].turns, -1),
        ("upset", upsets, lambda game: game.chance, -1),
    ]
    for kind, some, value, sign in measures:
        if some:
            best = max(some, key=lambda game, value=value, sign=sign: sign * value(game))  # type: ignore[misc]
            yield Best(kind, value(best), best)
