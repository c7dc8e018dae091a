"""The review of a game as a section of the replay, which knows nothing of reviews."""

from __future__ import annotations

from typing import Any

from django import template

from nabu.board.replay.recording import recording_of
from nabu.board.reviews.shown import review_as_json
from nabu.board.reviews.views import section_of
from nabu.contests.matches.models import GameLog

register = template.Library()


@register.inclusion_tag("board/reviews/_section.html", takes_context=True)
def game_review(context: Any, log: GameLog) -> dict[str, Any]:
    """The marked decisions, or how to get them."""
    request = context["request"]
    recording = recording_of(log, request.user)
    assert recording is not None, "the page plays this log back"
    shown = section_of(log, recording, review_as_json(log, recording, request.user))
    return {**shown, "request": request, "csrf_token": context.get("csrf_token")}
