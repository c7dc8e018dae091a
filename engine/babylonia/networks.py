"""Which nobles of a seat belong to its network for a city (rulebook: scoring a city, step A; cards 8 and 9).

A network is all own tokens next to the city and all own tokens reachable from those through own tokens. Card 8 adds
free land hexes of the centre as links, card 9 free river hexes; links score nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.babylonia.cells import FREE
from engine.babylonia.components import Board


def scoring_nobles(
    board: Board,
    cells: Sequence[int],
    seat: int,
    city: int,
    symbols: Sequence[int],
    *,
    land_links: bool = False,
    river_links: bool = False,
    links_may_start: bool = True,
    no_links: Sequence[int] = (),
) -> set[int]:
    """The hexes of this seat's face-up nobles in the city's network whose kind is a symbol of the city.

    `no_links` are free hexes that link nothing.
    """
    own = seat + 1
    neighbours, is_river, is_centre = board.neighbours, board.is_river, board.is_centre_land
    linking = land_links or river_links
    wanted = [8 * own + symbol for symbol in symbols]
    found = set()
    seen = bytearray(len(cells))
    seen[city] = 1
    open_hexes = []
    for near in neighbours[city]:
        cell = cells[near]
        if cell >> 3 == own or (
            linking and links_may_start and cell == FREE and _links(near, is_river, is_centre, land_links, river_links)
        ):
            seen[near] = 1
            open_hexes.append(near)
    while open_hexes:
        here = open_hexes.pop()
        if cells[here] in wanted and not is_river[here]:
            found.add(here)
        for near in neighbours[here]:
            if seen[near]:
                continue
            cell = cells[near]
            if cell >> 3 == own or (
                linking
                and cell == FREE
                and near not in no_links
                and _links(near, is_river, is_centre, land_links, river_links)
            ):
                seen[near] = 1
                open_hexes.append(near)
    return found


def _links(
    hex_number: int, is_river: Sequence[bool], is_centre: Sequence[bool], land_links: bool, river_links: bool
) -> bool:
    return river_links if is_river[hex_number] else land_links and is_centre[hex_number]
