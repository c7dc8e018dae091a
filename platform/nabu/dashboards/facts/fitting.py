"""Fitting the model of a game (P(win) from ratings and from the position) and counting its sums with it."""

from __future__ import annotations

from analytics.frames import Frames
from analytics.model import Model, fit_model
from analytics.sums import Cells
from engine.game import Game
from nabu.dashboards.facts.refresh import store_of
from nabu.ratings.queries import temperature_of

GROWN_BY = 1.1
"""A model is fitted anew when there are a tenth more games than it was fitted to."""


def needs_fit(game: Game) -> bool:
    """Whether there are enough new games, or ratings are trusted otherwise than before."""
    store = store_of(game)
    games = len(Cells(counts=True).of(store.games()))
    trusted_so = store.model.temperature == temperature_of(game.key)
    return games > 0 and (games >= GROWN_BY * store.fitted_to or not trusted_so)


def fit_if_grown(game: Game) -> bool:
    """Fit anew if that is needed. Returns whether it was."""
    if not needs_fit(game):
        return False
    fit(game)
    return True


def fit(game: Game) -> Model:
    """Fit the model to the games that count, the latest first, and count all sums anew."""
    store = store_of(game)
    model = fit_model(latest_frames(game), temperature_of(game.key))
    store.rebuild(model)
    return model


def latest_frames(game: Game, most: int = 20_000) -> Frames:
    """The tables of the latest games: more do not make a model better, and take memory."""
    store = store_of(game)
    games = Cells(counts=True).of(store.games()).sort_values(["finished_at", "game_id"], ascending=False)
    return store.frames([int(key) for key in games["game_id"][:most]])
