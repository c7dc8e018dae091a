"""One address for the round that is played now, whichever it is."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from nabu.contests.tournaments.access import visible_tournament
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.permissions import is_organiser


@require_safe
def current_round(request: HttpRequest, pk: int) -> HttpResponse:
    """To the last round that this person may see; before the first one to the overview."""
    tournament = visible_tournament(request, pk)
    rounds = Round.objects.filter(stage__tournament=tournament)
    if not is_organiser(request.user, tournament):
        rounds = rounds.exclude(status=Round.Status.DRAFT)
    last = rounds.order_by("stage__position", "number").last()
    return redirect("tournaments:round", last.pk) if last else redirect("tournaments:detail", pk)
