"""What a page shows of a review: its state, and its decisions and luck in numbers and in words."""

from __future__ import annotations

import json

from django.utils.translation import gettext as _

from engine.game import JsonObject
from engine.review.reviewer import Reviewer, reviewer_name
from engine.review.words import alternative_in_words, review_in_words
from nabu.accounts.players.models import Person, User
from nabu.board.replay.kept import kept
from nabu.board.replay.recording import Recording
from nabu.board.reviews.games import named, review_of, why_not_reviewable
from nabu.board.reviews.models import GameReview
from nabu.board.reviews.permissions import can_ask_for_review, can_cancel_review
from nabu.board.reviews.services import check_quota
from nabu.contests.matches.models import GameLog
from nabu.core.errors import TryLater
from nabu.core.sentences import LANGUAGE, sentence

NONE = "none"
"""The status of a game that nobody has asked about."""


def review_as_json(log: GameLog, recording: Recording, user: Person) -> JsonObject:
    """The state of a game's review, with everything that is judged so far."""
    if (why := why_not_reviewable(log)) is not None or recording.game is None:
        return {**_state(None, sentence(why), may_ask=False, may_cancel=False), **_nothing(recording)}
    review = review_of(log, recording.game.game)
    wanted = review is None or review.status in (GameReview.Status.FAILED, GameReview.Status.CANCELLED)
    refusal = _why_not_asked(log, review, user) if wanted else ""
    may_cancel = review is not None and review.is_live and can_cancel_review(user, review)
    state = _state(review, refusal, may_ask=wanted and not refusal, may_cancel=may_cancel)
    words = _words(recording, review)
    return {**state, "total": words.pop("total"), **words}


def line_as_json(log: GameLog, recording: Recording, move: int) -> JsonObject | None:
    """What the bot would rather have done at this move, on the board; None if nothing of the kind is stored."""
    if recording.game is None or why_not_reviewable(log) is not None:
        return None
    review = review_of(log, recording.game.game)
    for decision in review.decisions if review is not None else ():
        if decision["move"] == move and decision.get("rather") is not None:
            return _line(recording, review, decision)
    return None


def _state(review: GameReview | None, why_not: str, *, may_ask: bool, may_cancel: bool) -> JsonObject:
    return {
        "status": review.status if review is not None else NONE,
        "done": review.done if review is not None else 0,
        "total": review.total if review is not None else 0,
        "may_ask": may_ask,
        "may_cancel": may_cancel,
        "why_not": why_not,
    }


def _why_not_asked(log: GameLog, review: GameReview | None, user: Person) -> str:
    if not isinstance(user, User):
        return _("Sign in to review this game on the server.")
    if not can_ask_for_review(user, log):
        return _("This account cannot request reviews.")
    try:
        check_quota(user, review)
    except TryLater as refusal:
        return refusal.message
    return ""


def _words(recording: Recording, review: GameReview | None) -> JsonObject:
    """The shape of the browser's `review.shown`, and the number of decisions in the game."""
    table = recording.game
    assert table is not None
    decisions = review.decisions if review is not None else []

    def make() -> bytes:
        found = Reviewer(named(table, recording.names), decisions)
        return _packed({"total": found.total, **review_in_words(LANGUAGE, found)})

    made = kept(f"review:{recording.digest}:{reviewer_name(table.game)}:{len(decisions)}", make)
    assert made is not None
    return dict(json.loads(made))


def _nothing(recording: Recording) -> JsonObject:
    return {"summary": None, "names": recording.names, "sources": {}, "strength": "", "decisions": [], "luck": None}


def _line(recording: Recording, review: GameReview | None, decision: JsonObject) -> JsonObject:
    table = recording.game
    assert table is not None
    assert review is not None

    def make() -> bytes:
        return _packed({"steps": alternative_in_words(LANGUAGE, named(table, recording.names), decision)})

    made = kept(f"review:{recording.digest}:{review.reviewer}:line:{decision['move']}", make)
    assert made is not None
    return dict(json.loads(made))


def _packed(value: JsonObject) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
