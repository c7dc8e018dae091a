"""What a seat does not know, dealt anew: the racks of the others and their face-down tokens in the river."""

from __future__ import annotations

from random import Random

from engine.babylonia.cells import KIND, OWNER
from engine.babylonia.components import FARMER
from engine.babylonia.position import Position

TRIES = 20
"""So often the tokens are dealt anew when they contradict what the seat has seen; then it is left at that."""


def deal_anew(position: Position, seat: int, rng: Random) -> None:
    """Make the position one that this seat cannot tell from the true one, in place.

    Open racks tell those who watch every token, also those in the river, so nothing is unknown then. With hidden chance
    nothing is known, and nothing is dealt.
    """
    if position.hidden or position.rulings.racks_open:
        return
    for other in range(position.players):
        if other != seat:
            _deal_anew(position, other, rng)


def _deal_anew(position: Position, other: int, rng: Random) -> None:
    """Rack, pool and face-down tokens of one seat in one bag, shuffled and dealt back."""
    cells, rack, pool = position.cells, position.available[other], position.pool[other]
    in_river: list[int] = []
    if not position.rulings.river_tokens_open:
        in_river = [each for each in position.board.river_in_play if OWNER[cells[each]] == other]
    left = [rack[kind] + pool[kind] for kind in range(len(pool))]
    for each in in_river:
        left[KIND[cells[each]]] += 1
    bag = [kind for kind, count in enumerate(left) for _ in range(count)]
    nobles_at = _where_a_noble_lies(position, other, in_river)
    in_rack = position.rack_size[other]
    for _ in range(TRIES):
        dealt = rng.sample(bag, in_rack + len(in_river))
        down = dict(zip(in_river, dealt[in_rack:], strict=True))
        if all(any(down[each] != FARMER for each in group) for group in nobles_at):
            break
    for each, kind in down.items():
        cells[each] = 8 * (other + 1) + kind
        left[kind] -= 1
    for kind, count in enumerate(left):
        rack[kind] = dealt[:in_rack].count(kind)
        pool[kind] = count - rack[kind]


def _where_a_noble_lies(position: Position, other: int, in_river: list[int]) -> list[list[int]]:
    """Groups of face-down tokens with a noble in each: only that allowed a farmer on the farm next to them.

    A farmer where a city was scored looks the same in a position; then a noble is likely, not certain.
    """
    rulings, cells, neighbours = position.rulings, position.cells, position.neighbours
    free = position.cards[other] & 1 << 6 and rulings.card6_frees_farmers
    if rulings.support_by_farmers or not rulings.support_by_river_tokens or free:
        return []
    groups = []
    for slot in position.board.tile_slots:
        if cells[slot] == 8 * (other + 1) + FARMER:
            own = [near for near in neighbours[slot] if OWNER[cells[near]] == other]
            group = [near for near in own if near in in_river]
            if group and all(near in group or KIND[cells[near]] == FARMER for near in own):
                groups.append(group)
    return groups
