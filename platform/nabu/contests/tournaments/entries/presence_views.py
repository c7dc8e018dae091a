"""Who is here: check-in, the start with or without those who are missing, leaving, coming back, resting."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from nabu.contests.tournaments.access import frame, organised_tournament
from nabu.contests.tournaments.entries import byes as bye_services
from nabu.contests.tournaments.entries import check_in as check_ins
from nabu.contests.tournaments.entries import presence as presence_services
from nabu.contests.tournaments.entries.access import back_to, entry_for, kept_tournament, warn_of_seats
from nabu.contests.tournaments.entries.forms import EntrySearchForm, LeavingForm
from nabu.contests.tournaments.entries.queries import listed_entries, own_entry, own_invitation, presence
from nabu.contests.tournaments.models import Entry, Round, Tournament
from nabu.contests.tournaments.permissions import Level, is_organiser, level_of
from nabu.web.pages import account_of, perform, perform_form, post_action

LIST_PAGE = 100


@require_safe
def check_in_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The desk: everybody, found by name, checked in with one tap."""
    tournament = kept_tournament(request, pk)
    search = EntrySearchForm(request.GET)
    show = "missing" if request.GET.get("show") == "missing" else ""
    listed = listed_entries(tournament, search.words)
    if show:
        listed = listed.filter(checked_in_at=None)
    context = {
        **frame(request, tournament, "entries"),
        "people": "check_in",
        "presence": presence(tournament),
        "page": Paginator(listed, LIST_PAGE).get_page(request.GET.get("page")),
        "search_form": search,
        "words": search.words,
        "show": show,
    }
    return render(request, "contests/tournaments/entries/check_in.html", context)


@post_action
def open_check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Let players check themselves in."""
    tournament = organised_tournament(request, pk)
    perform(request, partial(check_ins.open_check_in, account_of(request), tournament), _("Check-in opened."))
    return redirect("tournaments:check_in", pk)


@post_action
def close_check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """From now on only the desk checks in."""
    tournament = organised_tournament(request, pk)
    perform(
        request,
        partial(check_ins.close_check_in, account_of(request), tournament),
        _("Check-in closed."),
    )
    return redirect("tournaments:check_in", pk)


@post_action
def check_in_everybody(request: HttpRequest, pk: int) -> HttpResponse:
    """All are here."""
    tournament = kept_tournament(request, pk)
    perform(
        request,
        partial(check_ins.check_in_everybody, account_of(request), tournament),
        _("Everybody is checked in."),
    )
    return back_to(request, "tournaments:check_in", pk)


@post_action
def check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """This one is here."""
    found = entry_for(request, pk, Level.SCOREKEEPER, own=True)
    service = partial(check_ins.check_in, account_of(request), found)
    perform(request, service, _("%(name)s is checked in.") % {"name": found.player.name})
    return _back_to_check_in(request, found)


@post_action
def check_out(request: HttpRequest, pk: int) -> HttpResponse:
    """This one is not here after all."""
    found = entry_for(request, pk, Level.SCOREKEEPER, own=True)
    service = partial(check_ins.check_out, account_of(request), found)
    perform(request, service, _("%(name)s is no longer checked in.") % {"name": found.player.name})
    return _back_to_check_in(request, found)


@login_required
@require_safe
def own_check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """One big button for a player who is entered. The address can be handed out: others learn nothing from it."""
    tournament = get_object_or_404(Tournament.objects.select_related("organiser"), pk=pk)
    if tournament.status != Tournament.Status.DRAFT:
        return redirect("tournaments:detail", pk)
    invitation = own_invitation(request.user, tournament)
    found = own_entry(request.user, tournament) or invitation
    if found is None or not tournament.check_in_open:
        raise Http404
    context = {"tournament": tournament, "entry": found, "invitation": invitation}
    return render(request, "contests/tournaments/entries/own_check_in.html", context)


@require_safe
def starting(request: HttpRequest, pk: int) -> HttpResponse:
    """The question before the start: what about those who are not checked in?"""
    tournament = organised_tournament(request, pk)
    if tournament.status != Tournament.Status.DRAFT:
        return redirect("tournaments:detail", pk)
    missing = tournament.entries.filter(status=Entry.Status.ACTIVE, checked_in_at=None).select_related("player")
    context = {
        **frame(request, tournament, "entries"),
        "people": "check_in",
        "presence": presence(tournament),
        "missing": missing.order_by("player__name_key", "pk"),
    }
    return render(request, "contests/tournaments/entries/starting.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leaving(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody leaves: who, and from which round."""
    tournament = organised_tournament(request, pk)
    if tournament.status != Tournament.Status.RUNNING:
        return redirect("tournaments:detail", pk)
    last = Round.objects.filter(stage__tournament=tournament).order_by("stage__position", "number").last()
    sent = request.POST if request.method == "POST" else None
    form = LeavingForm(sent, tournament=tournament, last=last, initial={"who": request.GET.get("entry")})
    if form.is_valid():
        found, give_up = form.cleaned_data["who"], form.cleaned_data["since"] == LeavingForm.NOW
        done = _("%(name)s has dropped out and is no longer paired.") % {"name": found.player.name}
        service = partial(presence_services.drop_entry, account_of(request), found, give_up)
        if perform_form(request, form, service, done):
            warn_of_seats(request, found)
            return redirect("tournaments:current_round", pk)
    context = {**frame(request, tournament, "entries"), "people": "list", "form": form}
    return render(request, "contests/tournaments/entries/leaving.html", context)


@post_action
def drop(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody stops playing."""
    found = entry_for(request, pk, own=True)
    give_up = request.POST.get("give_up") == "on" and is_organiser(request.user, found.tournament)
    done = _("%(name)s has dropped out and is no longer paired.") % {"name": found.player.name}
    dropped = perform(request, partial(presence_services.drop_entry, account_of(request), found, give_up), done)
    if dropped:
        warn_of_seats(request, found)
    return _back_to_entry(request, found)


@post_action
def reinstate(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody who had dropped out plays again."""
    found = entry_for(request, pk)
    perform(
        request,
        partial(presence_services.reinstate_entry, account_of(request), found),
        _("%(name)s is back and is paired from the next round.") % {"name": found.player.name},
    )
    return _back_to_entry(request, found)


@post_action
def ask_for_bye(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody wants to rest in a coming round."""
    found, number = entry_for(request, pk, own=True), _number(request)
    done = _("%(name)s has a bye in round %(number)s.") % {"name": found.player.name, "number": number}
    perform(request, partial(bye_services.ask_for_bye, account_of(request), found, number), done)
    return redirect("tournaments:entry", pk)


@post_action
def take_back_bye(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody plays after all."""
    found, number = entry_for(request, pk, own=True), _number(request)
    done = _("%(name)s plays in round %(number)s. The bye is cancelled.") % {
        "name": found.player.name,
        "number": number,
    }
    perform(request, partial(bye_services.take_back_bye, account_of(request), found, number), done)
    return redirect("tournaments:entry", pk)


def _number(request: HttpRequest) -> int:
    words = request.POST.get("round", "")
    if not (words.isascii() and words.isdigit() and len(words) < 5):
        raise Http404
    return int(words)


def _back_to_check_in(request: HttpRequest, found: Entry) -> HttpResponse:
    """The desk for those who work there, the own page for the player."""
    if level_of(request.user, found.tournament) < Level.SCOREKEEPER:
        return redirect("tournaments:own_check_in", found.tournament_id)
    return back_to(request, "tournaments:check_in", found.tournament_id)


def _back_to_entry(request: HttpRequest, found: Entry) -> HttpResponse:
    """The list, if that is where the button was, else the page of the entry."""
    if request.POST.get("from") == "list":
        return back_to(request, "tournaments:entries", found.tournament_id)
    return redirect("tournaments:entry", found.pk)
