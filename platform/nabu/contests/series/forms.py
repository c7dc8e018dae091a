"""Forms of an event that takes place again."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, ngettext

from nabu.contests.series.models import Series
from nabu.contests.series.repeating import Again
from nabu.contests.series.services import FIRST_DAYS, MOST_AHEAD, MOST_DAYS, MOST_LEFT, NAME_LENGTH, SeriesSpec
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.core.forms import TablerForm


class DayField(forms.DateField):
    """A day, chosen from the browser's calendar."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        super().__init__(required=False, widget=widget, **kwargs)


class RepeatForm(TablerForm):
    """The same event again. It asks only for what the event has: players, some who dropped out, helpers."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=NAME_LENGTH)
    starts_on = DayField(label=gettext_lazy("Date"))

    def __init__(self, *args: Any, source: Tournament, proposed: Again, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {"name": proposed.name, "starts_on": proposed.starts_on}
        entries = source.entries.filter(stand_in=False)
        active = entries.filter(status=Entry.Status.ACTIVE).count()
        dropped = entries.filter(status=Entry.Status.DROPPED).count()
        if active:
            text = ngettext("With its %(count)s player", "With its %(count)s players", active) % {"count": active}
            self.fields["players"] = forms.BooleanField(
                label=text,
                help_text=gettext_lazy("Players with an account are asked first."),
                required=False,
            )
        if dropped:
            text = ngettext(
                "Also %(count)s player who dropped out", "Also %(count)s players who dropped out", dropped
            ) % {"count": dropped}
            self.fields["dropped"] = forms.BooleanField(label=text, required=False)
        if source.roles.exists():
            self.fields["helpers"] = forms.BooleanField(
                label=gettext_lazy("With the same directors and scorekeepers"), required=False
            )

    @property
    def again(self) -> Again:
        """What a valid form asks for."""
        words = self.cleaned_data
        chosen = {key: bool(words.get(key)) for key in ("players", "dropped", "helpers")}
        return Again(words["name"], words["starts_on"], **chosen)


def _left_field(least: int, **words: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=gettext_lazy("Number of further events"),
        help_text=gettext_lazy("Leave empty for no limit."),
        required=False,
        min_value=least,
        max_value=MOST_LEFT,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        **words,
    )


class SeriesForm(TablerForm):
    """A new series."""

    name = forms.CharField(label=gettext_lazy("Name of the series"), max_length=NAME_LENGTH)
    weeks = forms.TypedChoiceField(label=gettext_lazy("How often"), choices=Series.Weeks.choices, coerce=int)
    opens_days = forms.IntegerField(
        label=gettext_lazy("Registration opens (days before)"),
        min_value=FIRST_DAYS,
        max_value=MOST_DAYS,
        initial=7,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    ahead = forms.IntegerField(
        label=gettext_lazy("Events prepared ahead"),
        min_value=1,
        max_value=MOST_AHEAD,
        initial=1,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    left = _left_field(1)
    until = DayField(label=gettext_lazy("Last date"), help_text=gettext_lazy("Leave empty for no limit."))

    @property
    def spec(self) -> SeriesSpec:
        """What a valid form asks for."""
        return SeriesSpec(**self.cleaned_data)


class SeriesSettingsForm(SeriesForm):
    """The settings of a series that there is. What it was when the page was shown is sent along: only what somebody
    changed is saved, because the events that are made meanwhile count `left` down and move `next_on` on.
    """

    left = _left_field(0, show_hidden_initial=True)
    """A series that ended by its number has 0, which may stay."""

    next_on = DayField(
        label=gettext_lazy("Next date"),
        help_text=gettext_lazy("Another weekday moves the whole series."),
        show_hidden_initial=True,
    )

    @property
    def changes(self) -> dict[str, Any]:
        """What a valid form changes."""
        return {name: self.cleaned_data[name] for name in self.changed_data}
