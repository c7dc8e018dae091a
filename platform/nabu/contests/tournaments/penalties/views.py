"""Penalties: all of them for directors, the own ones for a player."""

from __future__ import annotations

from decimal import Decimal
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.contests.tournaments.access import frame, organised_tournament, visible_tournament
from nabu.contests.tournaments.entries.access import warn_of_seats
from nabu.contests.tournaments.entries.forms import offered
from nabu.contests.tournaments.entries.queries import own_entry
from nabu.contests.tournaments.models import Penalty, Tournament
from nabu.contests.tournaments.penalties import services
from nabu.contests.tournaments.penalties.forms import LiftForm, PenaltyForm
from nabu.contests.tournaments.permissions import is_organiser
from nabu.core.errors import NotAllowed
from nabu.web.pages import account_of, perform_form, post_action


@require_safe
def penalties(request: HttpRequest, pk: int) -> HttpResponse:
    """The list. Who is not entered and does not direct has nothing to see here."""
    return _page(request, visible_tournament(request, pk))


@post_action
def give(request: HttpRequest, pk: int) -> HttpResponse:
    """Hold something against a player."""
    tournament = organised_tournament(request, pk)
    form = PenaltyForm(request.POST, tournament=tournament)
    if form.is_valid():
        words = form.cleaned_data
        spec = services.PenaltySpec(
            words["kind"], words["reason"], words["points"] or Decimal(0), round_number=words["round_number"]
        )
        service = partial(services.give_penalty, account_of(request), words["entry"], spec)
        done = _("Penalty for %(name)s saved.") % {"name": words["entry"].player.name}
        if perform_form(request, form, service, done):
            if words["kind"] == Penalty.Kind.DISQUALIFICATION:
                warn_of_seats(request, words["entry"])
            return redirect("tournaments:penalties", pk)
    return _page(request, tournament, form)


@post_action
def lift(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a penalty back."""
    found = get_object_or_404(Penalty.objects.select_related("entry__player"), pk=pk)
    tournament = organised_tournament(request, found.tournament_id)
    form = LiftForm(request.POST, prefix=f"lift-{pk}")
    if form.is_valid():
        service = partial(services.lift_penalty, account_of(request), found, form.cleaned_data["reason"])
        done = _("Penalty for %(name)s lifted.") % {"name": found.entry.player.name}
        if perform_form(request, form, service, done):
            return redirect("tournaments:penalties", tournament.pk)
    return _page(request, tournament, lift_form=form)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    form: PenaltyForm | None = None,
    lift_form: LiftForm | None = None,
) -> HttpResponse:
    organises = is_organiser(request.user, tournament)
    listed = tournament.penalties.select_related("entry__player", "stage", "given_by__player")
    if not organises:
        own = own_entry(request.user, tournament)
        if own is None:
            raise NotAllowed
        listed = listed.filter(entry=own)
    may_change = organises and tournament.status == Tournament.Status.RUNNING
    if may_change and form is None:
        form = PenaltyForm(tournament=tournament)
        chosen = next((e for e in form.entries if str(e.pk) == request.GET.get("entry")), None)
        form.initial = {"entry": offered(chosen)} if chosen else {}
    forms = {lift_form.prefix: lift_form} if lift_form else {}
    context = {
        **frame(request, tournament, "entries"),
        "people": "penalties",
        "lines": [
            (penalty, forms.get(f"lift-{penalty.pk}") or LiftForm(prefix=f"lift-{penalty.pk}")) for penalty in listed
        ],
        "may_change": may_change,
        "form": form,
    }
    return render(request, "contests/tournaments/penalties/penalties.html", context)
