"""Tie-breaks of Magic tournaments: percentages of match points and game points, none below 0.33.

Magic Tournament Rules, appendix C. A win is 3 match points, a shared first place 1; both follow from the places, not
from the tournament's points. In a match of several games each won game is 3 game points, each drawn one 1; a match of
one game has the game points of its result. A bye is no match and no opponent; as games it was won 2-0.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from competition.tie_breaks.played import BYE, LATE, REQUESTED, Line, Played
from competition.tie_breaks.registry import Part, Parts, mean, tie_break
from engine.message import Message

MTR = Message("rules.magic")
FLOOR = Fraction(33, 100)
WON, DRAWN = 3, 1
BYE_GAMES = 2

RAISED = Message("part.raised")
NO_OPPONENT = Message("part.no_opponent_yet")


def _match_points(line: Line) -> int:
    return WON if line.won else DRAWN if line.shared else 0


def _matches(competitor: int, played: Played) -> list[Line]:
    return [line for line in played.lines[competitor] if line.others]


def match_win(competitor: int, played: Played) -> Fraction:
    """Match points of those that were possible, without byes; never below the floor."""
    matches = _matches(competitor, played)
    return max(FLOOR, Fraction(sum(map(_match_points, matches)), WON * max(1, len(matches))))


def _games(line: Line) -> tuple[int, int]:
    """Game points and games of a round; no games where nobody was paired."""
    if line.kind in (BYE, REQUESTED, LATE):
        return (WON * BYE_GAMES, BYE_GAMES) if line.points > 0 else (0, 0)
    if not line.others or line.table is None:
        return 0, 0
    if line.table.games == 1:
        return _match_points(line), 1
    seats = line.table.seats
    won = seats[line.seat].score or 0
    drawn = max(0, line.table.games - sum(seat.score or 0 for seat in seats))
    return WON * won + DRAWN * drawn, line.table.games


def game_win(competitor: int, played: Played) -> Fraction:
    """Game points of those that were possible; never below the floor."""
    return gw(competitor, played).value


def _of_opponents(competitor: int, played: Played, win: Callable[[int, Played], Fraction], name: str) -> Parts:
    found = played.once(name, lambda: {id_: win(id_, played) for id_ in played.competitors})
    parts = [
        Part(found[other], line.round, (other,), note=RAISED if found[other] == FLOOR else None)
        for line in _matches(competitor, played)
        for other in line.others
    ]
    return mean(parts) if parts else Parts([Part(FLOOR, note=NO_OPPONENT)])


@tie_break(
    "omw",
    "OMW%",
    MTR,
    tables_of_two=True,
)
def omw(competitor: int, played: Played) -> Parts:
    return _of_opponents(competitor, played, match_win, "match_win")


@tie_break(
    "gw",
    "GW%",
    MTR,
    tables_of_two=True,
)
def gw(competitor: int, played: Played) -> Parts:
    found = [(line, *_games(line)) for line in played.lines[competitor]]
    possible = WON * sum(games for _line, _points, games in found)
    parts = [Part(Fraction(points, possible), line.round, line.others) for line, points, games in found if games]
    below = FLOOR - sum((part.value for part in parts), Fraction(0))
    return Parts([*parts, Part(below, note=RAISED)] if below > 0 else parts)


@tie_break(
    "ogw",
    "OGW%",
    MTR,
    tables_of_two=True,
)
def ogw(competitor: int, played: Played) -> Parts:
    return _of_opponents(competitor, played, game_win, "game_win")
