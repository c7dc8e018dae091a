"""The forms of the page on which the seats of a published round are changed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.rounds.forms import NEW_TABLE, REASON_LENGTH
from nabu.contests.tournaments.rounds.seating import MOST_NUMBER
from nabu.core.forms import TablerForm


def seating_of(tables: Sequence[Table]) -> str:
    """Who sits where, and which tables have a result, in a few letters."""
    rows = [(table.number, table.status, [seat.entry_id for seat in table.seats.all()]) for table in tables]
    return hashlib.sha256(repr(rows).encode()).hexdigest()[:16]


def title_of(table: Table) -> str:
    """What people call a table of a round."""
    return _("Bye") if table.is_bye else _("Table %(number)s") % {"number": table.number}


def _title_with_result(table: Table) -> str:
    if table.status == Table.Status.CONFIRMED and not table.is_bye:
        return _("%(table)s, with a result") % {"table": title_of(table)}
    return title_of(table)


class SeatsForm(TablerForm):
    """Who goes where. `player` is the key of an entry; `to` is "player:ID", "table:ID" or "new".

    `seating` is how the round was seated when the form was drawn: what somebody chose must not mean anything else
    after another director has changed seats.
    """

    seating = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, tables: Sequence[Table], player: str = "", **kwargs: Any) -> None:
        self.now = seating_of(tables)
        kwargs["initial"] = {"player": player, "seating": self.now}
        super().__init__(*args, **kwargs)
        self.seats = {str(seat.entry_id): seat for table in tables for seat in table.seats.all()}
        self.tables = {str(table.pk): table for table in tables}
        names, places = [], []
        for table in tables:
            people = [(str(seat.entry_id), seat.entry.player.name) for seat in table.seats.all()]
            swaps = [(f"player:{key}", _("Swap with %(name)s") % {"name": name}) for key, name in people]
            joins = (f"table:{table.pk}", _("Add to %(table)s") % {"table": title_of(table)})
            names.append((_title_with_result(table), people))
            places.append((_title_with_result(table), [*swaps, joins]))
        self.fields["player"] = forms.ChoiceField(label=_("Player"), choices=[("", _("Choose a player")), *names])
        self.fields["to"] = forms.ChoiceField(
            label=_("Goes to"), choices=[("", _("Choose a place")), *places, (NEW_TABLE, _("Bye"))]
        )
        self.fields["reason"] = forms.CharField(
            label=_("Reason"),
            max_length=REASON_LENGTH,
            required=False,
            help_text=_("Needed if one of the tables has a result."),
        )

    @property
    def chosen(self) -> Seat:
        """The seat of a valid form."""
        return self.seats[self.cleaned_data["player"]]

    @property
    def goal(self) -> Seat | Table | None:
        """Where its player goes; None for a bye."""
        kind, _colon, key = self.cleaned_data["to"].partition(":")
        if kind == NEW_TABLE:
            return None
        return self.seats[key] if kind == "player" else self.tables[key]

    @property
    def in_words(self) -> str:
        """What a valid form changes."""
        goal, name = self.goal, self.chosen.entry.player.name
        if isinstance(goal, Seat):
            words = {"name": name, "table": title_of(self.chosen.table), "other": goal.entry.player.name}
            words["there"] = title_of(goal.table)
            return _("%(name)s (%(table)s) swaps with %(other)s (%(there)s).") % words
        if goal is None:
            return _("%(name)s has a bye.") % {"name": name}
        return _("%(name)s sits at table %(number)s.") % {"name": name, "number": goal.number}

    def clean(self) -> dict[str, Any]:
        """The page comes back with the seats as they are now."""
        cleaned = super().clean() or {}
        if cleaned.get("seating") not in (None, "", self.now):
            self.data = {**dict(self.data.items()), "seating": self.now}
            self.add_error(None, _("Somebody else has changed seats of this round. Look at your choice again."))
        return cleaned


class TableNumberForm(TablerForm):
    """Another number in the room for a table."""

    prefix = "number"

    number = forms.IntegerField(label=gettext_lazy("New number"), min_value=1, max_value=MOST_NUMBER)

    def __init__(self, *args: Any, tables: Sequence[Table], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tables = {str(table.pk): table for table in tables if not table.is_bye}
        choices = [("", _("Choose a table")), *((key, title_of(table)) for key, table in self.tables.items())]
        self.fields["table"] = forms.ChoiceField(label=_("Table"), choices=choices)
        self.order_fields(["table", "number"])

    @property
    def chosen(self) -> Table:
        """The table of a valid form."""
        return self.tables[self.cleaned_data["table"]]
