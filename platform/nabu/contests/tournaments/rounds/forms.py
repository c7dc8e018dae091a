"""The forms of a round's page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.records import StandIn
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.rounds.seating import MOST_NUMBER
from nabu.core.forms import TablerForm

NEW_TABLE = "new"
REASON_LENGTH = 500


class MoveForm(TablerForm):
    """Where a player of a draft goes: in exchange with another one, behind those at a table, or alone.

    `to` is "seat:ID", "table:ID" or "new". Dropping a player somewhere sends the same words.
    """

    seat = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**62)

    def __init__(self, *args: Any, tables: Sequence[Table], moving: Seat | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.moving = moving
        choices: list[tuple[str, Any]] = [("", _("Choose a place"))]
        for table in tables:
            seats = [seat for seat in table.seats.all() if moving is None or seat.pk != moving.pk]
            title = _("Bye") if table.is_bye else _("Table %(number)s") % {"number": table.number}
            places = [(f"seat:{seat.pk}", _("Swap with %(name)s") % {"name": seat.entry.player.name}) for seat in seats]
            if moving is None or table.pk != moving.table_id:
                places.append((f"table:{table.pk}", _("Add to %(table)s") % {"table": title}))
            choices.append((title, places))
        choices.append((NEW_TABLE, _("Bye (until another player joins)")))
        self.fields["to"] = forms.ChoiceField(
            label=_("Move %(name)s to") % {"name": moving.entry.player.name} if moving else _("Place"),
            choices=choices,
            widget=forms.Select(attrs={"autofocus": True}),
        )


class SeatStandInForm(TablerForm):
    """A stand-in whom the pairing did not need, and the table to seat them at."""

    prefix = "stand_in"

    entry = forms.TypedChoiceField(label=gettext_lazy("Stand-in"), coerce=int)
    table = forms.TypedChoiceField(label=gettext_lazy("Table"), coerce=int)

    def __init__(
        self, *args: Any, stand_ins: Sequence[StandIn], tables: Sequence[tuple[Table, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].choices = [(each.id, each.name) for each in stand_ins]  # type: ignore[attr-defined]
        self.fields["table"].choices = [(table.pk, words) for table, words in tables]  # type: ignore[attr-defined]


class PublishForm(TablerForm):
    """The tick and the reason without which a round with serious warnings is not published."""

    prefix = "publish"

    anyway = forms.BooleanField(label=gettext_lazy("Publish despite serious problems"), required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_LENGTH, required=False)


class UnlockForm(TablerForm):
    """Why a round is unlocked."""

    prefix = "unlock"

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_LENGTH)


class NumberForm(TablerForm):
    """The number of a table in the room."""

    number = forms.IntegerField(label=gettext_lazy("Table number"), min_value=1, max_value=MOST_NUMBER)
