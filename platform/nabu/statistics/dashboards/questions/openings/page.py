"""Which first turns are followed by wins: an answer for each of the first three turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from analytics.figures.openings import OpeningDot, OpeningWords, openings_figure
from analytics.figures.parts import Figure
from analytics.opening_stats import Opening
from engine.game import Game
from nabu.core.charts.numbers import percent_points
from nabu.core.charts.words import common_words
from nabu.statistics.dashboards.facts.openings import openings_of
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.opening_words import TURNS, opening_title
from nabu.statistics.dashboards.questions.page import Question, question_page

ROWS_SHOWN = 20
"""The most frequent ways to play a turn; the CSV has all of them."""


@dataclass(frozen=True, slots=True)
class OpeningLine:
    """A way to play a turn in words."""

    title: str
    row: Opening


@dataclass(frozen=True, slots=True)
class TurnBoard:
    """A first turn: its answer, the most frequent ways to play it, and how many there are."""

    number: int
    title: str | Promise
    sentence: str
    lines: list[OpeningLine]
    ways: int
    games: int
    figure: Figure


@require_safe
def page(request: HttpRequest, game: str | None = None, pk: int | None = None) -> HttpResponse:
    """Which first turns are followed by wins."""
    question = Question(
        "openings",
        gettext_lazy("Openings of %(game)s"),
        "statistics/dashboards/questions/openings/openings.html",
        answer,
    )
    return question_page(request, question, game, pk)


def answer(statistics: Statistics) -> dict[str, Any]:
    """What the page shows."""
    rows, game = openings_of(statistics) if statistics.count else [], statistics.chosen.game
    by_turn = {number: [row for row in rows if row.number == number] for number in TURNS}
    return {"boards": [_board(number, of_turn, game) for number, of_turn in by_turn.items() if of_turn]}


def opening_words() -> OpeningWords:
    """The words of the figure."""
    return OpeningWords(
        **common_words(),
        openings_alt=_("Dots with interval bars for {count} ways to play this turn; the highest is {opening}."),
    )


def _board(number: int, rows: Sequence[Opening], game: Game) -> TurnBoard:
    frequent = sorted(rows, key=lambda row: (-row.games, row.opening))[:ROWS_SHOWN]
    lines = [OpeningLine(opening_title(game, row.opening), row) for row in rows if row in frequent]
    dots = [
        OpeningDot(line.title, line.row.games, line.row.difference, line.row.interval, line.row.is_sure)
        for line in lines
        if line.row.difference is not None and line.row.interval is not None
    ]
    sentence = _answer(rows, game)
    games = sum(row.games for row in rows)
    return TurnBoard(number, TURNS[number], sentence, lines, len(rows), games, openings_figure(dots, opening_words()))


def _answer(rows: Sequence[Opening], game: Game) -> str:
    sure = [row for row in rows if row.is_sure and row.sample == "enough"]
    if not any(row.difference is not None for row in rows):
        return _("Too few games with the same turn to compare.")
    if not sure:
        return _("No way to play this turn stands out: each difference in these games may be chance.")
    widest = max(sure, key=lambda row: abs(row.shrunk or 0.0))
    values = {"opening": opening_title(game, widest.opening), "points": percent_points(widest.shrunk)}
    return _("“%(opening)s” differs most from the other ways: %(points)s percentage points.") % values
