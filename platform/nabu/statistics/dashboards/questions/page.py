"""What the questions of the dashboards have in common: filter, tabs, sample, and what is said without games.

A question is a page with one answer: its template, which extends `question.html`, and a function from `Statistics` to
what the template needs besides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from engine.game import Game
from engine.registry import GAMES
from nabu.catalogue.games.notes import reconstructed_note
from nabu.contests.tournaments.access import frame, visible_tournament
from nabu.contests.tournaments.models import Tournament
from nabu.statistics.dashboards.facts.components import notes_on, sets_of
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.queries import is_stale, tables_of_games
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.filter_form import FilterForm, filter_form, offer_players
from nabu.web.pages import game_or_404

TABS: dict[str, str | Promise] = {
    "overview": _("Overview"),
    "sources": _("Sources"),
    "cards": _("Cards"),
    "seats": _("Seats"),
    "openings": _("Openings"),
    "variants": _("Variants"),
    "games": _("Games"),
}
"""The questions, in the order of the tabs. "games" is the list behind every number. The address of the page about a
title is named `dashboards:KEY`, that about a tournament `tournaments:dashboard_KEY`; of the first question
`dashboards:game` and `tournaments:dashboard`.
"""

TYPED_SHOWN = 20
"""So many tables with a typed score sheet are linked, the latest."""

Answer = Callable[[Statistics], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Question:
    """A page with one answer, under the tab `tab`. Its heading has a place for the game.

    `answer` is called only if a game fits the filter, `asked` in any case, before it: it reads what else stands in the
    address, raising ValidationError for what does not exist. `typed`: the answer counts typed score sheets too.
    """

    tab: str
    heading: str | Promise
    template: str
    answer: Answer
    asked: Answer | None = None
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Tab:
    """A question with its address, which keeps the filter; `path` is the same without it."""

    key: str
    title: str | Promise
    path: str
    address: str


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The dashboards begin with the first game."""
    return redirect("dashboards:game", next(iter(GAMES)))


def question_page(
    request: HttpRequest, question: Question, game: str | None = None, pk: int | None = None
) -> HttpResponse:
    """The page of a question, about a game title or about the tournament `pk`.

    Raises Http404 for what does not exist or is not for this person; a filter that does not exist is answered with
    status 400.
    """
    fixed = visible_tournament(request, pk) if pk is not None else None
    played = game_or_404(fixed.game if fixed is not None else game)
    form = filter_form(request.GET, played, fixed)
    context: dict[str, Any] = {
        "game": played,
        "games": GAMES.values(),
        "form": form,
        "question": question.tab,
        "heading": str(question.heading) % {"game": played.title},
    }
    if fixed is not None:
        context |= frame(request, fixed, "dashboard")
    try:
        chosen = form.game_filter()
        statistics = Statistics(chosen)
        context |= question.asked(statistics) if question.asked else {}
    except ValidationError:
        context["tabs"] = tabs(played, fixed, "")
        return render(request, question.template, context, status=400)
    offer_players(form, statistics)
    context |= sample(chosen, statistics, form, typed=question.typed)
    context["tabs"] = tabs(played, fixed, own_address(chosen, fixed))
    if context["games_found"] or context["typed_found"]:
        context |= question.answer(statistics)
    return render(request, question.template, context)


def sample(chosen: GameFilter, statistics: Statistics, form: FilterForm, *, typed: bool = False) -> dict[str, Any]:
    """What every page says about what it counts; `typed`: also typed score sheets."""
    counted = [statistics, statistics.typed] if typed else [statistics]
    changed_at = max((one.changed_at for one in counted if one.changed_at), default=None)
    sets = sets_of(chosen.game, set().union(*(one.component_names for one in counted)))
    return {
        "chosen": chosen,
        "statistics": statistics,
        "games_found": statistics.count,
        "typed_found": statistics.typed.count if typed else 0,
        "typed_tables": tables_of_games(statistics.typed.game_ids[:TYPED_SHOWN]) if typed else [],
        "player_games": sum(one.player_games for one in counted),
        "filtered": chosen != form.without_values(),
        "filter_words": (chosen if form.fixed is None else chosen.only(tournament=None)).words(),
        "games_address": reverse("dashboards:games", args=[chosen.game.key]),
        "waiting": statistics.waiting,
        "stale": is_stale(chosen),
        "as_of": changed_at,
        "reconstructed": reconstructed_note(chosen.game, sets),
        "notes": notes_on(chosen.game, sets),
    }


def tabs(played: Game, fixed: Tournament | None, query: str) -> list[Tab]:
    """The questions with their addresses. `query` is the filter, "" or from its "?" on. A game without cards has no
    question about them."""
    found = []
    for key, title in TABS.items():
        if key == "cards" and not any(played.components(name).cards for name in played.component_sets):
            continue
        first = key == next(iter(TABS))
        if fixed is None:
            path = reverse("dashboards:game" if first else f"dashboards:{key}", args=[played.key])
        else:
            path = reverse(f"tournaments:dashboard{'' if first else f'_{key}'}", args=[fixed.pk])
        found.append(Tab(key, title, path, f"{path}{query}"))
    return found


def own_address(chosen: GameFilter, fixed: Tournament | None) -> str:
    """The filter as it stands in the address of the page itself: without the tournament that the page is about."""
    return (chosen.only(tournament=None) if fixed is not None else chosen).address()


def neighbours(page: Page[Any], values: Mapping[str, str | int]) -> dict[str, str]:
    """The addresses with these values, the filter; "previous_page" and "next_page", each only if it is there."""
    addresses = {}
    if page.has_previous():
        addresses["previous_page"] = f"?{urlencode({**values, 'page': page.previous_page_number()})}"
    if page.has_next():
        addresses["next_page"] = f"?{urlencode({**values, 'page': page.next_page_number()})}"
    return addresses
