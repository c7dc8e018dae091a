"""What a score of Babylon can be, from what is in the box."""

from __future__ import annotations

from engine.babylon.cells import CHANGE_ICON, CORNER_STEPS, FILL_BLANK
from engine.babylon.components import PIECE_KINDS, SUPPLY_KINDS, Components
from engine.babylon.rulings import Rulings, read_rulings
from engine.bounds import Bounds, SharedTotal
from engine.game import Ruleset

SPACES = len(CORNER_STEPS)
"""The spaces of a tile."""


def bounds_of(components: Components, ruleset: Ruleset, players: int) -> Bounds:
    """Nothing takes points away, so the least is 0. At most:

    - A seat digs one tile a round and has its starting tile: so many tiles lie in its garden, and no tile lies more
      than one level above the highest one, so the n-th tile has level n at most.
    - An end of a decoration uses up a space that shows its icon. `_ends` adds up the levels of all spaces that can
      show one icon. A statue has one end and is worth its level; of the others two ends join, and each end brings half
      of the points (stairs join a level with the next, which together are what they pay).
    - A belvedere stands on a tile, one on each. A set of flowers needs a tile of each; a set of decorations seven ends.
    - All seats together share the pieces of the box: belvederes, sets of decorations, tiles of the rarest flower.
    """
    rulings = read_rulings(ruleset)
    tiles = components.tokens_used[players] + 2
    stairs, fountains, bridges, statues = (_ends(components, rulings, kind, tiles) for kind in range(1, 5))
    belvederes, pieces = _in_box(components, rulings, players * tiles)
    each_end = 2 * len(PIECE_KINDS) - 1
    decoration_sets = min(pieces, SPACES * tiles // each_end)
    flowers = [sum(tile.flower == flower for tile in components.tiles) for flower in range(len(components.flowers))]
    flower_sets = min(*flowers, tiles // len(flowers))
    most = {
        "statues": components.statue_points * statues,
        "fountains": components.fountain_points * fountains // 2,
        "bridges": components.bridge_points * bridges // 2,
        "stairs": components.stairs_points * stairs,
        "decoration_sets": components.decoration_set_points * decoration_sets,
        "flower_sets": components.flower_set_points * flower_sets,
        "belvederes": components.belvedere_points * min(belvederes, tiles),
        "highest_level": components.highest_level_points * tiles,
    }
    return Bounds(
        score=(0, sum(most.values())),
        sources={source: (0, points) for source, points in most.items()},
        shared=(
            SharedTotal(("belvederes",), components.belvedere_points * belvederes),
            SharedTotal(
                ("decoration_sets",), components.decoration_set_points * min(pieces, players * decoration_sets)
            ),
            SharedTotal(("flower_sets",), components.flower_set_points * min(*flowers, players * flower_sets)),
        ),
    )


def _ends(components: Components, rulings: Rulings, kind: int, tiles: int) -> int:
    """The sum of the levels of all spaces of a garden that can show an icon, the highest tile having the highest level.

    A round token lets a seat read one space of a turn as another icon, or one of each of the two tiles placed.
    """
    on_a_tile = max(tile.icons[0].count(kind) for tile in components.tiles)
    tokens = sum(effect in (CHANGE_ICON, FILL_BLANK) for effect in components.effects)
    reads = tokens * (2 if rulings.read_per_tile else 1)
    return on_a_tile * tiles * (tiles + 1) // 2 + reads * tiles


def _in_box(components: Components, rulings: Rulings, without_end: int) -> tuple[int, int]:
    """How many belvederes there are, and of the rarest decoration; so many if the box never runs out."""
    if not rulings.pieces_limited:
        return without_end, SPACES * without_end
    supply = dict(zip(SUPPLY_KINDS, components.supply, strict=True))
    return supply["belvedere"], min(supply[kind] for kind in PIECE_KINDS)
