"""Who works in a tournament: owner, directors, scorekeepers; and handing it over."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.accounts.players.account_form import AccountForm, AccountRoleForm
from nabu.accounts.players.roles import with_names
from nabu.contests.clubs.queries import members_of
from nabu.contests.tournaments.access import frame, visible_tournament
from nabu.contests.tournaments.entries.access import kept_tournament
from nabu.contests.tournaments.models import Role, Tournament
from nabu.contests.tournaments.permissions import is_owner
from nabu.contests.tournaments.roles import services
from nabu.core.errors import NotAllowed
from nabu.web.pages import account_of, perform, perform_form, post_action


class RoleForm(AccountRoleForm):
    """An account and what it shall be."""

    kinds = Role.Kind


@require_safe
def roles(request: HttpRequest, pk: int) -> HttpResponse:
    """Who may do what."""
    return _page(request, kept_tournament(request, pk))


@post_action
def give(request: HttpRequest, pk: int) -> HttpResponse:
    """Let somebody help."""
    tournament = _owned(request, pk)
    form = RoleForm(request.POST, prefix="give")
    if form.is_valid():
        words = form.cleaned_data
        service = partial(services.give_role, account_of(request), tournament, words["username"], words["kind"])
        if perform_form(request, form, service, _("Role assigned.")):
            return redirect("tournaments:roles", pk)
    return _page(request, tournament, give_form=form)


@post_action
def take(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a role away."""
    role = get_object_or_404(Role, pk=pk)
    tournament = _owned(request, role.tournament_id)
    perform(request, partial(services.take_role, account_of(request), role), _("Role removed."))
    return redirect("tournaments:roles", tournament.pk)


@post_action
def hand_over(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the tournament to another account."""
    tournament = _owned(request, pk)
    form = AccountForm(request.POST, prefix="heir")
    if form.is_valid():
        service = partial(services.hand_over, account_of(request), tournament, form.cleaned_data["username"])
        if perform_form(request, form, service, _("Tournament transferred.")):
            return redirect("tournaments:roles", pk)
    return _page(request, tournament, heir_form=form)


def _owned(request: HttpRequest, pk: int) -> Tournament:
    tournament = visible_tournament(request, pk)
    if not is_owner(request.user, tournament):
        raise NotAllowed
    return tournament


def _page(
    request: HttpRequest,
    tournament: Tournament,
    give_form: RoleForm | None = None,
    heir_form: AccountForm | None = None,
) -> HttpResponse:
    given = tournament.roles.select_related("user__player").order_by("kind", "id")
    club = tournament.club
    context = {
        **frame(request, tournament, "roles"),
        "owns": is_owner(request.user, tournament),
        "roles": with_names(given),
        "club": club,
        "members": with_names(members_of(club)) if club else [],
        "give_form": give_form or RoleForm(prefix="give"),
        "heir_form": heir_form or AccountForm(prefix="heir"),
    }
    return render(request, "contests/tournaments/roles/roles.html", context)
