"""The words of the figures about ratings, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from analytics.figures.ratings import RatingWords
from nabu.core.charts.words import common_words


def rating_words() -> RatingWords:
    """All of them."""
    return RatingWords(
        **common_words(),
        game=_("Game {number}"),
        predictions=_("{predicted} predicted, {won} won"),
        with_ratings=_("with the ratings"),
        uniform=_("equal chances for all"),
        calibration_alt=_("Dots against the diagonal. Furthest from it: {predicted}% predicted, {won}% won."),
        loss_alt=_("Two lines over {count} rated games: log loss with the ratings, and with equal chances for all."),
    )
