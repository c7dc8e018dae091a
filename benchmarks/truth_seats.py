"""Seats against known truths: games made up as tables of facts, among strangers and in clubs with habits.

The scenarios stand in `benchmarks/seat_scenarios.py`. Nothing here knows how the statistics are worked out: it makes
games in the documented schema and reads what the pages would show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log

import numpy as np
import numpy.typing as npt
import pandas as pd

from analytics.frames import UNIT, Frames
from analytics.model import Model, seat_model
from analytics.power import smallest_share_above
from analytics.seats import SEATS, SeatTable, seat_table, seats_sums
from analytics.sums import Cells, Sums
from benchmarks.card_games import own_elo
from benchmarks.seat_scenarios import CLUB_SCENARIOS, SEAT_SCENARIOS, SeatScenario
from benchmarks.truth_comparisons import frames_of
from benchmarks.truth_rows import TruthRow, rate_row

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

ELO = 400 / log(10)

CALLED = ("difference", "small_difference")


def seat_rows(replications: int, seed: int = 1) -> Iterator[TruthRow]:
    """Coverage, false alarms and power of the seats among strangers whose ratings are exact."""
    for number, scenario in enumerate(SEAT_SCENARIOS):
        rng, players = np.random.default_rng([seed, number]), scenario.players
        for above in scenario.advantages:
            tables, truth = _of_strangers(rng, replications, scenario, above)
            yield _held(scenario, above, [(table, truth) for table in tables], 0.97)
            if not above:
                alarms = [(table.adjusted_p or 1.0) < 0.05 for table in tables]
                yield rate_row(scenario.name, "false alarms", alarms, 0.03, 0.07)
        if not scenario.skill:
            smallest = smallest_share_above(players, scenario.games)
            tables, _truth = _of_strangers(rng, replications, scenario, smallest)
            found = [table.verdict == "difference" for table in tables]
            claim = f"seat 1 with the stated smallest advantage ({smallest:.1%}) found"
            yield rate_row(scenario.name, claim, found, 0.77, 0.85)


def club_rows(replications: int, seed: int = 4) -> Iterator[TruthRow]:
    """What is said of even seats, and of a good one, in clubs in which the strongest like to sit first."""
    for number, scenario in enumerate(CLUB_SCENARIOS):
        rng = np.random.default_rng([seed, number])
        for above in scenario.advantages:
            pages = [_of_club(rng, scenario, above) for _ in range(replications)]
            called = [table.verdict in CALLED for table, _truth in pages]
            if above:
                yield rate_row(scenario.name, f"seat 1 +{above:.0%} found", called, 0.80, None)
            else:
                yield rate_row(scenario.name, "false alarms", called, None, 0.07)
            yield _held(scenario, above, pages, None)


def _held(
    scenario: SeatScenario, above: float, pages: Sequence[tuple[SeatTable, Floats]], most: float | None
) -> TruthRow:
    held = [
        row.above_interval is not None and row.above_interval.low <= true <= row.above_interval.high
        for table, truth in pages
        for row, true in zip(table.rows, truth, strict=True)
    ]
    claim = f"intervals hold the truth, seat 1 +{above:.0%}"
    return rate_row(scenario.name, claim, held, 0.93, most, scenario.players)


def _of_strangers(
    rng: np.random.Generator, replications: int, scenario: SeatScenario, above: float
) -> tuple[list[SeatTable], Floats]:
    """The tables of so many sets of games, and the true wins above expectation of each seat."""
    players, games = scenario.players, replications * scenario.games
    skills = np.zeros((games, players))
    if scenario.skill:
        skills = rng.normal(0, scenario.skill, (games, players))
        front = rng.random(games) < scenario.in_order
        skills[front] = -np.sort(-skills[front], axis=1)
    strengths = _seats_worth(players, above) + skills / ELO
    places = _finish(rng, strengths)
    tie = rng.random(games) < scenario.shared
    places[tie] = np.where(places[tie] == 2, 1, places[tie])
    people = np.arange(games * players).reshape(games, players)
    frames = _frames(places, 1500 + skills, people, np.arange(games) // scenario.games)
    sums = _sums(frames, Model(temperature=ELO))
    tables = [_table(sums.where(Cells(since=number, until=number)), players) for number in range(replications)]
    return tables, _true_above(strengths, skills / ELO, scenario.shared)


def _of_club(rng: np.random.Generator, scenario: SeatScenario, above: float) -> tuple[SeatTable, Floats]:
    """The table of one club, and the true wins of each seat above what its players were worth."""
    players, games, shape = scenario.players, scenario.games, (scenario.games, scenario.people)
    people = rng.random(shape).argsort(axis=1)[:, :players]
    skills = np.broadcast_to(rng.normal(0, scenario.skill, scenario.people), shape)
    if scenario.waves:
        begins = rng.random(scenario.people)
        phase = np.arange(games)[:, None] / scenario.waves + begins
        skills = skills + scenario.skill * np.sin(2 * np.pi * phase)
    strongest = np.take_along_axis(skills, people, axis=1).argmax(axis=1)
    for game in np.flatnonzero(rng.random(games) < scenario.strongest_first):
        people[game, [0, strongest[game]]] = people[game, [strongest[game], 0]]
    known = np.take_along_axis(skills, people, axis=1) / ELO
    strengths = _seats_worth(players, above) + known
    places = _finish(rng, strengths)
    ratings = own_elo(people, places) if scenario.ratings == "own" else 1500 + known * ELO
    frames = _frames(places, ratings, people, np.zeros(games, np.int64))
    temperature = ELO if scenario.predicts else None
    model = Model(temperature, strengths={players: seat_model(frames, temperature)})
    return _table(_sums(frames, model), players), _true_above(strengths, known, 0.0)


def _seats_worth(players: int, above: float) -> Floats:
    """The logarithms of the seats' chances if seat 1 has so much more than its share."""
    chances = np.full(players, (1 - 1 / players - above) / (players - 1))
    chances[0] = 1 / players + above
    return np.log(chances)


def _finish(rng: np.random.Generator, strengths: Floats) -> Ints:
    """Places by Plackett and Luce."""
    order = np.argsort(-(strengths + rng.gumbel(size=strengths.shape)), axis=1)
    places = np.empty_like(order)
    np.put_along_axis(places, order, np.arange(1, strengths.shape[1] + 1)[None, :], axis=1)
    return places


def _true_above(strengths: Floats, known: Floats, shared: float) -> Floats:
    """The mean share of wins minus the mean expectation by seat, over the skills that were drawn: P(first) and, where
    the first place is shared, half of P(first or second)."""
    first, expected = _softmax(strengths), _softmax(known)
    second = np.zeros_like(first)
    for ahead in range(first.shape[1]):
        rest = first / (1 - first[:, [ahead]])
        rest[:, ahead] = 0
        second += first[:, [ahead]] * rest
    share = (1 - shared) * first + shared * (first + second) / 2
    return np.asarray((share - expected).mean(axis=0))


def _softmax(strengths: Floats) -> Floats:
    odds = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def _sums(frames: Frames, model: Model) -> Sums:
    return Sums({SEATS.name: SEATS.table(seats_sums(frames, model)[SEATS.name])})


def _table(sums: Sums, players: int) -> SeatTable:
    table = seat_table(sums, players)
    assert table is not None
    return table


def _frames(places: Ints, ratings: Floats, people: Ints, months: Ints) -> Frames:
    """The frames of these games; each set of games has a month of its own, so that a filter picks it out."""
    games, players = places.shape
    ids, winners = np.arange(games), (places == 1).sum(axis=1)
    wins = (places == 1) / winners[:, None]
    of_games = {"game_id": ids, "finished_at": ids, "month": months, "players": players, "winners": winners}
    return frames_of(
        games=pd.DataFrame(of_games),
        player_games=pd.DataFrame(
            {
                "game_id": np.repeat(ids, players),
                "seat": np.tile(np.arange(players), games),
                "player_id": people.ravel(),
                "place": places.ravel(),
                "win": np.rint(UNIT * wins).astype(int).ravel(),
                "rating": ratings.ravel(),
            }
        ),
    )
