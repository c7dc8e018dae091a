"""What the pages of one player have in common, and their CSV: the filter of an address, whatever is asked of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.utils.translation import gettext as _

from engine.registry import GAMES
from nabu.accounts.players.models import Player
from nabu.core.spreadsheet import Record, csv_response
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.filter_form import FilterForm, filter_form
from nabu.web.pages import game_or_404

Answer = Callable[[GameFilter, FilterForm], dict[str, Any]]
"""What the template of a page needs besides."""


def player_page(
    request: HttpRequest,
    template: str,
    game: str,
    answer: Answer,
    player: Player,
    opponent: Player | None = None,
    *,
    left_out: Collection[str] = (),
) -> HttpResponse:
    """A page about a player, and an opponent if there is one: of these nothing is to choose, nor of the fields that are
    `left_out`. A filter that does not exist is answered with status 400. Raises Http404."""
    played, form = game_or_404(game), player_filter(request.GET, player, game, opponent=opponent)
    context: dict[str, Any] = {
        "player": player,
        "other": opponent,
        "game": played,
        "games": GAMES.values(),
        "form": form,
    }
    try:
        chosen = form.game_filter()
    except ValidationError:
        return render(request, template, context, status=400)
    finally:
        for name in ("player", *(("opponent",) if opponent is not None else ()), *left_out):
            del form.fields[name]
    own = chosen.only(player=None) if opponent is None else chosen.only(player=None, opponent=None)
    context |= answer(chosen, form)
    context |= {"filtered": bool(own.values()), "own_filter": own.address(), "words": own.words()}
    return render(request, template, context)


def player_csv(
    request: HttpRequest,
    name: str,
    game: str,
    columns: Sequence[str],
    rows: Callable[[GameFilter], Iterable[Record]],
    player: Player,
    opponent: Player | None = None,
) -> HttpResponse:
    """The rows of a table for the same filter, as a download: `name` has a place for the `game`. Raises Http404."""
    played = game_or_404(game)
    try:
        chosen = player_filter(request.GET, player, game, opponent=opponent).game_filter()
    except ValidationError:
        return HttpResponseBadRequest(_("This filter is not valid."), content_type="text/plain; charset=utf-8")
    return csv_response(rows(chosen), name.format(game=played.key), columns)


def player_filter(values: Any, player: Player, game: str, *, opponent: Player | None = None) -> FilterForm:
    """The filter of an address, with this player, and this opponent if there is one, whatever the address says."""
    people = {"player": player, **({"opponent": opponent} if opponent is not None else {})}
    form = filter_form({**values.dict(), **{name: str(person.pk) for name, person in people.items()}}, GAMES[game])
    for name, person in people.items():
        form.fields[name].queryset = Player.objects.filter(pk=person.pk)  # type: ignore[attr-defined]
    return form
