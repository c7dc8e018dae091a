"""What the players at the seats are worth, so that habits of sitting are not taken for seats.

In a club the strongest often sit first. Where ratings are not known to predict, or are behind the players, the seats
would win with them. So the strengths of those who play often are estimated beside their ratings, together with what the
seats are worth (a conditional logit over the wins), and a seat's wins are compared with what the players were worth.

The strengths are estimated, so a game's result is corrected by what it has moved them: its *influence* on the mean of
wins above expectation (Newey (1994), "The asymptotic variance of semiparametric estimators"). The mean of such results
is the value, their scatter its error, and they add up like any others.

Strengths are constants here. Players who have good and bad times, and sit first in the good ones, still make a seat
look better. How much strengths move shows in results of neighbouring games of the same player that are more alike than
those of distant ones; what it could make of the seats is *movable*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analytics.conditional_logit import Array, fit, information, softmax
from analytics.frames import Ints

LEAST_PLAYED = 5
"""Who has played fewer games with this number of players has no strength of their own, only a rating."""

MOST_PLAYERS = 200
"""So many players have a strength: those who play most. Where there are more, ratings know enough."""

RIDGE = 0.5
"""Prior of a strength: normal around the rating with variance 1/ridge, a standard deviation of 250 rating points. It
hardly binds, so that a habit of sitting is taken off nearly whole."""

SEAT_RIDGE = 0.001
"""Only what all seats have in common is bound by it: chances do not depend on that."""

NEIGHBOURS = 4
"""So many games of a player on, a strength is taken to be still the same."""

ORDERS = 40
"""So many orders of the games say what neighbouring games have in common by chance."""

ABOVE = 1.25
"""So many standard errors above its estimate the movement of strengths is taken to be: it is a bound, and few games
tell little of it."""

MOST_MOVEMENT = 2.0
"""Strengths are not taken to move by more than twice what lies between players: where players are alike, that is hardly
known, and they make little of the seats either."""


@dataclass(frozen=True, slots=True)
class SeatModel:
    """The strengths at tables of one number of players, as natural logarithms of odds.

    `players`: who has a strength, by number, ascending; `strengths`: theirs, beyond the rating; `seats`: what each seat
    is worth. `corrections` has a row for each of the players and then for each seat: how far a win more than expected
    moves the expectation of each seat. `scatter`: by how much squares of results are too small, because strengths
    follow the very results. `movement`: the variance of the strength of a player in time by that between players,
    `ABOVE` standard errors above its estimate.
    """

    players: tuple[int, ...] = ()
    strengths: tuple[float, ...] = ()
    seats: tuple[float, ...] = ()
    corrections: tuple[tuple[float, ...], ...] = ()
    scatter: float = 1.0
    movement: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """The model as JSON; `from_json` reads it back bit for bit."""
        return {
            "players": list(self.players),
            "strengths": list(self.strengths),
            "seats": list(self.seats),
            "corrections": [list(row) for row in self.corrections],
            "scatter": self.scatter,
            "movement": self.movement,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SeatModel:
        """What `to_json` made."""
        return cls(
            tuple(data["players"]),
            tuple(data["strengths"]),
            tuple(data["seats"]),
            tuple(tuple(row) for row in data["corrections"]),
            data["scatter"],
            data["movement"],
        )


NO_STRENGTHS = SeatModel()
"""Only ratings are known."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Games by seat: P(win) of the players there (`expected`), the win above it without what it has moved the
    strengths (`results`), its square in the variance of their mean, what moving strengths could make of it (`movable`),
    and whether everybody has a strength."""

    expected: Array
    results: Array
    squares: Array
    movable: Array
    known: npt.NDArray[np.bool_]


def judge(model: SeatModel, rated: Array, people: Ints, wins: Array) -> Judged:
    """These games, a row each and a column a seat: the logarithms of odds by rating, the players and the shares of the
    win."""
    if not model.players:
        expected = softmax(rated)
        results = wins - expected
        return Judged(expected, results, results**2, np.zeros_like(results), np.zeros(len(wins), bool))
    at = _places(np.array(model.players), people)
    strengths = rated + strengths_of(model.players, model.strengths, people)
    expected = softmax(strengths)
    beyond = wins - softmax(strengths + np.array(model.seats))
    corrections = np.array(model.corrections)
    of_players, of_seats = np.split(corrections, [len(model.players)])
    of_players = np.vstack([of_players, np.zeros_like(of_players[:1])])
    moved = np.einsum("gs,gsk->gk", beyond, of_players[at]) + beyond @ of_seats
    movable = model.movement * (expected - 1 / wins.shape[1])
    known = np.asarray((at < len(model.players)).all(axis=1))
    results = wins - expected - moved
    return Judged(expected, results, model.scatter * results**2, movable, known)


def fit_strengths(rated: Array, people: Ints, wins: Array, places: Ints) -> SeatModel:
    """The model of these games in the order of time, a row each and a column a seat: the logarithms of odds by rating,
    the players, the shares of the win and the places."""
    found, counts = np.unique(people, return_counts=True)
    often = np.argsort(-counts, kind="stable")[:MOST_PLAYERS]
    players = np.sort(found[often][counts[often] >= LEAST_PLAYED])
    if len(players) < 2:
        return NO_STRENGTHS
    games, seats = wins.shape
    at = _places(players, people)
    own = np.eye(len(players) + 1)[at][:, :, :-1]
    features = np.concatenate([own, np.broadcast_to(np.eye(seats), (games, seats, seats))], axis=2)
    ridge = np.append(np.full(len(players), RIDGE), np.full(seats, SEAT_RIDGE))
    coefficients = fit(features, wins, ridge, rated)
    strengths, of_seats = np.split(coefficients, [len(players)])
    without = softmax(rated + own @ strengths)
    chances = softmax(rated + features @ coefficients)
    # By how much each strength moves the sum of the expectations of each seat.
    means = np.einsum("gs,gsp->gp", without, own)
    slopes = np.einsum("gs,gsp->ps", without, own) - means.T @ without
    told = information(features.reshape(games * seats, -1), chances)
    curvature = told + np.diag(ridge)
    # MacKinnon and White (1985), HC3, with the mean leverage of what a game tells.
    leverage = float(np.trace(np.linalg.solve(curvature, told))) / (games * (seats - 1))
    corrections = np.linalg.solve(curvature, np.vstack([slopes, np.zeros((seats, seats))]))
    return SeatModel(
        tuple(players.tolist()),
        tuple(strengths.tolist()),
        tuple(of_seats.tolist()),
        tuple(map(tuple, corrections.tolist())),
        (1 - leverage) ** -2,
        _movement(features, at, places),
    )


def strengths_of(players: Sequence[int], strengths: Sequence[float], people: Ints) -> Array:
    """The strength of each of these people; 0 for somebody who is not among the players, who are in ascending order."""
    if not players:
        return np.zeros(people.shape)
    return np.asarray(np.append(strengths, 0.0)[_places(np.array(players), people)])


def _places(players: Ints, people: Ints) -> Ints:
    """The place of each among the players; one behind the last for somebody else."""
    at = np.searchsorted(players, people)
    known = players[np.minimum(at, len(players) - 1)] == people
    return np.where(known, at, len(players))


def _movement(features: Array, at: Ints, places: Ints) -> float:
    """How much strengths move in time, by how much they differ between players, both as variances of the share of
    opponents beaten; places say more of that than wins.

    A game tells of a player's strength less the mean of the table, so what two games of the same player have in common
    is (1 - 1/n)^2 of the variance in time.
    """
    games, seats = places.shape
    ahead, level = places[:, None, :] > places[:, :, None], places[:, None, :] == places[:, :, None]
    beaten = (ahead + level / 2).sum(axis=2) / (seats - 1)
    beaten -= beaten.mean(axis=1, keepdims=True)
    matrix = (features - features.mean(axis=1, keepdims=True)).reshape(games * seats, -1)
    inverse = np.linalg.pinv(matrix.T @ matrix)
    values = inverse @ (matrix.T @ beaten.ravel())
    left = beaten.ravel() - matrix @ values
    players = matrix.shape[1] - seats
    freedom = games * (seats - 1) - (players - 1) - (seats - 1)
    if freedom <= 0:
        return MOST_MOVEMENT
    weights = np.bincount(at.ravel(), minlength=players + 1)[:players] / (at < players).sum()
    centre = np.eye(players) - weights
    errors = (centre @ inverse[:players, :players] @ centre.T).diagonal() * (left @ left) / freedom
    between = float(weights @ ((centre @ values[:players]) ** 2 - errors))
    left = left.reshape(games, seats)
    rng = np.random.default_rng(0)
    chance = [_in_common(left[order], at[order], players) for order in (rng.permutation(games) for _ in range(ORDERS))]
    more = _in_common(left, at, players) - float(np.mean(chance))
    in_time = (more + ABOVE * float(np.std(chance))) / (1 - 1 / seats) ** 2
    return float(np.clip(in_time / between, 0.0, MOST_MOVEMENT)) if between > 0 else MOST_MOVEMENT


def _in_common(left: Array, at: Ints, players: int) -> float:
    """The mean product of what is left of two games of the same player that are at most `NEIGHBOURS` games apart."""
    order = np.argsort(at.ravel(), kind="stable")
    of_player, results = at.ravel()[order], left.ravel()[order]
    products, pairs = 0.0, 0
    for apart in range(1, NEIGHBOURS + 1):
        same = (of_player[apart:] == of_player[:-apart]) & (of_player[apart:] < players)
        products += float((results[apart:] * results[:-apart])[same].sum())
        pairs += int(same.sum())
    return products / max(1, pairs)
