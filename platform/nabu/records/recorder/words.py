"""A game in progress in words: who did what, what it brought and why, what is due, how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from engine.game import EngineError
from engine.table.table import Table as Playing
from nabu.records.journal import Line
from nabu.sentences import sentence


def due_in_words(game: Playing, names: Sequence[str]) -> str:
    """What is due now, and from whom."""
    due = game.due
    text, seat = sentence(due), due.values.get("seat")
    if isinstance(seat, int) and 0 <= seat < len(names):
        return text.replace(_("seat %(seat)s") % {"seat": seat + 1}, names[seat], 1)
    return text


def line_in_words(game: Playing, names: Sequence[str], line: Line) -> dict[str, Any]:
    """A line that is no part of the game (any more): who, and what."""
    seat = line.get("seat")
    seat = seat if type(seat) is int and 0 <= seat < len(names) else None
    try:
        text = sentence(game.game.told(game.components, game.read(line)))
    except EngineError as error:
        text = sentence(error.message)
    return {"seat": seat, "who": names[seat] if seat is not None else "", "text": text, "line": line}


def sources_of(game: Playing, count: int | None = None) -> list[dict[str, Any]]:
    """The points by source, those sources first that are first in the rules; without those that brought nobody any."""
    found = game.sources(count)
    return [
        {"key": source.key, "title": _(source.title), "points": [of_seat.get(source.key, 0) for of_seat in found]}
        for source in game.game.sources
        if any(source.key in of_seat for of_seat in found)
    ]


def end_in_words(game: Playing, names: Sequence[str]) -> dict[str, Any] | None:
    """How the game ended; None while it goes on."""
    result = game.result
    if result is None:
        return None
    winners = get_text_list([names[seat] for seat in result.winners], _("and"))
    text = _("%(names)s wins.") if len(result.winners) == 1 else _("%(names)s share the win.")
    return {
        "end": result.end,
        "scores": list(result.scores),
        "places": list(result.places),
        "winners": list(result.winners),
        "text": text % {"names": winners},
    }
