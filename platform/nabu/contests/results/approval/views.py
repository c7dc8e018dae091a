"""What a tournament does to the ratings, and the director's approval that lets it count."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.accounts.players.models import User
from nabu.contests.matches.models import Table
from nabu.contests.ratings.models import ApprovalObjection
from nabu.contests.results.approval.forms import AnswerForm, ObjectionForm, StaffReasonForm
from nabu.contests.results.approval.objections import (
    answer_objection,
    can_answer,
    is_rated_in,
    object_to_approval,
    objections_shown_to,
)
from nabu.contests.results.approval.services import approve_tournament, withdraw_approval
from nabu.contests.results.forms import ReasonForm
from nabu.contests.tournaments.access import frame, organised_tournament, visible_tournament
from nabu.contests.tournaments.exclusion import can_exclude, exclude_tournament, restore_tournament
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import is_organiser
from nabu.contests.tournaments.rated_status import is_period_open, may_be_rated, objections_until
from nabu.contests.tournaments.rating_changes import rating_changes, unrated_games, waiting_games
from nabu.core.errors import NotAllowed
from nabu.web.pages import account_of, perform, perform_form, perform_with_reason, post_action


@require_safe
def ratings(request: HttpRequest, pk: int) -> HttpResponse:
    """Every player's rating before and after: provisional until a director has approved the tournament."""
    return _page(request, visible_tournament(request, pk), ReasonForm())


@post_action
def approve(request: HttpRequest, pk: int) -> HttpResponse:
    """The results are right: the ratings count."""
    tournament = organised_tournament(request, pk)
    perform(request, lambda: approve_tournament(account_of(request), tournament), _("Approved. The ratings count now."))
    return redirect("tournaments:ratings", pk)


@post_action
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Something was wrong after all: the ratings go back."""
    tournament = organised_tournament(request, pk)
    form = ReasonForm(request.POST)
    done = _("Approval withdrawn. The ratings no longer count.")
    if form.is_valid() and perform_form(
        request,
        form,
        lambda: withdraw_approval(account_of(request), tournament, form.cleaned_data["reason"]),
        done,
    ):
        return redirect("tournaments:ratings", pk)
    return _page(request, tournament, form)


@post_action
def object_to(request: HttpRequest, pk: int) -> HttpResponse:
    """A rated player says what is wrong."""
    tournament = visible_tournament(request, pk)
    if not is_rated_in(request.user, tournament):
        raise NotAllowed
    form = ObjectionForm(request.POST)
    perform_with_reason(
        request,
        form,
        lambda: object_to_approval(account_of(request), tournament, form.cleaned_data["reason"]),
        _("Objection sent. The directors answer it here."),
    )
    return redirect("tournaments:ratings", pk)


@post_action
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """A director or staff answer an objection."""
    objection = get_object_or_404(ApprovalObjection.objects.select_related("tournament"), pk=pk)
    tournament = visible_tournament(request, objection.tournament_id)
    if not can_answer(request.user, tournament):
        raise NotAllowed
    form = AnswerForm(request.POST, prefix=f"objection-{pk}")
    perform_with_reason(
        request,
        form,
        lambda: answer_objection(account_of(request), objection, **form.cleaned_data),
        _("Objection answered."),
    )
    return redirect("tournaments:ratings", tournament.pk)


@post_action
def exclude(request: HttpRequest, pk: int) -> HttpResponse:
    """Staff take the tournament out of the ratings."""
    return _by_staff(request, pk, exclude_tournament, _("Tournament removed from the ratings."))


@post_action
def restore(request: HttpRequest, pk: int) -> HttpResponse:
    """Staff put the tournament back."""
    return _by_staff(request, pk, restore_tournament, _("Tournament restored to the ratings."))


def _by_staff(
    request: HttpRequest, pk: int, service: Callable[[User, Tournament, str], object], done: str
) -> HttpResponse:
    tournament = visible_tournament(request, pk)
    if not can_exclude(request.user):
        raise NotAllowed
    form = StaffReasonForm(request.POST)
    perform_with_reason(
        request, form, lambda: service(account_of(request), tournament, form.cleaned_data["reason"]), done
    )
    return redirect("tournaments:ratings", pk)


def _page(request: HttpRequest, tournament: Tournament, form: ReasonForm) -> HttpResponse:
    waiting = waiting_games(tournament) if tournament.rated else []
    objections = list(objections_shown_to(request.user, tournament))
    waits = any(each.user_id == request.user.pk and each.status == "open" for each in objections)
    may_object = is_period_open(tournament) and not waits and is_rated_in(request.user, tournament)
    answers = can_answer(request.user, tournament)
    context = {
        **frame(request, tournament, "ratings"),
        "changes": [(each, each.after - each.before) for each in rating_changes(tournament)],
        "form": form,
        "allowed": may_be_rated(tournament),
        "waiting": len(waiting),
        "missing": _names(waiting, is_organiser(request.user, tournament)),
        "exclusions": list(tournament.rating_exclusions.all()),
        "exclusion": tournament.exclusion,
        "until": objections_until(tournament),
        "may_withdraw": tournament.approved_at and (is_period_open(tournament) or can_exclude(request.user)),
        "objection_form": ObjectionForm() if may_object else None,
        "objections": [
            (each, AnswerForm(prefix=f"objection-{each.pk}") if answers and each.status == "open" else None)
            for each in objections
        ],
        "staff_form": StaffReasonForm() if can_exclude(request.user) else None,
        "unrated": unrated_games(tournament),
    }
    return render(request, "contests/results/approval/ratings.html", context)


def _names(waiting: Sequence[Table], organises: bool) -> str:
    """Those for whose consent the games wait. Only directors are told whose account is invited."""
    entries = [seat.entry for table in waiting for seat in table.seats.all() if not seat.entry.agreed]
    names = {entry.player.name for entry in entries if organises or entry.invited_id is None}
    return ", ".join(sorted(names))
