"""The texts of board, choices, moves and scores (static/nabu/board/drawing), by key. Scripts put the values into
the braces."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TABLE_TEXTS: dict[str, str | Promise] = {
    "board": _("Board"),
    "keys": _("Arrow keys move between highlighted places, Enter chooses one, Escape goes back."),
    "zoom_in": _("Zoom in"),
    "zoom_out": _("Zoom out"),
    "legend": _("Legend"),
    "choose": _("Choose"),
    "tap_place": _("Tap a highlighted place."),
    "tap_or_choose": _("Tap a highlighted place or choose:"),
    "drag_or_choose": _("Drag it to the board, or tap it:"),
    "list_of_places": _("List of places"),
    "back": _("Back"),
    "chosen_so_far": _("Chosen so far"),
    "lies": _("Tap it to turn it, or tap another place."),
    "lay": _("Lay it here"),
    "moves": _("Moves"),
    "no_moves": _("No moves yet."),
    "show_all_moves": _("Show all moves ({count})"),
    "turn": _("Turn {number}"),
    "forced": _("the only move"),
    "waiting": _("waiting to be saved"),
    "points_one": _("{points} point"),
    "points_other": _("{points} points"),
    "last_move": _("Last move"),
    "scores": _("Score"),
    "total": _("Total"),
    "by_source": _("Points by source"),
    "result": _("Result"),
    "turning_point": _("Turning point"),
    "show_on_board": _("Show on the board"),
    "save_log": _("Save log"),
    "safety_safe": _("Works offline."),
    "safety_open": _("Works offline while this page stays open."),
}
