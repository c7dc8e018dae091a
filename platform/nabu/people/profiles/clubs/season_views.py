"""Pages of the seasons of a club: tables and sums for everybody, dates and rules for its directors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from competition.season import PLACE_POINTS, TAKING_PART, SeasonTieBreak
from competition.season_sums import NAMES
from engine.registry import GAMES
from nabu.accounts.players.models import Person
from nabu.contests.clubs import seasons as services
from nabu.contests.clubs.models import Club, Season
from nabu.contests.clubs.permissions import can_organise_for
from nabu.contests.tournaments.setup.preflight import whole_number
from nabu.core.errors import NotAllowed, Refused
from nabu.core.spreadsheet import csv_response
from nabu.people.profiles.clubs.finals import create_final
from nabu.people.profiles.clubs.forms import SeasonForm
from nabu.people.profiles.clubs.season import (
    RULED_COLUMNS,
    SEASON_COLUMNS,
    SeasonTable,
    breakdown_in,
    events_of,
    ruled_records,
    season_of_year,
    season_records,
    table_of,
    topics_of_club,
)
from nabu.web.pages import account_of, perform, perform_form, post_action
from nabu.web.shared_pages.kinds import NUMBER, SharedPage
from nabu.web.shared_pages.making import do_not_keep
from nabu.web.shared_pages.pages import shared

MOST_LISTED = 12
"""Results of a player that the table lists; where there are more, the page of the player does."""


def _organises(person: Person, values: Mapping[str, Any]) -> bool:
    """Directors of the club see what they can change."""
    club = Club.objects.filter(pk=values["pk"]).first()
    return club is not None and can_organise_for(person, club)


OF_A_YEAR = SharedPage(topics_of_club, {"year": NUMBER})
OF_A_SEASON = SharedPage(topics_of_club, in_full=_organises)
SUMS = SharedPage(topics_of_club)


@require_safe
@shared(OF_A_YEAR)
def season_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The points of a year over all finished tournaments of the club."""
    club = get_object_or_404(Club, pk=pk)
    wanted = whole_number(request.GET.get("year", ""))
    found = season_of_year(club, wanted)
    if wanted is not None and wanted != found.year:
        do_not_keep()
    context = {
        "club": club,
        "found": found,
        "table": found.table,
        "seasons": club.seasons.all(),
        "most_listed": MOST_LISTED,
        "place_points": PLACE_POINTS,
        "taking_part": TAKING_PART,
    }
    return render(request, "people/profiles/clubs/season.html", context)


@require_safe
def season_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """The same as a table."""
    found = season_of_year(get_object_or_404(Club, pk=pk), whole_number(request.GET.get("year", "")))
    name = f"nabu-club-{pk}-season-{found.year or 'none'}"
    return csv_response(season_records(found.table), name, SEASON_COLUMNS)


@require_safe
@shared(OF_A_YEAR)
def year_sums(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """How the place of a player in a year came about."""
    club = get_object_or_404(Club, pk=pk)
    wanted = whole_number(request.GET.get("year", ""))
    found = season_of_year(club, wanted)
    if wanted is not None and wanted != found.year:
        raise Http404
    title = _("Season %(year)s") % {"year": found.year}
    return _sums(request, club, found.table, player, {"title": title, "year": found.year})


@require_safe
@shared(OF_A_SEASON)
def ruled_season(request: HttpRequest, pk: int, season: int) -> HttpResponse:
    """A season with rules of its own: its table with the line, and how it counts."""
    found = _season(pk, season)
    table = table_of(found)
    organises = can_organise_for(request.user, found.club)
    context = {
        "club": found.club,
        "season": found,
        "table": table,
        "game_title": GAMES[found.game].title if found.game in GAMES else found.game,
        "most_listed": MOST_LISTED,
        "shared": _shared_line(table),
        "undecided": table.named(table.line.undecided) if table.line else [],
        "organises": organises,
        "last_change": services.last_change(found) if organises else None,
        "left_out": set(found.left_out.values_list("pk", flat=True)),
        "held": events_of(found),
    }
    return render(request, "people/profiles/clubs/ruled_season.html", context)


@require_safe
def ruled_csv(request: HttpRequest, pk: int, season: int) -> HttpResponse:
    """The same as a table."""
    table = table_of(_season(pk, season))
    return csv_response(ruled_records(table), f"nabu-club-{pk}-season-{season}", RULED_COLUMNS)


@require_safe
@shared(SUMS)
def ruled_sums(request: HttpRequest, pk: int, season: int, player: int) -> HttpResponse:
    """How the place of a player came about, with the tie-breaks."""
    found = _season(pk, season)
    return _sums(request, found.club, table_of(found), player, {"title": found.name, "season": found})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, pk: int) -> HttpResponse:
    """Create a season."""
    club = get_object_or_404(Club, pk=pk)
    _check_organises(request, club)
    form = SeasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = services.create_season(account_of(request), club, form.spec())
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            return redirect("clubs:ruled_season", pk, made.pk)
    return render(request, "people/profiles/clubs/season_form.html", {"club": club, "form": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, pk: int, season: int) -> HttpResponse:
    """Change dates and rules. Who saves over a change of somebody else is shown first that there is one."""
    found = _season(pk, season)
    _check_organises(request, found.club)
    form = SeasonForm(request.POST or None, season=found)
    if request.method == "POST" and form.is_valid():
        service = partial(
            services.change_season, account_of(request), found, form.spec(), form.cleaned_data["known"] or 0
        )
        if perform_form(request, form, service, _("Season saved.")):
            return redirect("clubs:ruled_season", pk, season)
        form.data = seen = request.POST.copy()
        seen["known"] = str(services.last_change_number(found))
    return render(
        request, "people/profiles/clubs/season_form.html", {"club": found.club, "season": found, "form": form}
    )


@post_action
def change_back(request: HttpRequest, pk: int, season: int) -> HttpResponse:
    """Take back the change that the page showed as the last one."""
    known = whole_number(request.POST.get("last_change", "")) or 0
    service = partial(services.change_season_back, account_of(request), _season(pk, season), known)
    perform(request, service, _("Changed back."))
    return redirect("clubs:ruled_season", pk, season)


@post_action
def delete(request: HttpRequest, pk: int, season: int) -> HttpResponse:
    """Delete a season; its events stay."""
    service = partial(services.delete_season, account_of(request), _season(pk, season))
    perform(request, service, _("Season deleted."))
    return redirect("clubs:season", pk)


@post_action
def leave_out(request: HttpRequest, pk: int, season: int) -> HttpResponse:
    """An event does not count, or counts again."""
    tournament, out = whole_number(request.POST.get("tournament", "")), request.POST.get("out") == "1"
    service = partial(services.leave_out, account_of(request), _season(pk, season), tournament or 0, out=out)
    perform(request, service, _("Event left out.") if out else _("The event counts again."))
    return redirect("clubs:ruled_season", pk, season)


@post_action
def final(request: HttpRequest, pk: int, season: int) -> HttpResponse:
    """Create the final with those who qualified."""
    service = partial(create_final, account_of(request), _season(pk, season))
    made = perform(request, service, lambda result: _final_words(result[1]))
    return redirect("tournaments:entries", made[0].pk) if made else redirect("clubs:ruled_season", pk, season)


def _final_words(problems: list[str]) -> str:
    if not problems:
        return _("Final created. Check its settings, then start it.")
    return _("Final created. Not everybody could be entered: %(problems)s") % {"problems": "; ".join(problems)}


def _season(club: int, pk: int) -> Season:
    return get_object_or_404(Season.objects.select_related("club", "final"), pk=pk, club=club)


def _check_organises(request: HttpRequest, club: Club) -> None:
    if not can_organise_for(request.user, club):
        raise NotAllowed


def _shared_line(table: SeasonTable) -> dict[str, Any] | None:
    """Who shares the place that the line cuts through, and the tie-break that decided, with its values."""
    line = table.line
    if line is None or not line.shared:
        return None
    rows = table.named(line.shared)
    if line.decided_by is None:
        return {"rows": [(row, None) for row in rows], "name": None}
    at = list(SeasonTieBreak).index(line.decided_by)
    return {"rows": [(row, row.line.tie_breaks[at]) for row in rows], "name": NAMES[line.decided_by]}


def _sums(request: HttpRequest, club: Club, table: SeasonTable, player: int, more: dict[str, Any]) -> HttpResponse:
    found = breakdown_in(table, player)
    if found is None:
        raise Http404
    context = {"club": club, "breakdown": found, "rules": table.rules, **more}
    return render(request, "people/profiles/clubs/season_sums.html", context)
