"""The form that a list of players or a tournament report file comes in by."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.trf.reader import MOST_BYTES
from nabu.contests.tournaments.imports.plain_text import CENTRAL, CYRILLIC, UTF_8, WESTERN, decode
from nabu.contests.tournaments.imports.workbook import is_workbook, read_workbook
from nabu.core.errors import Refused
from nabu.core.forms import TablerForm

ENCODINGS = {
    UTF_8: gettext_lazy("UTF-8"),
    WESTERN: gettext_lazy("Windows-1252 (Western Europe)"),
    CENTRAL: gettext_lazy("Windows-1250 (Central Europe)"),
    CYRILLIC: gettext_lazy("Windows-1251 (Cyrillic)"),
}


class ImportForm(TablerForm):
    """A file, or pasted text. `text` of a valid form is what is in it, `encoding` what a file was read as, `notes` what
    should be known about how a spreadsheet was read."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        help_text=gettext_lazy(
            "A list of players as a spreadsheet (.xlsx) or CSV, or a FIDE tournament report file (TRF)."
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx,.csv,.tsv,.txt,.trf,.trfx,text/plain,text/csv"}),
    )
    encoding = forms.ChoiceField(
        label=gettext_lazy("File encoding"),
        required=False,
        choices=[("", gettext_lazy("Detect")), *ENCODINGS.items()],
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste the list here"),
        required=False,
        strip=False,
        max_length=MOST_BYTES,
        help_text=gettext_lazy(
            "One player per line: name, club, rating, FIDE ID, seed, fixed table, note, e-mail. With a first "
            "line of titles, columns can be in any order. Cells copied from a spreadsheet work too."
        ),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "words"}),
    )

    def clean_file(self) -> UploadedFile[Any] | None:
        file: UploadedFile[Any] | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(_("The file is larger than 2 MB. Choose a smaller one."))
        return file

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file, text, encoding = cleaned.get("file"), cleaned.get("text", ""), cleaned.get("encoding", "")
        cleaned |= {"encoding": "", "notes": ()}
        if file is None:
            if not text.strip() and not self.errors:
                self.add_error("text", _("Choose a file or paste a list."))
            return cleaned
        content = file.read()
        if is_workbook(content):
            try:
                sheet = read_workbook(content)
            except Refused as refusal:
                self.add_error("file", refusal.message)
                return cleaned
            return cleaned | {"text": sheet.text, "notes": sheet.notes}
        decoded = decode(content, encoding)
        return cleaned | {"text": decoded.text, "encoding": decoded.encoding}
