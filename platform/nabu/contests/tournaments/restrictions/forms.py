"""Pairs that are not to be paired."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from nabu.contests.tournaments.entries.forms import EntriesForm, EntryField
from nabu.contests.tournaments.models import Restriction
from nabu.contests.tournaments.restrictions.services import REASON_LENGTH


class RestrictionForm(EntriesForm):
    """Two players to keep apart."""

    one = EntryField(label=gettext_lazy("Player"))
    other = EntryField(label=gettext_lazy("Second player"))
    kind = forms.ChoiceField(label=gettext_lazy("Rule"), choices=Restriction.Kind.choices)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=REASON_LENGTH,
        help_text=gettext_lazy("For example: sisters. Only directors see it."),
    )
