"""Pages of accounts and players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from engine.registry import GAMES
from nabu.accounts.players import services
from nabu.accounts.players.merged import leads_to_merged
from nabu.accounts.players.models import Person, Player, User
from nabu.accounts.players.visibility import published_players, visible_players
from nabu.accounts.versions.services import PEOPLE, TOURNAMENTS, own_players_topic, ratings_topic
from nabu.contests.ratings.journal import explain
from nabu.contests.ratings.queries import journal
from nabu.contests.tournaments.kept_results import kept_small
from nabu.people.profiles.players.forms import AccountForm, SearchForm
from nabu.people.profiles.players.page import games_of, page_of
from nabu.people.profiles.players.queries import best_rating, listed_players
from nabu.web.pages import account_of, perform_form
from nabu.web.shared_pages.kinds import NUMBER, WORDS, SharedPage
from nabu.web.shared_pages.making import keep_first_and_real
from nabu.web.shared_pages.pages import shared

LIST_PAGE = 50
JOURNAL_PAGE = 20


def _topics(values: Mapping[str, Any]) -> Sequence[str]:
    """Who has played where everybody can see it, how they are called, and their ratings."""
    return TOURNAMENTS, PEOPLE, *map(ratings_topic, GAMES)


def _may_see_more(person: Person, values: Mapping[str, Any]) -> bool:
    """An account also finds itself, and whom it has entered: most are in an event that everybody sees."""
    if not isinstance(person, User) or person.is_staff:
        return person.is_authenticated
    others = visible_players(person).exclude(pk__in=published_players().values("pk"))
    topics = TOURNAMENTS, PEOPLE, own_players_topic(person.pk)
    return kept_small(("sees more players", person.pk, None), topics, others.exists)


@require_safe
@shared(SharedPage(_topics, {"page": NUMBER, "q": WORDS}, in_full=_may_see_more))
def player_list(request: HttpRequest) -> HttpResponse:
    """Everybody, searchable by name."""
    form = SearchForm(request.GET)
    words = form.cleaned_data["q"].strip() if form.is_valid() else ""
    page = Paginator(listed_players(request.user, words), LIST_PAGE).get_page(request.GET.get("page"))
    keep_first_and_real(page.number, request.GET.get("page"))
    rows = [(player, best_rating(player)) for player in page]
    return render(
        request,
        "people/profiles/players/list.html",
        {"form": form, "words": words, "page": page, "rows": rows, "games": GAMES},
    )


@require_safe
@leads_to_merged
def player_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """One player in one game (`?game=`), in the one played most if none is named."""
    player = get_object_or_404(visible_players(request.user).prefetch_related("ratings"), pk=pk)
    games = games_of(player)
    chosen = next((game for game in games if game.key == request.GET.get("game")), games[0] if games else None)
    context = {"player": player, "games": games, **(page_of(player, chosen) if chosen else {})}
    return render(request, "people/profiles/players/detail.html", context)


@require_safe
@leads_to_merged
def player_journal(request: HttpRequest, pk: int, game: str) -> HttpResponse:
    """Why this player's rating is what it is: every rated game, pair by pair."""
    if game not in GAMES:
        raise Http404
    player = get_object_or_404(visible_players(request.user), pk=pk)
    page = Paginator(journal(player, game), JOURNAL_PAGE).get_page(request.GET.get("page"))
    context = {
        "player": player,
        "game": GAMES[game],
        "page": page,
        "lines": [explain(entry, list(entry.rated_game.entries.all())) for entry in page],
    }
    return render(request, "people/profiles/players/journal.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Name and language of the signed-in account."""
    user = account_of(request)
    player = Player.objects.filter(user=user).first()
    form = AccountForm(
        request.POST or None,
        initial={"name": player.name if player else user.get_full_name(), "language": user.language},
    )
    if request.method == "POST" and form.is_valid():
        words = form.cleaned_data
        with translation.override(words["language"] or translation.get_language()):
            done = perform_form(
                request,
                form,
                lambda: services.update_account(user, name=words["name"], language=words["language"]),
                _("Account saved."),
            )
        if done:
            return redirect("players:account")
    return render(request, "people/profiles/players/account.html", {"form": form, "player": player})
