"""Standing consent: a player agrees once to be rated in all rated tournaments of a club."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.contests.clubs.models import Club, StandingConsent
from nabu.contests.tournaments.consent import consents_to_give, give_standing_consent, withdraw_standing_consent
from nabu.web.pages import account_of, perform, post_action


@require_safe
@login_required
def my_consents(request: HttpRequest) -> HttpResponse:
    """Where this account agreed to be rated, and where it is asked."""
    account = account_of(request)
    standing = StandingConsent.objects.filter(user=account, withdrawn_at=None).select_related("club")
    context = {"consents": consents_to_give(account), "standing": standing.order_by("club__name_key")}
    return render(request, "people/profiles/clubs/consents.html", context)


@post_action
def agree(request: HttpRequest, pk: int) -> HttpResponse:
    """Agree once for all rated tournaments of the club."""
    club = get_object_or_404(Club, pk=pk)
    done = _("You agreed to be rated in tournaments of %(club)s.") % {"club": club.name}
    perform(request, partial(give_standing_consent, account_of(request), club), done)
    return redirect("clubs:detail", pk)


@post_action
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Be asked again from now on."""
    club = get_object_or_404(Club, pk=pk)
    done = _("Consent withdrawn. You will be asked for each tournament of %(club)s.") % {"club": club.name}
    perform(request, partial(withdraw_standing_consent, account_of(request), club), done)
    return redirect("clubs:detail", pk)
