"""What places and sites are worth to the greedy bot, read off the counters of the position."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.babylonia.cells import CITY, FARM, FREE
from engine.babylonia.position import Position
from engine.babylonia.scoring import LINK_CARDS, city_nobles, majority, ziggurat_points

CARD_PREFERENCE = (1, 2, 7, 3, 5, 8, 4, 6, 9)
CARD_WORTH = 8


Target = tuple[float, float, int, int]
"""What a token on a hex is worth because of a site, a number that tells equals apart, the hex, and the site."""


def targets(position: Position, seat: int, noise: Callable[[], float]) -> Iterator[Target]:
    """Every hex that a ziggurat, a city or a farm makes worth a token; a hex may come for several sites."""
    board, cells = position.board, position.cells
    for number, ziggurat in enumerate(board.ziggurats):
        worth = ziggurat_points(position, seat, number) + (0.0 if position.touched[seat] >> number & 1 else 1.0)
        if position.missing[ziggurat] == 1:
            worth += site_worth(position, seat, ziggurat, closing=True)
        for near in board.neighbours[ziggurat]:
            if cells[near] == FREE:
                yield worth, noise(), near, ziggurat
    for slot in board.tile_slots:
        if cells[slot] != CITY and cells[slot] != FARM:
            continue
        tile = position.components.tiles[position.tile_at[slot]]
        if cells[slot] == FARM:
            yield float(sum(position.won) if tile.value is None else tile.value), noise(), slot, slot
            continue
        missing = position.missing[slot]
        if missing == 0:
            continue
        if missing == 1:
            worth = site_worth(position, seat, slot, closing=True)
        else:
            worth = 1.0 / missing + 0.2 * sum(position.available[seat][symbol] > 0 for symbol in tile.symbols)
        for near in board.neighbours[slot]:
            if cells[near] == FREE and not board.is_river[near]:
                yield worth, noise(), near, slot


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
