"""The form of a new variant: its name, its rules, and other values for its components."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.game import Game
from nabu.catalogue.games.library import sets_named
from nabu.catalogue.games.queries import offered_sets
from nabu.catalogue.games.switch_form import SwitchForm
from nabu.catalogue.games.words import english, ruleset_words, value_words
from nabu.catalogue.variants.derived import MOST_CHANGES, values_of
from nabu.catalogue.variants.services import DESCRIPTION_LENGTH, NAME_LENGTH, VariantSpec
from nabu.core.forms import TablerForm

LARGEST = 1_000_000

CARD = "card"

RULINGS: dict[str, str | Promise] = {
    "assistant": gettext_lazy("Assistants"),
    "bloom": gettext_lazy("Blooming tokens"),
    "board": gettext_lazy("Boards"),
    "bridge": gettext_lazy("Bridges"),
    "clay": gettext_lazy("Clay tiles"),
    "double": gettext_lazy("Sides with two irrigation areas"),
    "end": gettext_lazy("End of the game"),
    "farm": gettext_lazy("Farms"),
    "first": gettext_lazy("First turns"),
    "icon": gettext_lazy("Icons"),
    "link": gettext_lazy("Links"),
    "pillar": gettext_lazy("Pillars"),
    "quarry": gettext_lazy("Quarry"),
    "reserve": gettext_lazy("Reserved tree cards"),
    "scoring": gettext_lazy("Scoring"),
    "statue": gettext_lazy("Statues"),
    "temple": gettext_lazy("Temples"),
    "tile": gettext_lazy("Tiles"),
    "tree": gettext_lazy("Trees"),
    "ziggurat": gettext_lazy("Ziggurats"),
}
"""What rulings are about, by the first word of their names."""


class VariantForm(TablerForm):
    """Name, ruleset, component set; and rows of a value and what it is to be."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=NAME_LENGTH)
    description = forms.CharField(
        label=gettext_lazy("Why this variant?"),
        required=False,
        max_length=DESCRIPTION_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    set_name = forms.RegexField(
        r"^[a-z0-9][a-z0-9-]{1,58}$",
        label=gettext_lazy("Name of the changed component set"),
        required=False,
        help_text=gettext_lazy("Lowercase letters, digits and hyphens. Empty: derived from the variant's name."),
    )

    def __init__(self, *args: Any, game: Game, components: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ruleset"] = forms.ChoiceField(
            label=_("Ruleset"), choices=[(name, ruleset_words(name)) for name in game.rulesets]
        )
        self.fields["components"] = forms.ChoiceField(label=_("Edition"), choices=offered_sets(game))
        choices = _choices(game, components)
        for row in range(MOST_CHANGES):
            self.fields[f"path_{row}"] = forms.ChoiceField(label=_("Value"), choices=choices, required=False)
            self.fields[f"value_{row}"] = forms.IntegerField(
                label=_("New value"),
                required=False,
                min_value=-LARGEST,
                max_value=LARGEST,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )

    @property
    def rows(self) -> list[tuple[BoundField, BoundField]]:
        """The values to be changed, and what they are to be."""
        return [(self[f"path_{row}"], self[f"value_{row}"]) for row in range(MOST_CHANGES)]

    @property
    def changed(self) -> bool:
        """Something is typed into the rows, or wrong in them."""
        return any(field.value() or field.errors for row in self.rows for field in row) or bool(self["set_name"].errors)

    def clean(self) -> dict[str, Any]:
        """Each row has both or neither, and no value is named twice."""
        data = super().clean() or self.cleaned_data
        seen = set()
        for row in range(MOST_CHANGES):
            path, value = data.get(f"path_{row}"), data.get(f"value_{row}")
            if path and value is None and f"value_{row}" not in self.errors:
                self.add_error(f"value_{row}", _("Enter a value."))
            elif value is not None and not path and f"path_{row}" not in self.errors:
                self.add_error(f"path_{row}", _("Choose a value."))
            elif path and path in seen:
                self.add_error(f"path_{row}", _("This value appears twice."))
            seen.add(path)
        return data

    def changes(self) -> dict[str, int]:
        """The new values of a valid form by their paths."""
        rows = ((self.cleaned_data[f"path_{row}"], self.cleaned_data[f"value_{row}"]) for row in range(MOST_CHANGES))
        return {path: value for path, value in rows if path}

    def add_problems(self, problems: Mapping[str, list[str]]) -> None:
        """Say at each row what is wrong with its value, and the rest above the form."""
        at = {self.cleaned_data.get(f"path_{row}"): f"value_{row}" for row in range(MOST_CHANGES)}
        for path, told in problems.items():
            for problem in told:
                self.add_error(at.get(path) if path else None, problem)


class VariantForms:
    """The two forms of the page: the variant, and its rulings."""

    def __init__(self, game: Game, data: Any = None, components: str = "") -> None:
        known = {name for name, _title in offered_sets(game)}
        sent = str(data.get("components", "")) if data is not None else components
        self.components = sent if sent in known else game.component_sets[0]
        initial = {"ruleset": game.rulesets[0], "components": self.components}
        self.main = VariantForm(data, game=game, components=self.components, initial=initial)
        self.switches = SwitchForm(data, game=game, prefix="rule")

    def is_valid(self) -> bool:
        """Both, so that every error is shown at once."""
        return sum(not form.is_valid() for form in (self.main, self.switches)) == 0

    def spec(self) -> VariantSpec:
        """What was filled in."""
        names = ("name", "description", "ruleset", "components", "set_name")
        chosen = {name: self.main.cleaned_data[name] for name in names}
        return VariantSpec(**chosen, switches=self.switches.chosen(), changes=self.main.changes())

    def groups(self) -> list[tuple[str | Promise, list[BoundField]]]:
        """The rulings by the first word of their names; those that share it with no other stand together at the end."""
        fields = {switch.name: self.switches[switch.name] for switch in self.switches.switches}
        grouped = {word: list(names) for word, names in groupby(sorted(fields), key=lambda name: name.split("_")[0])}
        together = [(_about(word), names) for word, names in grouped.items() if len(names) > 1]
        alone = [name for names in grouped.values() if len(names) == 1 for name in names]
        everything = [*together, *([(_("Other rulings"), alone)] if alone else [])]
        return [(title, [fields[name] for name in names]) for title, names in everything]


def _about(word: str) -> str | Promise:
    """What rulings with this first word are about, in the reader's language."""
    if word.startswith(CARD) and word != CARD:
        return _("Card %(number)s") % {"number": word.removeprefix(CARD)}
    return RULINGS.get(word) or english(word)


def _choices(game: Game, components: str) -> list[tuple[str, Any]]:
    """The values of a set in its parts, each with what it is now."""
    found = next(iter(sets_named(game, [components])), None)
    values = values_of(found.data) if found else []
    parts = groupby(values, key=lambda value: value.part)
    return [
        ("", "–"),
        *(
            (
                capfirst(value_words(part)),
                [(each.path, f"{value_words(each.words)} ({each.value})") for each in values_of_part],
            )
            for part, values_of_part in parts
        ),
    ]
