"""The page on which anybody has a log verified by the engine in the browser; with an account the site keeps it too."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from engine.game import JsonObject
from engine.log.lines import MOST_BYTES
from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.board.replay.page import script_words, shown_at
from nabu.board.replay.review_texts import review_texts
from nabu.board.replay.try_texts import try_texts
from nabu.contests.results import services
from nabu.contests.results.logs.forms import LogForm
from nabu.contests.results.logs.queries import submissions_of
from nabu.core.errors import Refused
from nabu.core.proxies import network_of
from nabu.web.pages import account_of

OWN_LOGS = 20
NOTHING: JsonObject = {"names": [], "sources": [], "moves": []}
"""A game that the script fills in."""


@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: HttpRequest) -> HttpResponse:
    """Have a log verified, here in the browser; a form sends it to the site, without a table."""
    if request.method == "POST":
        return _store(request)
    return _page(request, LogForm())


def _store(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    form = LogForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            submission = services.submit_log(
                account_of(request), form.cleaned_data["log"], sent_from=network_of(request)
            )
        except Refused as refusal:
            form.add_error("log", refusal.message)
        else:
            messages.success(request, form.done)
            return redirect("table:log", submission.log.sha256)
    return _page(request, form)


def _page(request: HttpRequest, form: LogForm) -> HttpResponse:
    context = {
        "form": form,
        "logs": submissions_of(request.user, OWN_LOGS) if isinstance(request.user, User) else None,
        "games": GAMES.values(),
        "most_bytes": MOST_BYTES,
        "page": {**shown_at(NOTHING, 0), "chances": []},
        "words": script_words(),
        "review_texts": review_texts(),
        "try_texts": try_texts(),
    }
    return render(request, "board/replay/verify/verify.html", context)
