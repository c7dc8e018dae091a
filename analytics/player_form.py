"""How good the players of a game are beyond what its state shows, from the other half of their games.

The state of a game knows its players by their ratings. Where ratings are missing or behind, strong players win more
than the state lets expect, and so does every card that they prefer. Those who play often have a strength of their own
(`analytics.seat_strengths`), learned from the other half of the games, so that no game is compared with what its own
result has shaped. What such a strength still adds to the odds of a win in each quarter of a game is a weight; all games
together say four of them, to which a single one adds next to nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from analytics.conditional_logit import Array, fit, softmax
from analytics.frames import Ints
from analytics.hidden_strength import QUARTERS
from analytics.seat_strengths import fit_strengths, strengths_of

RIDGE = np.array([0.3])
"""Prior of a weight: normal around 0 with variance 1/ridge."""

LEAST = 1e-9
"""A chance of nothing has no logarithm."""

Strengths = Mapping[int, float]


@dataclass(frozen=True, slots=True)
class PlayerForm:
    """`halves`: for the games of each half the strengths of players, these in ascending order, as logarithms of odds;
    `weights`: what they count for by quarter of the game."""

    halves: tuple[Strengths, Strengths]
    weights: tuple[float, ...]

    def to_json(self) -> dict[str, Any]:
        """The form as JSON; `from_json` reads it back bit for bit."""
        halves = [{str(player): value for player, value in half.items()} for half in self.halves]
        return {"halves": halves, "weights": list(self.weights)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PlayerForm:
        """What `to_json` made."""
        # Keys of JSON are texts, and may come in the order of texts.
        one, other = (dict(sorted((int(player), value) for player, value in half.items())) for half in data["halves"])
        return cls((one, other), tuple(data["weights"]))


def with_form(form: PlayerForm, chances: Array, people: Ints, halves: Ints, quarters: Ints) -> Array:
    """These chances by seat, a line a moment, with the strengths of the people at the seats. Given are the half that
    its game belongs to and the quarter of the game."""
    weights = np.array(form.weights)[quarters][:, None]
    return softmax(_odds(chances) + weights * _strengths(form.halves, people, halves))


def fit_form(
    rated: Array, people: Ints, wins: Array, places: Ints, halves: Ints, chances: Array, game: Ints, quarters: Ints
) -> PlayerForm:
    """The form from games, a row each and a column a seat: the logarithms of odds by rating, the players, the shares of
    the win, the places and the half of each; and from moments in them: their chances, game and quarter."""
    models = [fit_strengths(rated[rest], people[rest], wins[rest], places[rest]) for rest in (halves != 0, halves != 1)]
    one, other = (dict(zip(model.players, model.strengths, strict=True)) for model in models)
    strengths, weights = _strengths((one, other), people, halves)[game][:, :, None], []
    for quarter in range(QUARTERS):
        there = quarters == quarter
        found = fit(strengths[there], wins[game[there]], RIDGE, _odds(chances[there])) if there.any() else [0.0]
        weights.append(max(0.0, float(found[0])))
    return PlayerForm((one, other), tuple(weights))


def _strengths(by_half: tuple[Strengths, Strengths], people: Ints, halves: Ints) -> Array:
    """The strengths of these people, a line for each game or moment of one of the halves."""
    found = [strengths_of(list(half), list(half.values()), people) for half in by_half]
    return np.where(halves[:, None] == 0, *found)


def _odds(chances: Array) -> Array:
    return np.log(np.maximum(chances, LEAST))
