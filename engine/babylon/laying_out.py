"""What somebody who lays out the table may put where."""

from __future__ import annotations

from engine.babylon import sentences as say
from engine.babylon.cells import CLAY_LAYER, STACK_NAMES
from engine.babylon.components import Components, Tile
from engine.babylon.labels import tile_label
from engine.bags import SetupPart, SetupSlot, Thing
from engine.message import Message, verbatim


def parts_of(components: Components, players: int) -> tuple[SetupPart, ...]:
    """A clay tile on each stack of the quarry, and a starting tile for each seat."""
    clay = [tile for tile in components.tiles if tile.layer == CLAY_LAYER]
    return (
        SetupPart(
            "quarry",
            say.QUARRY.message(),
            say.WHICH_TILE.message(),
            tuple(
                SetupSlot(("quarry", stack), verbatim(name), (f"stack:{name}",))
                for stack, name in enumerate(STACK_NAMES)
            ),
            _things(components, clay),
        ),
        SetupPart(
            "starting",
            say.STARTING.message(),
            say.WHICH_STARTING.message(),
            tuple(
                SetupSlot(("starting", seat), say.SEAT.message(number=seat + 1), (f"garden:{seat}",))
                for seat in range(players)
            ),
            _things(components, [components.tiles[tile] for tile in components.starting]),
        ),
    )


def _things(components: Components, tiles: list[Tile]) -> tuple[tuple[Thing, Message, int | None], ...]:
    return tuple((tile.id, tile_label(components, tile.id), 1) for tile in tiles)
