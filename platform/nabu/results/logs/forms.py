"""The form in which a game log is sent."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from nabu.forms import TablerForm
from nabu.results.submission import MOST_BYTES


class LogForm(TablerForm):
    """A game log as a file."""

    log = forms.FileField(
        label=gettext_lazy("Game log"),
        allow_empty_file=True,
        help_text=gettext_lazy("A game log with one action per line (.jsonl), at most 4 MB."),
        widget=forms.FileInput(attrs={"accept": ".jsonl,.json,.txt,application/jsonl,application/json,text/plain"}),
    )

    def clean_log(self) -> bytes:
        """The bytes of the file. Its size is looked at before anything is read."""
        upload = self.cleaned_data["log"]
        if upload.size == 0:
            raise forms.ValidationError(_("This file is empty. Choose a game log."))
        if upload.size > MOST_BYTES:
            raise forms.ValidationError(_("This file is too large. A game log has at most 4 MB."))
        return bytes(upload.read())
