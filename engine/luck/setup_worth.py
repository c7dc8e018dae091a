"""What the setup of a game was worth to each seat, and what the seat itself is worth."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import NamedTuple

from engine.game import Bot
from engine.luck.worth import margins
from engine.search.in_parts import InParts
from engine.search.rollouts import play_on
from engine.table.table import Table

GAMES = 64
"""So many games are played from the setup, and as many from others."""


class SetupWorth(NamedTuple):
    """By seat, in points of the final margin to the best other, each with its standard error: `setup`, what this setup
    gives more than other ones, `seat`, what the seat gives with any, and `start`, both together. Their errors are not
    independent: a game from another setup adds to one what it takes from the other.
    """

    setup: tuple[float, ...]
    setup_error: tuple[float, ...]
    seat: tuple[float, ...]
    seat_error: tuple[float, ...]
    start: tuple[float, ...]
    start_error: tuple[float, ...]


def setup_worth_of(table: Table, policy: Bot, seed: str) -> InParts[SetupWorth]:
    """Greedy bots play from the setup of the game, and from setups that could have been laid out as well."""
    game, header, components = table.game, table.header, table.components
    ruleset = game.ruleset(header.ruleset, header.switches)
    own: list[list[float]] = []
    others: list[list[float]] = []
    for number in range(GAMES):
        chance = f"{seed}/setup/{number}"
        setup = game.new_setup(table.players, ruleset, components, Random(f"{chance}/setup"))
        for state, found in (
            (table.at(0).state, own),
            (game.start(table.players, ruleset, components, setup), others),
        ):
            play_on(state, policy, Random(f"{chance}/draws"), Random(f"{chance}/bots"))
            found.append(margins(state))
        yield
    both = zip(own, others, strict=True)
    setups, errors = _means([[one - other for one, other in zip(*pair, strict=True)] for pair in both])
    return SetupWorth(setups, errors, *_means(others), *_means(own))


def _means(games: list[list[float]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """By seat the mean over games, and its standard error."""
    found = [_mean(list(of_seat)) for of_seat in zip(*games, strict=True)]
    return tuple(mean for mean, _ in found), tuple(error for _, error in found)


def _mean(values: list[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    return mean, sqrt(sum((each - mean) ** 2 for each in values) / (len(values) - 1) / len(values))
