"""The page of the knock-out stages, as a drawing or as a list of rounds."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competition.brackets.drawing import draw
from competition.formats import FORMATS
from nabu.contests.tournaments.access import frame, visible_tournament
from nabu.contests.tournaments.bracket.queries import bracket
from nabu.contests.tournaments.shared import works_in_tournament
from nabu.contests.tournaments.topics import topics_of_results
from nabu.web.shared_pages.kinds import SharedPage
from nabu.web.shared_pages.pages import shared

VIEWS = ("list", "drawing")
"""How a bracket can be looked at. Without a choice a small screen has the list, a larger one the drawing."""

shared_bracket = SharedPage(topics_of_results, {"view": re.compile("|".join(VIEWS))}, in_full=works_in_tournament)


@require_safe
@shared(shared_bracket)
def bracket_page(request: HttpRequest, pk: int) -> HttpResponse:
    """All knock-out stages of a tournament, also before their first round."""
    tournament = visible_tournament(request, pk)
    stages = [stage for stage in tournament.stages.all() if FORMATS[stage.format].is_bracket]
    for stage in stages:
        stage.tournament = tournament
    chosen = request.GET.get("view", "")
    context = {
        **frame(request, tournament, "bracket"),
        "brackets": [(stage, FORMATS[stage.format], [draw(section) for section in bracket(stage)]) for stage in stages],
        "chosen": chosen if chosen in VIEWS else "",
    }
    return render(request, "contests/tournaments/bracket/bracket.html", context)
