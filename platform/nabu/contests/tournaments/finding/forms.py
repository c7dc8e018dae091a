"""The form above the list of tournaments. Its fields are the parameters of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.registry import GAMES
from nabu.contests.clubs.models import Club
from nabu.contests.tournaments.finding.narrowing import State
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import PUBLIC
from nabu.core.forms import TablerForm

MOST_LETTERS = 200
ANY = ("", gettext_lazy("all"))


class FindForm(TablerForm):
    """What somebody looks for; everything may be left out."""

    search = forms.CharField(label=gettext_lazy("Name or description"), max_length=MOST_LETTERS, required=False)
    place = forms.CharField(label=gettext_lazy("Venue"), max_length=MOST_LETTERS, required=False)
    game = forms.ChoiceField(
        label=gettext_lazy("Game"), required=False, choices=lambda: [ANY, *((key, g.title) for key, g in GAMES.items())]
    )
    state = forms.ChoiceField(label=gettext_lazy("State"), required=False, choices=[ANY, *State.choices])
    starts_from = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    starts_until = forms.DateField(
        label=gettext_lazy("Until"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    rated = forms.TypedChoiceField(
        label=gettext_lazy("Rated or not"),
        required=False,
        choices=[ANY, ("true", gettext_lazy("rated")), ("false", gettext_lazy("unrated"))],
        coerce=lambda value: value == "true",
        empty_value=None,
    )
    club = forms.ModelChoiceField(
        label=gettext_lazy("Club"), required=False, queryset=Club.objects.none(), empty_label=gettext_lazy("all")
    )
    free = forms.TypedChoiceField(
        label=gettext_lazy("Free seats"),
        required=False,
        choices=[ANY, ("true", gettext_lazy("free seats")), ("false", gettext_lazy("no free seats"))],
        coerce=lambda value: value == "true",
        empty_value=None,
    )

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        club = cast("forms.ModelChoiceField[Club]", self.fields["club"])
        held = Tournament.objects.filter(PUBLIC, club=OuterRef("pk"))
        club.queryset = Club.objects.filter(Exists(held)).order_by("name_key")

    def clean(self) -> dict[str, Any]:
        """A period that ends before it begins has no tournaments."""
        cleaned = super().clean() or {}
        first, last = cleaned.get("starts_from"), cleaned.get("starts_until")
        if first and last and last < first:
            self.add_error("starts_until", _("The period ends before it begins."))
        return cleaned

    @property
    def wanted(self) -> dict[str, Any]:
        """The filters that are set, for `narrowed`; without those that are wrong, which the form says."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}
