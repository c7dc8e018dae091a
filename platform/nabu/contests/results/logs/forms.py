"""The form in which a game log is sent."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from nabu.contests.results.logs.gzipped import NotUnpacked, TooLarge, is_gzipped, unpacked
from nabu.contests.results.settling.submission import MOST_BYTES
from nabu.core.forms import TablerForm

ACCEPTED = ".jsonl,.json,.txt,.gz,application/jsonl,application/json,application/gzip,text/plain"


class LogForm(TablerForm):
    """A game log as a file. `was_gzipped`: it came packed, and `log` is what was inside."""

    was_gzipped = False

    log = forms.FileField(
        label=gettext_lazy("Game log"),
        allow_empty_file=True,
        help_text=gettext_lazy("A game log with one action per line (.jsonl, or packed as .gz), at most 4 MB."),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )

    def clean_log(self) -> bytes:
        """The bytes of the log. The size of the file is looked at before anything is read."""
        upload = self.cleaned_data["log"]
        if upload.size == 0:
            raise forms.ValidationError(_("This file is empty. Choose a game log."))
        if upload.size > MOST_BYTES:
            raise forms.ValidationError(_("This file is too large. A game log has at most 4 MB."))
        data = bytes(upload.read())
        if not is_gzipped(data):
            return data
        self.was_gzipped = True
        try:
            return unpacked(data)
        except TooLarge:
            raise forms.ValidationError(
                _("This gzip file unpacks to more than 4 MB, too large for a game log.")
            ) from None
        except NotUnpacked:
            raise forms.ValidationError(
                _("This gzip file is damaged. Unpack it yourself and send the log inside.")
            ) from None

    @property
    def done(self) -> str:
        """What is said once the log is stored."""
        if self.was_gzipped:
            return _("Log unpacked from gzip and uploaded. It is being verified.")
        return _("Log uploaded. It is being verified.")
