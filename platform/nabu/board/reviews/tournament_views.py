"""The reviews of a tournament's games: who was how accurate, and the button that has all of them reviewed."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from nabu.board.reviews import services
from nabu.board.reviews.permissions import can_review_tournament
from nabu.board.reviews.queries import batch_progress, game_lines, live_batch
from nabu.board.reviews.records import GAME_COLUMNS, game_records
from nabu.contests.tournaments.access import frame, organised_tournament, visible_tournament
from nabu.core.spreadsheet import csv_response
from nabu.web.pages import account_of, perform, post_action


@require_safe
def reviews(request: HttpRequest, pk: int) -> HttpResponse:
    """The games that have a log; while a batch is at work its directors see how far it is."""
    tournament = visible_tournament(request, pk)
    batch = live_batch(tournament)
    may_ask = can_review_tournament(request.user, tournament)
    context = {
        **frame(request, tournament, "reviews"),
        "may_ask": may_ask,
        "batch": batch,
        "progress": batch_progress(batch) if batch is not None else None,
    }
    if request.headers.get("HX-Target") == "review-batch":
        if batch is None:
            return HttpResponse(headers={"HX-Refresh": "true"})
        return render(request, "board/reviews/_batch.html", context)
    lines = game_lines(tournament, request.user)
    waiting = sum(line.why_not is None and not line.seats for line in lines)
    return render(request, "board/reviews/tournament.html", {**context, "lines": lines, "waiting": waiting})


@require_safe
def reviews_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """One row for each seat of each reviewed game."""
    tournament = visible_tournament(request, pk)
    return csv_response(
        game_records(game_lines(tournament, request.user)), f"nabu-reviews-{tournament.pk}", GAME_COLUMNS
    )


@post_action
def ask(request: HttpRequest, pk: int) -> HttpResponse:
    """Have all games reviewed."""
    tournament = organised_tournament(request, pk)
    perform(
        request, partial(services.review_tournament, account_of(request), tournament), _("Games queued for review.")
    )
    return redirect("tournaments:reviews", pk)


@post_action
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Call the batch off."""
    tournament = organised_tournament(request, pk)
    perform(request, partial(services.cancel_tournament, account_of(request), tournament), _("Reviews cancelled."))
    return redirect("tournaments:reviews", pk)
