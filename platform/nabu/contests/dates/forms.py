"""The dates of all rounds on one page, the quick fill, and another deadline for a table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from nabu.contests.dates.models import DateSettings
from nabu.contests.dates.moments import moment
from nabu.contests.dates.queries import PlannedRound
from nabu.contests.dates.services import MOST_DAYS_BETWEEN, Keep, RoundSpec
from nabu.core.forms import TablerForm

WEEK = 7


def moment_field(label: Any, *, required: bool = False, keeps_initial: bool = False) -> forms.DateTimeField:
    """Day and time in the zone of the site. `keeps_initial`: the form says what it was when it was shown."""
    widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})
    return forms.DateTimeField(label=label, required=required, widget=widget, show_hidden_initial=keeps_initial)


class FillForm(TablerForm):
    """A deadline for every round that has none."""

    first = moment_field(gettext_lazy("First deadline"), required=True)
    days = forms.IntegerField(
        label=gettext_lazy("Days between deadlines"),
        min_value=1,
        max_value=MOST_DAYS_BETWEEN,
        initial=WEEK,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class DatesForm(TablerForm):
    """Deadline and begin of every planned round, and when players are reminded.

    It knows what every field was when the page was shown: only what was changed is saved, and what somebody else has
    changed meanwhile is not overwritten unseen.
    """

    def __init__(self, *args: Any, rounds: Sequence[PlannedRound], hours: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rounds = rounds
        for planned in rounds:
            for name, label, value in (
                (_name("due", planned), _("Deadline"), planned.dates.due_at),
                (_name("starts", planned), _("Starts"), planned.dates.starts_at),
            ):
                self.fields[name] = moment_field(label, keeps_initial=True)
                self.initial[name] = value
        self.fields["remind_hours"] = forms.TypedChoiceField(
            label=_("Mail to players of tables without a result"),
            choices=DateSettings.Hours.choices,
            coerce=int,
            initial=hours,
            show_hidden_initial=True,
        )

    @property
    def lines(self) -> list[tuple[PlannedRound, Any, Any]]:
        """Each round with its two fields."""
        return [(each, self[_name("due", each)], self[_name("starts", each)]) for each in self.rounds]

    def clean(self) -> dict[str, Any]:
        """What somebody else has changed meanwhile is said, and saved over only when this is sent again."""
        cleaned = super().clean() or {}
        for name in self.changed_data:
            if name in self.errors:
                continue
            now, seen = self.initial.get(name, self.fields[name].initial), self._seen(name)
            if now not in (seen, cleaned[name]):
                shown = moment(now) if isinstance(now, datetime) else now or _("no date")
                self.add_error(
                    name, _("Somebody changed this meanwhile to: %(now)s. Save again to overwrite.") % {"now": shown}
                )
                data: Any = self.data
                self.data = data = data.copy()
                data[self.add_initial_prefix(name)] = self[name].field.prepare_value(now) or ""
        return cleaned

    def _seen(self, name: str) -> Any:
        field = self.fields[name]
        value = field.hidden_widget().value_from_datadict(self.data, MultiValueDict(), self.add_initial_prefix(name))
        try:
            return field.clean(value) if value else None
        except forms.ValidationError:
            return None

    def specs(self) -> list[RoundSpec]:
        """The rounds that were changed."""
        changed = set(self.changed_data)
        return [
            RoundSpec(
                planned.stage,
                planned.number,
                self._value("starts", planned, changed),
                self._value("due", planned, changed),
            )
            for planned in self.rounds
            if changed & {_name("due", planned), _name("starts", planned)}
        ]

    def _value(self, what: str, planned: PlannedRound, changed: set[str]) -> datetime | Keep | None:
        name = _name(what, planned)
        value: datetime | Keep | None = self.cleaned_data[name] if name in changed else Keep.AS_IT_IS
        return value

    def hours(self) -> int | None:
        """None if nobody changed them."""
        return self.cleaned_data["remind_hours"] if "remind_hours" in self.changed_data else None


def _name(what: str, planned: PlannedRound) -> str:
    return f"{what}-{planned.stage}-{planned.number}"


class ExtendForm(TablerForm):
    """Another deadline for a table."""

    due_at = moment_field(gettext_lazy("New deadline"), required=True)


class AbsentForm(forms.Form):
    """Who did not play, by position, and how the table looked to the director."""

    absent = forms.TypedMultipleChoiceField(coerce=int, choices=[(position, position) for position in range(8)])
    seen = forms.CharField(max_length=10)
