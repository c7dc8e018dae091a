"""What there is to see of a position: the gardens, the quarry and what is at hand, what each seat has, the symbols."""

from __future__ import annotations

from collections.abc import Sequence

from engine import picture_sentences as general
from engine.babylon import picture_sentences as said
from engine.babylon.board import draw_board
from engine.babylon.cells import BELVEDERE, LAYERS
from engine.babylon.components import PIECE_KINDS
from engine.babylon.labels import flower_symbol
from engine.babylon.state import BabylonState
from engine.babylon.tray import draw_tray
from engine.babylon.words import (
    board_flower,
    describe,
    due_now,
    effect_in_words,
    flower_in_words,
    pieces_of,
    status,
    tile_in_words,
    tokens_to_come,
)
from engine.game import Action
from engine.message import Message, Say
from engine.picture_words import seat_on_turn
from engine.shown import Amount, Key, Panel, Shown


def show(state: BabylonState, names: Sequence[str], last: Sequence[Action], say: Say) -> Shown:
    """The position; `last` are the actions to point out."""
    projected = state.projected()
    return Shown(
        board=draw_board(state, names, last, say),
        tray=draw_tray(state, last, say),
        panels=[_panel(state, seat, projected[seat] if projected else None) for seat in range(state.players)],
        legend=LEGEND,
        status=status(state, names),
        due=due_now(state, names),
        notes=[said.ROUND_TOKEN.message(effect=effect_in_words(state)), tokens_to_come(state)],
        description=describe(state, names, last, say),
    )


def _panel(state: BabylonState, seat: int, projected: int | None) -> Panel:
    """What a seat has: the flower of its board, pillars, the highest level; what it built and stored, if anything."""
    garden, stored = state.gardens[seat], state.stored[seat]
    flower = board_flower(state, seat)
    pieces = pieces_of(garden)
    belvederes = garden.pieces.count(BELVEDERE)
    amounts = [
        Amount(
            flower_symbol(state.components, flower),
            None,
            said.BOARD_FLOWER.message(flower=flower_in_words(state.components, flower)),
        ),
        _amount("pillar-1", state.simple[seat], said.COUNTED["simple_pillar"].message(count=state.simple[seat])),
        _amount("pillar-2", state.double[seat], said.COUNTED["double_pillar"].message(count=state.double[seat])),
        _amount("level", garden.highest, said.HIGHEST_LEVEL.message(level=garden.highest)),
        *(
            _amount(kind, pieces[kind], said.COUNTED[kind].message(count=pieces[kind]))
            for kind in PIECE_KINDS
            if pieces[kind]
        ),
    ]
    if belvederes:
        amounts.append(_amount("belvedere", belvederes, said.BELVEDERES_IN_SIGHT.message(count=belvederes)))
    if stored >= 0:
        amounts.append(Amount("storage", None, said.STORED.message(tile=tile_in_words(state.components, stored))))
    on_turn = seat_on_turn(state.to_move, state.active) == seat
    return Panel(seat, state.scores[seat], on_turn, amounts, projected)


def _amount(symbol: str, count: int, words: Message) -> Amount:
    return Amount(symbol, count, words, faded=not count)


LEGEND = (
    *(Key(kind, said.PIECE[kind].message()) for kind in PIECE_KINDS),
    Key("built", said.KEY_PIECE.message()),
    Key("belvedere", said.STANDING["belvedere"].message()),
    Key("flower-pink", said.KEY_FLOWER.message()),
    Key("pillar-1", said.KEY_SIMPLE.message()),
    Key("pillar-2", said.KEY_DOUBLE.message()),
    Key("level", said.KEY_LEVEL.message()),
    Key("storage", said.KEY_STORED.message()),
    *(Key(layer, said.MATERIAL[layer].message()) for layer in reversed(LAYERS)),
    Key("pays", said.KEY_PAYS.message()),
    Key("box", said.KEY_BOX.message()),
    Key("last-terrace", general.KEY_LAST_TURN.message()),
)
"""What the symbols mean."""
