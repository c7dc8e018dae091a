"""The words of the figures about ratings, in the reader's language."""

from __future__ import annotations

from django.utils.formats import get_format
from django.utils.translation import gettext as _

from analytics.figures.ratings import RatingWords


def rating_words() -> RatingWords:
    """All of them."""
    return RatingWords(
        rating=_("rating"),
        band=_("± two standard deviations"),
        rated_games=_("rated games"),
        predicted=_("predicted winning chance"),
        won=_("share of wins"),
        perfect=_("perfect prediction"),
        happened=_("what happened"),
        log_loss=_("log loss (smaller is better)"),
        with_ratings=_("with the ratings"),
        uniform=_("equal chances for all"),
        rating_alt=_("Line: the rating after {count} rated games is {rating}."),
        calibration_alt=_("Dots against the diagonal. Furthest from it: {predicted}% predicted, {won}% won."),
        loss_alt=_("Two lines over {count} rated games: log loss with the ratings, and with equal chances for all."),
        nothing_alt=_("Nothing to draw."),
        separators=str(get_format("DECIMAL_SEPARATOR")) + str(get_format("THOUSAND_SEPARATOR")),
    )
