"""Where points come from: what separates winners from the others, over the game, and by variant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from analytics.figures import contrast_figure, course_figure
from analytics.significance import Q_BELOW
from analytics.sources import (
    SourceContrast,
    WinnersAgainstRest,
    by_variant,
    course,
    winners_against_rest,
)
from engine.game import Game
from nabu.charts.numbers import points, points_span, signed
from nabu.charts.words import figure_words, source_titles
from nabu.dashboards.facts.components import variant_names
from nabu.dashboards.facts.statistics import Statistics
from nabu.dashboards.questions.page import Question, question_page


def source_keys(game: Game) -> list[str]:
    """The keys of the game's score sources in their fixed order."""
    return [source.key for source in game.sources]


@require_safe
def page(request: HttpRequest, game: str | None = None, pk: int | None = None) -> HttpResponse:
    """Where points come from."""
    return question_page(request, Question("sources", "dashboards/sources.html", answer), game, pk)


def answer(statistics: Statistics) -> dict[str, Any]:
    """What the page shows: sentences first, then tables and figures."""
    game, sums = statistics.chosen.game, statistics.sums
    keys, titles = source_keys(game), source_titles(game)
    contrast, variants = winners_against_rest(sums, keys), by_variant(sums, keys)
    gave = {share.source for row in variants.values() for share in row.sources if share.mean or share.interval}
    scored = [key for key in keys if key in gave]
    quarters = [row for row in course(sums, keys) if row.source in scored]
    names = variant_names(game, variants)
    words = figure_words()
    return {
        "winners": contrast,
        "contrasts": [(titles[row.source], row) for row in contrast.sources if row.source in scored],
        "sentences": sentences(contrast, scored, titles),
        "winners_figure": contrast_figure(contrast, titles, words),
        "quarters": words.quarters,
        "course": [(titles[row.source], list(zip(row.winners, row.rest, strict=True))) for row in quarters],
        "course_figure": course_figure(quarters, titles, words),
        "source_titles": [titles[key] for key in scored],
        "by_variant": [
            (
                names[key],
                statistics.chosen.address(variant=key),
                row,
                [share for share in row.sources if share.source in scored],
            )
            for key, row in variants.items()
        ],
    }


def sentences(contrast: WinnersAgainstRest, scored: Sequence[str], titles: dict[str, str]) -> list[str]:
    """The answer: the source that separates winners most, and the ones that do not."""
    rows = [row for row in contrast.sources if row.source in scored]
    sure = [row for row in rows if _separates(row) and row.difference > 0]
    found = []
    if not rows:
        return [_("In none of these games does somebody win alone against others, so there is nothing to compare.")]
    if not sure:
        widest = max(rows, key=lambda row: abs(row.difference))
        found.append(
            ngettext(
                "%(games)s game does not show which source separates winners from the others.",
                "%(games)s games do not show which source separates winners from the others.",
                contrast.games,
            )
            % {"games": contrast.games}
        )
        if widest.interval is not None:
            found.append(
                _("The largest difference, in “%(source)s” (%(difference)s; %(span)s), may be luck.")
                % {
                    "source": titles[widest.source],
                    "difference": signed(widest.difference),
                    "span": points_span(widest.interval),
                }
            )
    else:
        best = max(sure, key=lambda row: row.difference)
        assert best.interval is not None
        found.append(
            _(
                "Winners make %(points)s more points from “%(source)s” than the others (%(low)s to %(high)s): that is "
                "the source that separates them most."
            )
            % {
                "points": points(best.difference),
                "source": titles[best.source],
                "low": points(best.interval.low),
                "high": points(best.interval.high),
            }
        )
    less = [row for row in rows if _separates(row) and row.difference < 0]
    if less:
        found.append(
            _("The others make more than the winners from: %(sources)s.")
            % {"sources": _listed([f"{titles[row.source]} ({signed(row.difference)})" for row in less])}
        )
    equal = [titles[row.source] for row in rows if not _separates(row)]
    if sure and equal:
        found.append(_("No difference was found in: %(sources)s.") % {"sources": _listed(equal)})
    return found


def _separates(row: SourceContrast) -> bool:
    """The difference stands when all sources that were looked at are allowed for."""
    if row.q is None or row.interval is None:
        return False
    return row.q <= Q_BELOW and not row.interval.low <= 0 <= row.interval.high


def _listed(words: Sequence[str]) -> str:
    return get_text_list(list(words), _("and"))
