"""The page of exercises, the same for everybody, and the reviewed games of the account that asks.

The page asks for them once, and for each log that it needs; it sends nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from analytics.review_stats import OTHERS
from engine.registry import GAMES
from engine.review.reviewer import PHASES
from nabu.accounts.players.models import User
from nabu.accounts.versions.services import PEOPLE
from nabu.board.exercises.queries import reviewed_games_of
from nabu.board.exercises.texts import script_texts
from nabu.core.answers import escaped
from nabu.core.charts.words import source_titles
from nabu.web.shared_pages.kinds import SharedPage
from nabu.web.shared_pages.pages import shared


def _topics(values: Mapping[str, Any]) -> Sequence[str]:
    return (PEOPLE,)


@require_safe
@shared(SharedPage(_topics))
def exercises(request: HttpRequest) -> HttpResponse:
    """What is due, and the board to practise on. `?game=…&source=…&phase=…` choose what to begin with: the script reads
    them."""
    texts = script_texts()
    context = {
        "games": GAMES.values(),
        "phases": [(phase, texts[f"phase_{phase}"]) for phase in PHASES],
        "data": {
            "games": {
                key: {
                    "title": game.title,
                    "sources": {**source_titles(game), OTHERS: _("Given to the strongest opponent")},
                }
                for key, game in GAMES.items()
            },
            "reviewed": reverse("exercises:games"),
            "set": reverse("games:set_file", args=["GAME", "SET"]),
            "play": reverse("play:play"),
        },
        "texts": texts,
    }
    return render(request, "board/exercises/exercises.html", context)


@never_cache
@gzip_page
@escaped
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """The reviewed games of whoever is signed in; a visitor learns where to sign in. `account` tells apart those who
    share a device."""
    user = request.user
    if not isinstance(user, User):
        login = f"{reverse('account_login')}?{urlencode({'next': reverse('exercises:exercises')})}"
        return JsonResponse({"login": login, "account": None, "games": []})
    return JsonResponse({"login": None, "account": user.pk, "games": reviewed_games_of(user)})
