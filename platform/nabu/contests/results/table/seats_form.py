"""The form in which somebody says who has which seat of a log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from nabu.contests.matches.models import Seat
from nabu.contests.results.logs.queries import LogSeat
from nabu.core.forms import TablerForm


class SeatsForm(TablerForm):
    """Who has which seat of a log. Nobody is chosen beforehand: seats are never guessed."""

    def __init__(self, *args: Any, log_seats: Sequence[LogSeat], seats: Sequence[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.log_seats = list(log_seats)
        players = [("", _("Choose a player")), *((str(seat.entry_id), seat.entry.player.name) for seat in seats)]
        for number, log_seat in enumerate(self.log_seats):
            self.fields[f"seat_{number}"] = forms.TypedChoiceField(
                label=_("Seat %(seat)s: %(name)s") % {"seat": number + 1, "name": log_seat.name},
                coerce=int,
                choices=players,
            )

    @property
    def seat_fields(self) -> list[tuple[LogSeat, forms.BoundField]]:
        """The field of each seat of the log."""
        return [(log_seat, self[f"seat_{number}"]) for number, log_seat in enumerate(self.log_seats)]

    @property
    def entries(self) -> list[int]:
        """The entries in the order of the log's seats, of a valid form."""
        return [self.cleaned_data[f"seat_{number}"] for number in range(len(self.log_seats))]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        chosen: list[int] = []
        for number in range(len(self.log_seats)):
            entry = cleaned.get(f"seat_{number}")
            if entry is not None and entry in chosen:
                self.add_error(f"seat_{number}", _("This player already has another seat."))
            elif entry is not None:
                chosen.append(entry)
        return cleaned
