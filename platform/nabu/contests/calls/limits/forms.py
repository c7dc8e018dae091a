"""What an organiser allows in an event."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from nabu.core.forms import TablerForm


class CallSettingsForm(TablerForm):
    """Two switches, and how they stood when the form was drawn: what somebody else has switched meanwhile stays."""

    calls = forms.BooleanField(
        label=_("Players can call a director from their table"),
        required=False,
    )
    contact = forms.BooleanField(
        label=_("People can write to the organiser"),
        required=False,
        help_text=_("When off, existing conversations can still be read."),
    )
    calls_shown = forms.CharField(widget=forms.HiddenInput, required=False)
    contact_shown = forms.CharField(widget=forms.HiddenInput, required=False)

    @classmethod
    def as_shown(cls, values: dict[str, bool]) -> dict[str, str]:
        """What the hidden fields hold."""
        return {f"{name}_shown": str(int(value)) for name, value in values.items()}

    @property
    def changes(self) -> dict[str, bool]:
        """What was switched in a valid form."""
        cleaned = self.cleaned_data
        return {
            name: cleaned[name] for name in ("calls", "contact") if str(int(cleaned[name])) != cleaned[f"{name}_shown"]
        }
