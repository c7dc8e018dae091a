"""The form of a rehearsal."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from engine.game import Game
from engine.registry import GAMES
from nabu.forms import TablerForm
from nabu.tournaments.rehearsal_plans import PLANS

MOST = 128
"""Larger rehearsals are for `manage.py simulate_event`."""


class RehearsalForm(TablerForm):
    """What is to be practised."""

    game = forms.ChoiceField(label=gettext_lazy("Game"))
    plan = forms.ChoiceField(label=gettext_lazy("Format"))
    players = forms.IntegerField(label=gettext_lazy("Players"), min_value=4, max_value=MOST, initial=23)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [(game.key, game.title) for game in GAMES.values()]  # type: ignore[attr-defined]
        self.fields["plan"].choices = [(key, plan.title) for key, plan in PLANS.items()]  # type: ignore[attr-defined]

    @property
    def chosen_game(self) -> Game:
        """The game of a valid form."""
        return GAMES[self.cleaned_data["game"]]
