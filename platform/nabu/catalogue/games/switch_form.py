"""House rules as a form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from engine.game import Game, Switch
from nabu.catalogue.games.words import option_words
from nabu.core.forms import TablerForm


class SwitchForm(TablerForm):
    """The house rules: one choice per ruling that the printed rules leave open."""

    def __init__(self, *args: Any, game: Game, switches: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.switches = [switch for switch in game.switches if len(switch.options) > 1]
        chosen = switches or {}
        for switch in self.switches:
            default = option_words(switch, switch.default)
            self.fields[switch.name] = forms.ChoiceField(
                label=_(switch.title),
                help_text=_("%(note)s Default: %(default)s.") % {"note": _(switch.note), "default": default},
                choices=[(json.dumps(option), option_words(switch, option)) for option in switch.options],
                initial=json.dumps(chosen.get(switch.name, switch.default)),
                required=False,
            )

    @property
    def changed_rules(self) -> int:
        """How many rulings differ from the default, so that the folded list can say so."""
        return sum(self[switch.name].value() not in (None, "", json.dumps(switch.default)) for switch in self.switches)

    def chosen(self) -> dict[str, str | int | bool]:
        """The switches of a valid form that differ from their defaults."""
        values = {switch.name: self._value(switch) for switch in self.switches}
        return {switch.name: values[switch.name] for switch in self.switches if values[switch.name] != switch.default}

    def _value(self, switch: Switch) -> str | int | bool:
        words = self.cleaned_data[switch.name]
        return json.loads(words) if words else switch.default
