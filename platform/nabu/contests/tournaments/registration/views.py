"""The registration page of a tournament: one big button for players, the lists for directors."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.contests.tournaments.access import frame, organised_registration, visible_tournament
from nabu.contests.tournaments.fees.queries import own_fee
from nabu.contests.tournaments.models import Registration, Tournament
from nabu.contests.tournaments.permissions import is_organiser
from nabu.contests.tournaments.registration import services
from nabu.contests.tournaments.registration.forms import RegisterForm
from nabu.contests.tournaments.registration.queries import own_registration, places_in_line, places_of
from nabu.contests.tournaments.rounds.next_step import NextStep, next_step
from nabu.contests.tournaments.suspended import own_suspensions
from nabu.web.pages import account_of, perform, perform_form, post_action

Status = Registration.Status


@require_safe
def registration(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody sees how it stands, players their own place, directors who waits."""
    return _page(request, visible_tournament(request, pk))


@post_action
def register(request: HttpRequest, pk: int) -> HttpResponse:
    """The signed-in player wants to play."""
    tournament = visible_tournament(request, pk)
    form = RegisterForm(request.POST)
    if form.is_valid():
        service = partial(services.register, account_of(request), tournament, **form.cleaned_data)
        if perform_form(request, form, service, _("Registration saved.")):
            return redirect("tournaments:registration", pk)
    return _page(request, tournament, form)


@post_action
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """The signed-in player does not want to play after all."""
    tournament = visible_tournament(request, pk)
    perform(request, partial(services.withdraw, account_of(request), tournament), _("Registration withdrawn."))
    return redirect("tournaments:registration", pk)


@post_action
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """A director wants this player."""
    found = organised_registration(request, pk)

    def done(accepted: Registration) -> str:
        if accepted.status == Registration.Status.WAITING:
            words = _("The tournament is full: %(name)s is on the waiting list.")
        else:
            words = _("Registration of %(name)s accepted.")
        return words % {"name": accepted.player.name}

    perform(request, partial(services.accept, account_of(request), found), done)
    return redirect("tournaments:registration", found.tournament_id)


@post_action
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """A director does not want this player."""
    found = organised_registration(request, pk)
    done = _("Registration of %(name)s declined.") % {"name": found.player.name}
    perform(request, partial(services.decline, account_of(request), found), done)
    return redirect("tournaments:registration", found.tournament_id)


@post_action
def move(request: HttpRequest, pk: int) -> HttpResponse:
    """To another place of the waiting list."""
    found = organised_registration(request, pk)
    place = request.POST.get("place", "")
    if not (place.isascii() and place.isdigit() and len(place) < 5):
        raise Http404
    perform(request, partial(services.move, account_of(request), found, int(place)), _("Waiting list changed."))
    return redirect("tournaments:registration", found.tournament_id)


def _page(request: HttpRequest, tournament: Tournament, form: RegisterForm | None = None) -> HttpResponse:
    organises = is_organiser(request.user, tournament)
    hopes = list(tournament.registrations.select_related("player")) if organises else []
    in_line = places_in_line(tournament) if organises else {}
    pending = [each for each in hopes if each.status == Status.PENDING]
    drafts = tournament.status == Tournament.Status.DRAFT
    context = {
        **frame(request, tournament, "registration"),
        "places": places_of(tournament),
        "own_fee": own_fee(request.user, tournament),
        "own": own_registration(request.user, tournament),
        "suspensions": own_suspensions(request.user, tournament),
        "form": form or RegisterForm(),
        "pending": pending,
        "step": _step(tournament) if organises and drafts and not pending else None,
        "waiting": [(each, in_line[each.pk]) for each in hopes if each.pk in in_line],
        "declined": [each for each in hopes if each.status == Status.DECLINED],
        "withdrawn": [each for each in hopes if each.status == Status.WITHDRAWN],
        "drafts": drafts,
        "editable": not tournament.is_over,
    }
    return render(request, "contests/tournaments/registration/registration.html", context)


def _step(tournament: Tournament) -> NextStep | None:
    """What a director does next once nobody waits for an answer. Where that leads here, it is to add players."""
    step = next_step(tournament)
    if step and step.address == reverse("tournaments:registration", args=[tournament.pk]):
        return NextStep(step.text, _("Add players"), reverse("tournaments:entries", args=[tournament.pk]))
    return step
