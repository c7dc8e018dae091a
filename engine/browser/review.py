"""The review of a game on the page that shows it, without sending the game anywhere."""

from __future__ import annotations

from engine.browser.library import library_of
from engine.for_people import ForPeople
from engine.game import JsonObject
from engine.review.reviewer import Reviewer, cannot_review, reviewer_name, seed_of
from engine.review.words import alternative_in_words, decision_in_words, review_in_words
from engine.table.table import Table


class ReviewCounter:
    """The review of a page's game."""

    def __init__(self, language: ForPeople) -> None:
        self._language = language
        self._review: Reviewer | None = None

    def open(self, asked: JsonObject) -> JsonObject:
        """The game of a `log` (its text), with its `components` if they are not built in.

        `kept`: what was found before by this `reviewer`, in order; what another one found is forgotten. `refused` says
        why the decisions cannot be judged.
        """
        table, report = Table.of_log(asked["log"].encode(), library_of(asked.get("components")))
        self._review = None
        if table is None:
            return {"refused": self._language.render(report.message) if report.message else report.verdict}
        reason = cannot_review(table)
        if reason is not None:
            return {"refused": self._language.render(reason.message)}
        reviewer = reviewer_name(table.game)
        self._review = Reviewer(table, asked.get("kept") or () if asked.get("reviewer") == reviewer else ())
        return {"refused": None, "reviewer": reviewer, "digest": seed_of(table), **self._progress}

    def find(self, asked: JsonObject) -> JsonObject:
        """The decision or draw `which`, counted from 0; null if it takes more than `most` pairs of continuations.
        Asking for it again goes on there. It is not kept: several engines may look at one game.
        """
        return {"found": self._now.find(asked["which"], asked["most"])}

    def keep(self, asked: JsonObject) -> JsonObject:
        """`found` are those after the ones that are kept, in order, whoever has found them."""
        self._now.kept.extend(asked["found"])
        return self._progress

    def shown(self, asked: JsonObject) -> JsonObject:
        """What is found so far in words, and what it comes to."""
        return {**review_in_words(self._language, self._now), **self._progress}

    def decision(self, asked: JsonObject) -> JsonObject:
        """The decision of a `move` in words."""
        return decision_in_words(self._language, self._now.table, self._found(asked["move"]))

    def line(self, asked: JsonObject) -> JsonObject:
        """What the bot would rather have done at a `move`, on the board."""
        return {"steps": alternative_in_words(self._language, self._now.table, self._found(asked["move"]))}

    def _found(self, move: int) -> JsonObject:
        return next(each for each in self._now.decisions if each["move"] == move)

    @property
    def _progress(self) -> JsonObject:
        return {"done": self._now.done, "total": self._now.total}

    @property
    def _now(self) -> Reviewer:
        assert self._review is not None, "no game was opened for a review"
        return self._review
