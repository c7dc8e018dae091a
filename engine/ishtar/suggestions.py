"""What the greedy bot would consider, in its own order: the candidates of a search."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.ishtar import actions as act
from engine.ishtar import phases
from engine.ishtar.actions import TOP, IshtarAction
from engine.ishtar.allowed import (
    bloom_targets,
    cards_for_sale,
    has_token,
    may_reserve_top,
    refuse_assistant,
    refuse_skill,
)
from engine.ishtar.cells import GRASS
from engine.ishtar.components import SKILLS
from engine.ishtar.legal import affordable
from engine.ishtar.outlook import Outlook
from engine.ishtar.position import Position
from engine.ishtar.watering_can import offers
from engine.ishtar.worth import (
    bed_worth,
    bloom_worth,
    planting_gain,
    skill_worth,
    tree_points,
    worth_of_gems,
)

ON_THE_SAME_CELLS = 2
"""So many of the spots that a tile has on three cells are worth a look."""
CELLS_FOR_A_TREE = 2


def alternatives(position: Position, rng: Random) -> Iterator[IshtarAction]:
    """Allowed actions of the seat to move that are worth a look, the most promising first.

    What is planted, placed or paid in a way that is hardly different from one before is left out.
    """
    seat, phase, ids = position.active, position.phase, position.grid.ids
    if phase == phases.TAKE:
        yield from _takes(position, rng)
    elif phase == phases.PLACE:
        yield from _placements(position, rng)
    elif phase == phases.SPECIAL:
        yield from _specials(position)
    elif phase == phases.PLANT:
        yield from _purchases(position)
    elif phase == phases.BLOOM:
        targets = bloom_targets(position, position.bloom_kind)
        for cells in sorted(targets, key=lambda cells: -bloom_worth(position, seat, cells)):
            yield act.bloom(seat, tuple(ids[cell] for cell in cells))
    elif phase == phases.SETTLE:
        free = [label for label in position.beds if label not in position.holder]
        for label in sorted(free, key=lambda label: -bed_worth(position, label)):
            yield act.settle(seat, ids[label])
    else:
        cards = [card for card in position.row if card >= 0]
        for card in sorted(cards, key=lambda card: -tree_points(position, card)):
            yield act.with_card(act.RESERVE, seat, card, position.components.trees[card].name)
        if may_reserve_top(position):
            yield act.with_card(act.RESERVE, seat, TOP, "top")


def _takes(position: Position, rng: Random) -> Iterator[IshtarAction]:
    """Every stack in reach for the cheapest gems."""
    outlook = Outlook.of(position)
    ranked = []
    for stack, price in offers(position):
        gems = affordable(position, price)[0]
        worth = outlook.best(position, position.top[stack], rng.random)[0] - worth_of_gems(gems)
        ranked.append((worth, stack, gems))
    for _, stack, gems in sorted(ranked, key=lambda each: -each[0]):
        yield act.take(position.active, stack, gems)


def _placements(position: Position, rng: Random) -> Iterator[IshtarAction]:
    """The spots for the tile in hand: of those that lay it alike only one, on the same cells only a few."""
    seat, ids = position.active, position.grid.ids
    tile = position.components.tiles[position.hand]
    found = False
    there: dict[frozenset[int], set[tuple[tuple[int, int, bool], ...]]] = {}
    for _, (spot, *trio) in Outlook.of(position).ranked(position, position.hand, rng.random):
        found = True
        shown = sorted((cell, tile.flowers[space], space == tile.icon_at) for space, cell in enumerate(trio))
        known, way = there.setdefault(frozenset(trio), set()), tuple(shown)
        if way not in known and len(known) < ON_THE_SAME_CELLS:
            known.add(way)
            yield act.place(seat, ids[spot % len(ids)], spot // len(ids))
    if not found:
        yield act.plain(act.DISCARD, seat)


def _specials(position: Position) -> Iterator[IshtarAction]:
    """An assistant, each skill for the cheapest gems, or nothing."""
    seat = position.active
    if not refuse_assistant(position):
        yield act.plain(act.ASSISTANT, seat)
    open_skills = [number for number in range(len(SKILLS)) if not refuse_skill(position, number)]
    yield act.plain(act.DECLINE, seat)
    if open_skills:
        gems = affordable(position, position.components.skill_cost)[0]
        for number in sorted(open_skills, key=lambda number: -skill_worth(position, seat, number)):
            yield act.skill(seat, number, gems)


def _purchases(position: Position) -> Iterator[IshtarAction]:
    """The end of the turn, or a tree: first each on its best cell, then on others."""
    seat, components = position.active, position.components
    yield act.plain(act.END, seat)
    cards = sorted(cards_for_sale(position), key=lambda card: -tree_points(position, card))
    if not cards:
        return
    grass = [cell for cell, holds in enumerate(position.cells) if holds == GRASS]
    cells = sorted(grass, key=lambda cell: -planting_gain(position, seat, cell))[:CELLS_FOR_A_TREE]
    for cell in cells or (-1,):
        for card in cards:
            name = components.trees[card].name
            if cell >= 0 and has_token(position, card):
                yield act.plant(seat, card, name, position.grid.ids[cell])
            elif cell in cells[:1] or not cells:
                yield act.with_card(act.BUY, seat, card, name)
