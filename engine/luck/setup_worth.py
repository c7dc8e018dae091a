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
    gives more than other ones, and `seat`, what the seat gives with any.
    """

    setup: tuple[float, ...]
    setup_error: tuple[float, ...]
    seat: tuple[float, ...]
    seat_error: tuple[float, ...]


def setup_worth_of(table: Table, policy: Bot, seed: str) -> InParts[SetupWorth]:
    """Greedy bots play from the setup of the game, and from setups that could have been laid out as well."""
    game, header, components = table.game, table.header, table.components
    ruleset = game.ruleset(header.ruleset, header.switches)
    seats = range(table.players)
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
    setups = [_mean([one[seat] - other[seat] for one, other in zip(own, others, strict=True)]) for seat in seats]
    by_seat = [_mean([other[seat] for other in others]) for seat in seats]
    return SetupWorth(
        tuple(mean for mean, _ in setups),
        tuple(error for _, error in setups),
        tuple(mean for mean, _ in by_seat),
        tuple(error for _, error in by_seat),
    )


def _mean(values: list[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    return mean, sqrt(sum((each - mean) ** 2 for each in values) / (len(values) - 1) / len(values))
