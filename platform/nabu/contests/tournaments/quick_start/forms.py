"""The one page of a quick start, and the names that come later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.registry import GAMES
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.quick_start.services import FEWEST, MOST, QuickStart
from nabu.contests.tournaments.setup.presets import USUAL_PLAYERS
from nabu.core.forms import TablerForm

SIZES = (4, 3, 2)
NAME_LENGTH = Tournament._meta.get_field("name").max_length
PLAYER_LENGTH = 80


class QuickStartForm(TablerForm):
    """Everything but the number of players is already right for most evenings."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=[(game.key, game.title) for game in GAMES.values()])
    players = forms.IntegerField(
        label=gettext_lazy("Number of players"),
        initial=USUAL_PLAYERS,
        min_value=FEWEST,
        max_value=MOST,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    table_size = forms.TypedChoiceField(
        label=gettext_lazy("Players per table"), coerce=int, choices=[(size, size) for size in SIZES], initial=4
    )
    names = forms.CharField(
        label=gettext_lazy("Names, one per line"),
        required=False,
        max_length=MOST * (PLAYER_LENGTH + 1),
        help_text=gettext_lazy("Without names they are called Player 1, Player 2… You can rename them later."),
        widget=forms.Textarea(attrs={"rows": 6, "autocapitalize": "words", "spellcheck": "false"}),
    )
    name = forms.CharField(
        label=gettext_lazy("Tournament name"),
        required=False,
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("Empty: the game and today's date."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned["names"] = [name for line in cleaned.get("names", "").splitlines() if (name := line.strip())]
        if not cleaned["names"] and not cleaned.get("players") and "players" not in self.errors:
            self.add_error("players", _("Enter the number of players, or their names."))
        return cleaned

    def wanted(self, *, publish: bool) -> QuickStart:
        """What a valid form asks for."""
        found = self.cleaned_data
        return QuickStart(
            name=found["name"],
            game=found["game"],
            table_size=found["table_size"],
            players=found["players"] or 0,
            names=found["names"],
            publish=publish,
        )


class RenameForm(TablerForm):
    """A name for each player who may get another one, by entry."""

    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = {f"entry-{entry.pk}": entry for entry in entries}
        for name, entry in self.entries.items():
            self.fields[name] = forms.CharField(
                label=_("Seed %(seed)s") % {"seed": entry.seed},
                max_length=PLAYER_LENGTH,
                initial=entry.player.name,
                widget=forms.TextInput(attrs={"autocapitalize": "words", "autocomplete": "off"}),
            )

    def renamed(self) -> list[tuple[Entry, str]]:
        """Entries of a valid form whose names differ, with the new ones."""
        given = [(entry, self.cleaned_data[name]) for name, entry in self.entries.items()]
        return [(entry, name) for entry, name in given if name != entry.player.name]
