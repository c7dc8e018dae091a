"""What a player of Ishtar owns and what it is worth at the end, for the reference implementation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.engine.reference.ishtar_table import Cell, Table

Event = tuple[int, str, int]


@dataclass
class Player:
    """What lies in front of one player, and the player's assistants on the carpet."""

    gems: Counter[str]
    assistants: int
    on_carpet: int
    skills: set[str] = field(default_factory=set)
    skill_gems: Counter[str] = field(default_factory=Counter)
    trees: list[str] = field(default_factory=list)
    reserved: list[str] = field(default_factory=list)


class Scoring:
    """The final scoring of one table."""

    def __init__(self, table: Table, players: list[Player], data: dict[str, Any], switches: dict[str, Any]) -> None:
        self.table, self.players, self.data, self.switches = table, players, data, switches

    def events(self) -> list[Event]:
        """Everything that pays: seat, source, points."""
        found = [*self._fountains()]
        for seat in range(len(self.players)):
            found += [*self._trees(seat), *self._flowers(seat), *self._skills(seat)]
        return [event for event in found if event[2] != 0]

    def _trees(self, seat: int) -> Iterator[Event]:
        points = {card["id"]: card["points"] for card in self.data["trees"]}
        for card in self.players[seat].trees:
            yield seat, "trees", points[card]

    def _flowers(self, seat: int) -> Iterator[Event]:
        hidden = set() if self.switches["icon_cell_flowers_count"] else set(self.table.assistants)
        for bed in self.table.controlled_beds(seat):
            yield seat, "flowers", sum(self.table.flowers[cell] for cell in bed - hidden)

    def _fountains(self) -> Iterator[Event]:
        fountains = {fountain["id"]: fountain for fountain in self.data["fountains"]}
        for cell, name in self.table.fountains.items():
            counts = [self.table.cells_at_fountain(cell, seat) for seat in range(len(self.players))]
            for seat, number in enumerate(counts):
                if number == max(counts) > 0:
                    yield seat, f"fountain_{fountains[name]['colour']}", fountains[name]["points"]

    def _skills(self, seat: int) -> Iterator[Event]:
        for skill in self.data["skills"]["upper"]:
            if skill["id"] in self.players[seat].skills:
                yield seat, f"skill_{skill['id'].lower()}", self._skill_points(seat, skill["effect"], skill["points"])

    def _skill_points(self, seat: int, effect: str, points: Any) -> int:
        player, number = self.players[seat], 1
        if effect == "gems":
            scope = self.switches["gem_bonus_scope"]
            paid = Counter() if scope == "gems_in_supply" else player.skill_gems
            kept = Counter() if scope == "gems_on_skill_board" else player.gems
            return sum(points[colour] * (paid[colour] + kept[colour]) for colour in points)
        if effect == "tablets":
            number = self._tablets(seat)
        elif effect == "trees":
            number = self._next_to_beds(seat, self.table.trees, self.switches["tree_adjacency"])
        elif effect == "tree_cards":
            number = len(player.trees)
        return int(points * number)

    def _tablets(self, seat: int) -> int:
        how, tablets = self.switches["tablet_adjacency"], self.table.tablets()
        if how != "gardens_with_own_bed":
            return self._next_to_beds(seat, tablets, how)
        cells = {cell for garden in self.table.gardens_with_bed_of(seat) for cell in garden}
        return len(self.table.adjacent(cells, tablets))

    def _next_to_beds(self, seat: int, things: set[Cell], how: str) -> int:
        """How many of these things lie next to beds of the seat: each once, or once for each bed."""
        found = [self.table.adjacent(bed, things) for bed in self.table.controlled_beds(seat)]
        return sum(map(len, found)) if how == "once_per_bed" else len(set().union(*found))
