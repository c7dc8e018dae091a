"""The form of a component set as a file."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.component_files import MOST_BYTES
from nabu.core.forms import TablerForm


class ComponentFileForm(TablerForm):
    """A component set as a file."""

    file = forms.FileField(
        label=gettext_lazy("Component set"),
        allow_empty_file=True,
        help_text=gettext_lazy("A JSON file like those you can download here, at most 1 MB."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> bytes:
        """The bytes of the file. Its size is looked at before anything is read."""
        upload = self.cleaned_data["file"]
        if upload.size > MOST_BYTES:
            raise forms.ValidationError(_("This file is larger than 1 MB. A component set has at most 1 MB."))
        return bytes(upload.read())
