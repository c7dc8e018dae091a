"""What places and sites are worth to the greedy bot, read off the counters of the position."""

from __future__ import annotations

from collections.abc import Callable

from engine.babylonia.cells import CITY, FARM, FREE, OWNER
from engine.babylonia.position import Position
from engine.babylonia.scoring import LINK_CARDS, city_nobles, majority, ziggurat_points

CARD_PREFERENCE = (1, 2, 7, 3, 5, 8, 4, 6, 9)
CARD_WORTH = 8


Target = tuple[float, float, int, int]
"""What a token on a hex is worth because of a site, a number that tells equals apart, the hex, and the site."""


def targets(position: Position, seat: int, noise: Callable[[], float]) -> list[Target]:
    """Every hex that a ziggurat, a city or a farm makes worth a token; a hex may come for several sites.

    A farm only next to an own token or with card 6: no token may go on any other.
    """
    board, cells, missing = position.board, position.cells, position.missing
    rack, tiles, tile_at = position.available[seat], position.components.tiles, position.tile_at
    owner_of, card6 = OWNER, position.cards[seat] & 1 << 6
    found: list[Target] = []
    for number, ziggurat in enumerate(board.ziggurats):
        free = [near for near in board.neighbours[ziggurat] if cells[near] == FREE]
        if free:
            worth = ziggurat_points(position, seat, number) + (0.0 if position.touched[seat] >> number & 1 else 1.0)
            if missing[ziggurat] == 1:
                worth += site_worth(position, seat, ziggurat, closing=True)
            for near in free:
                found.append((worth, noise(), near, ziggurat))
    for slot in board.tile_slots:
        cell = cells[slot]
        if cell == CITY:
            left = missing[slot]
            if left > 1:
                held = 0
                for symbol in tiles[tile_at[slot]].symbols:
                    if rack[symbol]:
                        held += 1
                worth = 1.0 / left + 0.2 * held
            elif left:
                worth = site_worth(position, seat, slot, closing=True)
            else:
                continue
            for near in board.land_near[slot]:
                if cells[near] == FREE:
                    found.append((worth, noise(), near, slot))
        elif cell == FARM:
            tie = noise()
            if card6 or any(owner_of[cells[near]] == seat for near in board.neighbours[slot]):
                value = tiles[tile_at[slot]].value
                found.append((float(sum(position.won) if value is None else value), tie, slot, slot))
    return found


def site_worth(position: Position, seat: int, site: int, *, closing: bool) -> float:
    """Points of a site for this seat, less those for the best opponent. `closing`: one more own token fills it."""
    is_city = position.cells[site] == CITY
    symbols = position.components.tiles[position.tile_at[site]].symbols if is_city else ()
    counts, linked = position.around(site, symbols)
    counts[seat] += closing
    winner = majority(counts)
    if not is_city:
        return 0.0 if winner < 0 else float(CARD_WORTH if winner == seat else -CARD_WORTH / 2)
    points = []
    for other, nobles in enumerate(linked):
        links = position.cards[other] & LINK_CARDS
        if links:
            nobles = len(city_nobles(position, other, site, symbols, links))
        if closing and other == seat and any(position.available[seat][symbol] for symbol in symbols):
            nobles += 1
        tiles = position.won[other] + (other == winner) if winner >= 0 else 0
        points.append(nobles * position.components.noble_points + tiles)
    own = points.pop(seat)
    return float(own - max(points))
