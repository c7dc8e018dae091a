"""Who works in a tournament: owner, directors, scorekeepers; and handing it over."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from nabu.accounts.players.account_form import AccountForm, AccountRoleForm
from nabu.accounts.players.roles import with_names
from nabu.contests.clubs.queries import members_of
from nabu.contests.tournaments.access import frame, visible_tournament
from nabu.contests.tournaments.entries.access import kept_tournament
from nabu.contests.tournaments.models import Role, RoleInvitation, Tournament
from nabu.contests.tournaments.permissions import is_owner
from nabu.contests.tournaments.prints.sheets import qr_svg
from nabu.contests.tournaments.roles import services
from nabu.contests.tournaments.roles.invitations import (
    MOST_PEOPLE,
    WHILE,
    good_invitations,
    make_invitation,
    revoke_invitation,
)
from nabu.core.errors import NotAllowed, Refused
from nabu.core.forms import TablerForm
from nabu.web.pages import account_of, perform, perform_form, post_action


class RoleForm(AccountRoleForm):
    """An account and what it shall be."""

    kinds = Role.Kind


class InvitationForm(TablerForm):
    """A role, and for how many people."""

    kind = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.Kind.choices, initial=Role.Kind.SCOREKEEPER)
    people = forms.IntegerField(
        label=gettext_lazy("For how many people"),
        min_value=1,
        max_value=MOST_PEOPLE,
        initial=1,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


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


@never_cache
@post_action
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """A link and a code for helpers, which are shown this once, in the answer to the POST."""
    tournament = _owned(request, pk)
    form = InvitationForm(request.POST, prefix="invite")
    if form.is_valid():
        try:
            made, code = make_invitation(account_of(request), tournament, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            link = settings.SITE_ADDRESS + reverse("claims:helper", args=[code])
            context = {
                **frame(request, tournament, "roles"),
                "invitation": made,
                "code": code,
                "link": link,
                "picture": qr_svg(link),
                "code_address": urlsplit(settings.SITE_ADDRESS).netloc + reverse("claims:helper_code"),
            }
            return render(request, "contests/tournaments/roles/invitation.html", context)
    return _page(request, tournament, invitation_form=form)


@post_action
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Nobody accepts this invitation any more."""
    invitation = get_object_or_404(RoleInvitation, pk=pk)
    tournament = _owned(request, invitation.tournament_id)
    perform(request, partial(revoke_invitation, account_of(request), invitation), _("Invitation revoked."))
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
    invitation_form: InvitationForm | None = None,
) -> HttpResponse:
    given = tournament.roles.select_related("user__player").order_by("kind", "id")
    club = tournament.club
    owns = is_owner(request.user, tournament)
    context = {
        **frame(request, tournament, "roles"),
        "owns": owns,
        "invites": owns and tournament.status in WHILE,
        "invitations": good_invitations(tournament) if owns else [],
        "invitation_form": invitation_form or InvitationForm(prefix="invite"),
        "roles": with_names(given),
        "club": club,
        "members": with_names(members_of(club)) if club else [],
        "give_form": give_form or RoleForm(prefix="give"),
        "heir_form": heir_form or AccountForm(prefix="heir"),
    }
    return render(request, "contests/tournaments/roles/roles.html", context)
