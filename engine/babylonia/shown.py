"""What there is to see of a position: the board, the cards on offer, what each seat has, what the symbols mean."""

from __future__ import annotations

from collections.abc import Sequence

from engine import picture_sentences as general
from engine.babylonia import picture_sentences as said
from engine.babylonia.board import draw_board
from engine.babylonia.components import TOKENS
from engine.babylonia.state import BabyloniaState
from engine.babylonia.words import cards_of, describe, due_now, is_used_up, notes, status
from engine.game import Action
from engine.message import Say
from engine.picture_words import seat_on_turn
from engine.shown import WIDTH, Amount, Drawing, Key, Panel, Shown
from engine.svg import clean, label, tag
from engine.symbols import symbol

TRAY = 76.0
"""The height of the tray."""
CARD = 64.0
"""How large a card of the tray is."""


def show(state: BabyloniaState, names: Sequence[str], last: Sequence[Action], say: Say) -> Shown:
    """The position; `last` are the actions to point out."""
    return Shown(
        board=draw_board(state, names, last, say),
        tray=_tray(state, say) if state.components.cards else None,
        panels=[_panel(state, seat) for seat in range(state.players)],
        legend=LEGEND,
        status=status(state, names),
        due=due_now(state, names),
        notes=notes(state),
        description=describe(state, names, last, say),
    )


def _tray(state: BabyloniaState, say: Say) -> Drawing:
    """The ziggurat cards on offer, from the right."""
    content = [label(12, TRAY / 2 + 8, say((said.OFFER_LABEL if state.offer else said.NO_OFFER).message()), "k")]
    left = WIDTH - 8 - CARD * len(state.offer)
    for place, card in enumerate(state.offer):
        x = left + CARD * (place + 0.5)
        title = say(said.CARD.message(card=card))
        drawn = tag("title", clean(title)) + symbol(f"card-{card}", x, TRAY / 2, CARD)
        drawn += tag("rect", x=x - CARD / 2, y=(TRAY - CARD) / 2, width=CARD, height=CARD, class_="hit")
        content.append(tag("g", drawn, data_card=str(card)))
    return Drawing(TRAY, "", content)


def _panel(state: BabyloniaState, seat: int) -> Panel:
    cards = (
        Amount(
            f"card-{card}",
            None,
            said.CARD.message(card=said.CARD_USED.message(card=card) if is_used_up(state, card) else card),
            faded=is_used_up(state, card),
            place=f"card:{card}",
        )
        for card in cards_of(state, seat)
    )
    amounts = (
        Amount("rack", state.rack_size[seat], said.IN_THE_RACK.message(count=state.rack_size[seat])),
        Amount("pool", state.pool_size[seat], said.IN_THE_POOL.message(count=state.pool_size[seat])),
        Amount("wall", state.won[seat], said.CITY_TILES.message(count=state.won[seat])),
        *cards,
    )
    on_turn = state.turn > 0 and seat_on_turn(state.to_move, state.active) == seat
    return Panel(seat, state.scores[seat], on_turn, amounts)


LEGEND = (
    *(Key(kind, said.TOKEN[kind].message()) for kind in TOKENS if kind != "unknown"),
    Key("seat-1-down", said.KEY_FACE_DOWN.message()),
    Key("last-move", general.KEY_LAST_TURN.message()),
    Key("ziggurat", said.ZIGGURAT.message()),
    Key("city-op", said.KEY_CITY.message()),
    Key("farm-6", said.KEY_FARM.message()),
    Key("farm-city", said.KEY_FARM_OF_CITIES.message()),
    Key("wall", said.KEY_WON.message()),
    Key("rack", said.HEAD_RACK.message()),
    Key("pool", said.HEAD_POOL.message()),
)
"""What the symbols mean."""
