"""A game that is being recorded, for spectators: the page, how it stands now, its moves and its pictures."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from nabu.board.replay.page import ReplayPage, board_at, script_words, shown_at
from nabu.board.replay.views import SVG_POLICY, immutable, number_of
from nabu.board.watch.game import Watched, watched_of
from nabu.board.watch.shared import shared_now, shared_watch
from nabu.board.watch.visible import State, Visible, visible_of
from nabu.contests.matches.models import Table
from nabu.contests.matches.queries import with_players
from nabu.contests.results.permissions import can_see_table
from nabu.core.answers import escaped
from nabu.web.shared_pages.making import holds_until
from nabu.web.shared_pages.pages import shared


@require_safe
@shared(shared_watch)
def watch(request: HttpRequest, pk: int) -> HttpResponse:
    """The newest visible position, or that after `?move=`; what there is instead if no game is visible."""
    visible, watched = _watched(request, pk)
    context = {
        "visible": visible,
        "table": visible.table,
        "tournament": visible.table.round.stage.tournament,
        "replay": _log_of(visible),
    }
    if watched is None or visible.state == State.OVER:
        return render(request, "board/watch/nothing.html", context)
    page = _page(watched, number_of(request, "move"))
    return render(request, "board/watch/watch.html", context | {"page": page, "words": script_words()})


@require_safe
@shared(shared_now)
@escaped
def now(request: HttpRequest, pk: int) -> HttpResponse:
    """How the visible game stands, in few bytes, and when there may be more (`next_at`, in milliseconds)."""
    visible, watched = _watched(request, pk)
    log = _log_of(visible)
    found: dict[str, Any] = {
        "state": visible.state if watched is not None or visible.state == State.OVER else _without(visible),
        "minutes": visible.minutes,
        "next_at": round(visible.until.timestamp() * 1000) if visible.until else None,
        "replay": reverse("table:replay", args=[log]) if log else None,
    }
    if watched is not None and watched.words is not None:
        words, count = watched.words, len(watched.words["moves"])
        digest, last = words["digests"][count], words["moves"][-1] if count else None
        watched.picture(digest, count, whole=False)  # all will ask for it in the next moment
        found |= {
            "visible": count,
            "digest": digest,
            "over": bool(words["ending"]),
            "moves": reverse("table:watch_moves", args=[pk, digest]),
            "picture": reverse("table:watch_picture", args=[pk, digest, count]),
            "names": words["names"],
            "scores": last["scores"] if last else [0] * len(words["names"]),
            "who": last["who"] if last else "",
            "text": words["ending"] or (last["text"] if last else ""),
        }
    return HttpResponse(json.dumps(found, ensure_ascii=False), content_type="application/json")


@gzip_page
@escaped
@require_safe
def moves(request: HttpRequest, pk: str, digest: str) -> HttpResponse:
    """The visible game in words up to the position with this digest."""
    _visible, watched = _watched(request, int(pk))
    found = watched.words_after(digest) if watched is not None else None
    if found is None:
        raise Http404
    return immutable(found, "application/json")


@gzip_page
@require_safe
def picture(request: HttpRequest, pk: str, digest: str, move: str) -> HttpResponse:
    """The position after so many moves, if it has this digest: whole, or with `?screen` as the page draws it."""
    _visible, watched = _watched(request, int(pk))
    found = watched.picture(digest, int(move), whole="screen" not in request.GET) if watched is not None else None
    if found is None:
        raise Http404
    response = immutable(found, "image/svg+xml")
    response["Content-Security-Policy"] = SVG_POLICY
    return response


def _watched(request: HttpRequest, pk: int) -> tuple[Visible, Watched | None]:
    """What is visible of a table. Raises Http404 for whoever may not see the table."""
    tables = Table.objects.select_related("round__stage__tournament", "log").defer("log__content")
    table = get_object_or_404(tables.prefetch_related(with_players()), pk=pk)
    if not can_see_table(request.user, table):
        raise Http404
    visible = visible_of(table)
    if visible.until is not None:
        holds_until(visible.until)
    return visible, watched_of(visible)


def _without(visible: Visible) -> State:
    """A game that cannot be replayed any more is none."""
    return State.NONE if visible.state == State.LIVE else visible.state


def _log_of(visible: Visible) -> str | None:
    """The log in which the whole game can be seen: the one that proves the result, or the one that was sent."""
    if visible.table.log is not None:
        return visible.table.log.sha256
    if visible.state == State.OVER and visible.record is not None and visible.record.submission is not None:
        return visible.record.submission.log.sha256
    return None


def _page(watched: Watched, asked: int | None) -> ReplayPage:
    words = watched.words or {}
    count, pk = len(words["moves"]), watched.visible.table.pk
    move = count if asked is None else min(asked, count)
    digests = words["digests"]
    picture = reverse("table:watch_picture", args=[pk, digests[move], move])
    return ReplayPage(
        title=words["title"],
        name=f"table-{pk}",
        **shown_at(words, move),
        **board_at(watched.picture(digests[move], move, whole=False)),
        failure=None,
        ending=words["ending"],
        chances=words["chances"],
        uses=[],
        anatomy=None,
        table=None,
        moves_address=reverse("table:watch_moves", args=[pk, digests[count]]),
        picture_address=picture,
        picture_pattern=picture.replace(f"{digests[move]}/{move}.svg", "{digest}/{move}.svg"),
    )
