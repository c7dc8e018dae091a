"""Forms of tournaments: names, house rules, stages. Drawn from what games and formats say of themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.game import Game, Switch
from nabu.forms import TablerForm
from nabu.games.queries import offered_sets
from nabu.games.words import in_words, option_words
from nabu.tournaments.formats import StageSpec
from nabu.tournaments.formats.base import Format, Setting
from nabu.tournaments.models import Round, Tournament

NAME_LENGTH = Tournament._meta.get_field("name").max_length
TABLE_SIZES = ("2", "3", "4")


class NameForm(TablerForm):
    """What may be changed at any time."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=NAME_LENGTH)
    starts_on = forms.DateField(
        label=gettext_lazy("Date"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    description = forms.CharField(
        label=gettext_lazy("Description"),
        required=False,
        max_length=5000,
        help_text=gettext_lazy("Place, times, prizes: whatever players should know."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class TournamentForm(NameForm):
    """A tournament of one game that has not started."""

    def __init__(self, *args: Any, game: Game, kept_set: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ruleset"] = forms.ChoiceField(
            label=_("Ruleset"), choices=[(name, in_words(name)) for name in game.rulesets]
        )
        self.fields["components"] = forms.ChoiceField(
            label=_("Edition"),
            help_text=_("What comes in the box. The page of the game says how sure it is, and takes corrected sets."),
            choices=offered_sets(game, kept_set),
        )
        self.fields["with_final"] = forms.BooleanField(
            label=_("Play a final afterwards"),
            required=False,
            help_text=_("The best of the first stage go on to a knock-out."),
        )


class SwitchForm(TablerForm):
    """The house rules: one choice per ruling that the printed rules leave open."""

    def __init__(self, *args: Any, game: Game, switches: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.switches = [switch for switch in game.switches if len(switch.options) > 1]
        chosen = switches or {}
        for switch in self.switches:
            default = option_words(switch.default)
            self.fields[switch.name] = forms.ChoiceField(
                label=in_words(switch.name),
                help_text=_("%(note)s Default: %(default)s.") % {"note": _(switch.note), "default": default},
                choices=[(json.dumps(option), option_words(option)) for option in switch.options],
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


class StageForm(TablerForm):
    """The settings of one format. `config` is what a stage stores."""

    def __init__(
        self, *args: Any, format_: Format[Any], config: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.format = format_
        given = config or {}
        for setting in format_.settings:
            value = given.get(setting.key, setting.default)
            if setting.kind == "points":
                self._add_points(setting, value)
            else:
                self.fields[setting.key] = _setting_field(setting, value)

    def _add_points(self, setting: Setting, value: Mapping[str, Sequence[Any]]) -> None:
        for size in TABLE_SIZES:
            self.fields[f"{setting.key}_{size}"] = forms.CharField(
                label=_("%(label)s at a table of %(size)s") % {"label": setting.label, "size": size},
                help_text=str(setting.help),
                initial=" ".join(str(amount) for amount in value.get(size, setting.default[size])),
                max_length=60,
            )

    @property
    def main_fields(self) -> list[forms.BoundField]:
        """The fields that everybody looks at."""
        return [self[name] for name in self.fields if not self._is_detail(name) and name != "advance"]

    @property
    def detail_fields(self) -> list[forms.BoundField]:
        """The points, which few people change."""
        return [self[name] for name in self.fields if self._is_detail(name)]

    @property
    def has_detail_errors(self) -> bool:
        """The folded fields must be shown."""
        return any(field.errors for field in self.detail_fields)

    @staticmethod
    def _is_detail(name: str) -> bool:
        return name.startswith(("points_", "bye_"))

    def config(self) -> dict[str, Any]:
        """The settings of a valid form as JSON values."""
        config: dict[str, Any] = {}
        for setting in self.format.settings:
            if setting.kind == "points":
                config[setting.key] = {
                    size: _numbers(self.cleaned_data[f"{setting.key}_{size}"]) for size in TABLE_SIZES
                }
            elif setting.kind == "choice":
                config[setting.key] = int(self.cleaned_data[setting.key])
            else:
                config[setting.key] = self.cleaned_data[setting.key]
        return config


class TournamentForms:
    """The forms of a draft on one page: name and rules, the first stage, the final, the house rules."""

    def __init__(
        self,
        game: Game,
        first: Format[Any],
        final: Format[Any],
        data: Any = None,
        tournament: Tournament | None = None,
        stages: Sequence[StageSpec] = (),
    ) -> None:
        self.game = game
        initial: dict[str, Any] = {"components": game.component_sets[0], "ruleset": game.rulesets[0]}
        if tournament:
            fields = ("name", "starts_on", "description", "ruleset", "components")
            initial = {field: getattr(tournament, field) for field in fields} | {"with_final": len(stages) > 1}
        configs = [stage.config for stage in stages]
        kept_set = tournament.components if tournament else ""
        self.main = TournamentForm(data, game=game, kept_set=kept_set, initial=initial)
        self.first = StageForm(data, format_=first, config=configs[0] if configs else None, prefix="first")
        self.final = StageForm(data, format_=final, config=configs[1] if len(configs) > 1 else None, prefix="final")
        self.switches = SwitchForm(data, game=game, switches=tournament.switches if tournament else None, prefix="rule")
        if not tournament:
            self.first.fields["advance"].initial = 4

    def __iter__(self) -> Iterator[TablerForm]:
        return iter((self.main, self.first, self.final, self.switches))

    def is_valid(self) -> bool:
        """All of them, so that every error is shown at once."""
        return sum(not form.is_valid() for form in self) == 0

    def values(self) -> dict[str, Any]:
        """The arguments of `create_tournament` and `update_tournament`, without actor and game."""
        words = self.main.cleaned_data
        first = self.first.config()
        stages = [StageSpec(self.first.format.key, first)]
        if words["with_final"]:
            stages.append(StageSpec(self.final.format.key, self.final.config()))
        else:
            first["advance"] = 0
        fields = ("name", "description", "starts_on", "ruleset", "components")
        return {field: words[field] for field in fields} | {"switches": self.switches.chosen(), "stages": stages}


def _setting_field(setting: Setting, value: Any) -> forms.Field:
    label, help_text = str(setting.label), str(setting.help)
    if setting.kind == "yes_no":
        return forms.BooleanField(label=label, help_text=help_text, initial=value, required=False)
    if setting.kind == "choice":
        choices = [(str(choice), str(choice)) for choice in setting.choices]
        return forms.ChoiceField(label=label, help_text=help_text, initial=str(value), choices=choices)
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        initial=value,
        min_value=setting.minimum,
        max_value=setting.maximum,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


def _numbers(words: str) -> list[Any]:
    """The amounts of a line such as "6 4 2 0", as text where they are no whole numbers; the format checks them."""
    return [int(word) if word.isascii() and word.isdigit() else word for word in words.replace(",", " ").split()]
