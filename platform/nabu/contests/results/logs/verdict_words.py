"""A verdict in plain words, as `engine.log.verdict_words` has them, and the words for one that is still on its way."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.log.verdict_words import VerdictWords, words_of_verdict
from nabu.contests.matches.models import Verification
from nabu.core.sentences import LANGUAGE


def words_for(verification: Verification | None) -> VerdictWords:
    """The words for a verification, for one that is still on its way too."""
    if verification is None or verification.status == Verification.Status.QUEUED:
        return VerdictWords(
            title=_("Waiting"),
            meaning=_("The log is stored and waiting to be replayed."),
            limits=_("No verdict yet."),
            tone="blue",
            icon="⌛",
        )
    if verification.status == Verification.Status.RUNNING:
        return VerdictWords(
            title=_("Replaying"),
            meaning=_("The engine is replaying the game, action by action."),
            limits=_("No verdict yet."),
            tone="blue",
            icon="⌛",
        )
    if verification.status == Verification.Status.FAILED:
        return VerdictWords(
            title=_("Not verified"),
            meaning=_("An error on our side stopped the replay of this log. Nothing is lost. Send it again later."),
            limits=_("So there is no verdict."),
            tone="yellow",
            icon="!",
        )
    return words_of_verdict(LANGUAGE, verification.verdict)


def words_for_unknown_set() -> VerdictWords:
    """The words for a log that names a component set which is not on the site."""
    return VerdictWords(
        title=_("Rejected"),
        meaning=_("This game cannot be replayed yet: its log names a component set that has not been loaded."),
        limits=_("This says nothing about the game. Once the set is loaded, the log is verified again automatically."),
        tone="yellow",
        icon="!",
    )


def is_pending(verification: Verification | None) -> bool:
    """The verdict will come; asking again later makes sense."""
    return verification is None or verification.status in (Verification.Status.QUEUED, Verification.Status.RUNNING)
