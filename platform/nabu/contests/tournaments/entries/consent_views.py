"""The player's word on an invitation, and on being rated in a tournament."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from nabu.contests.tournaments.consent import give_consent, withdraw_consent
from nabu.contests.tournaments.entries.access import entry_for, invited_entry
from nabu.contests.tournaments.entries.invitations import accept_invitation, decline_invitation
from nabu.contests.tournaments.models import Entry
from nabu.contests.tournaments.permissions import Level
from nabu.web.pages import account_of, perform, post_action


@post_action
def accept_entry(request: HttpRequest, pk: int) -> HttpResponse:
    """Whoever was entered by somebody else plays, rated or not."""
    found = invited_entry(request, pk)
    consent = Entry.Consent.DECLINED if "unrated" in request.POST else Entry.Consent.INVITATION
    service = partial(accept_invitation, account_of(request), found, consent)
    perform(request, service, _("You are playing in %(tournament)s.") % {"tournament": found.tournament.name})
    return redirect("home")


@post_action
def decline_entry(request: HttpRequest, pk: int) -> HttpResponse:
    """Whoever was entered by somebody else does not play."""
    found = invited_entry(request, pk)
    service = partial(decline_invitation, account_of(request), found)
    perform(
        request, service, _("Declined. Nothing in %(tournament)s leads to you.") % {"tournament": found.tournament.name}
    )
    return redirect("home")


@post_action
def agree(request: HttpRequest, pk: int) -> HttpResponse:
    """The player agrees to be rated."""
    found = entry_for(request, pk, Level.OWNER, own=True)
    service = partial(give_consent, account_of(request), found, Entry.Consent.INVITATION)
    perform(request, service, _("You agreed to be rated in this tournament."))
    return redirect("tournaments:entry", pk)


@post_action
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """The player does not agree, or not any more."""
    found = entry_for(request, pk, Level.OWNER, own=True)
    service = partial(withdraw_consent, account_of(request), found)
    perform(request, service, _("You are not rated in this tournament."))
    return redirect("tournaments:entry", pk)
