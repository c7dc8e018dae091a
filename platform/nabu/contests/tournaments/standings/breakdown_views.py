"""The page that shows the sums behind a place in the standings."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from nabu.contests.tournaments.access import frame, visible_tournament
from nabu.contests.tournaments.models import Entry, Stage
from nabu.contests.tournaments.queries import draw_seed_of
from nabu.contests.tournaments.standings.breakdown import breakdown_of


@require_safe
def breakdown(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Points and tie-breaks of one entry in a stage, each with its terms, definition and version."""
    stage = get_object_or_404(Stage.objects.select_related("tournament"), pk=pk)
    tournament = visible_tournament(request, stage.tournament_id)
    of_entry = get_object_or_404(Entry.objects.select_related("player"), pk=entry, tournament=tournament)
    found = breakdown_of(stage, of_entry.pk)
    if found is None:
        raise Http404
    context = {
        **frame(request, tournament, "standings"),
        "stage": stage,
        "entry": of_entry,
        "breakdown": found,
        "lot": draw_seed_of(stage),
    }
    return render(request, "contests/tournaments/standings/breakdown.html", context)
