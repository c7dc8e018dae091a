"""Positions of Babylonia built by hand, for rules that a game reaches rarely."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from engine.babylonia.actions import place
from engine.babylonia.cells import CITY, FARM, OUT
from engine.babylonia.components import TOKENS
from engine.babylonia.phases import PLACING
from engine.babylonia.state import BabyloniaState
from engine.game import Event, ScoreEvent
from engine.registry import get_game

GAME = get_game("babylonia")
COMPONENTS = GAME.components("babylonia-2019")


def arrange(
    players: int,
    tiles: Mapping[str, str],
    tokens: Iterable[tuple[int, str, str]],
    *,
    won: Mapping[int, int] | None = None,
    cards: Mapping[int, Iterable[int]] | None = None,
    rack: Iterable[str] = (),
    seat: int = 0,
    hidden: bool = False,
    **switches: Any,
) -> BabyloniaState:
    """`seat` is to place tokens in a later turn. Tile slots that are not named take no part.

    `tokens` are (seat, kind, hex); `won` city tiles in front, `cards` owned and `rack` of the seat to move.
    """
    rules = GAME.ruleset("seven_of_nine", {"first_round_limits": "none", **switches})
    setup = GAME.new_setup(players, rules, COMPONENTS, Random(1))
    setup["cards"] = [1, 2, 3, 4, 5, 6, 7]
    state = GAME.start(players, rules, COMPONENTS, setup, hidden=hidden)
    assert isinstance(state, BabyloniaState)
    board = state.board
    for slot in board.tile_slots:
        name = tiles.get(board.ids[slot])
        state.tile_at[slot] = -1 if name is None else state.components.tile_number[name]
        is_city = name is not None and state.components.tiles[state.tile_at[slot]].is_city
        state.cells[slot] = OUT if name is None else CITY if is_city else FARM
    state.cities_left = 9
    state.phase = PLACING
    for owner, kind, hex_id in tokens:
        state.active = owner
        state.available[owner] = [30] * 5
        state._place(TOKENS.index(kind), board.number[hex_id])
    state.surrounded = []
    state.scores = [0] * players
    state.won = [(won or {}).get(owner, 0) for owner in range(players)]
    for owner, owned in (cards or {}).items():
        for card in owned:
            state.cards[owner] |= 1 << card
            state.card_owner[card] = owner
            if card in state.offer:
                state.offer.remove(card)
    for owner in range(players):
        state.available[owner] = [0] * 5
        state.rack_size[owner] = 5
        state.pool[owner] = [12, 6, 6, 6]
        state.pool_size[owner] = 25
    for kind in rack:
        state.available[seat][TOKENS.index(kind)] += 1
    state.rack_size[seat] = len(list(rack))
    state.turn = 9
    state.begin_turn(seat)
    return state


def put(state: BabyloniaState, kind: str, hex_id: str) -> list[Event]:
    """The seat to move places a token."""
    return list(state.apply(place(state.board, state.to_move, TOKENS.index(kind), state.board.number[hex_id])))


def may_put(state: BabyloniaState, kind: str, hex_id: str) -> bool:
    """Whether the seat to move may place a token."""
    return place(state.board, state.to_move, TOKENS.index(kind), state.board.number[hex_id]) in state.legal_actions()


def paid(events: Iterable[Event], source: str) -> dict[int, int]:
    """Points by seat of one source."""
    return {event.seat: event.points for event in events if isinstance(event, ScoreEvent) and event.source == source}
