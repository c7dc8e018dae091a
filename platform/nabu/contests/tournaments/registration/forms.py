"""What a player is asked when registering."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from nabu.contests.tournaments.registration.services import CLUB_LENGTH
from nabu.core.forms import TablerForm


class RegisterForm(TablerForm):
    """One question."""

    club = forms.CharField(
        label=gettext_lazy("Club"),
        required=False,
        max_length=CLUB_LENGTH,
        help_text=gettext_lazy("Visible to everybody. Leave empty if you do not play for a club."),
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
