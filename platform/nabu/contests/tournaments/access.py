"""How the tournament pages find what they show, and whom they turn away."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from competition.formats import FORMATS
from nabu.catalogue.games.notes import note_on
from nabu.contests.tournaments.models import Registration, Round, Tournament
from nabu.contests.tournaments.page_queries import listed_tournaments
from nabu.contests.tournaments.permissions import can_keep_score, can_see_round, can_see_tournament, is_organiser
from nabu.contests.tournaments.tabs import tabs_of
from nabu.core.errors import NotAllowed


def visible_tournament(request: HttpRequest, pk: int, tournaments: QuerySet[Tournament] | None = None) -> Tournament:
    """The tournament, or 404: who may not see a draft does not learn that it exists."""
    source = listed_tournaments() if tournaments is None else tournaments
    found = get_object_or_404(source, pk=pk)
    if not can_see_tournament(request.user, found):
        raise Http404
    return found


def organised_tournament(request: HttpRequest, pk: int, tournaments: QuerySet[Tournament] | None = None) -> Tournament:
    """The tournament for its organiser or staff. 404 as above, else raises NotAllowed."""
    found = visible_tournament(request, pk, tournaments)
    if not is_organiser(request.user, found):
        raise NotAllowed
    return found


def organised_registration(request: HttpRequest, pk: int) -> Registration:
    """The registration for directors of its tournament. 404 or NotAllowed as above."""
    found = get_object_or_404(Registration.objects.select_related("player"), pk=pk)
    organised_tournament(request, found.tournament_id)
    return found


def visible_round(request: HttpRequest, pk: int) -> Round:
    """The round, or 404: drafts are the directors'."""
    found = get_object_or_404(Round.objects.select_related("stage__tournament__organiser"), pk=pk)
    if not can_see_round(request.user, found):
        raise Http404
    return found


def organised_round(request: HttpRequest, pk: int) -> Round:
    """The round for the organiser or staff. 404 as above, else raises NotAllowed."""
    found = visible_round(request, pk)
    if not is_organiser(request.user, found.stage.tournament):
        raise NotAllowed
    return found


def frame(request: HttpRequest, tournament: Tournament, tab: str) -> dict[str, Any]:
    """What the head of every page of a tournament shows: name, state, tabs, what is not the printed game."""
    organises, keeps_score = is_organiser(request.user, tournament), can_keep_score(request.user, tournament)
    brackets = [FORMATS[stage.format].is_bracket for stage in tournament.stages.all()]
    return {
        "tournament": tournament,
        "organises": organises,
        "keeps_score": keeps_score,
        "event_tabs": tabs_of(
            tournament,
            tab,
            organises=organises,
            keeps_score=keeps_score,
            only_bracket=bool(brackets) and all(brackets),
            has_bracket=any(brackets),
        ),
        "has_bracket": any(brackets),
        "tab": tab,
        "note": note_on(tournament.game, tournament.components),
    }
