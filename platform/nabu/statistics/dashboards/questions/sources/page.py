"""Where points come from: what separates winners from the others, over the game, and by variant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from analytics.figures.sources import at_the_end, contrast_figure, course_figure
from analytics.sources import (
    SOURCES,
    SourceContrast,
    WinnersAgainstRest,
    by_variant,
    course,
    winners_against_rest,
)
from engine.game import Game
from nabu.catalogue.games.drawings import source_icons
from nabu.core.charts.numbers import points, points_span, signed
from nabu.core.charts.words import figure_words, finding_title, source_titles
from nabu.statistics.dashboards.facts.components import variant_names
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.page import Question, question_page


def source_keys(game: Game) -> list[str]:
    """The keys of the game's score sources in their fixed order."""
    return [source.key for source in game.sources]


@require_safe
def page(request: HttpRequest, game: str | None = None, pk: int | None = None) -> HttpResponse:
    """Where points come from."""
    return question_page(
        request,
        Question(
            "sources",
            gettext_lazy("Sources of points in %(game)s"),
            "statistics/dashboards/questions/sources/sources.html",
            answer,
            typed=True,
        ),
        game,
        pk,
    )


def answer(statistics: Statistics) -> dict[str, Any]:
    """What the page shows: sentences first, then tables and figures."""
    game, sums = statistics.chosen.game, statistics.source_sums
    keys, titles, icons = source_keys(game), source_titles(game), source_icons(game)
    contrast, variants = winners_against_rest(sums, keys), by_variant(sums, keys)
    gave = {share.source for row in variants.values() for share in row.sources if share.mean or share.interval}
    scored = [key for key in keys if key in gave]
    # A sheet does not say when the points were made.
    quarters = [row for row in course(statistics.sums, keys) if row.source in scored]
    typed = statistics.typed.games["variant"].value_counts()
    names = variant_names(game, variants)
    words = figure_words()
    games_address = statistics.chosen.games_address()
    clearest = _clearest(contrast.sources)
    by_points = replace(contrast, sources=tuple(sorted(contrast.sources, key=lambda row: -row.difference)))
    return {
        "winners": contrast,
        "contrasts": [
            (titles[row.source], icons[row.source], row, finding_title(row.finding))
            for row in by_points.sources
            if row.source in scored
        ],
        "sentences": sentences(contrast, scored, titles),
        "winners_figure": contrast_figure(
            by_points, titles, words, games_address, clearest.source if clearest else "", icons
        ),
        "most_points": max((max(row.winners, row.rest) for row in contrast.sources), default=0.0),
        "quarters": words.quarters,
        "course_games": int(statistics.sums.total(SOURCES)["contrasts"].sum()),
        "course": [
            (titles[row.source], icons[row.source], list(zip(row.winners, row.rest, strict=True))) for row in quarters
        ],
        "course_figure": course_figure(quarters, titles, words, games_address, icons),
        "at_the_end": at_the_end(quarters),
        "sources": [(titles[key], icons[key]) for key in scored],
        "by_variant": [
            (
                names[key],
                statistics.chosen.address(variant=key),
                row,
                [share for share in row.sources if share.source in scored],
                int(typed.get(key, 0)),
            )
            for key, row in variants.items()
        ],
    }


def sentences(contrast: WinnersAgainstRest, scored: Sequence[str], titles: dict[str, str]) -> list[str]:
    """The answer: the source that separates winners most, by how much, and the ones that do not."""
    rows = [row for row in contrast.sources if row.source in scored]
    if not rows:
        return [_("No player wins alone in these games: nothing to compare.")]
    sure = [row for row in rows if row.finding == "differs"]
    clearest, less = _clearest(rows), [row for row in sure if row.difference < 0]
    found = _most(clearest, titles) if clearest else _nothing_sure(contrast, rows, titles)
    if less:
        found.append(
            _("The others make more than the winners from: %(sources)s.")
            % {"sources": _listed([f"{titles[row.source]} ({signed(row.difference)})" for row in less])}
        )
    small = [f"{titles[row.source]} ({signed(row.difference)})" for row in rows if row.finding == "too_small"]
    if small:
        found.append(_("A difference, but too small to matter: %(measures)s.") % {"measures": _listed(small)})
    none = [titles[row.source] for row in rows if row.finding == "none_that_matters"]
    if none:
        found.append(_("No difference that matters in: %(measures)s.") % {"measures": _listed(none)})
    unknown = [titles[row.source] for row in rows if row.finding in ("unknown", "hint", "too_few")]
    if sure and unknown:
        found.append(_("No difference was found in: %(sources)s.") % {"sources": _listed(unknown)})
    return found


def _clearest(rows: Sequence[SourceContrast]) -> SourceContrast | None:
    """The source that separates winners most clearly; None if no source surely does."""
    return next((row for row in rows if row.finding == "differs" and row.difference > 0), None)


def _most(best: SourceContrast, titles: dict[str, str]) -> list[str]:
    assert best.interval is not None
    values = {
        "points": points(best.difference),
        "source": titles[best.source],
        "span": points_span(best.interval),
    }
    return [
        _("“%(source)s” separates winners most clearly.") % values,
        _("Winners make %(points)s more points from “%(source)s” than the others (%(span)s).") % values,
    ]


def _nothing_sure(contrast: WinnersAgainstRest, rows: Sequence[SourceContrast], titles: dict[str, str]) -> list[str]:
    said = ngettext(
        "%(games)s game does not show which source separates winners from the others.",
        "%(games)s games do not show which source separates winners from the others.",
        contrast.games,
    ) % {"games": contrast.games}
    largest = rows[0]
    if largest.interval is None or largest.finding not in ("unknown", "hint"):
        return [said]
    chance = _("The largest difference, in “%(source)s” (%(difference)s; %(span)s), may be chance.") % {
        "source": titles[largest.source],
        "difference": signed(largest.difference),
        "span": points_span(largest.interval),
    }
    return [said, chance]


def _listed(words: Sequence[str]) -> str:
    return get_text_list(list(words), _("and"))
