"""Rounds: pair, look at the draft, change it, publish it, watch the tables."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.matches.models import Seat, Table
from nabu.pages import account_of, by_htmx, change, perform, perform_form
from nabu.permissions import is_organiser
from nabu.tournaments import services
from nabu.tournaments.access import frame, organised_round, organised_tournament, visible_round
from nabu.tournaments.forms import SwapForm
from nabu.tournaments.models import Round, Stage


@require_safe
def round_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The tables of a round. The draft is a page of the organiser."""
    return _page(request, visible_round(request, pk))


@change
def pair(request: HttpRequest, pk: int) -> HttpResponse:
    """Pair the next round; its draft is shown to the organiser only."""
    tournament = organised_tournament(request, pk)
    made = perform(
        request,
        partial(services.pair_round, account_of(request), tournament),
        _("The round is paired. Look at the draft and publish it."),
    )
    return redirect("tournaments:round", made.pk) if made else redirect("tournaments:detail", pk)


@change
def swap(request: HttpRequest, pk: int) -> HttpResponse:
    """Exchange two players of a draft."""
    found = organised_round(request, pk)
    form = SwapForm(request.POST, round_=found)
    if form.is_valid():
        seats = Seat.objects.select_related("table__round__stage__tournament", "entry__player").filter(
            table__round=found
        )
        first = get_object_or_404(seats, pk=form.cleaned_data["first"])
        second = get_object_or_404(seats, pk=form.cleaned_data["second"])
        done = _("%(first)s and %(second)s have swapped seats.") % {
            "first": first.entry.player.name,
            "second": second.entry.player.name,
        }
        if perform_form(request, form, partial(services.swap_seats, account_of(request), first, second), done):
            return redirect("tournaments:round", pk)
    return _page(request, found, form)


@change
def discard(request: HttpRequest, pk: int) -> HttpResponse:
    """Throw a round away that has no result yet."""
    found = organised_round(request, pk)
    tournament = found.stage.tournament_id
    number = found.number
    perform(
        request,
        partial(services.discard_round, account_of(request), found),
        _("Round %(number)s is discarded.") % {"number": number},
    )
    return redirect("tournaments:detail", tournament)


@change
def publish(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the round to everybody."""
    found = organised_round(request, pk)
    perform(
        request,
        partial(services.publish_round, account_of(request), found),
        _("Round %(number)s is published.") % {"number": found.number},
    )
    return redirect("tournaments:round", pk)


@change
def finish_stage(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a stage; the best go on to the next one."""
    stage = get_object_or_404(Stage, pk=pk)
    organised_tournament(request, stage.tournament_id)
    perform(request, partial(services.finish_stage, account_of(request), stage), _("The stage is finished."))
    return redirect("tournaments:detail", stage.tournament_id)


def _page(request: HttpRequest, found: Round, swap_form: SwapForm | None = None) -> HttpResponse:
    tournament = found.stage.tournament
    organises = is_organiser(request.user, tournament)
    tables = list(found.tables.all())
    draft = found.status == Round.Status.DRAFT
    mine = [
        table.pk
        for table in tables
        if request.user.is_authenticated
        and any(seat.entry.player.user_id == request.user.pk for seat in table.seats.all())
    ]
    context = {
        **frame(request, tournament, "round"),
        "round": found,
        "tables": tables,
        "mine": mine,
        "draft": draft,
        "live": found.status == Round.Status.PUBLISHED,
        "may_discard": organises and not any(_has_result(table) for table in tables),
        "swap_form": (swap_form or SwapForm(round_=found)) if draft and organises else None,
    }
    # Only the tables are asked for again: a whole page would use up a message that belongs to another window.
    return render(request, "tournaments/_tables.html" if by_htmx(request) else "tournaments/round.html", context)


def _has_result(table: Table) -> bool:
    return not table.is_bye and table.status != Table.Status.OPEN
