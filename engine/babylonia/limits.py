"""What the rules of Babylonia allow a score to be."""

from __future__ import annotations

from engine.babylonia.components import FARMER, Board, Components
from engine.bounds import Bounds, SharedTotal
from engine.game import Ruleset

NOBLE_SOURCES = {
    "city_nobles": frozenset[int](),
    "city_nobles_card8": frozenset({8}),
    "city_nobles_card9": frozenset({9}),
    "city_nobles_cards8_9": frozenset({8, 9}),
}
"""The sources that pay nobles at cities, and the cards that each of them needs."""


def bounds(players: int, ruleset: Ruleset, components: Components) -> Bounds:
    """Nothing costs points, so the least of everything is 0. The most, from the tiles and tokens in play:

    - A farm is scored once, by one seat. A city-symbol farm pays at most the number of cities.
    - A token pays for at most one ziggurat: the first token of a seat 1, the next one 2, up to the number of ziggurats;
      there are only so many hexes next to ziggurats.
    - A noble pays once for each city that shows its kind, whichever link cards bring it in; link cards have one owner.
    - At the n-th city that is won, all seats together have n city tiles. Card 7, which has one owner, pays half of
      the owner's.
    """
    board = components.boards[players]
    pool = frozenset(components.card_sets[ruleset.name][0])
    tiles = [components.tiles[components.tile_number[name]] for name in board.sorted_tiles]
    cities = [tile for tile in tiles if tile.is_city]
    numbered = sum(tile.value for tile in tiles if tile.value is not None)
    by_cities = len(cities) * sum(not tile.is_city and tile.value is None for tile in tiles)
    nobles = components.noble_points * sum(
        components.supply[symbol] for tile in cities for symbol in tile.symbols if symbol != FARMER
    )
    ziggurat = components.ziggurat_points * _most_touches(components, board)
    city_tiles = components.city_tile_points * sum(range(1, len(cities) + 1))
    card1 = components.card1_points if 1 in pool else 0
    card7 = sum(won // 2 for won in range(1, len(cities) + 1)) if 7 in pool else 0
    most = {
        "farm_value": numbered,
        "farm_cities": by_cities,
        "ziggurat": ziggurat,
        **{source: nobles if needed <= pool else 0 for source, needed in NOBLE_SOURCES.items()},
        "city_tiles": city_tiles,
        "card1": card1,
        "card7": card7,
    }
    shared = [
        SharedTotal((source,), most[source])
        for source in most
        if source not in ("ziggurat", "city_nobles", "city_nobles_cards8_9")
    ]
    near = sum(number >= 0 for number in board.ziggurat_near)
    shared.append(SharedTotal(("ziggurat",), components.ziggurat_points * near * len(board.ziggurats)))
    total = numbered + by_cities + ziggurat + nobles + city_tiles + card1 + card7
    return Bounds((0, total), {source: (0, points) for source, points in most.items()}, tuple(shared))


def _most_touches(components: Components, board: Board) -> int:
    """What the tokens of one seat next to ziggurats count at most: the n-th of them touches at most n ziggurats."""
    near = sum(number >= 0 for number in board.ziggurat_near)
    return sum(min(token, len(board.ziggurats)) for token in range(1, min(near, sum(components.supply)) + 1))
