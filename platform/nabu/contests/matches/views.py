"""Pages that explain: how a game becomes a result, and what a result is worth."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nabu.contests.matches.proof import MEANINGS, REACHED, SIGNS


@require_safe
def proof(request: HttpRequest) -> HttpResponse:
    """What a result is worth, in five words."""
    levels = [(level.label, SIGNS[level], meaning, level in REACHED) for level, meaning in MEANINGS.items()]
    return render(request, "contests/matches/proof.html", {"levels": levels})


@require_safe
def how_it_works(request: HttpRequest) -> HttpResponse:
    """From a new tournament to its statistics, in five steps."""
    return render(request, "contests/matches/how_it_works.html")
