"""Forms about claims."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from nabu.core.forms import TablerForm


class CodeForm(TablerForm):
    """A code from paper."""

    code = forms.RegexField(
        r"^[A-Za-z0-9 -]+$",
        label=gettext_lazy("Code"),
        max_length=40,
        help_text=gettext_lazy("From your invitation or from the organiser."),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "characters"}),
    )
