"""Pages for paper. Each is HTML with a print stylesheet; a browser makes paper or a PDF of it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from competition.brackets.drawing import draw, sheets
from nabu.contests.tournaments.access import frame, visible_round, visible_tournament
from nabu.contests.tournaments.bracket.queries import bracket
from nabu.contests.tournaments.cancelling.queries import how_far
from nabu.contests.tournaments.models import Round, Stage, Tournament
from nabu.contests.tournaments.page_queries import tournaments_with_stages
from nabu.contests.tournaments.permissions import can_keep_score
from nabu.contests.tournaments.prints.sheets import by_name, people, prints_of, slips, tables_of_round
from nabu.contests.tournaments.queries import format_of, standings
from nabu.contests.tournaments.standings.cross_table_views import cross_tables, visible_stage
from nabu.contests.tournaments.standings.table import standings_table
from nabu.contests.tournaments.variants import variants_at
from nabu.core.sentences import sentence


@require_safe
def prints(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything of a tournament that can be printed."""
    tournament = visible_tournament(request, pk)
    return render(request, "contests/tournaments/prints/prints.html", _offered(request, tournament))


@require_safe
def round_prints(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything that can be printed, the round first."""
    round_ = visible_round(request, pk)
    tournament = visible_tournament(request, round_.stage.tournament_id)
    return render(
        request, "contests/tournaments/prints/prints.html", {**_offered(request, tournament), "round": round_}
    )


def _offered(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    offered = prints_of(request.user, tournament)
    return {**frame(request, tournament, "print"), "stages": offered, "with_final": len(offered) > 1}


@require_safe
def print_people(request: HttpRequest, pk: int) -> HttpResponse:
    """Who is to come, with boxes to tick. Whoever keeps score sees who is checked in already."""
    tournament = visible_tournament(request, pk)
    context = {"people": people(tournament), "keeps_score": can_keep_score(request.user, tournament)}
    return _paper(request, "people", tournament, _("Players"), context)


@require_safe
def print_standings(request: HttpRequest, pk: int) -> HttpResponse:
    """The ranking over all stages."""
    tournament = visible_tournament(request, pk, tournaments_with_stages())
    if all(stage.status == Stage.Status.PENDING for stage in tournament.stages.all()):
        raise Http404
    if tournament.status == Tournament.Status.CANCELLED:
        title = how_far(tournament)
    else:
        finished = tournament.status == Tournament.Status.FINISHED
        title = _("Final standings") if finished else _("Current standings")
    return _paper(request, "final", tournament, title, {"rows": standings(tournament)})


@require_safe
def print_stage(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Standings, cross table or bracket of a stage that has begun."""
    stage = visible_stage(request, pk)
    fmt = format_of(stage)[0]
    if what == "bracket" and fmt.is_bracket:
        drawings = [draw(sheet) for section in bracket(stage) for sheet in sheets(section)]
        drawn = all(drawing.fits_a_sheet for drawing in drawings)
        return _paper(request, "bracket", stage.tournament, sentence(fmt.title), {"drawings": drawings, "drawn": drawn})
    if what == "cross-table":
        title = _("Cross table: %(stage)s") % {"stage": sentence(fmt.title)}
        return _paper(request, "cross_table", stage.tournament, title, {"tables": cross_tables(stage)})
    if what == "standings" and not fmt.is_bracket:
        title = _("Standings: %(stage)s") % {"stage": sentence(fmt.title)}
        return _paper(request, "standings", stage.tournament, title, {"table": standings_table(stage)})
    raise Http404


@require_safe
def print_round(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Who sits where, by table or by name; or a slip for each table, with codes for whoever keeps score."""
    round_ = visible_round(request, pk)
    tables = tables_of_round(round_)
    context: dict[str, Any] = {"round": round_, "draft": round_.status == Round.Status.DRAFT}
    if what == "tables":
        context |= {"tables": tables, "variants": variants_at(tables)}
    elif what == "names":
        context |= {"lines": by_name(tables)}
    elif what == "slips":
        keeps_score = can_keep_score(request.user, round_.stage.tournament)
        made = slips(tables, request.build_absolute_uri, with_codes=keeps_score)
        context |= {"slips": made, "seats": max((len(slip.seats) for slip in made), default=2)}
    else:
        raise Http404
    return _paper(request, what, round_.stage.tournament, round_.title, context)


def _paper(
    request: HttpRequest, what: str, tournament: Tournament, title: str, context: dict[str, Any]
) -> HttpResponse:
    return render(
        request,
        f"contests/tournaments/prints/sheets/{what}.html",
        {"heading": title, "tournament": tournament, **context},
    )
