"""Forms about penalties."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from nabu.contests.tournaments.entries.forms import REASON, EntriesForm, EntryField
from nabu.contests.tournaments.models import Penalty
from nabu.contests.tournaments.penalties.services import MOST_POINTS
from nabu.core.forms import TablerForm


class PenaltyForm(EntriesForm):
    """What a director holds against a player."""

    entry = EntryField(label=gettext_lazy("Player"))
    kind = forms.ChoiceField(label=gettext_lazy("Penalty"), choices=Penalty.Kind.choices)
    points = forms.DecimalField(
        label=gettext_lazy("Points"),
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
        decimal_places=2,
        help_text=gettext_lazy("Only for a point deduction: how many points in this stage."),
        widget=forms.NumberInput(attrs={"inputmode": "decimal"}),
    )
    round_number = forms.IntegerField(
        label=pgettext_lazy("of a penalty", "In round"),
        required=False,
        min_value=1,
        max_value=1000,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON, widget=forms.Textarea(attrs={"rows": 2}))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("kind") == Penalty.Kind.POINTS and not cleaned.get("points"):
            self.add_error("points", _("Enter the number of points to deduct."))
        return cleaned


class LiftForm(TablerForm):
    """Why a penalty is taken back."""

    reason = forms.CharField(label=gettext_lazy("Reason for lifting"), max_length=REASON)
