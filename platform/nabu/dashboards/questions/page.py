"""What the questions of the dashboards have in common: filter, tabs, sample, and what is said without games.

A question is a page with one answer. Its view gives `question_page` its template, which extends
`dashboards/question.html`, and a function from `Statistics` to what the template needs besides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.game import Game
from engine.registry import GAMES
from nabu.dashboards.facts.components import sets_of
from nabu.dashboards.facts.data_notes import notes_on
from nabu.dashboards.facts.filters import FilterForm, GameFilter
from nabu.dashboards.facts.queries import games_waiting, is_stale
from nabu.dashboards.facts.statistics import Statistics
from nabu.dashboards.filter_form import filter_form, offer_players
from nabu.games.notes import reconstructed_note
from nabu.tournaments.access import frame, visible_tournament
from nabu.tournaments.models import Tournament

TABS: dict[str, str | Promise] = {
    "sources": _("Where points come from"),
    "cards": _("Cards"),
    "seats": _("Seats"),
    "variants": _("Variants"),
    "games": _("Games"),
}
"""The questions, in the order of the tabs. "games" is the list behind every number. The address of the page about a
title is named `dashboards:KEY`, that about a tournament `tournaments:dashboard_KEY`; of the first question
`dashboards:game` and `tournaments:dashboard`.
"""

Answer = Callable[[Statistics], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Tab:
    """A question with its address, which keeps the filter."""

    key: str
    title: str | Promise
    address: str


def question_page(
    request: HttpRequest,
    tab: str,
    template: str,
    answer: Answer,
    game: str | None = None,
    pk: int | None = None,
    asked: Answer | None = None,
) -> HttpResponse:
    """The page of a question, about a game title or about the tournament `pk`.

    `answer` is called only if a game fits the filter, `asked` in any case, before it: it reads what else stands in the
    address, raising ValidationError for what does not exist. Raises Http404 for what does not exist or is not for this
    person; a filter that does not exist is answered with status 400.
    """
    fixed = visible_tournament(request, pk) if pk is not None else None
    played = game_or_404(fixed.game if fixed is not None else game)
    form = filter_form(request.GET, played, fixed)
    context: dict[str, Any] = {"game": played, "games": GAMES.values(), "form": form, "question": tab}
    if fixed is not None:
        context |= frame(request, fixed, "dashboard")
    try:
        chosen = form.game_filter()
        statistics = Statistics(chosen)
        context |= asked(statistics) if asked else {}
    except ValidationError:
        context["tabs"] = tabs(played, fixed, "")
        return render(request, template, context, status=400)
    offer_players(form, chosen)
    context |= sample(chosen, statistics, form)
    context["tabs"] = tabs(played, fixed, own_address(chosen, fixed))
    if context["games_found"]:
        context |= answer(statistics)
    return render(request, template, context)


def sample(chosen: GameFilter, statistics: Statistics, form: FilterForm) -> dict[str, Any]:
    """What every page says about what it counts."""
    changed_at = statistics.store.changed_at
    sets = sets_of(chosen.game, statistics.component_names)
    return {
        "chosen": chosen,
        "statistics": statistics,
        "games_found": statistics.count,
        "player_games": statistics.player_games,
        "filtered": chosen != form.without_values(),
        "games_address": reverse("dashboards:games", args=[chosen.game.key]),
        "waiting": games_waiting(chosen),
        "stale": is_stale(chosen),
        "as_of": datetime.fromtimestamp(changed_at, UTC) if changed_at else None,
        "reconstructed": reconstructed_note(chosen.game, sets),
        "notes": notes_on(chosen.game, sets),
    }


def tabs(played: Game, fixed: Tournament | None, query: str) -> list[Tab]:
    """The questions with their addresses. `query` is the filter, "" or from its "?" on."""
    found = []
    for key, title in TABS.items():
        first = key == next(iter(TABS))
        if fixed is None:
            address = reverse("dashboards:game" if first else f"dashboards:{key}", args=[played.key])
        else:
            address = reverse(f"tournaments:dashboard{'' if first else f'_{key}'}", args=[fixed.pk])
        found.append(Tab(key, title, f"{address}{query}"))
    return found


def own_address(chosen: GameFilter, fixed: Tournament | None) -> str:
    """The filter as it stands in the address of the page itself: without the tournament that the page is about."""
    return (chosen.only(tournament=None) if fixed is not None else chosen).address()


def game_or_404(key: str | None) -> Game:
    """The game of that key. Raises Http404."""
    if key not in GAMES:
        raise Http404
    return GAMES[key]
