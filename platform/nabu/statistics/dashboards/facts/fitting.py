"""Fitting the model of a game (P(win) from ratings and from the position) and counting its sums with it."""

from __future__ import annotations

from analytics import upkeep
from analytics.parts import Part, recounted
from engine.game import Game
from nabu.contests.ratings.queries import temperature_of
from nabu.core.background import compute
from nabu.statistics.dashboards.facts.refresh import TRIES, key_of, store_of
from nabu.statistics.store.lists import ChangedMeanwhile, enter_recounted, listed, listed_for_writing


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
    """Fit the model to the games that count, the latest first, and count all sums anew. Parts that others have put in
    meanwhile are counted too. Raises StatisticsAway, or ChangedMeanwhile."""
    fitted = compute(upkeep.with_fitted_model, listed_for_writing(key_of(game)).store, temperature_of(game.key))
    done: dict[str, Part] = {}
    for _try in range(TRIES):
        before = listed(key_of(game))
        for part in before.store.version:
            if part.tables not in done:
                done[part.tables] = compute(recounted, fitted.files, part, fitted.model)
        parts = tuple(sorted(done[part.tables] for part in before.store.version))
        if enter_recounted(before, fitted.with_parts(parts)):
            return
    raise ChangedMeanwhile(f"{game.key}: the store changes too fast")
