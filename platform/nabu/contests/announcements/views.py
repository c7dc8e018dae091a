"""Pages of announcements: all of an event, a new one, and the parts of other pages that show the latest."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from nabu.contests.announcements import services
from nabu.contests.announcements.forms import AnnouncementForm
from nabu.contests.announcements.models import MOST_CHARACTERS, Announcement
from nabu.contests.announcements.queries import latest_at, reads_table, shown_now, visible_announcements
from nabu.contests.matches.models import Table
from nabu.contests.matches.queries import with_players
from nabu.contests.tournaments.access import frame, organised_tournament, visible_round, visible_tournament
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.shared import works_in_tournament
from nabu.contests.tournaments.topics import topics_of_tournament
from nabu.web.pages import account_of, perform, perform_form, post_action
from nabu.web.shared_pages.kinds import SharedPage
from nabu.web.shared_pages.pages import shared

PAGE = 20


@require_safe
@never_cache
def announcements(request: HttpRequest, pk: int) -> HttpResponse:
    """What was said in a tournament, the newest first; what was said at a table to those who sit there."""
    tournament = visible_tournament(request, pk)
    shown = visible_announcements(request.user, tournament).select_related("made_by__player", "withdrawn_by__player")
    context = {
        **frame(request, tournament, "announcements"),
        "page": Paginator(shown, PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "contests/announcements/list.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def announce(request: HttpRequest, pk: int) -> HttpResponse:
    """Say something to the event, or to the round or table of the address (`?round=9`, `?table=41`)."""
    tournament = organised_tournament(request, pk)
    round_, table = _asked_round(request, tournament), _asked_table(request, tournament)
    form = AnnouncementForm(request.POST if request.method == "POST" else None, tournament, round_, table)
    if form.is_bound and form.is_valid():
        service = partial(services.make_announcement, account_of(request), tournament, **form.words())
        if perform_form(request, form, service, _("Announcement sent."), field="text"):
            return _back(tournament, round_, table)
    context = {**frame(request, tournament, "announcements"), "form": form, "most": MOST_CHARACTERS}
    return render(request, "contests/announcements/announce.html", context)


@post_action
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one back."""
    found = get_object_or_404(Announcement, pk=pk)
    organised_tournament(request, found.tournament_id)
    done = _("Announcement withdrawn. The history can undo this.")
    perform(request, partial(services.withdraw_announcement, account_of(request), found), done)
    return redirect("tournaments:announcements", found.tournament_id)


@require_safe
@shared(SharedPage(topics_of_tournament, in_full=works_in_tournament))
def now(request: HttpRequest, pk: int) -> HttpResponse:
    """The latest one alone, for open pages that are told of it."""
    tournament = visible_tournament(request, pk)
    context = {"tournament": tournament, "latest": shown_now(tournament)}
    return render(request, "contests/announcements/_latest.html", context)


@require_safe
@never_cache
def at_table(request: HttpRequest, pk: int) -> HttpResponse:
    """The latest one to a table, for its open page."""
    tables = Table.objects.select_related("round__stage__tournament").prefetch_related(with_players())
    table = get_object_or_404(tables, pk=pk)
    if not reads_table(request.user, table):
        raise Http404
    return render(request, "contests/announcements/_at_table.html", {"table": table, "said": latest_at(table)})


def _asked_round(request: HttpRequest, tournament: Tournament) -> Round | None:
    pk = request.GET.get("round", "")
    found = visible_round(request, int(pk)) if pk.isdecimal() else None
    if found is not None and found.stage.tournament_id != tournament.pk:
        raise Http404
    return found


def _asked_table(request: HttpRequest, tournament: Tournament) -> Table | None:
    pk = request.GET.get("table", "")
    if not pk.isdecimal():
        return None
    tables = Table.objects.select_related("round__stage__tournament")
    return get_object_or_404(tables, pk=pk, round__stage__tournament=tournament)


def _back(tournament: Tournament, round_: Round | None, table: Table | None) -> HttpResponse:
    """To the page where it was begun, which shows it."""
    if table is not None:
        return redirect("table:page", table.pk)
    if round_ is not None:
        return redirect("tournaments:round", round_.pk)
    return redirect("tournaments:detail", tournament.pk)
