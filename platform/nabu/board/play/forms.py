"""How a game begins. The page's script reads these forms: the game is made in the browser."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from engine.game import Game
from nabu.board.play.bots import bots_of
from nabu.catalogue.games.queries import offered_sets
from nabu.catalogue.games.switch_form import SwitchForm
from nabu.catalogue.variants.ways import Ways
from nabu.core.forms import TablerForm


class RulesForm(TablerForm):
    """A variant or a ruleset, and a component set."""

    rules = forms.ChoiceField(label=gettext_lazy("Rules"))
    components = forms.ChoiceField(label=gettext_lazy("Edition"))

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ways = Ways(game)
        rules, components = self.fields["rules"], self.fields["components"]
        assert isinstance(rules, forms.ChoiceField)
        assert isinstance(components, forms.ChoiceField)
        rules.choices = self.ways.choices
        components.choices = offered_sets(game)


class GameForms:
    """What is asked about one game: its rules, its house rules."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = RulesForm(game=game, prefix=game.key)
        self.switches = SwitchForm(game=game, prefix=f"{game.key}-rule")

    def to_json(self) -> dict[str, Any]:
        """What the script must know of the game besides."""
        return {
            "title": self.game.title,
            "players": self.game.player_counts,
            "bots": bots_of(self.game),
            "sets": self.game.component_sets,
            "ways": self.rules.ways.to_json(),
        }
