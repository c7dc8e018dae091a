"""Forms about the people of a tournament: entering them, seeds, byes, penalties, pairs that must not meet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from nabu.contests.tournaments.entering import MOST_ENTRIES
from nabu.contests.tournaments.entries.services import LATER_DETAILS, LONGEST, MOST_RATING, MOST_TABLE
from nabu.contests.tournaments.entries.stand_ins import MOST_LATE_POINTS
from nabu.contests.tournaments.models import Entry, Round, Tournament
from nabu.core.forms import TablerForm
from nabu.core.name_keys.keys import folded
from nabu.core.name_keys.tidy import tidy

REASON = 2000


class NamesForm(TablerForm):
    """Many players at once, one name a line."""

    names = forms.CharField(
        label=gettext_lazy("Names, one per line"),
        max_length=50_000,
        help_text=gettext_lazy(
            "One name per line. Players you entered before are recognised by name; capitals and accents don't matter."
        ),
        widget=forms.Textarea(attrs={"rows": 6, "autocapitalize": "words", "spellcheck": "false"}),
    )

    def clean_names(self) -> list[str]:
        names = [tidy(line) for line in self.cleaned_data["names"].splitlines()]
        return [name for name in names if name]


class StandInForm(TablerForm):
    """Who fills tables and counts for nobody."""

    prefix = "stand_in"

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocapitalize": "words", "autocomplete": "off", "spellcheck": "false"}),
    )


class LatePointsForm(TablerForm):
    """The points that a director chooses for the rounds that a late entry missed."""

    points = forms.DecimalField(
        label=gettext_lazy("Points for missed rounds"),
        min_value=0,
        max_value=MOST_LATE_POINTS,
        decimal_places=2,
        widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "any"}),
    )


class EntrySearchForm(TablerForm):
    """Finding somebody in a list of entries."""

    q = forms.CharField(
        label=gettext_lazy("Search by name or club"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )

    @property
    def words(self) -> str:
        """What was searched for; nothing if it is no search."""
        return self.cleaned_data["q"].strip() if self.is_valid() else ""


class KnownPlayerForm(TablerForm):
    """Finding somebody who is not entered yet."""

    known = forms.CharField(label=gettext_lazy("Name or exact user name"), required=False, max_length=80)

    @property
    def words(self) -> str:
        """What was searched for; nothing if it is no search."""
        return self.cleaned_data["known"].strip() if self.is_valid() else ""


class EntryDetailsForm(TablerForm):
    """What is known about an entry besides the player."""

    club = forms.CharField(
        label=gettext_lazy("Club"),
        required=False,
        max_length=LONGEST["club"],
        help_text=gettext_lazy(
            "Used to keep club mates apart. Clubs are matched by name; capitals and accents don't matter."
        ),
    )
    rating = forms.IntegerField(
        label=gettext_lazy("Outside rating"),
        required=False,
        min_value=1,
        max_value=MOST_RATING,
        help_text=gettext_lazy("Empty: the rating on this site counts."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    fide_id = forms.CharField(
        label=gettext_lazy("FIDE ID"),
        required=False,
        max_length=LONGEST["fide_id"],
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    fixed_table = forms.IntegerField(
        label=gettext_lazy("Fixed table"),
        required=False,
        min_value=1,
        max_value=MOST_TABLE,
        help_text=gettext_lazy("For a player who cannot change tables."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    note = forms.CharField(
        label=gettext_lazy("Note"),
        required=False,
        max_length=LONGEST["note"],
        help_text=gettext_lazy("Only directors see it."),
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        required=False,
        max_length=LONGEST["email"],
        help_text=gettext_lazy("For an invitation. Only directors see it."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        kwargs["initial"] = {name: getattr(entry, name) for name in self.base_fields}
        super().__init__(*args, **kwargs)
        if entry.tournament.status != Tournament.Status.DRAFT:
            for name in set(self.fields) - LATER_DETAILS:
                del self.fields[name]


class SeedForm(TablerForm):
    """A place in the order of seeds."""

    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        min_value=1,
        max_value=MOST_ENTRIES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class ByeForm(TablerForm):
    """A round in which somebody wants to rest."""

    round = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int)

    def __init__(self, *args: Any, rounds: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["round"] = forms.TypedChoiceField(
            label=_("Round"),
            coerce=int,
            choices=[(number, _("Round %(number)s") % {"number": number}) for number in rounds],
        )


class LeavingForm(TablerForm):
    """Who leaves, and whether the game that is played now still counts. `last` is the newest round of the stage."""

    NOW, NEXT = "now", "next"

    who = forms.ModelChoiceField(label=gettext_lazy("Who leaves?"), queryset=Entry.objects.none())
    since = forms.ChoiceField(label=gettext_lazy("From which round?"))

    def __init__(self, *args: Any, tournament: Tournament, last: Round | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        active = tournament.entries.filter(status=Entry.Status.ACTIVE).select_related("player")
        who, since = self.fields["who"], self.fields["since"]
        who.queryset = active.order_by("player__name_key", "pk")  # type: ignore[attr-defined]
        who.label_from_instance = lambda entry: entry.player.name  # type: ignore[attr-defined]
        since.choices, since.help_text = self._choices(last)  # type: ignore[attr-defined]

    def _choices(self, last: Round | None) -> tuple[list[tuple[str, str]], str]:
        """From which rounds, and what follows from that."""
        number = last.number if last is not None else 0
        this, following = (
            _("From round %(number)s") % {"number": number},
            _("From round %(number)s") % {"number": number + 1},
        )
        if last is not None and last.status == Round.Status.DRAFT:
            return [(self.NEXT, this)], _("The draft of this round has to be paired again.")
        if last is None or last.status != Round.Status.PUBLISHED:
            return [(self.NEXT, following)], ""
        follows = _(
            "From round %(next)s: the game of round %(number)s is still played. From round %(number)s: it is a forfeit."
        )
        return [(self.NEXT, following), (self.NOW, this)], follows % {"number": number, "next": number + 1}


class EntryField(forms.CharField):
    """An entry by its seed or its exact name; the page offers all of them in the list `people`."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"list": "people", "autocomplete": "off"})
        super().__init__(max_length=120, widget=widget, **kwargs)


class EntriesForm(TablerForm):
    """A form with fields that name entries of one tournament. `people` are the offered words."""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = list(tournament.entries.select_related("player").order_by("seed", "pk"))

    @property
    def people(self) -> list[str]:
        """What the list offers: seed and name."""
        return [offered(entry) for entry in self.entries]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name, field in self.fields.items():
            if isinstance(field, EntryField) and name in cleaned:
                found = self._found(cleaned[name])
                if found is None:
                    self.add_error(name, _("This matches no player, or more than one. Choose a player from the list."))
                cleaned[name] = found
        return cleaned

    def _found(self, words: str) -> Entry | None:
        words = folded(words)
        named = [entry for entry in self.entries if words in (folded(offered(entry)), folded(entry.player.name))]
        if not named and re.fullmatch(r"#?[0-9]{1,5}", words):
            named = [entry for entry in self.entries if entry.seed == int(words.lstrip("#"))]
        return named[0] if len(named) == 1 else None


def offered(entry: Entry) -> str:
    """An entry as the lists of the forms offer it."""
    return f"{entry.seed} {entry.player.name}"
