"""Calling a director: with an account a note is enough, on a slip the code says whose seat it is."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from nabu.contests.calls.models import NOTE_LENGTH
from nabu.contests.results.slip.forms import code_field
from nabu.core.forms import TablerForm


class CallForm(TablerForm):
    """What it is about, for whoever comes."""

    note = forms.CharField(
        label=_("What is it about?"),
        required=False,
        max_length=NOTE_LENGTH,
        help_text=_("Optional. Only organisers and helpers see it."),
    )


class CallBySlipForm(CallForm):
    """The same, and whose seat calls."""

    code = code_field()
    field_order = ("code", "note")


class CancelBySlipForm(TablerForm):
    """The code of the seat that called."""

    code = code_field()
