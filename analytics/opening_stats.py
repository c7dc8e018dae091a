"""What openings come to: each turn of an opening against all other ways to play that turn, everybody's and a player's.

The unit is the player-game. Its result is the win minus the chance to win from the ratings. How many tokens a seat may
place first, say, depends on the seat, so a turn is compared only with the same turn of the same seat at tables of the
same size and variant (a *stratum*).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analytics.frames import UNIT, Frames, Ints, places_of
from analytics.intervals import (
    LEAST_GROUP,
    TINY_BELOW,
    Interval,
    Moments,
    Sample,
    mean_difference,
    moments,
    sample_size,
)
from analytics.model import MOST_SEATS, Model, win_chances
from analytics.player_stats import OwnCard, own_effects
from analytics.significance import Estimate, hardly_chance, normal_prior, q_values, student_p
from analytics.sums import CELL, Family, Sums

OPENINGS = Family(
    "openings",
    {"seat": "int8", "number": "int8", "opening": "category"},
    ("games", "wins", "above", "above_squares"),
)
"""What came of each turn of an opening (`number`: of the seat's own turns): player-games, and in units wins, wins minus
chances, and their squares."""

Stratum = tuple[str, int, int, int]
"""Variant, number of players, seat, number of the turn."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A way to play a first turn, in `games` player-games of `people` different players, the part `share` of all with
    this turn.

    `difference`: wins above expectation, per game, minus the same of all other ways in the same strata, with its
    interval (Welch, strata weighted as by Cochran). `shrunk`: the difference drawn towards zero as much as its noise
    deserves. `q` allows for all ways to play this turn having been looked at. None for fewer than `TINY_BELOW` games,
    and where nothing is to be compared with.
    """

    number: int
    opening: str
    games: int
    people: int
    share: float
    wins: float
    difference: float | None
    interval: Interval | None
    shrunk: float | None
    q: float | None

    @property
    def sample(self) -> Sample:
        """How much so many games can carry."""
        return sample_size(self.games)

    @property
    def is_sure(self) -> bool:
        """The difference is hardly chance, even as one of many, and not that of a few people: they have habits, so an
        opening of a single player differs as this player is stronger or weaker than the rating says."""
        return hardly_chance(self.q, self.sample) and self.people >= LEAST_GROUP


@dataclass(frozen=True, slots=True)
class OwnOpening:
    """The same of a player: `row` compares it with the player's other ways to play this turn (`OwnCard`), after the
    mean of everybody in the stratum was taken off each result."""

    number: int
    opening: str
    share: float
    row: OwnCard


def openings_sums(frames: Frames, model: Model) -> dict[str, pd.DataFrame]:
    """The contribution of these games to `OPENINGS`."""
    rows = frames.openings.reset_index(drop=True)
    if not len(rows):
        return {OPENINGS.name: pd.DataFrame(columns=list(OPENINGS.schema))}
    at = places_of(frames.games["game_id"], rows["game_id"])
    people = frames.rows_by_seat()[at, rows["seat"].to_numpy(np.int64)]
    wins = frames.player_games["win"].to_numpy(np.int64)[people]
    above = wins - win_chances(model, frames).to_numpy(np.int64)[people]
    of_games = {name: frames.games[name].array.take(at) for name in CELL}
    squares = np.rint(above.astype(np.float64) ** 2 / UNIT).astype(np.int64)
    return {OPENINGS.name: rows.assign(**of_games, games=1, wins=wins, above=above, above_squares=squares)}


def people_by_opening(openings: pd.DataFrame, people: pd.DataFrame) -> dict[tuple[int, str], int]:
    """How many different players have played each way (its turn and opening), of those of `people` (`game_id`, `seat`,
    `player_id`); rows of other games do not count. Players do not add up over games, so no sums can say it."""
    if not len(openings) or not len(people):
        return {}
    seats, wanted = _seats(people), _seats(openings)
    order = np.argsort(seats, kind="stable")
    seats = seats[order]
    player, ids = pd.factorize(people["player_id"].to_numpy(np.int64)[order])
    places = np.minimum(np.searchsorted(seats, wanted), len(seats) - 1)
    rows = np.flatnonzero(seats[places] == wanted)
    ways = openings["opening"].astype("category").cat
    way = openings["number"].to_numpy(np.int64) * len(ways.categories) + ways.codes.to_numpy(np.int64)
    # `pd.unique` hashes; of a million rows that takes a fraction of the time of sorting them.
    played = pd.unique(way[rows] * len(ids) + player[places[rows]])
    counts, names = np.bincount(played // len(ids)), ways.categories.astype(str).tolist()
    return {(one // len(names), names[one % len(names)]): int(counts[one]) for one in np.flatnonzero(counts).tolist()}


def opening_table(sums: Sums, people: Mapping[tuple[int, str], int]) -> list[Opening]:
    """Every way to play each first turn, by turn, the best first by `shrunk`, then the most frequent. `people`: how
    many different players have played it (`people_by_opening`)."""
    total = sums.total(OPENINGS, ("variant", "players"))
    whole: defaultdict[Stratum, list[int]] = defaultdict(lambda: [0, 0, 0])
    rows: defaultdict[tuple[int, str], list[tuple[Stratum, list[int]]]] = defaultdict(list)
    wins: defaultdict[tuple[int, str], int] = defaultdict(int)
    columns = ("variant", "players", "seat", "number", "opening", *OPENINGS.measures)
    for variant, players, seat, number, opening, games, won, above, squares in zip(
        *(total[name].tolist() for name in columns), strict=True
    ):
        stratum = (str(variant), players, seat, number)
        rows[number, str(opening)].append((stratum, [games, above, squares]))
        wins[number, str(opening)] += won
        whole[stratum] = [a + b for a, b in zip(whole[stratum], (games, above, squares), strict=True)]
    found = []
    for number in sorted({number for number, _opening in rows}):
        of_turn = {opening: parts for (turn, opening), parts in rows.items() if turn == number}
        found += _of_turn(
            number,
            of_turn,
            whole,
            {opening: wins[number, opening] for opening in of_turn},
            {opening: people.get((number, opening), 0) for opening in of_turn},
        )
    return found


def own_openings(frames: Frames, model: Model, player_id: int, usual: Mapping[Stratum, float]) -> list[OwnOpening]:
    """How the player plays each first turn in these games, by turn, the best first. `usual` is what everybody makes in
    each stratum (`usual_results`)."""
    seats = frames.player_games[["game_id", "seat", "player_id", "win"]].assign(chance=win_chances(model, frames))
    mine = frames.openings.astype({"opening": "str"}).merge(
        seats[seats["player_id"] == player_id], on=["game_id", "seat"]
    )
    mine = mine.merge(frames.games[["game_id", "variant", "players"]].astype({"variant": "str"}), on="game_id")
    if not len(mine):
        return []
    strata = zip(mine["variant"], mine["players"], mine["seat"], mine["number"], strict=True)
    expected = np.array([usual.get(stratum, 0.0) for stratum in strata])
    won = mine["win"].to_numpy(np.float64) / UNIT
    above = won - mine["chance"].to_numpy(np.float64) / UNIT - expected
    mine = mine.assign(card=mine["opening"], won=won, above=above)
    return [
        OwnOpening(number, row.card, row.games / len(turns), row)
        for number in sorted(set(mine["number"].tolist()))
        for turns in [mine[mine["number"] == number]]
        for row in own_effects(turns)
    ]


def usual_results(sums: Sums) -> dict[Stratum, float]:
    """What everybody made above expectation in each stratum, per game."""
    total = sums.total(OPENINGS, ("variant", "players"))
    keys = ["variant", "players", "seat", "number"]
    found = total.astype({"variant": "str"}).groupby(keys, sort=False)[["games", "above"]].sum()
    shares = (found["above"] / found["games"] / UNIT).tolist()
    return dict(zip(found.index.tolist(), shares, strict=True))


def _of_turn(
    number: int,
    rows: Mapping[str, list[tuple[Stratum, list[int]]]],
    whole: Mapping[Stratum, list[int]],
    wins: Mapping[str, int],
    people: Mapping[str, int],
) -> list[Opening]:
    games = {opening: sum(part[0] for _stratum, part in parts) for opening, parts in rows.items()}
    against = {}
    for opening, parts in rows.items():
        if games[opening] >= TINY_BELOW:
            difference = mean_difference([pair for stratum, part in parts if (pair := _pair(part, whole[stratum]))])
            if difference is not None and difference.error:
                against[opening] = difference
    estimates = [Estimate(one.value, one.error) for one in against.values()]
    prior = normal_prior(estimates)
    scatter = prior.spread**2 if prior is not None else 0.0
    q = q_values([student_p(one.value / one.error, one.freedom) for one in against.values()])
    chances = dict(zip(against, q, strict=True))
    everything = sum(games.values())
    found = []
    for opening, count in games.items():
        one = against.get(opening)
        found.append(
            Opening(
                number=number,
                opening=opening,
                games=count,
                people=people[opening],
                share=count / everything,
                wins=wins[opening] / UNIT,
                difference=None if one is None else one.value,
                interval=None if one is None else one.interval,
                shrunk=None if one is None else one.value * scatter / (scatter + one.error**2),
                q=chances.get(opening),
            )
        )
    return sorted(found, key=lambda row: (row.shrunk is None, -(row.shrunk or 0.0), -row.games, row.opening))


def _seats(rows: pd.DataFrame) -> Ints:
    """A number for each seat of each game."""
    seats: Ints = rows["game_id"].to_numpy(np.int64) * MOST_SEATS + rows["seat"].to_numpy(np.int64)
    return seats


def _pair(part: list[int], whole: list[int]) -> tuple[Moments, Moments] | None:
    """The moments of all others of a stratum and of these; None if there are no others."""
    mine = moments(*part, unit=UNIT)
    others = moments(*(a - b for a, b in zip(whole, part, strict=True)), unit=UNIT)
    return None if mine is None or others is None else (others, mine)
