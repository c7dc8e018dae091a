"""The form of a practice event."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.plans import PLANS, plans_for
from engine.game import Game
from engine.registry import GAMES
from nabu.contests.practice.services import FEWEST
from nabu.core.forms import TablerForm
from nabu.core.sentences import sentence

MOST = 128
"""Larger practice events are for `manage.py simulate_event`."""


class PracticeForm(TablerForm):
    """What is to be practised."""

    game = forms.ChoiceField(label=gettext_lazy("Game"))
    plan = forms.ChoiceField(label=gettext_lazy("Format"))
    players = forms.IntegerField(label=gettext_lazy("Players"), min_value=FEWEST, max_value=MOST, initial=23)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [(game.key, game.title) for game in GAMES.values()]  # type: ignore[attr-defined]
        self.fields["plan"].choices = [(plan.key, sentence(plan.title)) for plan in PLANS]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A plan of duels needs a game for two."""
        words: dict[str, Any] = super().clean() or {}
        plan, game = words.get("plan"), GAMES.get(words.get("game", ""))
        if plan and game and plan not in [each.key for each in plans_for(game.player_counts)]:
            self.add_error("plan", _("This game cannot be played in this format. Choose another one."))
        return words

    @property
    def chosen_game(self) -> Game:
        """The game of a valid form."""
        return GAMES[self.cleaned_data["game"]]
