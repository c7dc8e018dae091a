"""The table of Amyitis: the components in play, the pieces where they lie, and what one sees by looking at them.

Nothing is kept that can be counted: stocks, hands of cubes and water are worked out from the pieces each time.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "engine/amyitis/data/amyitis-2007.json"
RESOURCES = ("barley", "dates", "salt", "palm", "wine")
CRAFTS = ("peasant", "priest", "engineer", "merchant")
TEMPLES = ("ishtar", "marduk", "tammouz")
COURT = ("banker", "caravaneer", "palace", "gardener")
SQUARES = [f"r{row}c{column}" for row in range(4) for column in range(4)]
FLOORS = {square: 4 - max(int(square[1]), int(square[3])) for square in SQUARES}
QUALITY_OF_FLOOR = {1: 1, 2: 2, 3: 3, 4: 3}
FIELD_SQUARES = 5
TEMPLE_SQUARES = 4
GREY = -1
"""Owner of the neutral cubes; the other owners are seats."""

Corner = tuple[int, int]


@dataclass(frozen=True)
class Side:
    """A side shared by two garden squares, with its two end points on the 5 x 5 grid of corners."""

    squares: tuple[str, str]
    corners: tuple[Corner, Corner]

    @property
    def name(self) -> str:
        return "-".join(self.squares)


def all_sides() -> list[Side]:
    sides = []
    for row in range(4):
        for column in range(4):
            here, right, below = f"r{row}c{column}", f"r{row}c{column + 1}", f"r{row + 1}c{column}"
            if right in SQUARES:
                sides.append(Side((here, right), ((row, column + 1), (row + 1, column + 1))))
            if below in SQUARES:
                sides.append(Side((here, below), ((row + 1, column), (row + 1, column + 1))))
    return sides


SIDES = {side.name: side for side in sorted(all_sides(), key=lambda side: side.name)}


def multisets(held: Counter[str], size: int) -> list[list[str]]:
    """Every different choice of so many of the resources held."""
    tokens = [kind for kind in RESOURCES for _ in range(held[kind])]
    return [list(chosen) for chosen in dict.fromkeys(combinations(tokens, size))]


@dataclass
class Player:
    """What lies in front of one player. A court card covers those of lower level, which stay with the player."""

    talents: int
    camels: int
    resources: Counter[str] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)
    gardeners: int = 0
    tiles: list[str] = field(default_factory=list)


class Table:
    """Components and pieces of one game."""

    def __init__(self, header: dict[str, Any], switches: dict[str, Any]) -> None:
        self.data = json.loads(DATA.read_text(encoding="utf-8"))
        self.switches = switches
        self.size = len(header["seats"])
        setup = header["setup"]
        start = self.data["start"]
        self.players = [Player(start["talents"]["value"], start["camels"]["value"]) for _ in header["seats"]]
        self.tiles = {tile["id"]: tile for tile in self.data["tiles"]}
        self.garden: dict[str, str] = dict(setup["garden"])
        self.planted: set[str] = set()
        if switches["two_player_empty_squares"] == "count_as_planted":
            self.planted = set(SQUARES) - set(self.garden)
        self.cubes: dict[str, list[int]] = {name: [] for name in SIDES}
        self.rows: list[list[int]] = [[], []]
        self.temples: dict[str, list[int]] = {name: [] for name in TEMPLES}
        self.groups: list[list[str]] = []
        self.caravan = 0
        self.cities = self.data["track"]["cities"]
        self.plant_cards = {card["id"]: card for card in self.data["plant_cards"]}
        self.plants: dict[str, str] = dict(setup["plants"])
        self.side_up = {city: self._first_side(city, setup["khorsabad_side"]) for city in self.plants}
        self.gardeners_gone = 0
        wines = ["wine"] * self.copies("caravaneer", 2)
        self.tokens: list[str] = list(wines if switches["caravaneer2_token"] == "wine" else setup["caravaneer_tokens"])

    def _first_side(self, city: str, khorsabad_side: int) -> int:
        if city == "Khorsabad":
            return khorsabad_side
        sides = self.plant_cards[self.plants[city]]["sides"]
        return [side["quality"]["value"] for side in sides].index(1)

    # --- Components ---------------------------------------------------------------------------------------------------

    def court_card(self, kind: str, level: int) -> dict[str, Any] | None:
        """The data of a levelled court card, None if that type has no such level."""
        for card in self.data["court_cards"]:
            if card["type"] == kind and card.get("level") == level:
                return dict(card)
        return None

    def caravaneer(self, seat: int) -> dict[str, Any]:
        """The active caravaneer; every player has one."""
        card = self.court_card("caravaneer", self.players[seat].levels["caravaneer"])
        assert card is not None
        return card

    def copies(self, kind: str, level: int) -> int:
        """How many of a levelled court card are in play."""
        card = self.court_card(kind, level)
        return card["copies"]["value"][str(self.size)] if card else 0

    def crafts_in_play(self) -> Counter[str]:
        """The craft cards that are shuffled each round."""
        crafts = self.data["craft_cards"]
        if self.switches["craft_in_play"] == "18_18_18":
            return Counter(crafts["total"]["value"])
        return Counter(crafts["in_play"]["value"][str(self.size)])

    def plant_side(self, city: str) -> tuple[int, str | None]:
        """Quality and extra resource of the plant card's side that lies up."""
        side = self.plant_cards[self.plants[city]]["sides"][self.side_up[city]]
        return side["quality"]["value"], side["extra"]["value"]

    # --- Stocks -------------------------------------------------------------------------------------------------------

    def _stock(self, total: int, held: int) -> float:
        return math.inf if self.switches["supply_limits"] == "soft" else total - held

    def resource_stock(self, kind: str) -> float:
        """Tokens of a resource in the stock. Those on caravaneer cards do not lie there."""
        held = sum(player.resources[kind] for player in self.players) + self.tokens.count(kind)
        return self._stock(self.data["supply"]["resources"]["value"][kind], held)

    def camel_stock(self) -> float:
        return self._stock(self.data["supply"]["camels"]["value"], sum(player.camels for player in self.players))

    def talent_stock(self) -> float:
        return self._stock(self.data["supply"]["talents"]["value"], sum(player.talents for player in self.players))

    def court_stock(self, kind: str, level: int) -> int:
        """Levels cannot be skipped, so everybody at this level or above owns one of these cards."""
        return self.copies(kind, level) - sum(player.levels[kind] >= level for player in self.players)

    def gardener_stock(self) -> int:
        card = next(card for card in self.data["court_cards"] if card["type"] == "gardener")
        held = sum(player.gardeners for player in self.players)
        total: int = card["copies"]["value"][str(self.size)]
        return total - held - self.gardeners_gone

    def can_have(self, seat: int, card: str) -> bool:
        """Whether the card of that type that the seat would get is left."""
        if card == "gardener":
            return self.gardener_stock() > 0
        return self.court_stock(card, self.players[seat].levels[card] + 1) > 0

    def _cubes_out(self, owner: int) -> int:
        places = [*self.cubes.values(), *self.rows, *self.temples.values()]
        return sum(place.count(owner) for place in places)

    def cubes_in_hand(self, seat: int) -> float:
        if self.switches["own_cube_supply"] == "unlimited":
            return math.inf
        total: int = self.data["supply"]["cubes_per_player"]["value"]
        return total - self._cubes_out(seat)

    def grey_stock(self) -> float:
        supply = self.switches["neutral_cube_supply"]
        return math.inf if supply == "unlimited" else supply - self._cubes_out(GREY)

    # --- Fields and garden --------------------------------------------------------------------------------------------

    def next_field(self, row: int) -> str:
        """What the leftmost empty square of the row shows."""
        resource: str = self.data["fields"]["rows"][row]["value"][len(self.rows[row])]
        return resource

    def areas(self, side: str) -> int:
        """How many irrigation areas lie on a side."""
        floors = [FLOORS[square] for square in SIDES[side].squares]
        rule = self.switches["double_edges"]
        if rule == "any_square_floor_ge_3":
            double = max(floors) >= 3
        elif rule == "both_squares_floor_ge_3":
            double = min(floors) >= 3
        elif rule == "only_floor_4":
            double = max(floors) == 4
        else:
            double = side in self.data["garden"]["double_sides"]["value"]
        return 2 if double else 1

    def is_full(self, side: str) -> bool:
        return len(self.cubes[side]) == self.areas(side)

    def leads_water(self, side: str) -> bool:
        return self.is_full(side) if self.switches["double_edge_flow"] == "both_areas" else bool(self.cubes[side])

    def wet_corners(self) -> set[Corner]:
        """The river bank and every corner that a gapless chain of irrigated sides joins to it."""
        wet = {(row, column) for row in range(5) for column in range(5) if 4 in (row, column)}
        while True:
            reached = {
                corner
                for name, side in SIDES.items()
                if self.leads_water(name) and wet & set(side.corners)
                for corner in side.corners
            }
            if reached <= wet:
                return wet
            wet |= reached

    def available_sides(self) -> list[str]:
        """Sides with an empty area that reaches the river."""
        wet = self.wet_corners()
        return [name for name, side in SIDES.items() if not self.is_full(name) and wet & set(side.corners)]

    def sides_of(self, square: str) -> list[str]:
        return [name for name, side in SIDES.items() if square in side.squares]

    def is_irrigated(self, square: str) -> bool:
        return any(self.is_full(side) for side in self.sides_of(square))

    def irrigation_majority(self, square: str) -> int | None:
        """The one seat with strictly most own cubes around the square."""
        sides = self.sides_of(square)
        if self.switches["irrigation_majority_scope"] == "irrigated_side_only":
            sides = [side for side in sides if self.is_full(side)]
        owners = [owner for side in sides for owner in self.cubes[side]]
        return strict_majority([owners.count(seat) for seat in range(self.size)])

    # --- Temples ------------------------------------------------------------------------------------------------------

    def put_in_temple(self, temple: str, owner: int) -> None:
        """On the leftmost square; a cube pushed beyond the last square goes home."""
        self.temples[temple] = [owner, *self.temples[temple]][:TEMPLE_SQUARES]

    def ranks(self, temple: str, first_player: int) -> tuple[int | None, int | None]:
        """Who is first and who is second in a temple: a seat, GREY, or None."""
        cubes = self.temples[temple]
        owners = set(cubes)
        if self.switches["temple_neutral_cubes"] == "ignored":
            owners.discard(GREY)
        order = sorted(
            owners,
            key=lambda owner: (cubes.count(owner), max(n for n, cube in enumerate(cubes) if cube == owner)),
            reverse=True,
        )
        first = order[0] if order else None
        second = order[1] if len(order) > 1 else None
        if first is not None and second is None and not self.switches["temple_second_needs_cube"]:
            seats = [(first_player + n) % self.size for n in range(self.size)]
            second = next(seat for seat in seats if seat != first)
        return first, second


def strict_majority(counts: list[int]) -> int | None:
    """The seat with more than every other seat, None if there is none."""
    most = max(counts)
    return counts.index(most) if most > 0 and counts.count(most) == 1 else None
