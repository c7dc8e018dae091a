"""Forms of the ratings page of a tournament: objections, and what staff decide."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from nabu.core.forms import TablerForm

LONGEST = 500


class ObjectionForm(TablerForm):
    """What is wrong with the approved results."""

    reason = forms.CharField(
        label=gettext_lazy("What is wrong?"),
        max_length=LONGEST,
        help_text=gettext_lazy("The directors and the site staff read it."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class AnswerForm(TablerForm):
    """The answer to an objection."""

    accepted = forms.TypedChoiceField(
        label=gettext_lazy("Decision"),
        coerce=lambda word: word == "accept",
        choices=[("reject", gettext_lazy("Reject objection")), ("accept", gettext_lazy("Accept objection"))],
    )
    answer = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST,
        help_text=gettext_lazy("The player reads it."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class StaffReasonForm(TablerForm):
    """Why staff take a tournament out of the ratings, or put it back."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST,
        help_text=gettext_lazy("Everybody can read it on this page."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
