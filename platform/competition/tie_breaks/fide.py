"""Tie-breaks of chess that count rounds and scores: FIDE Handbook C.07, in force from 1 March 2026.

Tournament points are the score. At a table of two everything is as FIDE defines it. At a larger table, which FIDE does
not know, the others who came are one opponent whose score is the average of theirs: so short tables are worth neither
more nor less. A win is a first place alone, a draw what each would get if the whole table shared its places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from competition.tie_breaks.played import (
    ABSENT,
    BYE,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    GAME,
    LATE,
    REQUESTED,
    Line,
    Played,
)
from competition.tie_breaks.registry import Part, Parts, Ratio, fractions_of, mean, tie_break
from engine.message import Message

FIDE = Message("rules.fide")

CUT_LOW = Message("part.cut_low")
CUT_VOLUNTARY = Message("part.cut_voluntary")
CUT_HIGH = Message("part.cut_high")
BELOW_HALF = Message("part.below_half")
TAKEN_AS_DRAWN = Message("part.taken_as_drawn")
NOT_PLAYED = {
    BYE: Message("part.dummy_bye"),
    REQUESTED: Message("part.dummy_requested"),
    LATE: Message("part.dummy_late"),
    ABSENT: Message("part.dummy_absent"),
    FORFEIT_WIN: Message("part.dummy_won"),
    FORFEIT_LOSS: Message("part.dummy_lost"),
}


class Contribution(NamedTuple):
    """What a round adds to the Buchholz, as a multiple of 1 / (unit × share). `voluntary`: cut before anything else."""

    amount: int
    line: Line
    voluntary: bool = False
    note: Message | None = None


def contributions(competitor: int, played: Played) -> list[Contribution]:
    """The score of the opponent of each round; a round not played has a dummy opponent (C.07, 16.4)."""
    adjusted, share = played.adjusted, played.share
    result = []
    for line in played.lines[competitor]:
        others = line.others
        if line.kind == GAME or (played.predetermined and others):
            result.append(Contribution(sum([adjusted[other] for other in others]) * (share // len(others)), line))
        else:
            amount = _dummy(played.score[competitor], line, played, adjusted)
            result.append(Contribution(amount, line, played.voluntary(line), NOT_PLAYED[line.kind]))
    return result


def _dummy(own: int, line: Line, played: Played, adjusted: dict[int, int]) -> int:
    """The dummy's score: the own one, capped by the opponent's (forfeit) or by draws in all rounds (C.07, 16.4)."""
    amount = own * played.share
    if not played.capped:
        return amount
    if line.others:
        return min(amount, sum(adjusted[other] for other in line.others) * (played.share // len(line.others)))
    return min(amount, played.draw * played.rounds * played.share)


def cut(found: Sequence[Contribution], low: int, high: int = 0) -> tuple[list[Contribution], list[Contribution]]:
    """What is cut below and above. Below, rounds not played by choice go first, lowest first (C.07, 14 and 16.5)."""
    in_order = sorted(found, key=lambda one: (not one.voluntary, one.amount, one.line.round))
    rest = sorted(in_order[low:], key=lambda one: (-one.amount, -one.line.round))
    return in_order[:low], rest[:high]


def _amounts(played: Played) -> dict[int, list[int]]:
    """The contributions of everybody, without what explains them; for those who played in every round they are all."""
    adjusted = played.adjusted
    parts = [played.share // max(1, size - 1) for size in range(played.seats + 1)]
    amounts: dict[int, list[int]] = {id_: [] for id_ in played.competitors}
    for ids in played.came:
        scores = [adjusted[id_] for id_ in ids]
        total, part = sum(scores), parts[len(ids)]
        for id_, own in zip(ids, scores, strict=True):
            amounts[id_].append((total - own) * part)
    return amounts


def _sums(competitors: Iterable[int], played: Played, low: int = 0, high: int = 0) -> dict[int, Ratio]:
    """The Buchholz of each with so many contributions cut below and above."""
    found: dict[int, Ratio] = {}
    everybody = played.once("amounts", lambda: _amounts(played))
    below = played.unit * played.share
    for id_ in competitors:
        if id_ in played.irregular:
            found[id_] = _parts_of(contributions(id_, played), played, low, high).value.as_integer_ratio()
            continue
        amounts = everybody[id_]
        if low:
            amounts = sorted(amounts)[low:]
            amounts = amounts[: max(0, len(amounts) - high)]
        found[id_] = sum(amounts), below
    return found


def _parts_of(found: Sequence[Contribution], played: Played, low: int = 0, high: int = 0) -> Parts:
    below, above = cut(found, low, high)
    cut_low, cut_high = {one.line.round for one in below}, {one.line.round for one in above}
    parts = []
    for one in found:
        number, note = one.line.round, one.note
        if number in cut_low:
            note = CUT_VOLUNTARY if one.voluntary else CUT_LOW
        elif number in cut_high:
            note = CUT_HIGH
        value = Fraction(one.amount, played.unit * played.share)
        parts.append(Part(value, number, one.line.others, number not in cut_low | cut_high, note))
    return Parts(parts)


@tie_break(
    "buchholz",
    "BH",
    FIDE,
    at_once=_sums,
)
def buchholz(competitor: int, played: Played) -> Parts:
    return _parts_of(contributions(competitor, played), played)


@tie_break(
    "buchholz_cut1",
    "BH-C1",
    FIDE,
    at_once=partial(_sums, low=1),
)
def buchholz_cut1(competitor: int, played: Played) -> Parts:
    return _parts_of(contributions(competitor, played), played, 1)


@tie_break(
    "buchholz_cut2",
    "BH-C2",
    FIDE,
    at_once=partial(_sums, low=2),
)
def buchholz_cut2(competitor: int, played: Played) -> Parts:
    return _parts_of(contributions(competitor, played), played, 2)


@tie_break(
    "median_buchholz1",
    "BH-M1",
    FIDE,
    at_once=partial(_sums, low=1, high=1),
)
def median_buchholz1(competitor: int, played: Played) -> Parts:
    return _parts_of(contributions(competitor, played), played, 1, 1)


@tie_break(
    "median_buchholz2",
    "BH-M2",
    FIDE,
    at_once=partial(_sums, low=2, high=2),
)
def median_buchholz2(competitor: int, played: Played) -> Parts:
    return _parts_of(contributions(competitor, played), played, 2, 2)


def _paired_last(competitor: int, played: Played) -> Line | None:
    """The last round's line if somebody was expected at the same table."""
    lines = played.lines[competitor]
    return lines[-1] if lines and lines[-1].round == played.rounds and lines[-1].others else None


def _drawn(played: Played) -> tuple[dict[int, int], dict[int, int]]:
    """Scores and adjusted scores as if the tables of the last round had all been drawn (C.07, 8.3)."""
    scores, adjusted = {}, {}
    for id_ in played.competitors:
        last = _paired_last(id_, played)
        scores[id_] = played.score[id_] + (played.draw - last.points if last else 0)
        # Nothing that was asked for is at the end then: whoever is paired in the last round was there.
        adjusted[id_] = scores[id_] if last else played.adjusted[id_]
    return scores, adjusted


@tie_break("fore_buchholz", "FB", FIDE)
def fore_buchholz(competitor: int, played: Played) -> Parts:
    scores, adjusted = played.once("drawn", lambda: _drawn(played))
    last = _paired_last(competitor, played)
    found = []
    for line in played.lines[competitor]:
        if line.kind == GAME or line is last or (played.predetermined and line.others):
            amount = sum(adjusted[other] for other in line.others) * (played.share // len(line.others))
            found.append(Contribution(amount, line, note=TAKEN_AS_DRAWN if line is last else None))
        else:
            amount = _dummy(scores[competitor], line, played, adjusted)
            found.append(Contribution(amount, line, played.voluntary(line), NOT_PLAYED[line.kind]))
    return _parts_of(found, played)


@tie_break("average_opponents_buchholz", "AOB", FIDE)
def average_opponents_buchholz(competitor: int, played: Played) -> Parts:
    found = played.once("buchholz", lambda: fractions_of(_sums(played.competitors, played)))
    return mean(
        [Part(found[other], line.round, (other,)) for line in played.games(competitor) for other in line.others]
    )


def _sonneborn_bergers(competitors: Iterable[int], played: Played) -> dict[int, Ratio]:
    found: dict[int, Ratio] = {}
    everybody = played.once("amounts", lambda: _amounts(played))
    below = played.unit * played.unit * played.share
    for id_ in competitors:
        if id_ in played.irregular:
            found[id_] = sonneborn_berger(id_, played).value.as_integer_ratio()
            continue
        lines = zip(everybody[id_], played.lines[id_], strict=True)
        found[id_] = sum([amount * line.points for amount, line in lines]), below
    return found


@tie_break(
    "sonneborn_berger",
    "SB",
    FIDE,
    at_once=_sonneborn_bergers,
)
def sonneborn_berger(competitor: int, played: Played) -> Parts:
    below = played.unit * played.unit * played.share
    return Parts(
        [
            Part(Fraction(one.amount * one.line.points, below), one.line.round, one.line.others, note=one.note)
            for one in contributions(competitor, played)
        ]
    )


@tie_break("games_won", "WIN", FIDE)
def games_won(competitor: int, played: Played) -> Parts:
    return Parts(
        [
            Part(Fraction(1), line.round, line.others)
            for line in played.lines[competitor]
            if line.won or (line.kind in (BYE, REQUESTED, LATE) and played.win > 0 and line.points >= played.win)
        ]
    )


@tie_break("games_won_played", "WON", FIDE)
def games_won_played(competitor: int, played: Played) -> Parts:
    return Parts([Part(Fraction(1), line.round, line.others) for line in played.games(competitor) if line.won])


@tie_break(
    "second_seat_games",
    "BPG",
    FIDE,
    tables_of_two=True,
)
def second_seat_games(competitor: int, played: Played) -> Parts:
    return Parts([Part(Fraction(1), line.round, line.others) for line in played.games(competitor) if line.seat == 1])


@tie_break(
    "second_seat_wins",
    "BWG",
    FIDE,
    tables_of_two=True,
)
def second_seat_wins(competitor: int, played: Played) -> Parts:
    games = played.games(competitor)
    return Parts([Part(Fraction(1), line.round, line.others) for line in games if line.seat == 1 and line.won])


@tie_break("progressive", "PS", FIDE)
def progressive(competitor: int, played: Played) -> Parts:
    parts, score = [], 0
    for line in played.lines[competitor]:
        score += line.points
        parts.append(Part(played.points(score), line.round))
    return Parts(parts)


@tie_break("rounds_elected", "REP", FIDE)
def rounds_elected(competitor: int, played: Played) -> Parts:
    return Parts(
        [Part(Fraction(1), line.round, line.others, not played.voluntary(line)) for line in played.lines[competitor]]
    )


@tie_break(
    "koya",
    "KS",
    FIDE,
    tables_of_two=True,
)
def koya(competitor: int, played: Played) -> Parts:
    parts = []
    for line in played.counted(competitor):
        good = all(2 * played.score[other] >= played.possible[other] for other in line.others)
        parts.append(Part(played.points(line.points), line.round, line.others, good, None if good else BELOW_HALF))
    return Parts(parts)
