"""The page that explains the levels of proof."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nabu.matches.proof import MEANINGS, REACHED, SIGNS


@require_safe
def proof(request: HttpRequest) -> HttpResponse:
    """What a result is worth, in five words."""
    levels = [(level.label, SIGNS[level], meaning, level in REACHED) for level, meaning in MEANINGS.items()]
    return render(request, "matches/proof.html", {"levels": levels})
