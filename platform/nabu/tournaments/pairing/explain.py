"""Why a table looks as it does, in plain sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import combinations

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from nabu.tournaments.pairing.history import History
from nabu.tournaments.records import PairedTable


def amount(points: Decimal) -> str:
    """Points without needless zeros."""
    return f"{points.normalize():f}" if points else "0"


def explain_tables(
    tables: Sequence[PairedTable], history: History, names: Mapping[int, str], table_size: int
) -> list[str]:
    """One text for each table, in the order of the tables; byes included."""
    notes = []
    for number, table in enumerate(tables, start=1):
        if table.is_bye:
            notes.append(_bye(table.seats[0], history, names))
            continue
        sentences = [_points(table, history), *_rematches(table, history, names)]
        if len(table.seats) < table_size:
            sentences.append(_short(table, history, names, table_size))
        if history.games:
            sentences.append(_start(table.seats[0], history, names))
        notes.append(_("Table %(number)s: %(text)s") % {"number": number, "text": " ".join(sentences)})
    return notes


def _bye(player: int, history: History, names: Mapping[int, str]) -> str:
    return _("Bye: %(name)s with %(points)s points. Byes before this one: %(byes)s.") % {
        "name": names[player],
        "points": amount(history.points[player]),
        "byes": history.byes[player],
    }


def _points(table: PairedTable, history: History) -> str:
    points = sorted((history.points[player] for player in table.seats), reverse=True)
    if points[0] == points[-1]:
        return _("Everybody has %(points)s points.") % {"points": amount(points[0])}
    return _("They have %(points)s points.") % {"points": get_text_list([amount(p) for p in points], _("and"))}


def _rematches(table: PairedTable, history: History, names: Mapping[int, str]) -> list[str]:
    return [
        _("%(one)s and %(other)s have met before.") % {"one": names[one], "other": names[other]}
        for one, other in combinations(table.seats, 2)
        if history.meetings(one, other)
    ]


def _short(table: PairedTable, history: History, names: Mapping[int, str], table_size: int) -> str:
    text = _("A table of %(size)s, because the number of players does not fill tables of %(full)s.") % {
        "size": len(table.seats),
        "full": table_size,
    }
    again = [names[player] for player in table.seats if history.short[player]]
    if again:
        text += " " + _("Again at such a table: %(names)s.") % {"names": get_text_list(again, _("and"))}
    return text


def _start(player: int, history: History, names: Mapping[int, str]) -> str:
    return _("%(name)s starts (games started before: %(starts)s).") % {
        "name": names[player],
        "starts": history.starts[player],
    }
