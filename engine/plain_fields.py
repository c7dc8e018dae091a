"""Positions whose fields are numbers, lists, and lists of lists: how they are copied and written as JSON."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from engine.game import ComponentSet, JsonObject, Ruleset


class PlainFields:
    """A position names its fields in three tuples; whatever else it keeps it copies and writes itself."""

    __slots__ = ()

    numbers: ClassVar[tuple[str, ...]]
    lists: ClassVar[tuple[str, ...]]
    nested: ClassVar[tuple[str, ...]]
    components: ComponentSet
    players: int
    ruleset: Ruleset

    def copy_plain_to(self, other: Self) -> None:
        """Independent copies of the named fields."""
        for name in self.numbers:
            setattr(other, name, getattr(self, name))
        for name in self.lists:
            setattr(other, name, getattr(self, name)[:])
        for name in self.nested:
            setattr(other, name, [row[:] for row in getattr(self, name)])

    def plain_json(self) -> JsonObject:
        """What was set up, and the named fields."""
        data: dict[str, Any] = {
            "players": self.players,
            "components": self.components.name,
            "ruleset": {"name": self.ruleset.name, "switches": dict(self.ruleset.switches)},
        }
        for name in self.numbers:
            data[name] = getattr(self, name)
        for name in self.lists:
            data[name] = getattr(self, name)[:]
        for name in self.nested:
            data[name] = [list(row) for row in getattr(self, name)]
        return data

    def read_plain(self, data: JsonObject) -> None:
        """Set the named fields from what `plain_json` wrote."""
        for name in self.numbers:
            setattr(self, name, data[name])
        for name in self.lists:
            setattr(self, name, data[name][:])
        for name in self.nested:
            setattr(self, name, [row[:] for row in data[name]])
