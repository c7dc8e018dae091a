"""Forms of tables: scores, reasons, log files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from nabu.contests.matches.models import LogSubmission, Seat, Table
from nabu.contests.results.settling.counting import Propagation
from nabu.contests.results.settling.plausibility import Unusual, unusual_scores
from nabu.contests.results.settling.rules import HIGHEST_SCORE
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.settling.sheets import bounds_at, impossible_score
from nabu.core.forms import TablerForm


class SeatedForm(TablerForm):
    """A form that asks by seat. It carries who sat where when it was drawn: the seats of a published round can change
    while somebody types, and a number must not go to another player.
    """

    def __init__(self, *args: Any, seats: Sequence[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = list(seats)

    @property
    def seated_name(self) -> str:
        """The name of the hidden field."""
        return self.add_prefix("seated")

    @property
    def seated_now(self) -> str:
        """Who sits where now."""
        return "-".join(str(seat.entry_id) for seat in self.seats)

    def clean(self) -> dict[str, Any]:
        """Programs do not send the field."""
        cleaned = super().clean() or {}
        if self.data.get(self.seated_name, self.seated_now) != self.seated_now:
            self.add_error(None, _("The seats at this table have changed. Compare the names, then save again."))
        return cleaned


class PlacesForm(SeatedForm):
    """Places where the scores alone do not decide, and the question about unusual scores. Who was declared absent is
    not asked.
    """

    def __init__(self, *args: Any, table: Table, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table = table
        self.asked = self._asked()
        self.unusual: list[Unusual] = []
        for seat in self.asked:
            self.fields[f"place_{seat.position}"] = forms.TypedChoiceField(
                label=_("Place of %(name)s") % {"name": seat.entry.player.name},
                required=False,
                coerce=int,
                empty_value=None,
                choices=[("", _("by score")), *((str(place), str(place)) for place in range(1, len(self.asked) + 1))],
            )

    def _asked(self) -> list[Seat]:
        """The seats that are asked for a score."""
        return [seat for seat in self.seats if not seat.absent]

    @property
    def place_fields(self) -> list[tuple[Seat, forms.BoundField]]:
        """The place field of each seat, in seat order."""
        return [(seat, self[f"place_{seat.position}"]) for seat in self.asked]

    @property
    def has_places(self) -> bool:
        """A place was chosen by hand or has an error, so the places must not stay folded away."""
        return any(field.value() or field.errors for _seat, field in self.place_fields)

    def is_absent(self, seat: Seat) -> bool:
        """Whether this seat counts as absent in what was sent."""
        return seat not in self.asked

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        there = [seat for seat in self.asked if not self.is_absent(seat)]
        chosen = [seat for seat in there if cleaned.get(f"place_{seat.position}") is not None]
        if chosen and len(chosen) < len(there):
            for seat in there:
                name = f"place_{seat.position}"
                if seat not in chosen and name not in self.errors:
                    self.add_error(name, _("Choose a place for everybody, or for nobody."))
        return cleaned

    @property
    def unusual_name(self) -> str:
        """The name of the hidden field with the scores that somebody has seen to be unusual."""
        return self.add_prefix("unusual")

    @property
    def unusual_value(self) -> str:
        """The unusual scores, so that another unusual score is asked about again."""
        return " ".join(f"{one.position}:{one.score}" for one in self.unusual)

    def ask_about(self, scores: dict[int, int]) -> None:
        """An error for unusual scores by position, unless just these were asked about before. The seats are complete
        and nothing else is wrong.
        """
        self.unusual = unusual_scores(self.table, scores)
        if not self.unusual or self.data.get(self.unusual_name) == self.unusual_value:
            return
        names = {seat.position: seat.entry.player.name for seat in self.seats}
        said = [f"{names[one.position]}: {one.sentence}" for one in self.unusual]
        self.add_error(None, " ".join([*said, _("Check it. Press “Save anyway” if it is right.")]))

    @property
    def places(self) -> list[int | None] | None:
        """The places by seat of a valid form, or None where the scores decide."""
        places = [self.cleaned_data.get(f"place_{seat.position}") for seat in self.seats]
        return places if any(place is not None for place in places) else None


class ScoresForm(PlacesForm):
    """One score per seat, and places where the score alone does not decide. Who was declared absent has none."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat in self.asked:
            # The key of a phone's keyboard says what Enter does: to the next score, at the last one save.
            enter = "done" if seat is self.asked[-1] else "next"
            attrs = {"inputmode": "numeric", "autocomplete": "off", "class": "score-input", "enterkeyhint": enter}
            self.fields[f"score_{seat.position}"] = forms.IntegerField(
                label=_("Score of %(name)s") % {"name": seat.entry.player.name},
                min_value=-HIGHEST_SCORE,
                max_value=HIGHEST_SCORE,
                widget=forms.NumberInput(attrs=attrs),
            )

    @property
    def score_fields(self) -> list[tuple[Seat, forms.BoundField]]:
        """The score field of each seat, in seat order."""
        return [(seat, self[f"score_{seat.position}"]) for seat in self.asked]

    def clean(self) -> dict[str, Any]:
        """Scores that the rules do not allow are refused beside the number; unusual ones are asked about."""
        cleaned = super().clean()
        there = [seat for seat in self.asked if not self.is_absent(seat)]
        scores = {seat.position: cleaned.get(f"score_{seat.position}") for seat in there}
        numbers = {position: score for position, score in scores.items() if score is not None}
        bounds = bounds_at(self.table, len(there)) if len(there) >= 2 else None
        for seat in there:
            score = numbers.get(seat.position)
            if bounds and score is not None and not bounds.score[0] <= score <= bounds.score[1]:
                said = impossible_score(seat.position, seat.entry.player.name, score, bounds)
                self.add_error(f"score_{seat.position}", said)
        if len(numbers) == len(there) >= 2 and not self.errors:
            self.ask_about(numbers)
        return cleaned

    @property
    def scores(self) -> list[int | None]:
        """The scores by seat of a valid form."""
        return [self.cleaned_data.get(f"score_{seat.position}") for seat in self.seats]


class ReasonForm(TablerForm):
    """Why the organiser decides so. It stands in the history of the table."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        help_text=gettext_lazy("Everybody can read it in the table's history."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class DuplicateForm(ReasonForm):
    """Whether a log with the moves of another game tells that game. Each answer is a button of its own."""

    SAME, DIFFERENT = "same", "different"

    answer = forms.ChoiceField(choices=[(SAME, SAME), (DIFFERENT, DIFFERENT)])

    @property
    def is_same(self) -> bool:
        """The button that says yes was pressed."""
        return bool(self["answer"].value() == self.SAME)


class OptionalReasonForm(TablerForm):
    """Why somebody does not agree, if he or she wants to say so."""

    reason = forms.CharField(
        label=gettext_lazy("What is wrong?"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("Optional. The organiser reads it."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


def reason_field(*, required: bool) -> forms.CharField:
    """Why somebody rules so."""
    return forms.CharField(
        label=_("Reason"),
        max_length=500,
        required=required,
        help_text=_("Everybody can read it in the table's history.")
        if required
        else _("Optional. Everybody can read it in the table's history."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class RulingForm(ScoresForm):
    """A result as the organiser decides it. The reason is needed once there was a result or a dispute.

    At a table of three or four somebody may be marked as absent; at a table of two that is a forfeit, with a form of
    its own.
    """

    def __init__(self, *args: Any, reason_required: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(self.seats) > 2:
            for seat in self.seats:
                self.fields[f"absent_{seat.position}"] = forms.BooleanField(
                    label=_("%(name)s did not play") % {"name": seat.entry.player.name}, required=False
                )
                self.fields[f"score_{seat.position}"].required = False
        self.fields["reason"] = reason_field(required=reason_required)

    def _asked(self) -> list[Seat]:
        return self.seats

    def is_absent(self, seat: Seat) -> bool:
        return bool(self.cleaned_data.get(f"absent_{seat.position}"))

    @property
    def absent_fields(self) -> list[forms.BoundField]:
        """The field of each seat that may be absent."""
        names = [f"absent_{seat.position}" for seat in self.seats]
        return [self[name] for name in names if name in self.fields]

    @property
    def has_absent(self) -> bool:
        """Somebody is marked as absent."""
        return any(field.value() for field in self.absent_fields)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for seat in self.seats:
            name = f"score_{seat.position}"
            if not self.is_absent(seat) and cleaned.get(name) is None and name not in self.errors:
                self.add_error(name, self.fields[name].error_messages["required"])
        return cleaned

    @property
    def absent(self) -> list[int]:
        """The positions of those who did not play, of a valid form."""
        return [seat.position for seat in self.seats if self.is_absent(seat)]

    def ruling(self, propagation: Propagation | None = None) -> Ruling:
        """What a valid form decides."""
        return Ruling(self.scores, self.places, self.cleaned_data["reason"], self.absent, propagation)


class AbsentForm(SeatedForm):
    """Who did not play. The reason is needed once there was a result or a dispute."""

    who = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who did not show up?"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("Everybody can read it in the table's history."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *args: Any, reason_required: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(seat.position, seat.entry.player.name) for seat in self.seats]
        who = self.fields["who"]
        assert isinstance(who, forms.TypedMultipleChoiceField)
        who.choices = choices
        self.fields["reason"].required = reason_required

    @property
    def absent(self) -> list[int]:
        """The positions of those who did not play, of a valid form."""
        return [int(position) for position in self.cleaned_data["who"]]

    def ruling(self, propagation: Propagation | None = None) -> Ruling:
        """What a valid form decides."""
        nobody: list[int | None] = [None] * len(self.seats)
        return Ruling(nobody, None, self.cleaned_data["reason"], self.absent, propagation)


class AcceptLogForm(ReasonForm):
    """Why the organiser decides for this log."""

    def __init__(self, *args: Any, submission: LogSubmission, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.submission = submission

    def ruling(self, propagation: Propagation | None = None) -> Ruling:
        """What a valid form decides."""
        return Ruling(reason=self.cleaned_data["reason"], propagation=propagation, submission=self.submission)
