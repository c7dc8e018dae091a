"""Where the tokens and cards of a position are."""

from __future__ import annotations

from engine.babylonia.cells import KIND, OWNER
from engine.babylonia.components import TOKENS
from engine.babylonia.position import Position


def count_components(position: Position) -> dict[str, dict[str, int]]:
    """Kind of component -> place -> how many.

    With hidden chance nobody knows what is in the racks, so a seat's tokens are counted without their kinds.
    """
    found: dict[str, dict[str, int]] = {}
    for seat in range(position.players):
        laid = [KIND[cell] for cell in position.cells if OWNER[cell] == seat]
        if position.hidden:
            found[f"tokens of seat {seat}"] = {
                "board": len(laid),
                "rack": position.rack_size[seat],
                "supply": position.pool_size[seat],
            }
            continue
        for kind, supply in enumerate(position.pool[seat]):
            found[f"{TOKENS[kind]}s of seat {seat}"] = {
                "board": laid.count(kind),
                "rack": position.available[seat][kind],
                "supply": supply,
            }
    cards = {"on offer": len(position.offer)}
    for seat, owned in enumerate(position.cards):
        cards[f"seat {seat}"] = owned.bit_count()
    return found | {"ziggurat cards": cards}
