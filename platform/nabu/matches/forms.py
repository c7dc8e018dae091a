"""Forms of tables: scores, reasons, log files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from nabu.forms import TablerForm
from nabu.matches.models import Seat

MOST_POINTS = 100_000
MAX_LOG_BYTES = 4 * 2**20


class ScoresForm(TablerForm):
    """One score per seat, and places where the score alone does not decide."""

    def __init__(self, *args: Any, seats: Sequence[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = list(seats)
        for seat in self.seats:
            self.fields[f"score_{seat.position}"] = forms.IntegerField(
                label=_("Score of %(name)s") % {"name": seat.entry.player.name},
                min_value=-MOST_POINTS,
                max_value=MOST_POINTS,
                widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "score-input"}),
            )
        for seat in self.seats:
            self.fields[f"place_{seat.position}"] = forms.TypedChoiceField(
                label=_("Place of %(name)s") % {"name": seat.entry.player.name},
                required=False,
                coerce=int,
                empty_value=None,
                choices=[("", _("by score")), *((str(place), str(place)) for place in range(1, len(self.seats) + 1))],
            )

    @property
    def score_fields(self) -> list[tuple[Seat, forms.BoundField]]:
        """The score field of each seat, in seat order."""
        return [(seat, self[f"score_{seat.position}"]) for seat in self.seats]

    @property
    def place_fields(self) -> list[tuple[Seat, forms.BoundField]]:
        """The place field of each seat, in seat order."""
        return [(seat, self[f"place_{seat.position}"]) for seat in self.seats]

    @property
    def has_places(self) -> bool:
        """A place was chosen by hand or has an error, so the places must not stay folded away."""
        return any(field.value() or field.errors for _seat, field in self.place_fields)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        chosen = [seat for seat in self.seats if cleaned.get(f"place_{seat.position}") is not None]
        if chosen and len(chosen) < len(self.seats):
            for seat in self.seats:
                name = f"place_{seat.position}"
                if seat not in chosen and name not in self.errors:
                    self.add_error(name, _("Choose a place for everybody, or for nobody."))
        return cleaned

    @property
    def scores(self) -> list[int]:
        """The scores by seat of a valid form."""
        return [self.cleaned_data[f"score_{seat.position}"] for seat in self.seats]

    @property
    def places(self) -> list[int] | None:
        """The places by seat of a valid form, or None where the scores decide."""
        places = [self.cleaned_data[f"place_{seat.position}"] for seat in self.seats]
        return None if None in places else places


class ReasonForm(TablerForm):
    """Why the organiser decides so. It stands in the history of the table."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        help_text=gettext_lazy("Everybody can read it in the history of the table."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class OptionalReasonForm(TablerForm):
    """Why somebody does not agree, if he or she wants to say so."""

    reason = forms.CharField(
        label=gettext_lazy("What is wrong?"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("Optional. The organiser reads it."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class RulingForm(ScoresForm):
    """A result as the organiser decides it. The reason is needed once there was a result or a dispute."""

    def __init__(self, *args: Any, reason_required: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"] = forms.CharField(
            label=_("Reason"),
            max_length=500,
            required=reason_required,
            help_text=_("Everybody can read it in the history of the table.")
            if reason_required
            else _("Optional. Everybody can read it in the history of the table."),
            widget=forms.Textarea(attrs={"rows": 2}),
        )


class LogForm(TablerForm):
    """A game log as a file."""

    log = forms.FileField(
        label=gettext_lazy("Game log"),
        allow_empty_file=True,
        help_text=gettext_lazy("A text file of the game, one action a line (.jsonl), at most 4 MB."),
        widget=forms.FileInput(attrs={"accept": ".jsonl,.json,.txt,application/jsonl,application/json,text/plain"}),
    )

    def clean_log(self) -> bytes:
        """The bytes of the file. Its size is looked at before anything is read."""
        upload = self.cleaned_data["log"]
        if upload.size == 0:
            raise forms.ValidationError(_("This file is empty. Choose the file of the game."))
        if upload.size > MAX_LOG_BYTES:
            megabytes = upload.size // 2**20
            text = ngettext(
                "This file has %(size)d MB. A game log has at most 4 MB.",
                "This file has %(size)d MB. A game log has at most 4 MB.",
                megabytes,
            )
            raise forms.ValidationError(text % {"size": megabytes})
        return bytes(upload.read())
