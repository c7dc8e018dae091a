"""The page on which a log is played back, its moves as JSON, and its pictures."""

from __future__ import annotations

from typing import NoReturn
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from nabu.board.replay.page import build_page, position_of_line, position_of_turn, script_words
from nabu.board.replay.recording import Recording, recording_of
from nabu.board.replay.review_texts import review_texts
from nabu.board.replay.try_texts import try_texts
from nabu.contests.results.logs.queries import played_on
from nabu.contests.results.logs.sharing import sharing_of
from nabu.contests.results.logs.views import verdict_context, visible_log
from nabu.contests.results.settling.verification import verification_of
from nabu.core.answers import escaped

SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
FOR_EVER = "private, max-age=31536000, immutable"
"""Each version has an address of its own; who may see it is not the same for everybody."""


@require_safe
def replay(request: HttpRequest, sha256: str) -> HttpResponse:
    """The position after `?move=`, and how to get to the others. `?turn=` (the position at its end) and `?line=` (the
    one after this line of the log) lead there."""
    log = visible_log(request, sha256)
    recording = recording_of(log, request.user)
    if recording is None or recording.game is None:
        return render(request, "board/replay/nothing.html", {"log": log, **verdict_context(verification_of(log))})
    for name, position in (("line", position_of_line), ("turn", position_of_turn)):
        number = number_of(request, name)
        if number is not None:
            query = urlencode({"move": position(recording.game, number)})
            return redirect(f"{reverse('table:replay', args=[sha256])}?{query}")
    page = build_page(recording, recording.game, number_of(request, "move"), request.user)
    return render(
        request,
        "board/replay/replay.html",
        {
            "log": log,
            "page": page,
            "played_on": played_on(log, recording.game.header.meta, request.user),
            "sharing": sharing_of(request.user, log),
            "words": script_words(),
            "review_texts": review_texts(),
            "try_texts": try_texts(),
        },
    )


@gzip_page
@escaped
@require_safe
def moves(request: HttpRequest, sha256: str, digest: str) -> HttpResponse:
    """The whole game in words."""
    found = _recording(request, sha256, digest).words()
    return immutable(found, "application/json") if found is not None else _missing()


@gzip_page
@require_safe
def picture(request: HttpRequest, sha256: str, digest: str, move: str) -> HttpResponse:
    """The position after so many moves, whole; with `?screen` as the page draws it, without what it draws itself."""
    found = _recording(request, sha256, digest).picture(int(move), whole="screen" not in request.GET)
    response = immutable(found, "image/svg+xml") if found is not None else _missing()
    response["Content-Security-Policy"] = SVG_POLICY
    return response


@require_safe
def last_picture(request: HttpRequest, sha256: str) -> HttpResponse:
    """To the picture of the last position, for pages that know the log only."""
    recording = recording_of(visible_log(request, sha256), request.user)
    if recording is None or recording.game is None:
        raise Http404
    return redirect("table:replay_picture", sha256, recording.digest, len(recording.game.moves))


def _recording(request: HttpRequest, sha256: str, digest: str) -> Recording:
    """The recording, if it is made of what the address says. Raises Http404."""
    found = recording_of(visible_log(request, sha256), request.user)
    if found is None or found.digest != digest:
        raise Http404
    return found


def immutable(content: bytes, kind: str) -> HttpResponse:
    """What has an address of its own for each version."""
    response = HttpResponse(content, content_type=kind)
    response["Cache-Control"] = FOR_EVER
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _missing() -> NoReturn:
    raise Http404


def number_of(request: HttpRequest, name: str) -> int | None:
    """The number of a parameter; None if there is none, or it is nonsense."""
    words = request.GET.get(name, "")
    return int(words) if words.isascii() and words.isdigit() and len(words) < 6 else None
