"""What a position is worth to each seat: its points, and what it may expect for what it has on the board.

The weights follow those fitted to the points that seats made from some position to the end, in games with a few whims
of greedy bots (2, 3 and 4 players) and of search bots (2 players).
"""

from __future__ import annotations

from engine.babylonia.cells import CITY
from engine.babylonia.phases import OVER
from engine.babylonia.position import Position

CARD, CARD_BY_CITY = 1.0, 0.35
"""A ziggurat card, and more for every city that is still to be scored before the end. Card 1 has paid already."""

NOBLE = 1.6
"""A point for a noble that is linked to a city, as far as the city is surrounded. It may count at other cities too."""

LEAD = 1.05
"""A tile that a seat would win, as far as its city is surrounded, for every city that is still to be scored."""

ZIGGURAT = 5.0
"""A ziggurat that a seat would win, as far as it is surrounded."""

TO_MOVE = 5.5
"""The turn that has just begun, or goes on."""

PAID_AT_ONCE = 1 << 1


def standing_of(position: Position) -> list[float]:
    """By seat, in points. A finished game is worth its scores."""
    if position.phase == OVER:
        return list(map(float, position.scores))
    board, components, missing = position.board, position.components, position.missing
    to_come = max(0, position.cities_left - components.cities_left_to_end)
    tile = components.city_tile_points * to_come
    worths = [
        points + tile * won + (CARD + CARD_BY_CITY * to_come) * (cards & ~PAID_AT_ONCE).bit_count()
        for points, won, cards in zip(position.scores, position.won, position.cards, strict=True)
    ]
    worths[position.active] += TO_MOVE
    noble = NOBLE * components.noble_points
    for slot in board.tile_slots:
        if position.cells[slot] == CITY and 0 < missing[slot] < board.missing[slot]:
            filled = 1 - missing[slot] / board.missing[slot]
            tokens, nobles = position.around(slot, components.tiles[position.tile_at[slot]].symbols)
            for seat, count in enumerate(nobles):
                if count:
                    worths[seat] += noble * filled * count
            _add_for_leader(worths, tokens, LEAD * tile * filled)
    for number, ziggurat in enumerate(board.ziggurats):
        if not position.scored[number] and 0 < missing[ziggurat] < board.missing[ziggurat]:
            filled = 1 - missing[ziggurat] / board.missing[ziggurat]
            _add_for_leader(worths, position.around(ziggurat)[0], ZIGGURAT * filled)
    return worths


def _add_for_leader(worths: list[float], tokens: list[int], worth: float) -> None:
    """Nobody leads on a tie."""
    most = max(tokens)
    if tokens.count(most) == 1:
        worths[tokens.index(most)] += worth
