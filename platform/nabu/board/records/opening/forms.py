"""What is to be recorded: the rules and who plays."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.game import Game
from nabu.board.records.chance_form import ChanceForm
from nabu.board.records.playing import LONGEST_NAME
from nabu.board.records.services import GameSpec
from nabu.catalogue.games.queries import offered_sets
from nabu.catalogue.games.switch_form import SwitchForm
from nabu.catalogue.variants.ways import Ways


class RecordForm(ChanceForm):
    """A game without a table: a variant or a ruleset, a component set, and the names."""

    rules = forms.ChoiceField(label=gettext_lazy("Rules"))
    components = forms.ChoiceField(label=gettext_lazy("Edition"))

    def __init__(self, *args: Any, game: Game, player: str = "", **kwargs: Any) -> None:
        super().__init__(*args, game=game, at_table=False, **kwargs)
        self.game = game
        self.ways = Ways(game)
        rules, components = self.fields["rules"], self.fields["components"]
        assert isinstance(rules, forms.ChoiceField)
        assert isinstance(components, forms.ChoiceField)
        rules.choices = self.ways.choices
        components.choices = offered_sets(game)
        for seat in range(1, game.player_counts[-1] + 1):
            self.fields[f"name_{seat}"] = forms.CharField(
                label=_("Seat %(number)s") % {"number": seat},
                max_length=LONGEST_NAME,
                required=seat <= game.player_counts[0],
                initial=player if seat == 1 else "",
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    @property
    def names(self) -> list[Any]:
        """The fields of the names."""
        return [field for field in self if field.name.startswith("name_")]

    def spec(self, switches: dict[str, Any]) -> GameSpec:
        """What was filled in. A variant brings its own house rules and its own edition."""
        found = self.cleaned_data
        names = [found[field.name] for field in self.names if found[field.name]]
        components = found["components"]
        variant = self.ways.variant(found["rules"])
        if variant is not None:
            components, switches = variant.components, dict(variant.switches)
        ruleset = self.ways.ruleset(found["rules"])
        return GameSpec(self.game.key, ruleset, components, names, switches, self.chance)


class RecordForms:
    """The two forms of the page: the game, and its house rules."""

    def __init__(self, game: Game, player: str, data: Any = None) -> None:
        self.main = RecordForm(data, game=game, player=player)
        self.switches = SwitchForm(data, game=game, prefix="rule")

    def is_valid(self) -> bool:
        """Both, so that every error is shown at once."""
        return sum(not form.is_valid() for form in (self.main, self.switches)) == 0

    def spec(self) -> GameSpec:
        """What was filled in."""
        return self.main.spec(self.switches.chosen())
