"""Pages on which a guest becomes somebody with an account, and on which duplicates are merged."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from nabu.accounts.players.models import Player
from nabu.contests.tournaments.access import frame, organised_tournament
from nabu.contests.tournaments.entries.access import entry_for
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.prints.sheets import qr_svg
from nabu.core.errors import NotAllowed, Refused
from nabu.core.proxies import network_of
from nabu.people.claims import invitations, merging, requests
from nabu.people.claims.codes import invitation_of
from nabu.people.claims.forms import CodeForm
from nabu.people.claims.models import ClaimRequest, Merge
from nabu.people.claims.permissions import can_decide_for, can_merge
from nabu.people.claims.queries import listed_guests, merge_targets, merges_into, public_events, results_of
from nabu.web.pages import account_of, perform, post_action


@require_http_methods(["GET", "HEAD", "POST"])
def enter_code(request: HttpRequest) -> HttpResponse:
    """Type the code that stands on paper."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return redirect("claims:claim", form.cleaned_data["code"].strip().replace(" ", "-"))
    return render(request, "people/claims/code.html", {"form": form})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, code: str) -> HttpResponse:
    """Where the link of an invitation leads. A visitor learns nothing about the code: guesses count by account."""
    if not request.user.is_authenticated:
        return render(request, "people/claims/sign_in.html", {"heading": _("Claim your results"), "page": request.path})
    account = account_of(request)
    try:
        invitation = invitation_of(account, code, network_of(request))
        if request.method == "POST":
            merge = invitations.claim(account, invitation)
            messages.success(request, _("The results of %(name)s are now yours.") % {"name": merge.source.name})
            return redirect("players:detail", merge.target_id)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("claims:code")
    guest = invitation.player
    own = Player.objects.filter(user=account).first()
    context = {
        "guest": guest,
        "tournaments": Tournament.objects.filter(entries__player=guest).order_by("-pk"),
        "results": results_of(guest),
        "own": own,
        "own_results": results_of(own) if own else 0,
    }
    return render(request, "people/claims/claim.html", context)


@post_action
def ask(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody of the same name says: that is me."""
    guest = _claimable(request, pk)
    done = _("The organiser decides about your claim.")
    perform(request, partial(requests.ask, account_of(request), guest), done)
    return redirect("home")


@post_action
def dismiss(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody of the same name says: that is not me."""
    guest = _claimable(request, pk)
    perform(request, partial(requests.dismiss, account_of(request), guest), _("You will not be asked again."))
    return redirect("home")


@post_action
def approve(request: HttpRequest, pk: int) -> HttpResponse:
    """The claim is approved: it is the same person."""
    found = _request(request, pk)
    done = _("%(name)s now has the results.") % {"name": found.account.get_username()}
    perform(request, partial(requests.approve, account_of(request), found), done)
    return redirect("home")


@post_action
def refuse(request: HttpRequest, pk: int) -> HttpResponse:
    """The claim is refused: it is another person."""
    found = _request(request, pk)
    perform(request, partial(requests.refuse, account_of(request), found), _("Claim refused."))
    return redirect("home")


@require_safe
def guests(request: HttpRequest, pk: int) -> HttpResponse:
    """Players without an account, and how to invite them."""
    tournament = organised_tournament(request, pk)
    listed = listed_guests(account_of(request), tournament)
    context = {
        **frame(request, tournament, "entries"),
        "people": "guests",
        "guests": listed,
        "to_invite": sum(bool(guest.entry.email and not guest.mail) for guest in listed),
        "invited": any(guest.mail or guest.has_code for guest in listed),
    }
    return render(request, "people/claims/guests.html", context)


def _said(sent: str) -> str:
    """That mails were sent, where there is a mail server."""
    no_server = _("This site has no mail server, so invitations do not arrive by mail. Print codes instead.")
    return sent if settings.MAIL_SERVER else no_server


@post_action
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """A mail to one guest."""
    entry = entry_for(request, pk)
    done = _said(_("Invitation sent to %(address)s.") % {"address": entry.email})
    perform(request, partial(invitations.invite, account_of(request), entry), done)
    return _back(request, entry)


@post_action
def invite_all(request: HttpRequest, pk: int) -> HttpResponse:
    """Mails to all guests with an address."""
    tournament = organised_tournament(request, pk)
    try:
        made = invitations.invite_all(account_of(request), tournament)
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        done = ngettext("%(count)s invitation sent.", "%(count)s invitations sent.", len(made))
        messages.success(request, _said(done % {"count": len(made)}))
    return redirect("claims:guests", pk)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def codes(request: HttpRequest, pk: int) -> HttpResponse:
    """New codes for all guests, on paper: they are shown this once, in the answer to the POST."""
    tournament = organised_tournament(request, pk)
    if request.method != "POST":
        return render(
            request, "people/claims/codes_ask.html", {**frame(request, tournament, "entries"), "people": "guests"}
        )
    try:
        made = invitations.make_codes(account_of(request), tournament)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("claims:guests", pk)
    site = urlsplit(settings.SITE_ADDRESS).netloc
    slips = [
        (entry, code, qr_svg(settings.SITE_ADDRESS + reverse("claims:claim", args=[code]))) for entry, code in made
    ]
    context = {
        "heading": _("Codes for players"),
        "tournament": tournament,
        "slips": slips,
        "address": f"{site}{reverse('claims:code')}",
    }
    return render(request, "people/claims/codes.html", context)


@post_action
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """No invitation is good any more."""
    tournament = organised_tournament(request, pk)
    perform(request, partial(invitations.revoke, account_of(request), tournament), _("All invitations revoked."))
    return redirect("claims:guests", pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose who this player is, look at what changes, and merge."""
    account, source = account_of(request), get_object_or_404(Player, pk=pk, merged_into=None)
    if not can_merge(account, source, source):
        raise NotAllowed
    number = request.POST.get("into") or request.GET.get("into", "")
    target = _player(number) if number else None
    if request.method == "POST" and target is not None:
        done = _("%(name)s was merged into %(other)s.") % {"name": source.name, "other": target.name}
        if perform(request, partial(merging.merge_players, account, source, target), done):
            return redirect("players:detail", target.pk)
    words = request.GET.get("q", source.name).strip()[:80]
    context = {
        "source": source,
        "words": words,
        "preview": merging.preview(account, source, target) if target else None,
        "found": merge_targets(account, source, words) if target is None else [],
        "merges": merges_into(source) if account.is_staff else [],
    }
    return render(request, "people/claims/merge.html", context)


@post_action
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Staff only. Entries, results and ratings move back."""
    if not account_of(request).is_staff:
        raise NotAllowed
    found = get_object_or_404(Merge.objects.select_related("source"), pk=pk)
    done = _("The merge of %(name)s was undone.") % {"name": found.source.name}
    perform(request, partial(merging.undo_merge, account_of(request), found), done)
    return redirect("players:detail", found.target_id)


def _claimable(request: HttpRequest, pk: int) -> Player:
    """A guest whom everybody can see. Raises Http404."""
    guest = get_object_or_404(Player, pk=pk, merged_into=None)
    if not public_events(guest):
        raise Http404
    return guest


def _request(request: HttpRequest, pk: int) -> ClaimRequest:
    """For whoever decides. Raises Http404 or NotAllowed."""
    found = get_object_or_404(ClaimRequest.objects.select_related("player", "account"), pk=pk)
    if not can_decide_for(request.user, found.player):
        raise NotAllowed
    return found


def _player(number: str) -> Player:
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise Http404
    return get_object_or_404(Player, pk=int(number), merged_into=None)


def _back(request: HttpRequest, entry: Entry) -> HttpResponse:
    """The list of guests, if that is where the button was, else the page of the entry."""
    if request.POST.get("from") == "list":
        return redirect("claims:guests", entry.tournament_id)
    return redirect("tournaments:entry", entry.pk)
