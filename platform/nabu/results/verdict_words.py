"""A verdict in plain words: what it means and what it does not prove."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from nabu.matches.models import Verification

Text = str | Promise


@dataclass(frozen=True, slots=True)
class VerdictWords:
    """`tone` is the colour of the badge (green, yellow, red, blue), `icon` its sign for those who see no colours."""

    title: Text
    meaning: Text
    limits: Text
    tone: str
    icon: str


_VERIFIED = VerdictWords(
    title=_("Verified"),
    meaning=_("Every action of this game is allowed by the rules, and the result is what the actions lead to."),
    limits=_(
        "It does not prove who sat at the table, nor that the game was played like this: "
        "it proves that this log is a complete and legal game with these scores."
    ),
    tone="green",
    icon="✓",
)
_UNFINISHED = VerdictWords(
    title=_("Unfinished"),
    meaning=_("Every action so far is allowed by the rules, but the game is not over and the log has no result."),
    limits=_("It does not say who would have won. If the game was conceded or timed out, the organiser decides."),
    tone="yellow",
    icon="…",
)
_UNREADABLE = VerdictWords(
    title=_("Unreadable"),
    meaning=_("This file is not a game log that Nabu can read, or one of its lines is broken."),
    limits=_("It says nothing about the game that was played. Check that you sent the right file."),
    tone="red",
    icon="✗",
)
_REJECTED = VerdictWords(
    title=_("Rejected"),
    meaning=_("This game breaks the rules at the line shown below. Everything before that line is allowed."),
    limits=_("It does not say who made the mistake: a typing error in the log looks the same as a wrong move."),
    tone="red",
    icon="✗",
)
UNKNOWN_SET = VerdictWords(
    title=_("Rejected"),
    meaning=_("This game cannot be replayed here yet: its log names a component set that nobody has loaded."),
    limits=_("It says nothing about the game. Once somebody has loaded the set, the log is verified again by itself."),
    tone="yellow",
    icon="!",
)
_WORDS = {
    "verified": _VERIFIED,
    "unfinished": _UNFINISHED,
    "unreadable": _UNREADABLE,
    "rejected": _REJECTED,
}
_QUEUED = VerdictWords(
    title=_("Waiting"),
    meaning=_("The log is safe with us and waits for its turn to be replayed."),
    limits=_("There is no verdict yet."),
    tone="blue",
    icon="⌛",
)
_RUNNING = VerdictWords(
    title=_("Replaying"),
    meaning=_("The engine replays the game right now, action by action."),
    limits=_("There is no verdict yet."),
    tone="blue",
    icon="⌛",
)
_FAILED = VerdictWords(
    title=_("Not verified"),
    meaning=_("An error on our side kept the engine from replaying this log. Nothing is lost; send it again later."),
    limits=_("There is no verdict, neither good nor bad."),
    tone="yellow",
    icon="!",
)

CODES: dict[str, Text] = {
    "not_a_log": _("The file is not a game log."),
    "too_large": _("The file is larger than a game log may be."),
    "bad_line": _("A line cannot be read."),
    "bad_setup": _("The game, its rules or its setup are not known or not allowed."),
    "out_of_turn": _("A player acted who was not to move."),
    "illegal_action": _("The action was not allowed at that moment."),
    "bad_chance": _("A draw is missing, not due, or impossible."),
    "after_end": _("Something follows although the game is over."),
    "result_mismatch": _("The result in the log is not what its actions lead to."),
}


def words_for(verification: Verification | None) -> VerdictWords:
    """The words for a verification, for one that is still on its way too."""
    if verification is None or verification.status == Verification.Status.QUEUED:
        return _QUEUED
    if verification.status == Verification.Status.RUNNING:
        return _RUNNING
    if verification.status == Verification.Status.FAILED:
        return _FAILED
    return _WORDS[verification.verdict]


def is_pending(verification: Verification | None) -> bool:
    """The verdict will come; asking again later makes sense."""
    return verification is None or verification.status in (Verification.Status.QUEUED, Verification.Status.RUNNING)


def code_words(code: str) -> Text:
    """What a rejection code means in one sentence; empty for no code."""
    return CODES.get(code, "")
