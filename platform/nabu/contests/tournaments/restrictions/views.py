"""Pairs that must not meet: a page for directors."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.contests.tournaments.access import frame, organised_tournament
from nabu.contests.tournaments.entries.queries import club_mates
from nabu.contests.tournaments.models import Restriction, Tournament
from nabu.contests.tournaments.restrictions import services
from nabu.contests.tournaments.restrictions.forms import RestrictionForm
from nabu.web.pages import account_of, perform, perform_form, post_action


@require_safe
def restrictions(request: HttpRequest, pk: int) -> HttpResponse:
    """All pairs, and what the tournament says about club mates."""
    return _page(request, organised_tournament(request, pk))


@post_action
def add(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep two players apart."""
    tournament = organised_tournament(request, pk)
    form = RestrictionForm(request.POST, tournament=tournament)
    if form.is_valid():
        words = form.cleaned_data
        names = {"one": words["one"].player.name, "other": words["other"].player.name}
        service = partial(services.add_restriction, account_of(request), tournament, **words)
        if perform_form(request, form, service, _("%(one)s and %(other)s are kept apart.") % names):
            return redirect("tournaments:restrictions", pk)
    return _page(request, tournament, form)


@post_action
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Let two players meet again."""
    found = get_object_or_404(Restriction.objects.select_related("one__player", "other__player"), pk=pk)
    organised_tournament(request, found.tournament_id)
    names = {"one": found.one.player.name, "other": found.other.player.name}
    service = partial(services.remove_restriction, account_of(request), found)
    perform(request, service, _("%(one)s and %(other)s can be paired again.") % names)
    return redirect("tournaments:restrictions", found.tournament_id)


def _page(request: HttpRequest, tournament: Tournament, form: RestrictionForm | None = None) -> HttpResponse:
    editable = not tournament.is_over
    context = {
        **frame(request, tournament, "entries"),
        "people": "restrictions",
        "restrictions": tournament.restrictions.select_related("one__player", "other__player"),
        "clubs": club_mates(tournament),
        "form": (form or RestrictionForm(tournament=tournament)) if editable else None,
        "editable": editable,
    }
    return render(request, "contests/tournaments/restrictions/restrictions.html", context)
