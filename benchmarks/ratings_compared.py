"""Elo, the second rating and a whole-history rating on made-up clubs: who predicts best, and do the intervals hold?

    python -m benchmarks.ratings_compared [--replications 40] [--whole-history 40]

Each line is a world: people, games, the standard deviation of their strengths and, in brackets, how far a strength
strays from one of its games to the next and in a day. Losses are thousandths of a nat per game against Elo with its
fitted temperature, with their Monte Carlo error; below 0 is better than Elo. Intervals are those of players who are not
provisional, at the end. The whole-history rating is made anew after every game, so only the small club has it.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from math import sqrt

import numpy as np

from analytics.rating_quality.evaluation import (
    Floats,
    GameResult,
    Walk,
    chances,
    fitted_temperatures,
    log_losses,
    walk_forward,
)
from competition.ratings.elo import START
from competition.ratings.prediction import NATURAL
from competition.ratings.uncertainty import DRIFT, SPREAD, SkillEstimate, is_provisional, rested, update_estimates


@dataclass(frozen=True, slots=True)
class World:
    """A club. `a_game`, `a_day`: standard deviations of the change of a strength; `games_a_day`: None is all in one."""

    people: int
    games: int
    spread: float
    a_game: float = 0.0
    a_day: float = 0.0
    games_a_day: float | None = None


WORLDS = (
    World(8, 300, 104),
    World(60, 1000, 104),
    World(60, 1000, 52),
    World(60, 3000, 150),
    World(300, 4000, 104),
    World(60, 3000, 104, a_game=6),
    World(20, 1000, 150, a_game=10),
    World(60, 3000, 104, games_a_day=5),
    World(60, 3000, 104, a_day=3, games_a_day=5),
    World(20, 1000, 104, a_day=5, games_a_day=2),
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--replications", type=int, default=40)
    parser.add_argument("--whole-history", type=int, default=40, help="replications in the first world")
    asked = parser.parse_args()
    print(f"{'world':<62} {'second':>14} {'held by second':>15} {'by Elo':>7}")
    for world in WORLDS:
        found = np.array([_compared(world, seed) for seed in range(asked.replications)])
        mean, error = found.mean(axis=0), found.std(axis=0, ddof=1) / sqrt(len(found))
        print(f"{_name(world):<62} {mean[0]:6.1f} ± {error[0]:4.1f}  {mean[1]:14.1%} {mean[2]:7.1%}", flush=True)
    if asked.whole_history:
        gaps = [_whole_history_gap(WORLDS[0], seed) for seed in range(asked.whole_history)]
        mean, error = np.mean(gaps), np.std(gaps, ddof=1) / sqrt(len(gaps))
        print(f"{'whole-history rating, ' + _name(WORLDS[0]):<62} {mean:6.1f} ± {error:4.1f}")


def made_up(world: World, seed: int) -> tuple[list[GameResult], Floats, dict[int, float]]:
    """Games of two to four without shared places, the strengths at the end, and the day of everybody's last game."""
    rng = np.random.default_rng([seed, world.people, world.games])
    strengths, last, results = rng.normal(START, world.spread, world.people), dict[int, float](), []
    for number in range(world.games):
        day = 0.0 if world.games_a_day is None else number / world.games_a_day
        field = rng.permutation(world.people)[: rng.integers(2, 5)]
        for player in field.tolist():
            strengths[player] += rng.normal(0, sqrt(world.a_game**2 + world.a_day**2 * (day - last.get(player, day))))
            last[player] = day
        places = 1 + np.argsort(np.argsort(-(strengths[field] / NATURAL + rng.gumbel(size=len(field)))))
        results.append(GameResult(field.tolist(), places.tolist(), day))
    return results, strengths, last


def _name(world: World) -> str:
    days = "" if world.games_a_day is None else f", {world.games_a_day:g} a day"
    return f"{world.people} people, {world.games} games{days}, {world.spread:g} ({world.a_game:g}, {world.a_day:g})"


def _compared(world: World, seed: int) -> tuple[float, float, float]:
    """The loss of the second rating against Elo's, and the shares of intervals around both that hold the strength."""
    results, strengths, last = made_up(world, seed)
    walk = walk_forward(results)
    gap = _loss(walk, walk.mu) - _loss(walk, walk.elo)
    estimates = _estimates(results)
    known = [player for player, estimate in estimates.items() if not is_provisional(estimate.sigma)]
    mean = np.mean([strengths[player] for player in last])
    centre = np.mean([estimates[player].mu for player in last])
    elo = _last_elo(walk, results)
    held = [abs(estimates[p].mu - centre - strengths[p] + mean) <= 2 * estimates[p].sigma for p in known]
    of_elo = [abs(elo[p] - START - strengths[p] + mean) <= 2 * estimates[p].sigma for p in known]
    return 1000 * gap, float(np.mean(held)), float(np.mean(of_elo))


def _loss(walk: Walk, strengths: Floats) -> float:
    temperatures = fitted_temperatures(strengths, walk.wins, walk.settled)[:-1]
    return float(log_losses(chances(strengths, temperatures), walk.wins).mean())


def _estimates(results: list[GameResult]) -> dict[int, SkillEstimate]:
    """The second rating after the games."""
    estimates: dict[int, SkillEstimate] = {}
    last: dict[int, float] = {}
    for game in results:
        before = [
            rested(estimates.get(player, SkillEstimate()), int(game.day - last.get(player, game.day)))
            for player in game.players
        ]
        for player, estimate in zip(game.players, update_estimates(before, game.places), strict=True):
            estimates[player], last[player] = estimate, game.day
    return estimates


def _last_elo(walk: Walk, results: list[GameResult]) -> dict[int, float]:
    """Everybody's Elo before their last game."""
    found: dict[int, float] = {}
    for row, game in zip(walk.elo, results, strict=True):
        found.update(zip(game.players, row[: len(game.players)].tolist(), strict=True))
    return found


def _whole_history_gap(world: World, seed: int) -> float:
    results, _strengths, _last = made_up(world, seed)
    walk = walk_forward(results)
    before = whole_history(results)
    return 1000 * (_loss(walk, before) - _loss(walk, walk.elo))


def whole_history(results: list[GameResult], sweeps: int = 3) -> Floats:
    """What a whole-history rating (Coulom 2008, Computers and Games, 113-124) said before each game, as `Walk.elo`.

    Every player has a strength for each of their games, a random walk of `DRIFT` points that begins with `SPREAD`. Its
    most likely course, with the games by Plackett and Luce's model, is found by Newton's method, a player at a time.
    """
    strengths = np.full((len(results), 4), -np.inf)
    """Of each game, in the order in which its players finished."""
    history: dict[int, list[tuple[int, int]]] = {}
    before = np.full((len(results), 4), np.nan)
    for number, game in enumerate(results):
        order = sorted(range(len(game.players)), key=lambda seat, game=game: game.places[seat])  # type: ignore[misc]
        for at, seat in enumerate(order):
            played = history.setdefault(game.players[seat], [])
            now = strengths[played[-1]] if played else 0.0
            before[number, seat] = START + NATURAL * now
            strengths[number, at] = now
            played.append((number, at))
        for _sweep in range(sweeps):
            for player in game.players:
                _climb(strengths, history[player])
    return before


def _climb(strengths: Floats, played: list[tuple[int, int]]) -> None:
    """One step of Newton's for the course of one player."""
    games, at = (np.array(column) for column in zip(*played, strict=True))
    weights = np.exp(strengths[games])
    left = np.cumsum(weights[:, ::-1], axis=1)[:, ::-1]
    own = weights[np.arange(len(games)), at]
    there = (np.arange(4) <= at[:, None]) & (left > weights + 1e-300)
    chance = np.where(there, own[:, None] / np.maximum(left, 1e-300), 0.0)
    drawn = there[np.arange(len(games)), at]
    course = strengths[games, at]
    step, first = (NATURAL / DRIFT) ** 2, (NATURAL / SPREAD) ** 2
    jumps = np.diff(course)
    slope = drawn - chance.sum(axis=1)
    slope[:-1] += step * jumps
    slope[1:] -= step * jumps
    slope[0] -= first * course[0]
    bend = np.diag((chance * (1 - chance)).sum(axis=1))
    inner = np.arange(len(games) - 1)
    bend[inner, inner] += step
    bend[inner + 1, inner + 1] += step
    bend[inner, inner + 1] -= step
    bend[inner + 1, inner] -= step
    bend[0, 0] += first
    strengths[games, at] = course + np.linalg.solve(bend, slope)


if __name__ == "__main__":
    main()
