"""The forms of the page on which the seats of a published round are changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.rounds.forms import NEW_TABLE, REASON_LENGTH
from nabu.contests.tournaments.rounds.seating import MOST_NUMBER
from nabu.core.forms import TablerForm


def title_of(table: Table) -> str:
    """What people call a table of a round."""
    return _("Bye") if table.is_bye else _("Table %(number)s") % {"number": table.number}


class SeatsForm(TablerForm):
    """Who goes where. `seat` is the key of a seat; `to` is "seat:ID", "table:ID" or "new"."""

    def __init__(self, *args: Any, tables: Sequence[Table], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = {str(seat.pk): seat for table in tables for seat in table.seats.all()}
        self.tables = {str(table.pk): table for table in tables}
        names = [
            (title_of(table), [(str(seat.pk), seat.entry.player.name) for seat in table.seats.all()])
            for table in tables
        ]
        places = [
            (
                title_of(table),
                [
                    *(
                        (f"seat:{seat.pk}", _("Swap with %(name)s") % {"name": seat.entry.player.name})
                        for seat in table.seats.all()
                    ),
                    (f"table:{table.pk}", _("Add to %(table)s") % {"table": title_of(table)}),
                ],
            )
            for table in tables
        ]
        self.fields["seat"] = forms.ChoiceField(label=_("Player"), choices=[("", _("Choose a player")), *names])
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
        return self.seats[self.cleaned_data["seat"]]

    @property
    def goal(self) -> Seat | Table | None:
        """Where its player goes; None for a bye."""
        kind, _colon, key = self.cleaned_data["to"].partition(":")
        if kind == NEW_TABLE:
            return None
        return self.seats[key] if kind == "seat" else self.tables[key]


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
