"""What somebody with a slip enters: the code of their seat, and the scores or a score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from nabu.contests.matches.models import Seat, Table
from nabu.contests.results.forms import OptionalReasonForm, ScoresForm
from nabu.contests.results.sheet_forms import SheetForm
from nabu.core.forms import TablerForm


def code_field() -> forms.CharField:
    """The code on the strip."""
    return forms.CharField(
        label=gettext_lazy("Your seat code"),
        help_text=gettext_lazy("Five letters and digits on your strip of the slip."),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "class": "seat-code"}
        ),
    )


class ReportBySlipForm(ScoresForm):
    """The result, and whose seat says so."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"] = code_field()


class SheetBySlipForm(SheetForm):
    """A score sheet, and whose seat says so."""

    def __init__(self, *args: Any, table: Table, seats: Sequence[Seat], **kwargs: Any) -> None:
        super().__init__(*args, table=table, seats=seats, **kwargs)
        self.fields["code"] = code_field()


class ConfirmBySlipForm(TablerForm):
    """The code of another seat than the one that reported."""

    code = code_field()


class DisputeBySlipForm(OptionalReasonForm):
    """The code of another seat, and what is wrong."""

    code = code_field()
    field_order = ("code", "reason")
