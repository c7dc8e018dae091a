"""The setup as a form: a choice for each slot."""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from engine.bags import SetupPart, SetupSlot
from engine.game import JsonObject
from nabu.board.records.chance_form import ChanceForm
from nabu.core.sentences import sentence

FITS_HALF = 8
"""So many letters of a choice can be read in half the width of a phone."""


class SetupForm(ChanceForm):
    """What lies in each slot. `setup` is filled in at first, unless it is `unseen`: then every slot is empty, so that
    nobody takes a setup for that of the table which the site has made up. What no slot shows stays as it is.
    """

    def __init__(
        self, *args: Any, parts: tuple[SetupPart, ...], setup: JsonObject, unseen: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.parts, self.setup = parts, setup
        self.unseen = unseen and bool(parts)
        nothing = [("", "–")] if self.unseen else []
        self._wrong: dict[str, list[str]] = {}
        self._fields: dict[str, list[tuple[str, SetupSlot]]] = {}
        for at, part in enumerate(parts):
            choices = [(json.dumps(thing), sentence(name)) for thing, name, _count in part.things]
            for number, slot in enumerate(part.slots):
                field = f"{at}-{number}"
                attrs = {"data-place": slot.place} if slot.place else {}
                self.fields[field] = forms.ChoiceField(
                    label=sentence(slot.label),
                    choices=[*nothing, *choices],
                    initial="" if self.unseen else json.dumps(_at(setup, slot.path)),
                    widget=forms.Select(attrs=attrs),
                )
                self._fields.setdefault(part.key, []).append((field, slot))

    def groups(self) -> list[tuple[str, list[BoundField], list[str], bool]]:
        """The parts with their slots, what is wrong with a part as a whole, and whether its names are long."""
        found = []
        for part in self.parts:
            slots = [self[field] for field, _slot in self._fields.get(part.key, [])]
            longest = max(len(sentence(name)) for _thing, name, _count in part.things)
            found.append((sentence(part.title), slots, self._wrong.get(part.key, []), longest > FITS_HALF))
        return found

    def clean(self) -> dict[str, Any]:
        """No thing is used more often than there are."""
        data = super().clean() or self.cleaned_data
        for part in self.parts:
            used = Counter(data.get(field) for field, _slot in self._fields.get(part.key, []))
            for thing, name, count in part.things:
                often = used[json.dumps(thing)]
                if count is not None and often > count:
                    text = _("%(thing)s: %(often)s chosen, only %(count)s available.")
                    said = text % {"thing": sentence(name), "often": often, "count": count}
                    self._wrong.setdefault(part.key, []).append(said)
        if self._wrong or self.errors:
            raise forms.ValidationError(_("The setup is not complete or not possible. Check the parts marked below."))
        return data

    def filled(self) -> JsonObject:
        """The setup of a valid form."""
        setup: JsonObject = deepcopy(self.setup)
        for slots in self._fields.values():
            for field, slot in slots:
                _put(setup, slot.path, json.loads(self.cleaned_data[field]))
        return setup


def _at(setup: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        setup = setup[step]
    return setup


def _put(setup: Any, path: tuple[str | int, ...], value: Any) -> None:
    for step in path[:-1]:
        setup = setup[step]
    setup[path[-1]] = value
