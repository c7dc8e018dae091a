"""What is asked before a tournament is cancelled."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from nabu.contests.tournaments.models import CANCEL_REASON, Tournament
from nabu.core.forms import TablerForm


class CancelForm(TablerForm):
    """Why, and for a rated tournament that has started what becomes of its games."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=CANCEL_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Shown on the page of the tournament and in the mail to its players."),
    )
    keeps_ratings = forms.TypedChoiceField(
        label=gettext_lazy("Games with a result"),
        choices=[
            ("yes", gettext_lazy("Rated once approved")),
            ("no", gettext_lazy("Not rated")),
        ],
        coerce=lambda value: value == "yes",
        initial="yes",
        help_text=gettext_lazy("You can change this until the ratings are approved."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not (tournament.rated and tournament.has_started):
            del self.fields["keeps_ratings"]
