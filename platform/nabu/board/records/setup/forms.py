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
from engine.table.pieces import Pieces
from nabu.board.records.chance_form import ChanceForm
from nabu.core.sentences import sentence

FITS_HALF = 8
"""So many letters of a choice can be read in half the width of a phone."""

FORM = "setup-form"
"""The form of the page. Its fields stand beside it, in a list that is folded away."""


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
        self._fields: dict[str, list[tuple[str, SetupSlot]]] = {}
        for at, part in enumerate(parts):
            choices = [(json.dumps(thing), sentence(name)) for thing, name, _count in part.things]
            for number, slot in enumerate(part.slots):
                field = f"{at}-{number}"
                self.fields[field] = forms.ChoiceField(
                    label=sentence(slot.label),
                    choices=[*nothing, *choices],
                    initial="" if self.unseen else json.dumps(_at(setup, slot.path)),
                    widget=forms.Select(attrs={"form": FORM}),
                )
                self._fields.setdefault(part.key, []).append((field, slot))

    def groups(self) -> list[tuple[str, list[BoundField], bool]]:
        """The parts with their slots, and whether the names of their things are long."""
        found = []
        for part in self.parts:
            slots = [self[field] for field, _slot in self._fields.get(part.key, [])]
            longest = max(len(sentence(name)) for _thing, name, _count in part.things)
            found.append((sentence(part.title), slots, longest > FITS_HALF))
        return found

    def for_script(self, pieces: Pieces) -> list[JsonObject]:
        """The parts for the palette of the page: their slots with their fields, their things with their drawings."""
        number = {part.key: at for at, part in enumerate(self.parts)}
        return [
            {
                "title": sentence(part.title),
                "question": sentence(part.question),
                "ordered": part.ordered,
                "turn": part.turn,
                "fit": None
                if part.fit is None
                else {
                    "part": number[part.fit.part],
                    "of": {json.dumps(here): json.dumps(there) for here, there in part.fit.of.items()},
                },
                "upon": None
                if part.upon is None
                else {
                    "part": number[part.upon.part],
                    "spot": {json.dumps(there): spot for there, spot in part.upon.spot.items()},
                },
                "slots": [
                    {"field": field, "label": sentence(slot.label), "places": slot.places}
                    for field, slot in self._fields.get(part.key, [])
                ],
                "things": [
                    {
                        "value": json.dumps(thing),
                        "name": sentence(name),
                        "count": count,
                        "body": part.sides.get(thing),
                        "piece": pieces.name_of(part.key, thing),
                        "turns": part.turn * thing if isinstance(thing, int) else 0,
                    }
                    for thing, name, count in part.things
                ],
            }
            for part in self.parts
        ]

    def clean(self) -> dict[str, Any]:
        """No thing is used more often than there are."""
        data = super().clean() or self.cleaned_data
        for part in self.parts:
            fields = [field for field, _slot in self._fields.get(part.key, [])]
            used = Counter(data.get(field) for field in fields)
            for thing, name, count in part.things:
                value = json.dumps(thing)
                if count is not None and used[value] > count:
                    text = _("%(thing)s: %(often)s chosen, only %(count)s available.")
                    said = text % {"thing": sentence(name), "often": used[value], "count": count}
                    for field in fields:
                        if data.get(field) == value:
                            self.add_error(field, said)
        if self.errors:
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
