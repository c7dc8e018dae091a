"""The fields of a position of Babylon, the first position, copies and JSON.

Inside there are only small integers and flat lists (see `cells`). Counters are kept beside the gardens (heights,
visible spaces), so that no action looks at a whole garden; tests recompute them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from engine.babylon.cells import CLAY_LAYER, NO_EFFECT, STACKS
from engine.babylon.components import Components
from engine.babylon.garden import Garden
from engine.babylon.phases import DIG, REMOVE
from engine.babylon.rulings import Rulings, read_rulings
from engine.game import CHANCE, JsonObject, Ruleset
from engine.plain_fields import PlainFields

SIMPLE, DOUBLE, BELVEDERES, FIRST_PIECE = range(4)
"""Places in `Position.supply`: pillars, belvederes, then the four kinds of decoration by number."""

_NUMBERS = (
    "to_move", "turn", "phase", "active", "removals_left", "uncovering", "dug", "effect", "claimed", "tokens_left",
)  # fmt: skip
_LISTS = (
    "scores", "stack_heights", "stack_tops", "tokens_seen", "removed", "discarded", "supply", "simple", "double",
    "stored", "starting", "placed_now",
)  # fmt: skip


class Position(PlainFields):
    """A position. Lists by seat unless said otherwise.

    - `stack_heights`, `stack_tops` (tile on top, -1 if none): by stack. `unseen`: by layer, the tiles still face down.
    - `tokens_seen`: round tokens turned up, the last one counts now; `effect`: what it does; `tokens_left`: how many
      are still to be turned up.
    - `removals_left`: clay tiles still to be removed before the first go; `uncovering`: the stack whose next tile is
      due.
    - `dug`: the tile dug in this go, as long as it is neither placed nor stored, else -1.
    - `claimed`: whether the pillar of the round token was taken in this go.
    - `simple`, `double`: pillars at hand; `stored`: the tile in the storage, or -1; `starting`: the starting tile.
    - `supply`: pillars, belvederes and pieces in the box; below 0 only if they are unlimited.
    - `placed_now`: tiles placed in this go, as numbers in the garden; `reads`: spaces read as another icon in this go,
      as (column, number of the tile in the garden, the icon printed there).
    """

    __slots__ = ("components", "gardens", "players", "reads", "rulings", "ruleset", *_NUMBERS, *_LISTS, "unseen")
    numbers, lists, nested = _NUMBERS, _LISTS, ("unseen",)

    components: Components
    players: int
    rulings: Rulings
    ruleset: Ruleset
    gardens: list[Garden]
    unseen: list[list[int]]
    reads: list[tuple[int, int, int]]
    to_move: int
    turn: int
    phase: int
    active: int
    removals_left: int
    uncovering: int
    dug: int
    effect: int
    claimed: bool
    tokens_left: int
    scores: list[int]
    stack_heights: list[int]
    stack_tops: list[int]
    tokens_seen: list[int]
    removed: list[int]
    discarded: list[int]
    supply: list[int]
    simple: list[int]
    double: list[int]
    stored: list[int]
    starting: list[int]
    placed_now: list[int]

    @classmethod
    def first(
        cls, components: Components, ruleset: Ruleset, players: int, quarry: Sequence[int], starting: Sequence[int]
    ) -> Self:
        """The position before anything was removed or dug. `quarry` (by stack) and `starting` are valid tiles."""
        self = cls.__new__(cls)
        self.components, self.ruleset, self.players = components, ruleset, players
        self.rulings = read_rulings(ruleset)
        self.stack_heights = [CLAY_LAYER] * STACKS
        self.stack_tops = list(quarry)
        self.unseen = [
            [number for number, tile in enumerate(components.tiles) if tile.layer == layer]
            for layer in range(1, CLAY_LAYER)
        ]
        self.tokens_seen, self.removed, self.discarded = [], [], []
        self.tokens_left = components.tokens_used[players]
        self.effect = NO_EFFECT
        self.supply = list(components.supply)
        self.simple, self.double, self.scores = [0] * players, [0] * players, [0] * players
        self.starting, self.stored = list(starting), list(starting)
        self.gardens = [Garden() for _ in range(players)]
        self.placed_now, self.reads = [], []
        self.claimed = False
        self.dug = self.uncovering = -1
        self.turn = self.active = 0
        self.removals_left = components.removed_by_each[players] * players
        self.phase = REMOVE if self.removals_left else DIG
        self.to_move = CHANCE if self.removals_left and self.rulings.removal_by_chance else 0
        return self

    def copy(self) -> Self:
        """An independent copy."""
        other = type(self).__new__(type(self))
        other.components, other.rulings = self.components, self.rulings
        other.ruleset, other.players = self.ruleset, self.players
        self.copy_plain_to(other)
        other.reads = self.reads[:]
        other.gardens = [garden.copy() for garden in self.gardens]
        return other

    def to_json(self) -> JsonObject:
        """The whole state. What is still face down is not in it: nobody knows it."""
        reads = [list(read) for read in self.reads]
        return {**self.plain_json(), "reads": reads, "gardens": [garden.to_json() for garden in self.gardens]}

    @classmethod
    def from_json(cls, data: JsonObject, components: Components, ruleset: Ruleset) -> Self:
        """The inverse of `to_json`, for a component set and ruleset that are already read."""
        self = cls.__new__(cls)
        self.components, self.ruleset = components, ruleset
        self.rulings = read_rulings(ruleset)
        self.players = data["players"]
        self.read_plain(data)
        self.reads = [(column, number, icon) for column, number, icon in data["reads"]]
        self.gardens = [Garden.from_json(garden) for garden in data["gardens"]]
        return self
