"""The feeds of clubs and players, which everybody may read, and the personal calendar behind a secret address."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from nabu.accounts.players.tokens import note_use
from nabu.accounts.players.visibility import visible_players
from nabu.contests.clubs.models import Club
from nabu.contests.tournaments.feeds.events import feed_events
from nabu.contests.tournaments.feeds.making import PRIVATE, Feed, as_atom, as_calendar, in_chosen_language
from nabu.people.profiles.feeds import personal, queries
from nabu.web.pages import account_of, perform, post_action

NEW_ADDRESS = "address of the new calendar"
"""Where the session keeps it from the button to the page that shows it once."""

Answer = Callable[[HttpRequest, Feed], HttpResponse]


@require_safe
@in_chosen_language
def club_calendar(request: HttpRequest, pk: int) -> HttpResponse:
    """The events of a club."""
    return _of_club(request, pk, as_calendar)


@require_safe
@in_chosen_language
def club_atom(request: HttpRequest, pk: int) -> HttpResponse:
    """The same for feed readers."""
    return _of_club(request, pk, as_atom)


@require_safe
@in_chosen_language
def player_calendar(request: HttpRequest, pk: int) -> HttpResponse:
    """The public events that a player is entered in."""
    return _of_player(request, pk, as_calendar)


@require_safe
@in_chosen_language
def player_atom(request: HttpRequest, pk: int) -> HttpResponse:
    """The same for feed readers."""
    return _of_player(request, pk, as_atom)


@require_safe
@in_chosen_language
def personal_calendar(request: HttpRequest) -> HttpResponse:
    """What the account of this secret key plays or hopes to play; 404 for a key that is not valid."""
    token = personal.calendar_token(request.GET.get("key", ""))
    if token is None:
        raise Http404
    note_use(token)
    found, waits = queries.own_events(token.user)
    feed = Feed(_("My tournaments"), reverse("home"), feed_events(found, waits))
    return as_calendar(request, feed, PRIVATE)


@login_required
@never_cache
@require_safe
def calendar_page(request: HttpRequest) -> HttpResponse:
    """The address of the own calendar: shown once, when it is made."""
    context = {
        "address": request.session.pop(NEW_ADDRESS, None),
        "token": personal.living_token(account_of(request)),
    }
    return render(request, "people/profiles/feeds/calendar.html", context)


@post_action
def calendar_renew(request: HttpRequest) -> HttpResponse:
    """A new address; the one before stops working."""
    user = account_of(request)
    done = _("Calendar address created. Copy it now: it is shown only once.")
    key = perform(request, lambda: personal.renew(user), done)
    if key is not None:
        request.session[NEW_ADDRESS] = personal.address_of(key)
    return redirect("players:calendar_page")


@post_action
def calendar_revoke(request: HttpRequest) -> HttpResponse:
    """The address stops working."""
    user = account_of(request)
    perform(request, lambda: personal.revoke(user), _("Calendar address revoked."))
    return redirect("players:calendar_page")


def _of_club(request: HttpRequest, pk: int, answer: Answer) -> HttpResponse:
    club = get_object_or_404(Club, pk=pk)
    feed = Feed(club.name, reverse("clubs:detail", args=[pk]), feed_events(queries.events_of_club(club)))
    return answer(request, feed)


def _of_player(request: HttpRequest, pk: int, answer: Answer) -> HttpResponse:
    """As a visitor sees the player, whoever asks: the answer is the same for all."""
    player = get_object_or_404(visible_players(AnonymousUser()).filter(deleted_at=None), pk=pk)
    feed = Feed(player.name, reverse("players:detail", args=[pk]), feed_events(queries.events_of_player(player)))
    return answer(request, feed)
