"""Where the watering can may go, and at what price (rulebook: taking a vegetation tile)."""

from __future__ import annotations

from engine.ishtar.components import STACKS
from engine.ishtar.placing import has_place
from engine.ishtar.position import Position

Offer = tuple[int, int]
"""A stack, and the number of gems to go there."""


def stacks_in_reach(position: Position) -> list[Offer]:
    """The stacks where the can may stop, whatever the seat can pay; the one of the free advance comes first.

    In the first turn of the game every stack is free.
    """
    top, here = position.top, position.can
    rulings = position.rulings
    usable = [tile >= 0 for tile in top]
    if rulings.unplaceable_tile == "free_reroll_next_stack":
        placeable = [tile >= 0 and has_place(position, tile) for tile in top]
        if any(placeable):
            usable = placeable
    if here < 0:
        return [(stack, 0) for stack in range(STACKS) if usable[stack]]
    cost = position.components.advance_cost
    found: list[Offer] = []
    free_at = steps = 0
    for space in range(here + 1, here + 1 + STACKS):
        stack = space % STACKS
        if usable[stack]:
            if not found:
                free_at = space
            found.append((stack, (space - free_at if rulings.pay_all_spaces else steps) * cost))
            steps += 1
    # The free advance passes over what lies before its stack, so a paid round still covers those spaces.
    if rulings.full_lap and found and cost:
        found.append((found[0][0], (STACKS if rulings.pay_all_spaces else steps) * cost))
    return found


def offers(position: Position) -> list[Offer]:
    """The stacks that the seat to move may take from, with their prices (ruling `unplaceable_tile`)."""
    gems = sum(position.gems[position.active])
    within = [offer for offer in stacks_in_reach(position) if offer[1] <= gems]
    if position.rulings.unplaceable_tile == "discard_free_choice":
        return within
    top = position.top
    placeable = [offer for offer in within if has_place(position, top[offer[0]])]
    if position.can < 0:
        return placeable or within
    free = within[0]
    may_discard_it = position.rulings.unplaceable_tile == "free_tile_may_be_discarded"
    if not placeable or (may_discard_it and free not in placeable):
        return [free, *placeable]
    return placeable
