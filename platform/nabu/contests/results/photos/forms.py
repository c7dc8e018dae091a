"""Sending a photo."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from nabu.contests.results.photos.services import MOST_BYTES
from nabu.core.forms import TablerForm


class PhotoForm(TablerForm):
    """A picture of the score sheet, from the camera or from the files of a phone."""

    photo = forms.FileField(
        label=gettext_lazy("Photo of the score sheet"),
        help_text=gettext_lazy(
            "JPEG, PNG or WebP, at most 7 MB. Only the players of this table and the organisers see it. Location "
            "and camera data are removed."
        ),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp", "capture": "environment"}),
    )

    def clean_photo(self) -> bytes:
        """The bytes of the file. Its size is looked at before anything is read."""
        upload = self.cleaned_data["photo"]
        if upload.size > MOST_BYTES:
            raise forms.ValidationError(_("A photo has at most 7 MB."))
        return bytes(upload.read())
