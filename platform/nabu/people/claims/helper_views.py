"""Pages on which somebody takes a role in a tournament with a link or a code."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from nabu.accounts.players.names import name_of
from nabu.contests.tournaments.roles.invitations import accept_invitation, is_good
from nabu.core.errors import Refused
from nabu.core.proxies import network_of
from nabu.people.claims.codes import role_invitation_of
from nabu.people.claims.forms import CodeForm
from nabu.web.pages import account_of


@require_http_methods(["GET", "HEAD", "POST"])
def enter_code(request: HttpRequest) -> HttpResponse:
    """Type the code that the organiser gave."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return redirect("claims:helper", form.cleaned_data["code"].strip().replace(" ", "-"))
    return render(request, "people/claims/helper_code.html", {"form": form})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def accept(request: HttpRequest, code: str) -> HttpResponse:
    """Where the link leads. A visitor learns nothing about the code: guesses count by account."""
    if not request.user.is_authenticated:
        context = {"heading": _("Help at a tournament"), "page": request.path}
        return render(request, "people/claims/sign_in.html", context)
    account = account_of(request)
    try:
        invitation = role_invitation_of(account, code, network_of(request))
        if invitation.uses.filter(user=account).exists():
            return redirect("tournaments:detail", invitation.tournament_id)
        if request.method == "POST":
            role = accept_invitation(account, invitation)
            messages.success(
                request, _("You now help at this tournament: %(role)s.") % {"role": role.get_kind_display()}
            )
            return redirect("tournaments:detail", role.tournament_id)
        if not is_good(invitation, invitation.tournament):
            raise Refused(_("This invitation is no longer valid. Ask the organiser for a new one."))
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("claims:helper_code")
    shown = {"invitation": invitation, "inviter": name_of(invitation.made_by)}
    return render(request, "people/claims/helper.html", shown)
