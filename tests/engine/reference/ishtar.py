"""Ishtar once more: written from the rules text alone, clear instead of fast, to be compared with the engine.

It replays games with recorded chance. Flowerbeds, gardens, reach of the can and free places are worked out anew from
the pieces (on the boards: ishtar_table.py, beside them: ishtar_supply.py) whenever they are asked for; the points at
the end are in ishtar_scoring.py. A skill reserves one card or lays one blooming token.

Readings of the options that the rules text leaves open:

- stack_size=always_six: six basic tiles on every stack, whatever the number of players.
- fountain_draw: changes which setups are offered; a header is taken to be valid.
- board_layout, lattice_handedness: centres of the layout; mirrored: (q, r) is at (r, q), the faces stay as they are.
- spanning_boards=forbidden: the three cells of a vegetation tile lie on one board; blooming tokens are free.
- tile_mirroring=allowed: the offset (q, r) becomes (q + r, -r) before it is turned. Not for straight tiles.
- extra_step_counts: after the free advance the k-th further non-empty stack costs k, or each space costs 1. Each stack
  can be reached once, the one under the can last.
- full_lap=allowed: also the stack of the free advance for the price of the whole round, and nothing beyond it.
- unplaceable_tile=choose_other_else_discard: a stack whose tile has a legal place; if none in reach and means has one,
  the free advance. free_tile_may_be_discarded: the same, and the free advance in any case. discard_free_choice: any
  stack. free_reroll_next_stack: the can passes stacks without a placeable tile like empty ones (with all_spaces their
  spaces still cost); if there is no other stack, the free advance over empty stacks only. In turn 1 all stacks are in
  reach and free, and no placeable tile means any stack.
- icon_cell_flowers_count=False: the flowers under an assistant do not score; the cell counts for fountains.
- assistant_skill=both_in_one_skill: the first one unlocked frees everything on the carpet, a later one nothing.
- assistant_skill_timing=place_at_once_in_any_free_bed: compulsory while there is a bed without assistant, on any of its
  flower cells; the rest goes to the supply.
- bloom_flowers=per_token: the other list of numbers in the data.
- bloom_target=gardens_with_own_bed: all cells in gardens that held a bed with an own assistant before.
- bloom_no_target=skill_not_allowed: also when no token is left. Otherwise the token leaves the game.
- reserve_source=row_or_top_of_deck: compulsory as long as the row or the deck has a card.
- reserved_token=taken_with_card: a card from the top takes a token from the supply, if there is one.
  taken_when_planted: the token of a card from the row goes back to the supply at once.
- tree_without_grass, tree_tokens_exhausted=purchase_without_planting: `buy` exactly if the card cannot be planted and
  everything that is missing may be missing. A token on the card goes back to the supply. The card counts like others.
- tablet_adjacency, tree_adjacency=once_per_bed: once for each controlled bed next to it. gardens_with_own_bed: each
  tablet next to any cell of a garden with an own controlled bed, once.
- gem_bonus_scope: gems on the skill board, in the supply, or both.
- tie_break: cards bought, or gems of any colour in the supply.
"""

from __future__ import annotations

import json
from collections import Counter
from enum import Enum
from itertools import product
from pathlib import Path
from typing import Any

from tests.engine.reference.ishtar_scoring import Event, Player, Scoring
from tests.engine.reference.ishtar_supply import Carpet, Trees
from tests.engine.reference.ishtar_table import Cell, Table, near, turned

DATA = Path(__file__).parents[3] / "engine/ishtar/data/ishtar-2019.json"
COLOURS = ("purple", "red", "white")
ASSISTANTS = ("assistants_kept", "assistants_on_carpet")
WITHOUT = "purchase_without_planting"

DEFAULTS: dict[str, Any] = {
    "stack_size": "by_player_count",
    "fountain_draw": "random_of_six",
    "board_layout": "compact",
    "lattice_handedness": "as_listed",
    "spanning_boards": "allowed",
    "tile_mirroring": "forbidden",
    "extra_step_counts": "non_empty_stacks",
    "full_lap": "forbidden",
    "unplaceable_tile": "choose_other_else_discard",
    "icon_cell_flowers_count": True,
    "assistant_skill": "one_per_skill_two_skills",
    "assistant_skill_timing": "to_supply",
    "bloom_flowers": "per_space",
    "bloom_target": "any_free_grass",
    "bloom_no_target": "skill_unlocked_token_lost",
    "reserve_source": "face_up_row",
    "reserve_refill": "end_of_plant_step",
    "reserved_token": "taken_with_card",
    "tree_without_grass": "no_purchase",
    "tree_tokens_exhausted": "no_purchase",
    "tablet_adjacency": "own_controlled_beds_each_once",
    "tree_adjacency": "own_controlled_beds_each_once",
    "gem_bonus_scope": "gems_on_skill_board",
    "tie_break": "shared",
}


class Step(Enum):
    """What the game waits for."""

    TAKE = "take a tile"
    TILE = "draw: the new top tile"
    PLACE = "place or discard"
    SPECIAL = "special action or decline"
    RESERVE = "reserve a tree card"
    TOP = "draw: the card reserved from the deck"
    FILL_NOW = "draw: the gap of the reserved card"
    BLOOM = "lay a blooming token"
    SETTLE = "place freed assistants"
    PLANT = "plant or end"
    FILL = "draw: the gaps of the row"
    OVER = "nothing"


DRAWS = (Step.TILE, Step.TOP, Step.FILL_NOW, Step.FILL)


class ReferenceGame:
    """One game with recorded chance, from its log header (taken to be valid)."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.switches = {**DEFAULTS, **header["ruleset"]["switches"]}
        self.data = json.loads(DATA.read_text(encoding="utf-8"))
        setup, start, count = header["setup"], self.data["setup"], len(header["seats"])
        centres = self.data["layouts"][self.switches["board_layout"]][str(count)]
        if self.switches["lattice_handedness"] == "mirrored":
            centres = [[r, q] for q, r in centres]
        size = 6 if self.switches["stack_size"] == "always_six" else start["basic_tiles_per_stack"]["value"][str(count)]
        self.table = Table(self.data, centres, setup)
        self.carpet = Carpet(self.data, setup, size)
        self.trees = Trees(self.data, setup)
        self.blooms = {kind: self.data["blooming_tokens"][kind]["count"] for kind in ("single", "double")}
        self.lower = {skill["id"]: skill for skill in self.data["skills"]["lower"]}
        self.upper = {skill["id"]: skill for skill in self.data["skills"]["upper"]}
        gems, kept, freed_later = (start[key]["value"] for key in ("starting_gems", *ASSISTANTS))
        self.players = [Player(Counter(gems), kept, freed_later) for _ in range(count)]
        self.events: list[Event] = []
        self.active = 0
        self.step = Step.TAKE
        self.hand: dict[str, Any] = {}
        self.icon_cell: Cell = (0, 0)
        self.bloom_kind = "single"
        self.to_settle = 0
        self.known_lines: list[dict[str, Any]] | None = None

    # --- What a reader may ask ----------------------------------------------------------------------------------------

    @property
    def to_move(self) -> int | str | None:
        """The seat to move, "chance" when a draw is due, None when it is over."""
        if self.step is Step.OVER:
            return None
        return "chance" if self.step in DRAWS else self.active

    @property
    def scores(self) -> list[int]:
        """The points of each seat: the sum of the events."""
        return [sum(points for s, _, points in self.events if s == seat) for seat in range(len(self.players))]

    @property
    def sources(self) -> list[dict[str, int]]:
        """Points by source for each seat, zeros left out."""
        table: list[Counter[str]] = [Counter() for _ in self.players]
        for seat, source, points in self.events:
            table[seat][source] += points
        return [dict(counter) for counter in table]

    def result(self) -> dict[str, Any] | None:
        """End, scores and winners once the game is over. Equal scores are decided by the tie break, then shared."""
        if self.step is not Step.OVER:
            return None
        scores = self.scores
        second = [0] * len(self.players)
        if self.switches["tie_break"] == "most_planted_trees":
            second = [len(player.trees) for player in self.players]
        elif self.switches["tie_break"] == "most_gems_left":
            second = [player.gems.total() for player in self.players]
        ranks = list(zip(scores, second, strict=True))
        winners = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
        return {"end": "stacks", "scores": scores, "winners": winners}

    def legal_actions(self) -> list[dict[str, Any]]:
        """Every legal action as its log line; nothing for draws. Worked out once for each position."""
        if self.known_lines is None:
            self.known_lines = self._legal_lines()
        return list(self.known_lines)

    def _legal_lines(self) -> list[dict[str, Any]]:
        match self.step:
            case Step.TAKE:
                lines = [
                    {"do": "take", "stack": stack, "gems": gems}
                    for stack, price in self._reach()
                    for gems in self._payments(price)
                ]
            case Step.PLACE:
                lines = [
                    {"do": "place", "at": [*at], "rotation": rotation, **({"mirrored": True} if mirrored else {})}
                    for at, rotation, mirrored in self._places(self.hand)
                ] or [{"do": "discard"}]
            case Step.SPECIAL:
                lines = self._special_lines()
            case Step.RESERVE:
                lines = [{"do": "reserve", "card": card} for card in self._reservable()]
            case Step.BLOOM:
                targets = self._bloom_targets(self.bloom_kind)
                lines = [{"do": "bloom", "cells": [*map(list, cells)]} for cells in targets]
            case Step.SETTLE:
                lines = [{"do": "settle", "at": [*cell]} for bed in self.table.free_beds() for cell in bed]
            case Step.PLANT:
                lines = self._plant_lines()
            case _:
                lines = []
        return [{"seat": self.active, **line} for line in lines]

    def is_legal(self, action: dict[str, Any]) -> bool:
        """Whether this log line may come now, draws included."""
        if not isinstance(action, dict):
            return False
        if self.step in DRAWS:
            return self._draw_is_right(action)
        words = dict(action)
        if words.get("do") == "place" and words.get("mirrored") is False:
            del words["mirrored"]
        if words.get("do") == "bloom" and isinstance(words.get("cells"), list):
            words["cells"] = self._in_order(words["cells"], self._bloom_flowers(self.bloom_kind))
        text = _canonical(words)
        return text is not None and text in {_canonical(line) for line in self.legal_actions()}

    def apply(self, action: dict[str, Any]) -> None:
        """Carry out a legal log line; raises ValueError for any other."""
        if not self.is_legal(action):
            raise ValueError(f"not legal now: {action}")
        self.known_lines = None
        match action.get("do", self.step):
            case Step.TILE:
                self.carpet.reveal(action["tile"])
                self.step = Step.PLACE
            case Step.TOP:
                self.trees.seen.update(action["cards"])
                self._reserve(action["cards"][0])
                self.step = Step.PLANT
            case Step.FILL_NOW:
                self.trees.fill(action["cards"])
                self.step = Step.PLANT
            case Step.FILL:
                self.trees.fill(action["cards"])
                self._next_turn()
            case "take":
                self._take(action["stack"], action["gems"])
            case "place":
                self._place(tuple(action["at"]), action["rotation"], action.get("mirrored", False))
            case "discard" | "decline":
                self.step = Step.PLANT
            case "assistant":
                self._settle(self.icon_cell)
                self.step = Step.PLANT
            case "skill":
                self._unlock(action["skill"], action["gems"])
            case "reserve":
                self._choose_reserve(action["card"])
            case "bloom":
                self._bloom([tuple(cell) for cell in action["cells"]])
            case "settle":
                self._settle(tuple(action["at"]))
                self.to_settle -= 1
                self._settle_next()
            case "plant":
                self._buy(action["card"])
                self._plant(action["card"], tuple(action["at"]))
            case "buy":
                self._buy(action["card"])
                self.trees.return_token(action["card"])
            case "end":
                self._end_turn()

    # --- Steps 1 to 3: take, place, collect ---------------------------------------------------------------------------

    @property
    def _player(self) -> Player:
        return self.players[self.active]

    def _payments(self, price: int) -> list[dict[str, int]]:
        """Every choice of gems from the supply of the seat on turn that is worth exactly the price."""
        stock = self._player.gems
        choices = [dict(zip(COLOURS, n, strict=True)) for n in product(*(range(stock[c] + 1) for c in COLOURS))]
        return [{c: n for c, n in choice.items() if n} for choice in choices if sum(choice.values()) == price]

    def _reach(self) -> list[tuple[int, int]]:
        """The stacks that may be taken from, each with its price in gems."""
        rule = self.switches["unplaceable_tile"]
        filled, ring = self.carpet.filled(), self.carpet.ring()
        fitting = [stack for stack in filled if self._places(self.carpet.top(stack), only_one=True)]
        if self.carpet.can is None:
            return [(stack, 0) for stack in (filled if rule == "discard_free_choice" else fitting or filled)]
        free_advance = next(stack for stack in ring if stack in filled)
        stops = [stack for stack in ring if stack in (fitting if rule == "free_reroll_next_stack" else filled)]
        if not stops:
            return [(free_advance, 0)]
        if self.switches["extra_step_counts"] == "all_spaces":
            further = {stack: ring.index(stack) - ring.index(stops[0]) for stack in stops}
            lap = len(ring)
        else:
            further = {stack: stops.index(stack) for stack in stops}
            lap = len(stops)
        ways = list(further.items())
        if self.switches["full_lap"] == "allowed":
            ways.append((stops[0], lap))
        cost, means = self.data["costs"]["further_advance"]["value"], self._player.gems.total()
        ways = [(stack, steps * cost) for stack, steps in ways if steps * cost <= means]
        if rule in ("choose_other_else_discard", "free_tile_may_be_discarded"):
            free = [(free_advance, 0)]
            ways = [(stack, price) for stack, price in ways if stack in fitting]
            if not ways or (rule == "free_tile_may_be_discarded" and free[0] not in ways):
                ways += free
        return ways

    def _take(self, stack: int, gems: dict[str, int]) -> None:
        self._player.gems -= Counter(gems)
        self.hand = self.carpet.take(stack)
        self.step = Step.TILE if self.carpet.left[stack] > 0 else Step.PLACE

    def _cells(self, shape: str, at: Cell, rotation: int, mirrored: bool) -> list[Cell]:
        cells = []
        for q, r in self.data["shapes"][shape]["offsets"]:
            dq, dr = turned((q + r, -r) if mirrored else (q, r), rotation)
            cells.append((at[0] + dq, at[1] + dr))
        return cells

    def _places(self, tile: dict[str, Any], only_one: bool = False) -> list[tuple[Cell, int, bool]]:
        """Where the tile may be placed: cell, rotation, mirrored. Only the first place found, if that is enough."""
        sides = (False,)
        if self.switches["tile_mirroring"] == "allowed" and tile["shape"] != "straight":
            sides = (False, True)
        on_one_board = self.switches["spanning_boards"] == "forbidden"
        ways = [(self._cells(tile["shape"], (0, 0), *turn), turn) for turn in product(range(6), sides)]
        found = []
        for at, (offsets, (rotation, mirrored)) in product(self.table.ground, ways):
            cells = [(at[0] + dq, at[1] + dr) for dq, dr in offsets]
            if self.table.tile_may_lie(cells, tile["flowers"], on_one_board):
                found.append((at, rotation, mirrored))
                if only_one:
                    break
        return found

    def _place(self, at: Cell, rotation: int, mirrored: bool) -> None:
        cells = self._cells(self.hand["shape"], at, rotation, mirrored)
        self.table.flowers.update(zip(cells, self.hand["flowers"], strict=True))
        for cell in cells:
            if cell in self.table.gems:
                self._player.gems[self.table.gems.pop(cell)] += 1
        self.step = Step.PLANT
        if self.hand["icon"] is not None:
            self.icon_cell = cells[self.hand["icon_cell"]]
            self.step = Step.SPECIAL

    # --- Step 4: the special action -----------------------------------------------------------------------------------

    def _special_lines(self) -> list[dict[str, Any]]:
        icon, bed = self.hand["icon"], self.table.bed(self.icon_cell)
        lines: list[dict[str, Any]] = [{"do": "decline"}]
        if icon in ("assistant", "joker") and self._player.assistants > 0 and not bed & self.table.assistants.keys():
            lines.append({"do": "assistant"})
        if icon in ("skill", "joker"):
            payments = self._payments(self.data["costs"]["skill"]["value"])
            skills = [skill for skill in (*self.lower, *self.upper) if self._may_unlock(skill)]
            lines += [{"do": "skill", "skill": skill, "gems": gems} for skill in skills for gems in payments]
        return lines

    def _may_unlock(self, skill: str) -> bool:
        if skill in self._player.skills:
            return False
        if skill in self.upper:
            return self.upper[skill]["above"] in self._player.skills
        effect = self.lower[skill]["effect"]
        if effect in self.blooms and self.switches["bloom_no_target"] == "skill_not_allowed":
            return bool(self._bloom_targets(effect))
        return True

    def _unlock(self, skill: str, gems: dict[str, int]) -> None:
        player = self._player
        first = not any(self.lower[own]["effect"] == "assistant" for own in player.skills if own in self.lower)
        player.gems -= Counter(gems)
        player.skill_gems += Counter(gems)
        player.skills.add(skill)
        self.step = Step.PLANT
        match self.lower.get(skill, {}).get("effect"):
            case "reserve" if self._reservable():
                self.step = Step.RESERVE
            case "assistant":
                freed = min(self.lower[skill]["amount"], player.on_carpet)
                if self.switches["assistant_skill"] == "both_in_one_skill":
                    freed = player.on_carpet if first else 0
                player.on_carpet -= freed
                player.assistants += freed
                if self.switches["assistant_skill_timing"] == "place_at_once_in_any_free_bed":
                    self.to_settle = freed
                    self._settle_next()
            case "single" | "double" as kind if self._bloom_targets(kind):
                self.bloom_kind = kind
                self.step = Step.BLOOM
            case "single" | "double" as kind:
                self.blooms[kind] = max(0, self.blooms[kind] - 1)

    def _settle(self, cell: Cell) -> None:
        self._player.assistants -= 1
        self.table.assistants[cell] = self.active

    def _settle_next(self) -> None:
        self.step = Step.SETTLE if self.to_settle > 0 and self.table.free_beds() else Step.PLANT

    def _reservable(self) -> list[str]:
        top = self.switches["reserve_source"] == "row_or_top_of_deck" and self.trees.deck()
        return [card for card in self.trees.row if card is not None] + (["top"] if top else [])

    def _choose_reserve(self, card: str) -> None:
        if card == "top":
            self.step = Step.TOP
            return
        self.trees.leave_row(card)
        self._reserve(card)
        now = self.switches["reserve_refill"] == "at_once" and self.trees.deck()
        self.step = Step.FILL_NOW if now else Step.PLANT

    def _reserve(self, card: str) -> None:
        self._player.reserved.append(card)
        if self.switches["reserved_token"] == "taken_when_planted":
            self.trees.return_token(card)
        else:
            self.trees.give_token(card)

    def _bloom_flowers(self, kind: str) -> list[int]:
        per_space = self.switches["bloom_flowers"] == "per_space"
        numbers: list[int] = self.data["blooming_tokens"][kind]["flowers" if per_space else "flowers_per_token"]
        return numbers

    def _in_order(self, cells: list[Any], flowers: list[int]) -> list[Any]:
        """The cells as they are listed: sorted if the numbers of the token are equal, so that order means nothing."""
        try:
            return sorted(cells) if len(set(flowers)) == 1 else cells
        except (TypeError, RecursionError):
            return cells

    def _bloom_targets(self, kind: str) -> list[list[Cell]]:
        if self.blooms[kind] == 0:
            return []
        flowers, grass = self._bloom_flowers(kind), self.table.grass()
        if self.switches["bloom_target"] == "gardens_with_own_bed":
            grass &= set().union(*self.table.gardens_with_bed_of(self.active))
        choices = [[cell] for cell in grass]
        if kind == "double":
            choices = [[cell, other] for cell in grass for other in near(cell) & grass]
        choices = [cells for cells in choices if cells == self._in_order(cells, flowers)]
        return [cells for cells in choices if self.table.bloom_may_lie(cells, flowers)]

    def _bloom(self, cells: list[Cell]) -> None:
        self.blooms[self.bloom_kind] -= 1
        self.table.flowers.update(zip(cells, self._bloom_flowers(self.bloom_kind), strict=True))
        self.step = Step.PLANT

    # --- Step 5: planting, and the row of tree cards ------------------------------------------------------------------

    def _plant_lines(self) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = [{"do": "end"}]
        grass = self.table.grass()
        for card in [*self.trees.row, *self._player.reserved]:
            if card is None or not Counter(self.trees.cards[card]["cost"]) <= self._player.gems:
                continue
            token = self.trees.has_token(card)
            if token and grass:
                lines += [{"do": "plant", "card": card, "at": [*cell]} for cell in grass]
            elif (token or self.switches["tree_tokens_exhausted"] == WITHOUT) and (
                grass or self.switches["tree_without_grass"] == WITHOUT
            ):
                lines.append({"do": "buy", "card": card})
        return lines

    def _buy(self, card: str) -> None:
        self._player.gems -= Counter(self.trees.cards[card]["cost"])
        self._player.trees.append(card)
        if card in self._player.reserved:
            self._player.reserved.remove(card)
        else:
            self.trees.leave_row(card)

    def _plant(self, card: str, cell: Cell) -> None:
        self.trees.give_token(card)
        self.trees.with_token.remove(card)
        self.table.trees.add(cell)

    def _draw_is_right(self, action: dict[str, Any]) -> bool:
        if self.step is Step.TILE:
            return _canonical(action) in {_canonical(line) for line in self.carpet.possible_draws()}
        cards = action.get("cards")
        if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
            return False
        deck = self.trees.deck()
        due = min(1 if self.step is Step.TOP else self.trees.row.count(None), len(deck))
        right = _canonical(action) == _canonical({"chance": "trees", "cards": cards})
        return right and len(cards) == due == len(set(cards)) and set(cards) <= deck

    # --- End of the turn and of the game ------------------------------------------------------------------------------

    def _end_turn(self) -> None:
        if self.active == len(self.players) - 1 and self.carpet.left.count(0) >= 2:
            self.events = Scoring(self.table, self.players, self.data, self.switches).events()
            self.step = Step.OVER
        elif None in self.trees.row and self.trees.deck():
            self.step = Step.FILL
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        self.active = (self.active + 1) % len(self.players)
        self.step = Step.TAKE


def _canonical(words: Any) -> str | None:
    """The same text for the same words, whatever the order of their keys. None for what no log can hold."""
    try:
        return json.dumps(words, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return None
