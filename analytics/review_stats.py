"""One player's reviewed games: accuracy over time, by phase, and by source of lost points, beside those of others.

The unit is the game of the player: a game counts once, however many decisions it had. Points lost are those that the
reviewer's choice would have brought more; they may be below zero, and then the player did better.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import Any

from analytics.intervals import LEAST_GROUP, Interval, Moments, Sample, mean_difference, mean_interval, sample_size
from analytics.luck_stats import SeatLuck, seat_luck
from analytics.significance import Estimate, normal_prior, q_values, student_p

RECENT = 10
"""A mean over time is that of so many games, the latest of them included."""

ALL, OTHERS = "all", "others"
"""All phases together; points that went to the strongest opponent."""

PHASES = ("opening", "middle", "end")


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """What a review says of the seat of a `player` (their number) in a game.

    `accuracy` is at most 100, with its standard `error` of measurement; `phases` has that of those in which there
    was a decision, `sources` the points lost by source, with those given to others as `OTHERS`, `by_phase` the points
    lost by phase and source, `lost_in` all points lost by phase, those given to others too. `finished_at` is in seconds
    since 1970.
    """

    game_id: int
    player: int
    finished_at: int
    players: int
    decisions: int
    accuracy: float
    error: float | None
    lost: float
    doubtful: int
    costly: int
    phases: Mapping[str, float]
    sources: Mapping[str, float]
    by_phase: Mapping[tuple[str, str], float]
    lost_in: Mapping[str, float]
    luck: SeatLuck | None


@dataclass(frozen=True, slots=True)
class Point:
    """A game of the course: `mean` is that of `games` games up to this one, with its t interval. Accuracies are those
    that are shown, 0 to 100."""

    game: ReviewedGame
    games: int
    mean: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Compared:
    """A measure of the player over `games` games beside `peers`, that of `people` others over `peer_games`.

    Only tables of a size at which both have two games are compared: there `difference` is the player minus the others,
    with its interval (Welch). With fewer than `LEAST_GROUP` others at these tables nothing is said of them. `shrunk` is
    the difference drawn towards zero as much as its noise deserves, `q` allows for all measures of the list having been
    looked at.
    """

    key: str
    games: int
    mine: float
    interval: Interval | None
    people: int = 0
    peer_games: int = 0
    peers: float | None = None
    difference: float | None = None
    difference_interval: Interval | None = None
    shrunk: float | None = None
    q: float | None = None

    @property
    def sample(self) -> Sample:
        """How much so many games can carry."""
        return sample_size(self.games)


def reviewed_game(
    game_id: int, player: int, finished_at: int, players: int, seat: Mapping[str, Any], luck: Mapping[str, Any] | None
) -> ReviewedGame | None:
    """A seat of a stored summary (`engine.review.summary`) and its luck, if told; None if it had no decision."""
    if not seat["decisions"]:
        return None
    phases = {name: phase["accuracy"] for name, phase in seat["phases"].items() if phase["decisions"]}
    return ReviewedGame(
        game_id=game_id,
        player=player,
        finished_at=finished_at,
        players=players,
        decisions=seat["decisions"],
        accuracy=seat["accuracy"],
        error=seat["accuracy_error"],
        lost=seat["lost"],
        doubtful=seat["doubtful"],
        costly=seat["costly"],
        phases=phases,
        sources={**seat["sources"], OTHERS: seat["others"]},
        by_phase={
            (name, source): lost for name, phase in seat["phases"].items() for source, lost in phase["sources"].items()
        },
        lost_in={name: phase["lost"] for name, phase in seat["phases"].items()},
        luck=seat_luck(luck) if luck else None,
    )


def course_of(games: Sequence[ReviewedGame]) -> list[Point]:
    """The games with the mean of the latest ones up to each, in their order, the first first."""
    ordered = sorted(games, key=lambda game: (game.finished_at, game.game_id))
    found = []
    for number, game in enumerate(ordered, start=1):
        recent = [each.accuracy for each in ordered[max(0, number - RECENT) : number]]
        shown, mean = replace(game, accuracy=_shown(game.accuracy)), _shown(fsum(recent) / len(recent))
        found.append(Point(shown, len(recent), mean, _between(mean_interval(recent))))
    return found


def by_phase(mine: Sequence[ReviewedGame], peers: Sequence[ReviewedGame]) -> list[Compared]:
    """Accuracy in all phases together, and in each, as it is shown; differences are those of the means before that."""
    measures: dict[str, Callable[[ReviewedGame], float | None]] = {ALL: lambda game: game.accuracy}
    measures |= {phase: _phase(phase) for phase in PHASES}
    return [_limited(row) for row in compared(measures, mine, peers)]


def by_source(mine: Sequence[ReviewedGame], peers: Sequence[ReviewedGame], sources: Sequence[str]) -> list[Compared]:
    """Points lost per game by source, where the player loses most first; then those given to others."""
    measures = {source: _source(source) for source in (*sources, OTHERS)}
    return sorted(compared(measures, mine, peers), key=lambda row: (row.key == OTHERS, -row.mine))


def _phase(phase: str) -> Callable[[ReviewedGame], float | None]:
    return lambda game: game.phases.get(phase)


def _source(source: str) -> Callable[[ReviewedGame], float | None]:
    return lambda game: game.sources.get(source, 0.0)


def compared(
    measures: Mapping[str, Callable[[ReviewedGame], float | None]],
    mine: Sequence[ReviewedGame],
    peers: Sequence[ReviewedGame],
) -> list[Compared]:
    """Each measure of the player beside that of the others; a measure without a game of the player is left out."""
    rows: list[Compared] = []
    errors: dict[int, tuple[Estimate, float]] = {}
    for key, measure in measures.items():
        own, others = _strata(measure, mine), _strata(measure, peers)
        values = [value for stratum in own.values() for _player, value in stratum]
        if not values:
            continue
        row = Compared(key, len(values), fsum(values) / len(values), mean_interval(values))
        sizes = [players for players in own if min(len(own[players]), len(others.get(players, ()))) > 1]
        theirs = [player for players in sizes for player, _value in others[players]]
        people = len(set(theirs))
        found = mean_difference([(_moments(others[players]), _moments(own[players])) for players in sizes])
        if found is not None and people >= LEAST_GROUP:
            row = replace(row, people=people, peer_games=len(theirs), peers=found.a, difference=found.value)
            if found.error:
                errors[len(rows)] = Estimate(found.value, found.error), found.freedom
                row = replace(row, difference_interval=found.interval)
        rows.append(row)
    return _judged(rows, errors)


def _judged(rows: list[Compared], errors: Mapping[int, tuple[Estimate, float]]) -> list[Compared]:
    """With what is believed of each difference, given the others."""
    prior = normal_prior([estimate for estimate, _freedom in errors.values()])
    q = q_values([student_p(estimate.value / estimate.error, freedom) for estimate, freedom in errors.values()])
    for (number, (estimate, _freedom)), chance in zip(errors.items(), q, strict=True):
        scatter = prior.spread**2 if prior is not None else 0.0
        shrunk = estimate.value * scatter / (scatter + estimate.error**2)
        rows[number] = replace(rows[number], shrunk=shrunk, q=chance)
    return rows


def _strata(
    measure: Callable[[ReviewedGame], float | None], games: Sequence[ReviewedGame]
) -> dict[int, list[tuple[int, float]]]:
    """By number of players: the player and the value of each game that has one."""
    found: defaultdict[int, list[tuple[int, float]]] = defaultdict(list)
    for game in games:
        value = measure(game)
        if value is not None:
            found[game.players].append((game.player, value))
    return dict(found)


def _moments(stratum: Sequence[tuple[int, float]]) -> Moments:
    values = [value for _player, value in stratum]
    mean = fsum(values) / len(values)
    variance = fsum((value - mean) ** 2 for value in values) / (len(values) - 1) if len(values) > 1 else None
    return Moments(len(values), mean, variance)


def _limited(row: Compared) -> Compared:
    peers = None if row.peers is None else _shown(row.peers)
    return replace(row, mine=_shown(row.mine), interval=_between(row.interval), peers=peers)


def _between(interval: Interval | None) -> Interval | None:
    return None if interval is None else Interval(_shown(interval.low), _shown(interval.high))


def _shown(accuracy: float) -> float:
    """Between 0 and 100, after all means are taken: those of clipped values would be too high."""
    return min(100.0, max(0.0, accuracy))
