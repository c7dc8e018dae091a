"""What an organiser allows in an event."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from nabu.core.forms import TablerForm


class CallSettingsForm(TablerForm):
    """Two switches."""

    calls = forms.BooleanField(
        label=_("Players can call a director from their table"),
        required=False,
    )
    contact = forms.BooleanField(
        label=_("People can write to the organiser"),
        required=False,
        help_text=_("When off, existing conversations can still be read."),
    )
