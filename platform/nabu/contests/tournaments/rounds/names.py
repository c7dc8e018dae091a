"""What rounds are called: a final, semi-finals and quarter-finals by their names, all others by their numbers."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from engine.message import Message
from nabu.contests.tournaments.kept_results import kept
from nabu.contests.tournaments.models import Stage
from nabu.contests.tournaments.queries import competitors_of, format_of, tables_of
from nabu.core.sentences import sentence

NUMBERED = "bracket.round"


def stored_name(title: Message) -> dict[str, Any]:
    """A title as `Round.name` keeps it: empty for a round that has only a number."""
    return {} if title.key == NUMBERED else title.to_json()


def title_to_come(stage: Stage, number: int) -> Message:
    """What the round will be called that is paired next."""
    if not format_of(stage)[0].is_bracket:
        return Message(NUMBERED, {"number": number})
    return kept(f"title of round {number}", stage, None, partial(_title, stage, number))


def next_round_words(title: Message, number: int, rounds: int, locks: bool) -> tuple[str, str]:
    """That a round can be paired, and the button that does it."""
    if title.key == NUMBERED:
        words = {"number": number, "rounds": rounds}
        button = _("Lock round and pair round %(number)s") if locks else _("Pair round %(number)s")
        return _("Round %(number)s of %(rounds)s can be paired.") % words, button % words
    button = _("Lock round and pair: %(round)s") if locks else _("Pair: %(round)s")
    words_of_title = {"round": sentence(title)}
    return _("Next: %(round)s.") % words_of_title, button % words_of_title


def _title(stage: Stage, number: int) -> Message:
    fmt, config = format_of(stage)
    return fmt.round_title(config, competitors_of(stage), tables_of(stage), number)
