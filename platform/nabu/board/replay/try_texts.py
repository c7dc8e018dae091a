"""The texts of the script that plays on from a position or tries other moves (static/nabu/board/replay/second_try), by
key. It puts the values into the braces; what can be chosen comes from the engine."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from nabu.board.records.table_texts import TABLE_TEXTS

TEXTS: dict[str, str | Promise] = TABLE_TEXTS | {
    "play_on": _("Play on from here"),
    "take_back": _("Undo"),
    "aside": _("Side line"),
    "back_to_game": _("Back to the game"),
    "line_start": _("After move {move} of the game"),
    "line_step": _("Not played, step {step} of {count}"),
    "dealt": _("dealt again"),
    "made_for_you": _("This move is forced. Go to the next step."),
    "line_over": _("The game is over in this side line."),
    "copy_line": _("Copy link to this side line"),
    "copied": _("Link copied."),
    "copy_address": _("The link is in the address bar: copy it from there."),
    "starting": _("Starting the engine…"),
    "unusable": _("Moves cannot be tried in this browser: it does not allow WebAssembly, or has too little memory."),
    "gone": _("The engine has stopped."),
    "no_game": _("The game could not be loaded."),
    "try_again": _("Try again"),
    "no_room": _("This browser has no room to hand the game over. Download the log, and free some storage."),
    "bad_address": _("The side line in this address cannot be read. Here is the game."),
    "bad_line": _("The side line in this address does not fit this game: {why}"),
    "try": _("Move {move}: {text}"),
    "forget": _("Forget {text}"),
}


def try_texts() -> dict[str, str]:
    """In the reader's language."""
    return {key: str(text) for key, text in TEXTS.items()}
