"""The texts of the setup's script (static/nabu/board/records/setup), by key. It puts the values into the braces."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from nabu.board.records.table_texts import TABLE_TEXTS

TEXTS: dict[str, str | Promise] = {key: TABLE_TEXTS[key] for key in ("board", "zoom_in", "zoom_out")} | {
    "keys": _("Arrow keys move between the places, Enter chooses one."),
    "done": _("Everything is entered."),
    "change": _("Tap a place to change what lies there."),
    "match": _("Set up the table to match the picture, or enter what is on the table."),
    "entered": _("{count} of {all}"),
    "to_go": _("{count} to go"),
    "start": _("Start recording"),
    "left": _("{thing}, {count} left"),
    "take_away": _("Take away"),
    "rest": _("Fill the rest at random"),
    "rest_short": _("Rest at random"),
    "rest_fails": _("The rest cannot be filled: not everything that lies there goes together."),
    "no_photo": _("This file cannot be shown as a picture."),
    "empty_slot": _("{slot}: empty"),
    "filled_slot": _("{slot}: {thing}"),
}


def script_texts() -> dict[str, str]:
    """In the reader's language."""
    return {key: str(text) for key, text in TEXTS.items()}
