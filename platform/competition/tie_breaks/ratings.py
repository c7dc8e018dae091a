"""Tie-breaks from ratings: FIDE Handbook C.07, article 10, with the tables of B.02, articles 8.1.1 and 8.1.2.

For tables of two. Only games really played against somebody with a rating count; opponents without one are left out,
as C.07 asks the organiser to rule. The score is that of chess: 1 for a win, a half for a shared place.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction

from competition.tie_breaks.fide import FIDE
from competition.tie_breaks.played import Line, Played
from competition.tie_breaks.registry import Part, Parts, PartsOf, mean, rounded, tie_break
from engine.message import Message

FROM_RATINGS = frozenset({"average_rating_opponents", "tpr", "ptp", "apro", "appo"})
"""The tie-breaks of this file: the only ones whose values change when ratings do."""

NO_RATING = Message("part.no_rating")
BY_SCORE = Message("part.rating_difference")
EXPECTED = Message("part.expected")
FROM_LOWEST = Message("part.from_lowest")

# fmt: off
DIFFERENCE = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)
"""B.02, 8.1.1: the rating difference for a score of 50 %, 51 %, ... 100 %."""

STEPS = (
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189, 198,
    207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560, 620,
    736,
)
"""B.02, 8.1.2: the rating differences from which on 51 %, 52 %, ... 100 % are expected."""
# fmt: on


def rating_difference(percent: int) -> int:
    """The rating difference for a score in percent (B.02, 8.1.1)."""
    return DIFFERENCE[percent - 50] if percent >= 50 else -DIFFERENCE[50 - percent]


def expected_percent(difference: int) -> int:
    """The expected score in percent for a rating difference, on the full scale (B.02, 8.1.2)."""
    percent = 50 + bisect_right(STEPS, abs(difference))
    return percent if difference >= 0 else 100 - percent


def _rated(competitor: int, played: Played) -> list[tuple[Line, int, int]]:
    """Games against rated opponents: the line, the opponent and the rating."""
    games = [(line, other) for line in played.games(competitor) for other in line.others]
    return [(line, other, rating) for line, other in games if (rating := played.competitors[other].rating) is not None]


def _halves(line: Line) -> int:
    """The score of a game in half points."""
    return 2 if line.won else 1 if line.shared else 0


@tie_break(
    "average_rating_opponents",
    "ARO",
    FIDE,
    tables_of_two=True,
)
def average_rating_opponents(competitor: int, played: Played) -> Parts:
    parts = []
    for line in played.games(competitor):
        for other in line.others:
            rating = played.competitors[other].rating
            note = NO_RATING if rating is None else None
            parts.append(Part(Fraction(rating or 0), line.round, (other,), rating is not None, note))
    return rounded(mean(parts))


@tie_break(
    "tpr",
    "TPR",
    FIDE,
    tables_of_two=True,
)
def tpr(competitor: int, played: Played) -> Parts:
    games = _rated(competitor, played)
    if not games:
        return Parts([])
    halves = sum(_halves(line) for line, _other, _rating in games)
    percent = (100 * halves + len(games)) // (2 * len(games))
    average = average_rating_opponents(competitor, played).value
    return Parts(
        [
            Part(average, others=tuple(other for _line, other, _rating in games)),
            Part(Fraction(rating_difference(percent)), note=BY_SCORE),
        ]
    )


@tie_break(
    "ptp",
    "PTP",
    FIDE,
    tables_of_two=True,
)
def ptp(competitor: int, played: Played) -> Parts:
    games = _rated(competitor, played)
    if not games:
        return Parts([])
    ratings = [rating for _line, _other, rating in games]
    halves = sum(_halves(line) for line, _other, _rating in games)
    if halves == 0:
        return Parts([Part(Fraction(min(ratings)), note=FROM_LOWEST), Part(Fraction(-800))])
    low, high = min(ratings) - STEPS[-1], max(ratings) + STEPS[-1]
    while low < high:
        middle = (low + high) // 2
        if sum(expected_percent(middle - rating) for rating in ratings) >= 50 * halves:
            high = middle
        else:
            low = middle + 1
    expected = [
        Part(Fraction(expected_percent(low - rating), 100), line.round, (other,), False, EXPECTED)
        for line, other, rating in games
    ]
    return Parts([Part(Fraction(low)), *expected])


def _of_opponents(competitor: int, played: Played, name: str, of: PartsOf) -> Parts:
    found = played.once(name, lambda: {id_: of(id_, played).value for id_ in played.competitors})
    met = [(line.round, other) for line in played.games(competitor) for other in line.others]
    return rounded(mean([Part(found[other], number, (other,)) for number, other in met]))


@tie_break(
    "apro",
    "APRO",
    FIDE,
    tables_of_two=True,
)
def apro(competitor: int, played: Played) -> Parts:
    return _of_opponents(competitor, played, "tpr", tpr)


@tie_break(
    "appo",
    "APPO",
    FIDE,
    tables_of_two=True,
)
def appo(competitor: int, played: Played) -> Parts:
    return _of_opponents(competitor, played, "ptp", ptp)
