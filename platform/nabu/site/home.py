"""The home page: what Nabu is, what is running, what was proven last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from nabu.accounts.players.models import Person, User
from nabu.accounts.versions.services import PEOPLE, TOURNAMENTS
from nabu.contests.clubs.suspensions import suspensions_of
from nabu.contests.results.approval.objections import approvals_to_look_at, rating_objections_to_answer
from nabu.contests.results.organised import organised
from nabu.contests.results.table.queries import latest_verified_tables
from nabu.contests.tournaments.consent import consents_to_give
from nabu.contests.tournaments.entries.queries import check_ins_of, invitations_of
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.page_queries import listed_tournaments, runs_any
from nabu.contests.tournaments.registration.queries import open_for_registration, registrations_of
from nabu.messages.push.services import may_add_first_device
from nabu.operations.demo.state import progress
from nabu.people.claims.requests import offers_for, requests_to_decide
from nabu.people.profiles.players.queries import open_tables, recent_games, tournaments_of
from nabu.site.happening import just_decided, on_now
from nabu.web.pages import by_htmx
from nabu.web.shared_pages.kinds import SharedPage
from nabu.web.shared_pages.making import do_not_keep
from nabu.web.shared_pages.pages import shared

ANNOUNCED = 6
RUNNING = 12
LATEST_GAMES = 5
OWN_GAMES = 5


def _own(person: Person, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The day of a player: the next table, what waits, tournaments and games; and what an organiser runs."""
    if not isinstance(person, User):
        return {}
    runs = runs_any(person)
    return {
        "organised": organised(person) if runs else [],
        "my_tables": open_tables(person),
        "my_tournaments": tournaments_of(person),
        "my_games": recent_games(person.player, OWN_GAMES),
        "check_ins": check_ins_of(person),
        "registrations": registrations_of(person),
        "offer_devices": may_add_first_device(person),
        "claim_offers": offers_for(person),
        "claims_to_decide": requests_to_decide(person) if runs else [],
        "invitations": invitations_of(person),
        "suspensions": suspensions_of(person),
        "consents": consents_to_give(person),
        "rating_objections": rating_objections_to_answer(person) if runs else [],
        "approvals": approvals_to_look_at(person),
    }


def _topics(values: Mapping[str, Any]) -> Sequence[str]:
    return TOURNAMENTS, PEOPLE


@require_safe
@shared(SharedPage(_topics, {"demo": None}, own=_own))
def home(request: HttpRequest) -> HttpResponse:
    """A board and three ways in, your own tables, what is on now and next, what was decided, the latest verified games.

    On a new site the demo is still being played: the page asks how far it is, and is shown anew at the end.
    """
    demo = progress()
    if by_htmx(request) and "demo" in request.GET:
        return render(request, "site/home/_demo.html", {"demo": demo}) if demo else HttpResponseClientRefresh()
    running = listed_tournaments().filter(status=Tournament.Status.RUNNING, practice=False)
    running = running.prefetch_related("stages")[:RUNNING]
    if demo:
        do_not_keep()
    own, now = _own(request.user, {}), on_now()
    context = {
        "demo": demo,
        "on_now": now,
        "others": [tournament for tournament in running if now is None or tournament != now.tournament],
        "decided": just_decided(),
        "announced": open_for_registration()[:ANNOUNCED],
        "tables": latest_verified_tables(LATEST_GAMES),
        **own,
    }
    return render(request, "site/home/home.html", context)
