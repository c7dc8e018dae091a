"""Forms about the people of a tournament: entering them, seeds, byes, penalties, pairs that must not meet."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from nabu.forms import TablerForm


class NamesForm(TablerForm):
    """Many players at once, one name a line."""

    names = forms.CharField(
        label=gettext_lazy("Names, one per line"),
        max_length=50_000,
        help_text=gettext_lazy("Paste a list. People you entered before are found again by their exact name."),
        widget=forms.Textarea(attrs={"rows": 6, "autocapitalize": "words", "spellcheck": "false"}),
    )

    def clean_names(self) -> list[str]:
        names = [" ".join(line.split()) for line in self.cleaned_data["names"].splitlines()]
        return [name for name in names if name]
