"""Where the components are in a position."""

from __future__ import annotations

from collections.abc import Sequence

from engine.amyitis.allowed import crafts_in_play
from engine.amyitis.names import CRAFTS, GREY, LEVELLED, RESOURCES, TYPES
from engine.amyitis.position import Position


def count_components(state: Position) -> dict[str, dict[str, int]]:
    """Kind of component -> place -> how many; see `engine.game.State.census`."""
    census: dict[str, dict[str, int]] = {}
    if state.rulings.hard_limits:
        census["talents"] = _places("stock", state.stock_talents, state.talents)
        census["camels"] = _places("stock", state.stock_camels, state.camels)
        for number, name in enumerate(RESOURCES):
            census[name] = _places("stock", state.stock[number], state.resources[number::5])
            census[name]["caravaneers"] = state.tokens.count(number)
    for card, key in enumerate(state.components.card_keys[:-1]):
        census[key] = _places("stock", state.court[card], _owners_of_card(state, card))
    census[TYPES[-1]] = _places("stock", state.court[-1], state.gardeners)
    census[TYPES[-1]]["out of the game"] = state.gardeners_out
    for seat in range(state.players) if state.rulings.own_cubes_run_out else ():
        census[f"cubes of seat {seat}"] = {"in hand": state.cubes[seat], **_cubes_on_board(state, seat)}
    if state.rulings.grey_cubes >= 0:
        census["grey cubes"] = {"stock": state.grey_left, **_cubes_on_board(state, GREY)}
    in_garden = sum(tile >= 0 and owner < 0 for tile, owner in zip(state.tiles, state.planted_by, strict=True))
    census["garden tiles"] = _places("garden", in_garden, [state.tiles_of(seat) for seat in range(state.players)])
    in_play = crafts_in_play(state)
    for number, craft in enumerate(CRAFTS):
        face_up, turned = sum(state.face_up[number :: len(CRAFTS)]), state.used_crafts[number]
        census[f"{craft} cards"] = {
            "face up": face_up,
            "turned": turned,
            "not dealt": in_play[number] - face_up - turned,
        }
    return census


def _places(first: str, count: int, by_seat: Sequence[int]) -> dict[str, int]:
    return {first: count, **{f"seat {seat}": held for seat, held in enumerate(by_seat)}}


def _owners_of_card(state: Position, card: int) -> list[int]:
    """1 for each seat that owns this card: a card that is covered by a higher level stays with its owner."""
    below = state.components.card_below
    kind = max(kind for kind in range(LEVELLED) if below[kind] < card)
    return [int(state.levels[LEVELLED * seat + kind] >= card - below[kind]) for seat in range(state.players)]


def _cubes_on_board(state: Position, owner: int) -> dict[str, int]:
    return {
        "fields": sum(row.count(owner) for row in state.rows),
        "temples": sum(temple.count(owner) for temple in state.temples),
        "irrigation": state.areas.count(owner),
    }
