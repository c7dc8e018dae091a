"""The list of prizes as a form: a row for each, and empty rows for more."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms import BaseFormSet, formset_factory
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.prizes import CLUB, UNRATED
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.prizes.services import MOST_MONEY, MOST_PLACES, MOST_PRIZES, TITLE_LENGTH, PrizeSpec
from nabu.core.forms import TablerForm

EMPTY_ROWS = 3


class PrizeForm(TablerForm):
    """One prize. Without a title it is an empty row."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=TITLE_LENGTH, required=False)
    place_from = forms.IntegerField(label=gettext_lazy("From place"), min_value=1, max_value=MOST_PLACES, initial=1)
    place_to = forms.IntegerField(label=gettext_lazy("To place"), min_value=1, max_value=MOST_PLACES, required=False)
    amount = forms.DecimalField(
        label=gettext_lazy("Amount for each place"),
        required=False,
        min_value=0,
        max_value=MOST_MONEY,
        decimal_places=2,
        help_text=gettext_lazy("Leave empty for a prize that is not money; it cannot be shared."),
    )
    only = forms.ChoiceField(label=gettext_lazy("Limited to"), required=False)

    def __init__(self, *args: Any, only: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["only"].choices = only  # type: ignore[attr-defined]
        for name in ("place_from", "place_to"):
            self.fields[name].widget.attrs["inputmode"] = "numeric"
        self.fields["amount"].widget.attrs["inputmode"] = "decimal"
        self.fields["title"].widget.attrs["placeholder"] = " "  # by which the styles know that it is empty

    def clean(self) -> dict[str, Any]:
        """Places in order; a row with an amount needs a title."""
        words = super().clean() or self.cleaned_data
        first, last = words.get("place_from"), words.get("place_to")
        if first and last and last < first:
            self.add_error("place_to", _("The last place must not be before the first."))
        if words.get("amount") is not None and not words.get("title") and not words.get("DELETE"):
            self.add_error("title", _("Enter a title for this prize."))
        return words


def prize_forms(tournament: Tournament, data: Any = None, least: int = 0) -> BaseFormSet[PrizeForm]:
    """The prizes as they are, or as they were sent. `least`: so many rows at least, the last ones empty."""
    rows = list(tournament.prizes.all())
    clubs = set(tournament.entries.exclude(club="").values_list("club", flat=True))
    named = {f"{CLUB}{club}" for club in clubs} | {row.only for row in rows if row.only.startswith(CLUB)}
    only = [("", _("everybody")), (UNRATED, _("unrated players"))]
    only += [(each, _("players of %(club)s") % {"club": each.removeprefix(CLUB)}) for each in sorted(named)]
    formset = formset_factory(
        PrizeForm,
        extra=max(EMPTY_ROWS, least - len(rows)),
        can_order=True,
        can_delete=True,
        max_num=MOST_PRIZES,
        absolute_max=MOST_PRIZES + EMPTY_ROWS,
        validate_max=True,
    )
    initial = [
        {
            "title": row.title,
            "place_from": row.place_from,
            "place_to": row.place_to,
            "amount": row.amount,
            "only": row.only,
        }
        for row in rows
    ]
    made = formset(data, initial=initial, prefix="prize", form_kwargs={"only": only})
    for form in made:
        form.fields["ORDER"].label = _("Position")
        form.fields["DELETE"].label = _("Remove prize")
    return made


def with_all_rows(tournament: Tournament, data: QueryDict) -> QueryDict:
    """What a browser sent, with room for the prizes that somebody else has added meanwhile."""
    rows, data = tournament.prizes.count(), data.copy()
    for name, least in (("prize-INITIAL_FORMS", rows), ("prize-TOTAL_FORMS", rows + EMPTY_ROWS)):
        sent = data.get(name, "")
        if sent.isascii() and sent.isdigit() and len(sent) < 4:
            data[name] = str(max(int(sent), least))
    return data


def titled(formset: BaseFormSet[PrizeForm]) -> list[tuple[str, PrizeForm]]:
    """Each row with what it is called where fields of all of them are listed."""
    return [(_("Prize %(number)s") % {"number": at}, form) for at, form in enumerate(formset, start=1)]


def specs_of(formset: BaseFormSet[PrizeForm]) -> list[PrizeSpec]:
    """The prizes of a valid form in their order, without the empty and the removed rows."""
    return [
        PrizeSpec(
            words["title"],
            words["place_from"],
            words["place_to"] or words["place_from"],
            words["amount"],
            words["only"],
        )
        for form in formset.ordered_forms
        if (words := form.cleaned_data).get("title")
    ]
