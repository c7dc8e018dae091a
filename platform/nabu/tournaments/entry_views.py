"""The page of the entries: who plays, and in which order of strength."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from nabu.errors import NotAllowed
from nabu.pages import account_of, change, perform, perform_form
from nabu.permissions import can_see_tournament, is_organiser
from nabu.players.forms import SearchForm
from nabu.players.models import Player
from nabu.tournaments import services
from nabu.tournaments.access import frame, organised_tournament, visible_tournament
from nabu.tournaments.entry_forms import NamesForm
from nabu.tournaments.models import Entry, Tournament
from nabu.tournaments.page_queries import entries_of, players_to_enter

FOUND_PLAYERS = 20


@require_safe
def entries(request: HttpRequest, pk: int) -> HttpResponse:
    """The entries: everybody may read them, the organiser may change them."""
    return _page(request, visible_tournament(request, pk))


@change
def add_names(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter many people by name."""
    tournament = organised_tournament(request, pk)
    form = NamesForm(request.POST)
    if form.is_valid():
        names = form.cleaned_data["names"]
        done = ngettext("%(count)s name is entered.", "%(count)s names are entered.", len(names)) % {
            "count": len(names)
        }
        service = partial(services.add_entries_by_name, account_of(request), tournament, names)
        if perform_form(request, form, service, done):
            return _back(tournament)
    return _page(request, tournament, form)


@change
def add_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter somebody who is known already."""
    tournament = organised_tournament(request, pk)
    number = request.POST.get("player", "")
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise Http404
    player = get_object_or_404(Player, pk=int(number))
    perform(
        request,
        partial(services.add_entry, account_of(request), tournament, player),
        _("%(name)s is entered.") % {"name": player.name},
    )
    return _back(tournament)


@change
def seed_by_rating(request: HttpRequest, pk: int) -> HttpResponse:
    """Order the entries by rating, the best first; who has none keeps the place behind them."""
    tournament = organised_tournament(request, pk)
    rated = sorted(entries_of(tournament), key=lambda entry: (-_rating(entry, tournament.game), entry.seed))
    _reorder(request, tournament, rated)
    return _back(tournament)


@change
def move_up(request: HttpRequest, pk: int) -> HttpResponse:
    """One seed better."""
    return _move(request, pk, -1)


@change
def move_down(request: HttpRequest, pk: int) -> HttpResponse:
    """One seed worse."""
    return _move(request, pk, 1)


@change
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Take somebody off the list before the start."""
    entry = _organised_entry(request, pk)
    perform(
        request,
        partial(services.remove_entry, account_of(request), entry),
        _("%(name)s is removed.") % {"name": entry.player.name},
    )
    return _back(entry.tournament)


@change
def drop(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody stops playing."""
    entry = _organised_entry(request, pk)
    perform(
        request,
        partial(services.drop_entry, account_of(request), entry),
        _("%(name)s has dropped out and is not paired any more.") % {"name": entry.player.name},
    )
    return _back(entry.tournament)


@change
def reinstate(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody who had dropped out plays again."""
    entry = _organised_entry(request, pk)
    perform(
        request,
        partial(services.reinstate_entry, account_of(request), entry),
        _("%(name)s plays again.") % {"name": entry.player.name},
    )
    return _back(entry.tournament)


def _organised_entry(request: HttpRequest, pk: int) -> Entry:
    entry = get_object_or_404(Entry.objects.select_related("tournament__organiser", "player"), pk=pk)
    if not can_see_tournament(request.user, entry.tournament):
        raise Http404
    if not is_organiser(request.user, entry.tournament):
        raise NotAllowed
    return entry


def _move(request: HttpRequest, pk: int, step: int) -> HttpResponse:
    entry = _organised_entry(request, pk)
    order = list(entry.tournament.entries.select_related("player"))
    at = order.index(entry)
    to = min(max(at + step, 0), len(order) - 1)
    order.insert(to, order.pop(at))
    _reorder(request, entry.tournament, order)
    return _back(entry.tournament)


def _reorder(request: HttpRequest, tournament: Tournament, order: list[Entry]) -> None:
    perform(
        request,
        partial(services.set_seeds, account_of(request), tournament, [entry.pk for entry in order]),
        _("The seeds are changed."),
    )


def _rating(entry: Entry, game: str) -> float:
    return max((rating.value for rating in entry.player.ratings.all() if rating.game == game), default=float("-inf"))


def _back(tournament: Tournament) -> HttpResponse:
    return redirect("tournaments:entries", tournament.pk)


def _page(request: HttpRequest, tournament: Tournament, names_form: NamesForm | None = None) -> HttpResponse:
    organises = is_organiser(request.user, tournament)
    search = SearchForm(request.GET)
    words = search.cleaned_data["q"].strip() if search.is_valid() else ""
    context = {
        **frame(request, tournament, "entries"),
        "entries": [(entry, _shown_rating(entry, tournament.game)) for entry in entries_of(tournament)],
        "names_form": names_form or NamesForm(),
        "search_form": search,
        "words": words,
        "found": players_to_enter(tournament, words, FOUND_PLAYERS) if organises else [],
    }
    return render(request, "tournaments/entries.html", context)


def _shown_rating(entry: Entry, game: str) -> float | None:
    rating = _rating(entry, game)
    return None if rating == float("-inf") else rating
