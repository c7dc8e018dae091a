"""What must hold in a component set of Babylonia beyond its schema, so that every game with it comes to its end.

Rules code relies on these facts of the map: no site next to another, no hex next to two ziggurats, enough free land.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.babylonia.components import Board, Components

TOKENS_OF_THE_LARGEST_SET = 3
"""Placing may have to go on to three tokens before a turn can stop (rulebook: step 1 of the turn)."""


def count_problems(components: Components) -> list[str]:
    """Everything that is wrong, in plain sentences."""
    data = components.data
    problems = [*_ids(data), *_tile_names(data)]
    if sorted(card["id"] for card in data["cards"]) != list(range(1, 10)):
        problems.append("cards: there is exactly one card of each number from 1 to 9")
    if components.rack_limit_card3 < components.rack_limit:
        problems.append("rack: limit_with_card_3 is at least limit")
    if sum(components.supply) < components.rack_limit:
        problems.append("tokens: a seat has at least as many as its rack holds")
    for name, (cards, take) in components.card_sets.items():
        if take > len(cards):
            problems.append(f"card_sets.{name}: take is at most the number of cards, {len(cards)}")
    for board in components.boards.values():
        problems += [f"players.{board.players}: {problem}" for problem in _board_problems(components, board)]
    return problems


def _ids(data: dict[str, Any]) -> list[str]:
    ids = [entry["id"] for entry in data["hexes"]]
    problems = [f"hexes: {hex_id} stands there {count} times" for hex_id, count in Counter(ids).items() if count > 1]
    problems += [f"hexes: column and row of {i} add up to an odd number" for i in ids if (int(i[:2]) + int(i[2:])) % 2]
    return problems


def _tile_names(data: dict[str, Any]) -> list[str]:
    return [
        f"players.{players}.tiles: there is no tile {name}"
        for players, board in data["players"].items()
        for name in board["tiles"]
        if name not in data["tiles"]
    ]


def _board_problems(components: Components, board: Board) -> list[str]:
    problems = []
    tiles = sum(board.tile_counts.values())
    if tiles != len(board.tile_slots):
        problems.append(f"{tiles} tiles for {len(board.tile_slots)} tile slots in play")
    cities = sum(
        count
        for name, count in board.tile_counts.items()
        if name in components.tile_number and components.tiles[components.tile_number[name]].is_city
    )
    if cities <= components.cities_left_to_end:
        problems.append(f"{cities} cities, but the game ends when {components.cities_left_to_end} are left")
    fewest = min(take for _, take in components.card_sets.values())
    if len(board.ziggurats) > fewest:
        problems.append(f"{len(board.ziggurats)} ziggurats, but only {fewest} cards on offer")
    sites = {*board.tile_slots, *board.ziggurats}
    for site in sorted(sites):
        if not board.missing[site]:
            problems.append(f"site {board.ids[site]} has no land next to it")
        if sites & set(board.neighbours[site]):
            problems.append(f"site {board.ids[site]} is next to another site")
    for here in board.in_play:
        if len(set(board.ziggurats) & set(board.neighbours[here])) > 1:
            problems.append(f"hex {board.ids[here]} is next to two ziggurats")
    if not _enough_free_land(components, board, cities):
        problems.append("there may be too little free land left to complete a turn")
    return problems


def _enough_free_land(components: Components, board: Board, cities: int) -> bool:
    """Whether a turn always finds land: as long as the game goes on, every unscored city keeps a land hex free next
    to it, and scored cities leave theirs; the tokens that can be on the board are limited.
    """
    slots = set(board.tile_slots)
    plain = len(board.land_in_play) - len(slots) - len(board.ziggurats)
    most_cities_near = max((len(slots & set(board.neighbours[here])) for here in board.land_in_play), default=0)
    placed = board.players * sum(components.supply) - TOKENS_OF_THE_LARGEST_SET
    return all(
        max(plain + cities - unscored - placed, -(-unscored // max(1, most_cities_near))) >= TOKENS_OF_THE_LARGEST_SET
        for unscored in range(components.cities_left_to_end + 1, cities + 1)
    )
