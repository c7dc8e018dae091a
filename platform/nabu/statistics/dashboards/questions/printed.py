"""One tournament on one sheet of paper: the answers of all questions, and games to remember."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.cards import page as cards
from nabu.statistics.dashboards.questions.games.page import Condition, ListedGame, listed_games
from nabu.statistics.dashboards.questions.page import Question, question_page
from nabu.statistics.dashboards.questions.seats import page as seats
from nabu.statistics.dashboards.questions.sources import page as sources

GAMES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class MemorableGame:
    """A game worth remembering: how many turns it had, and by how many points it was won."""

    game: ListedGame
    turns: int
    margin: int


@require_safe
def page(request: HttpRequest, pk: int) -> HttpResponse:
    """One tournament on one sheet of paper."""
    question = Question("sources", gettext_lazy("Statistics"), "statistics/dashboards/questions/print.html", answer)
    return question_page(request, question, pk=pk)


def answer(statistics: Statistics) -> dict[str, Any]:
    """What the sheet shows."""
    found = sources.answer(Statistics(statistics.chosen.only(typed=False)))
    games = statistics.games
    alone = games[games["winners"] < games["players"]]
    return {
        **found,
        "cards_summary": cards.summary(statistics),
        "seats_summary": seats.summary(statistics),
        "longest": _memorable(games.sort_values(["turns", "game_id"], ascending=[False, True])),
        "closest": _memorable(alone.sort_values(["margin", "game_id"])),
    }


def _memorable(games: pd.DataFrame) -> list[MemorableGame]:
    """The first games of the table."""
    first = games.head(GAMES_SHOWN)
    numbers = dict(zip(first["game_id"].tolist(), zip(first["turns"], first["margin"], strict=True), strict=True))
    return [
        MemorableGame(one, int(numbers[one.table.pk][0]), int(numbers[one.table.pk][1]))
        for one in listed_games(list(numbers), Condition())
    ]
