"""The fields of a position of Amyitis, the first position, copies and JSON.

Inside there are only small integers and flat lists. What an action would have to look for is kept beside the board:
which sides are available, which are fully irrigated, how many resources a seat holds. Tests recompute it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from engine.amyitis.components import Components
from engine.amyitis.garden import BANK, SIDES, SQUARE_NUMBER, available_sides
from engine.amyitis.names import (
    CARAVANEER,
    CRAFTS,
    EMPTY,
    KINDS_OF_RESOURCE,
    LEVELLED,
    NO_AREA,
    RESOURCES,
    TEMPLES,
    WINE,
)
from engine.amyitis.phases import CRAFTS_DUE
from engine.amyitis.rulings import Rulings, read_rulings
from engine.game import CHANCE, JsonObject, Ruleset
from engine.plain_fields import PlainFields

_NUMBERS = (
    "to_move", "turn", "phase", "round", "first_player", "active", "caravan", "tiles_left", "passed_count",
    "stock_talents", "stock_camels", "grey_left", "gardeners_out", "wet", "flowing", "irrigated", "available",
    "planting", "next_bonus", "second", "end",
)  # fmt: skip
_LISTS = (
    "scores", "talents", "camels", "cubes", "gardeners", "passed", "levels", "resources", "held", "stock", "court",
    "tokens", "face_up", "turned", "used_crafts", "areas", "tiles", "planted_by", "plant_card", "plant_side",
)  # fmt: skip
_NESTED = ("rows", "temples")


class Position(PlainFields):
    """A position. Lists by seat unless said otherwise.

    - `active`: the seat on turn; `passed`: 1 for who has passed; `second`: who is second in the temple at hand, or -1.
    - `levels`: by seat and type of court card (`LEVELLED * seat + type`), `resources`: by seat and resource
      (`KINDS_OF_RESOURCE * seat + resource`), `held`: how many resources in all.
    - `stock`: by resource; `court`: court cards in stock by card, gardeners last; `tokens`: the resources that lie on
      the level-2 caravaneers in stock; `gardeners_out`: gardeners out of the game.
    - `face_up`: by group and craft (`4 * group + craft`); `turned`: by group; `used_crafts`: turned cards by craft.
    - `rows`: owners of the cubes on each field row, from the left; `temples`: the same for each temple.
    - `areas`: by side (two each): owner of the cube, EMPTY, or NO_AREA where the side has one area only.
    - `wet`: bits of the corner points joined to the river; `flowing`, `irrigated`, `available`: bits of the sides that
      lead water on, that are fully irrigated, and that have an empty area joined to the river.
    - `tiles`: the tile that each square began with, -1 for none; `planted_by`: by square, -1 while the tile lies there.
    - `plant_card`, `plant_side`: by plant city.
    - `planting`: the square of the planting at hand, or -1; `next_bonus`: which bonus of its tile comes next.
    - `cubes`: cubes in hand, `grey_left`: grey cubes in stock; -1 if there is no end to them.
    """

    __slots__ = ("components", "players", "rulings", "ruleset", *_NUMBERS, *_LISTS, *_NESTED)
    numbers, lists, nested = _NUMBERS, _LISTS, _NESTED

    components: Components
    players: int
    rulings: Rulings
    ruleset: Ruleset
    to_move: int
    turn: int
    phase: int
    round: int
    first_player: int
    active: int
    caravan: int
    tiles_left: int
    passed_count: int
    stock_talents: int
    stock_camels: int
    grey_left: int
    gardeners_out: int
    wet: int
    flowing: int
    irrigated: int
    available: int
    planting: int
    next_bonus: int
    second: int
    end: str
    scores: list[int]
    talents: list[int]
    camels: list[int]
    cubes: list[int]
    gardeners: list[int]
    passed: list[int]
    levels: list[int]
    resources: list[int]
    held: list[int]
    stock: list[int]
    court: list[int]
    tokens: list[int]
    face_up: list[int]
    turned: list[int]
    used_crafts: list[int]
    areas: list[int]
    tiles: list[int]
    planted_by: list[int]
    plant_card: list[int]
    plant_side: list[int]
    rows: list[list[int]]
    temples: list[list[int]]

    @classmethod
    def start(
        cls,
        components: Components,
        ruleset: Ruleset,
        players: int,
        garden: Mapping[str, str],
        plants: Sequence[str],
        khorsabad_side: int,
        tokens: Sequence[str],
    ) -> Self:
        """The first position. `plants` by plant city; everything is valid (see `engine.amyitis.setup`)."""
        self = cls.__new__(cls)
        self.components, self.ruleset, self.players = components, ruleset, players
        self.rulings = rulings = read_rulings(ruleset)
        self.turn = self.round = self.first_player = self.active = self.caravan = 0
        self.phase, self.to_move = CRAFTS_DUE, CHANCE
        self.passed_count = self.gardeners_out = 0
        self.planting = self.second = -1
        self.next_bonus = 0
        self.end = ""
        self.scores = [0] * players
        self.talents = [components.start_talents] * players
        self.camels = [components.start_camels] * players
        self.stock_talents = components.talents - players * components.start_talents
        self.stock_camels = components.camels - players * components.start_camels
        self.cubes = [components.cubes if rulings.own_cubes_run_out else -1] * players
        self.grey_left = rulings.grey_cubes
        self.gardeners = [0] * players
        self.passed = [0] * players
        self.levels = [0] * players * LEVELLED
        self.resources = [0] * players * KINDS_OF_RESOURCE
        self.held = [0] * players
        self.stock = list(components.supply)
        self.court = list(components.copies[players])
        self.tokens = [RESOURCES.index(name) for name in tokens]
        if rulings.wine_on_caravaneer:
            self.tokens = [WINE] * self.court[components.card_below[CARAVANEER] + 2]
        for token in self.tokens:
            self.stock[token] -= 1
        self.face_up = [0] * players * len(CRAFTS)
        self.turned = [0] * players
        self.used_crafts = [0] * len(CRAFTS)
        self.rows = [[] for _ in components.rows]
        self.temples = [[] for _ in TEMPLES]
        double = components.double_sides if rulings.double_sides is None else rulings.double_sides
        self.areas = []
        for side in range(len(SIDES)):
            self.areas += [EMPTY, EMPTY if side in double else NO_AREA]
        self.wet, self.flowing, self.irrigated = BANK, 0, 0
        self.available = available_sides(self.areas, self.wet)
        self.tiles = [-1] * len(SQUARE_NUMBER)
        for square, name in garden.items():
            self.tiles[SQUARE_NUMBER[square]] = components.tile_number[name]
        self.tiles_left = len(garden)
        self.planted_by = [-1] * len(SQUARE_NUMBER)
        self.plant_card = [components.plant_number[name] for name in plants]
        self.plant_side = [0] * len(plants)
        self.plant_side[components.khorsabad] = khorsabad_side
        return self

    def tiles_of(self, seat: int) -> int:
        """How many garden tiles a seat has collected."""
        return self.planted_by.count(seat)

    def copy(self) -> Self:
        """An independent copy."""
        other = type(self).__new__(type(self))
        other.components, other.rulings = self.components, self.rulings
        other.ruleset, other.players = self.ruleset, self.players
        self.copy_plain_to(other)
        return other

    def to_json(self) -> JsonObject:
        """The whole state."""
        return self.plain_json()

    @classmethod
    def from_json(cls, data: JsonObject, components: Components, ruleset: Ruleset) -> Self:
        """The inverse of `to_json`, for a component set and ruleset that are already read."""
        self = cls.__new__(cls)
        self.components, self.ruleset = components, ruleset
        self.rulings = read_rulings(ruleset)
        self.players = data["players"]
        self.read_plain(data)
        return self
