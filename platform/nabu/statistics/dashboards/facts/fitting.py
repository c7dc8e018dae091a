"""Fitting the model of a game (P(win) from ratings and from the position) and counting its sums with it."""

from __future__ import annotations

from analytics import upkeep
from engine.game import Game
from nabu.contests.ratings.queries import temperature_of
from nabu.core.background import compute
from nabu.statistics.dashboards.facts.refresh import store_of


def needs_fit(game: Game) -> bool:
    """Whether there are enough new games, or ratings are trusted otherwise than before."""
    return compute(upkeep.needs_fit, store_of(game), temperature_of(game.key))


def fit_if_grown(game: Game) -> bool:
    """Fit anew if that is needed. Returns whether it was."""
    if not needs_fit(game):
        return False
    fit(game)
    return True


def fit(game: Game) -> None:
    """Fit the model to the games that count, the latest first, and count all sums anew."""
    compute(upkeep.fit, store_of(game), temperature_of(game.key))
