"""The grid of a score sheet: a number for each source and seat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from nabu.contests.matches.models import Seat, Table
from nabu.contests.results.forms import PlacesForm, reason_field
from nabu.contests.results.settling.counting import Propagation
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.settling.sheets import MOST_POINTS_OF_SOURCE, bounds_at, game_at, problems_of
from nabu.core.charts.words import source_titles


class SheetForm(PlacesForm):
    """Points by source and seat, all of them; places where the scores, their sums, do not decide alone."""

    def __init__(self, *args: Any, table: Table, seats: Sequence[Seat], **kwargs: Any) -> None:
        super().__init__(*args, table=table, seats=seats, **kwargs)
        self.game, self.bounds = game_at(table), bounds_at(table, len(self.asked))
        self.titles = source_titles(self.game)
        self.total_errors: dict[int, str] = {}
        for key, title in self.titles.items():
            least, most = (self.bounds.sources.get(key) if self.bounds else None) or (0, MOST_POINTS_OF_SOURCE)
            for seat in self.asked:
                attrs = {"min": least, "max": most, "autocomplete": "off", "class": "sheet-input"}
                # A keyboard of digits has no minus on some phones.
                attrs |= {"inputmode": "numeric"} if least >= 0 else {}
                self.fields[_name(key, seat)] = forms.IntegerField(
                    label=_("%(source)s, %(name)s") % {"source": title, "name": seat.entry.player.name},
                    widget=forms.NumberInput(attrs=attrs),
                )

    @property
    def rows(self) -> list[tuple[str, list[tuple[Seat, forms.BoundField]]]]:
        """The fields of each source by its title, in seat order."""
        return [(title, [(seat, self[_name(key, seat)]) for seat in self.asked]) for key, title in self.titles.items()]

    @property
    def totals(self) -> list[tuple[Seat, str]]:
        """Each seat with what is wrong with its score, if anything."""
        return [(seat, self.total_errors.get(seat.position, "")) for seat in self.asked]

    def typed_score(self, seat: Seat) -> int | None:
        """The total of a seat as it was typed, before anything is checked; None if a number is missing."""
        words = [self.data.get(self.add_prefix(_name(key, seat)), "").strip() for key in self.titles]
        numbers = [int(word) for word in words if re.fullmatch(r"-?[0-9]{1,6}", word)]
        return sum(numbers) if len(numbers) == len(words) else None

    def clean(self) -> dict[str, Any]:
        """What the rules do not allow is said beside the number, or beside the score of the seat."""
        cleaned = super().clean()
        names = [_name(key, seat) for key in self.titles for seat in self.asked]
        if any(name not in cleaned for name in names):
            return cleaned
        full = {key: [cleaned[_name(key, seat)] for seat in self.asked] for key in self.titles}
        for problem in problems_of(self.game, self.bounds, full):
            if problem.seat is None:
                self.add_error(None, problem.sentence)
                continue
            seat = self.asked[problem.seat]
            if problem.source is not None:
                self.add_error(_name(problem.source, seat), problem.here)
            else:
                self.total_errors[seat.position] = problem.here
                self.add_error(None, f"{seat.entry.player.name}: {problem.sentence}")
        if len(self.asked) >= 2 and not self.errors:
            sums = [sum(of_seat) for of_seat in zip(*full.values(), strict=True)]
            self.ask_about({seat.position: score for seat, score in zip(self.asked, sums, strict=True)})
        return cleaned

    @property
    def points(self) -> dict[str, list[int | None]]:
        """The points by source and seat of a valid form."""
        return {key: [self.cleaned_data.get(_name(key, seat)) for seat in self.seats] for key in self.titles}


class RulingSheetForm(SheetForm):
    """A score sheet that the organiser enters. The reason is needed once there was a result or a dispute."""

    def __init__(self, *args: Any, reason_required: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"] = reason_field(required=reason_required)

    def ruling(self, propagation: Propagation | None = None) -> Ruling:
        """What a valid form decides."""
        absent = [seat.position for seat in self.seats if self.is_absent(seat)]
        reason = self.cleaned_data["reason"]
        return Ruling((), self.places, reason, absent, propagation, points=self.points)


def initial_points(points: dict[str, list[int | None]]) -> dict[str, int | None]:
    """A sheet as the initial values of a form."""
    return {
        f"points_{key}_{position}": number for key, numbers in points.items() for position, number in enumerate(numbers)
    }


def _name(key: str, seat: Seat) -> str:
    return f"points_{key}_{seat.position}"
