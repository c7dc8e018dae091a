"""Who is suspended from the events of a club: the list for its directors, and what its owners do about it."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from nabu.accounts.players.models import Player
from nabu.accounts.players.visibility import enterable_players
from nabu.contests.clubs.models import Club, Suspension
from nabu.contests.clubs.permissions import can_manage_club, can_organise_for
from nabu.contests.clubs.suspensions import holds, lift, suspend, suspensions_by
from nabu.contests.tournaments.models import Entry
from nabu.core.errors import NotAllowed
from nabu.core.name_keys.search import named
from nabu.people.profiles.clubs.forms import LiftForm, PlayerSearchForm, SuspensionForm
from nabu.web.pages import account_of, perform_form, post_action

FOUND_PLAYERS = 20


@login_required
@require_safe
def suspensions(request: HttpRequest, pk: int) -> HttpResponse:
    """The list: those that hold, then those that are over; for owners also the way to a new one."""
    return _list(request, _seen_club(request, pk))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Suspend a player."""
    club = get_object_or_404(Club, pk=pk)
    if not can_manage_club(request.user, club):
        raise NotAllowed
    username = request.GET.get("q", "")
    found = get_object_or_404(enterable_players(account_of(request), username), pk=player)
    form = SuspensionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        service = partial(suspend, account_of(request), club, found, **form.cleaned_data)
        if perform_form(request, form, service, _("%(name)s is suspended.") % {"name": found.name}):
            return redirect("clubs:suspensions", pk)
    return render(request, "people/profiles/clubs/suspend.html", {"club": club, "player": found, "form": form})


@post_action
def lift_suspension(request: HttpRequest, pk: int) -> HttpResponse:
    """End a suspension early."""
    found = get_object_or_404(Suspension.objects.select_related("club", "player"), pk=pk)
    club = _seen_club(request, found.club_id)
    if not can_manage_club(request.user, club):
        raise NotAllowed
    form = LiftForm(request.POST, prefix=f"lift-{pk}")
    if form.is_valid():
        service = partial(lift, account_of(request), found, form.cleaned_data["reason"])
        if perform_form(request, form, service, _("Suspension lifted.")):
            return redirect("clubs:suspensions", club.pk)
    return _list(request, club, form)


def _seen_club(request: HttpRequest, pk: int) -> Club:
    club = get_object_or_404(Club, pk=pk)
    if not can_organise_for(request.user, club):
        raise NotAllowed
    return club


def _list(request: HttpRequest, club: Club, failed: LiftForm | None = None) -> HttpResponse:
    manages = can_manage_club(request.user, club)
    all_of_club = list(suspensions_by(club))
    forms = {
        each.pk: failed if failed and failed.prefix == f"lift-{each.pk}" else LiftForm(prefix=f"lift-{each.pk}")
        for each in all_of_club
        if manages and holds(each)
    }
    search = PlayerSearchForm(request.GET)
    words = search.cleaned_data["q"].strip() if search.is_valid() else ""
    context = {
        "club": club,
        "manages": manages,
        "holding": [(each, forms.get(each.pk)) for each in all_of_club if holds(each)],
        "past": [each for each in all_of_club if not holds(each)],
        "search_form": search,
        "words": words,
        "found": _players_named(request, club, words) if manages and words else [],
    }
    return render(request, "people/profiles/clubs/suspensions.html", context)


def _players_named(request: HttpRequest, club: Club, words: str) -> list[Player]:
    """Who played for the club, by words of the name; and the account with this user name."""
    known = enterable_players(account_of(request), words).filter(deleted_at=None, merged_into=None)
    played = Entry.objects.filter(tournament__club=club, tournament__practice=False).values("player")
    found = known.filter(named(words) & Q(pk__in=played) | Q(user__username__iexact=words))
    return list(found.select_related("user")[:FOUND_PLAYERS])
