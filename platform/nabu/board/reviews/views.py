"""The review of a game beside its replay: as JSON for the script, as a section of the page without one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from engine.game import JsonObject
from nabu.board.replay.recording import Recording, recording_of
from nabu.board.reviews.games import game_of_log, review_of, why_not_reviewable
from nabu.board.reviews.models import GameReview
from nabu.board.reviews.own import own_seats
from nabu.board.reviews.services import ask_for_review, cancel_review
from nabu.board.reviews.shown import line_as_json, review_as_json
from nabu.contests.matches.models import GameLog
from nabu.contests.results.logs.views import visible_log
from nabu.core.answers import escaped
from nabu.core.errors import Refused, TryLater
from nabu.web.pages import account_of, by_htmx, perform, post_action

LIVE = ("queued", "running")


@gzip_page
@escaped
@require_safe
def review_json(request: HttpRequest, sha256: str) -> HttpResponse:
    """How far the review is, and the decisions judged so far."""
    log = visible_log(request, sha256)
    return _state(request, log, _recording(request, log))


@gzip_page
@escaped
@require_safe
def line_json(request: HttpRequest, sha256: str, move: str) -> HttpResponse:
    """What the bot would rather have done at a move, on the board."""
    log = visible_log(request, sha256)
    found = line_as_json(log, _recording(request, log), int(move))
    if found is None:
        raise Http404
    return _fresh(JsonResponse(found))


@require_safe
def section(request: HttpRequest, sha256: str) -> HttpResponse:
    """The section of the page, while a worker is at it; without htmx the replay."""
    log = visible_log(request, sha256)
    recording = _recording(request, log)
    if not by_htmx(request):
        return redirect("table:replay", sha256)
    context = section_of(log, recording, review_as_json(log, recording, request.user))
    return render(request, "board/reviews/_section.html", context)


@post_action
def ask(request: HttpRequest, sha256: str) -> HttpResponse:
    """Have the game reviewed. A script gets the state as JSON."""
    log = visible_log(request, sha256)
    recording = _recording(request, log)
    service = partial(ask_for_review, account_of(request), log)
    if _wants_json(request):
        return _done_for_script(request, log, recording, service)
    try:
        perform(request, service, _("Review queued."))
    except TryLater as refusal:
        messages.error(request, refusal.message)
    return redirect("table:replay", sha256)


@post_action
def cancel(request: HttpRequest, sha256: str) -> HttpResponse:
    """Call the review off."""
    log = visible_log(request, sha256)
    recording = _recording(request, log)
    service = partial(cancel_review, account_of(request), _review(log))
    if _wants_json(request):
        return _done_for_script(request, log, recording, service)
    perform(request, service, _("Review cancelled."))
    return redirect("table:replay", sha256)


def section_of(log: GameLog, recording: Recording, review: JsonObject) -> dict[str, Any]:
    """What the section shows: the marked decisions and the luckiest draws, each with the position after it."""
    marked = [each for each in review["decisions"] if each["mark"]]
    luck = review["luck"] or {"seats": [], "draws": [], "luckiest": [], "unluckiest": []}
    lucky = (
        (_("Luckiest draws"), _draws_shown(luck, "luckiest", review["names"])),
        (_("Unluckiest draws"), _draws_shown(luck, "unluckiest", review["names"])),
    )
    return {
        "log": log,
        "review": review,
        "live": review["status"] in LIVE,
        "percent": 100 * review["done"] // review["total"] if review["total"] else 0,
        "seats": list(zip(review["names"], review["summary"]["seats"], strict=True)) if review["done"] else [],
        "marked": [{**each, "shown": each["move"] + 1, "name": review["names"][each["seat"]]} for each in marked],
        "turning": review["summary"]["turning"] if review["done"] else [],
        "luck_seats": list(zip(review["names"], luck["seats"], strict=False)),
        "lucky": [(title, shown) for title, shown in lucky if shown],
    }


def _draws_shown(luck: JsonObject, which: str, names: list[str]) -> list[JsonObject]:
    """Draws with the position after each, and what they were worth to the seat that they are marked for."""
    draws = {each["move"]: each for each in luck["draws"]}
    return [
        {
            "turn": draw["turn"],
            "shown": draw["move"] + 1,
            "name": names[draw["marked"]],
            "worth": draw["words"]["worth"][draw["marked"]],
        }
        for draw in map(draws.__getitem__, luck[which])
    ]


def _done_for_script(
    request: HttpRequest, log: GameLog, recording: Recording, service: Callable[[], GameReview]
) -> HttpResponse:
    """How the review stands now, or `why` nothing was done."""
    try:
        service()
    except Refused as refusal:
        return _fresh(JsonResponse({"why": refusal.message}, status=409))
    except TryLater as refusal:
        answer = JsonResponse({"why": refusal.message}, status=refusal.status)
        answer["Retry-After"] = str(refusal.seconds)
        return _fresh(answer)
    return _state(request, log, recording)


def _state(request: HttpRequest, log: GameLog, recording: Recording) -> HttpResponse:
    """`own`: the seats whose mistakes the account can practise, null for whichever it says was its own."""
    own = own_seats(request.user, log)
    return _fresh(JsonResponse({**review_as_json(log, recording, request.user), "own": own}))


def _recording(request: HttpRequest, log: GameLog) -> Recording:
    """Raises Http404 for a log without a game."""
    found = recording_of(log, request.user)
    if found is None or found.game is None:
        raise Http404
    return found


def _review(log: GameLog) -> GameReview:
    review = review_of(log, game_of_log(log)) if why_not_reviewable(log) is None else None
    if review is None:
        raise Http404
    return review


def _wants_json(request: HttpRequest) -> bool:
    return request.accepts("application/json") and not request.accepts("text/html")


def _fresh(response: HttpResponse) -> HttpResponse:
    """It changes while a worker is at it."""
    response["Cache-Control"] = "private, no-store"
    return response
