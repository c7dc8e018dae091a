"""The page on which games against bots are played, and how a finished one is stored.

The page is the same for everybody and asks the server nothing while a game goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.registry import GAMES
from nabu.accounts.versions.services import PEOPLE
from nabu.board.play.bots import bots_of
from nabu.board.play.forms import GameForms
from nabu.board.play.texts import script_texts
from nabu.contests.results.settling.submission import submit_log
from nabu.core.errors import Refused
from nabu.core.proxies import network_of
from nabu.web.pages import account_of
from nabu.web.shared_pages.kinds import SharedPage
from nabu.web.shared_pages.pages import shared

SPEEDS = (("slow", 2_000), ("normal", 900), ("at_once", 0))
"""Milliseconds between two moves of bots."""

FIRST_SEATS = ("", "greedy")
"""Who sits where until somebody chooses otherwise: a person, and a bot by its name."""

MOST_SEATS = max(game.player_counts[-1] for game in GAMES.values())


def _topics(values: Mapping[str, Any]) -> Sequence[str]:
    return (PEOPLE,)


@require_safe
@shared(SharedPage(_topics))
def play(request: HttpRequest) -> HttpResponse:
    """The form to begin a game, and the table to play it on."""
    games = [GameForms(game) for game in GAMES.values()]
    texts = script_texts()
    context = {
        "games": games,
        "bots": bots_of(games[0].game),
        "seats": [
            {
                "label": texts["seat_number"].format(number=number),
                "name_label": texts["name_of_seat"].format(number=number),
                "bot": bot,
            }
            for number, bot in enumerate(FIRST_SEATS, 1)
        ],
        "counts": range(2, MOST_SEATS + 1),
        "speeds": dict(SPEEDS),
        "data": {
            "games": {each.game.key: each.to_json() for each in games},
            "set": reverse("games:set_file", args=["GAME", "SET"]),
            "account": reverse("play:account"),
            "store": reverse("play:store"),
        },
        "texts": texts,
    }
    return render(request, "board/play/play.html", context)


@never_cache
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Whether somebody is signed in, who may store a game: asked by the page once the game is over."""
    if not request.user.is_authenticated:
        login = f"{reverse('account_login')}?{urlencode({'next': reverse('play:play')})}"
        return JsonResponse({"login": login})
    return JsonResponse({"csrf": get_token(request)})


@never_cache
@require_POST
def store(request: HttpRequest) -> HttpResponse:
    """Store the log in the body, as if it had been uploaded: it belongs to no table and counts for nothing."""
    if not request.user.is_authenticated:
        return JsonResponse({"why": "login"}, status=401)
    try:
        submission = submit_log(account_of(request), request.body, sent_from=network_of(request))
    except Refused as refusal:
        return JsonResponse({"why": refusal.message}, status=400)
    return JsonResponse({"url": reverse("table:log", args=[submission.log.sha256])}, status=201)
