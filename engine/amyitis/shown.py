"""What there is to see of a position: the board, what is on offer, what each seat has, what the symbols mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine import picture_sentences as general
from engine.amyitis import look, sentences
from engine.amyitis import picture_sentences as said
from engine.amyitis.actions import AmyitisAction
from engine.amyitis.allowed import holdings
from engine.amyitis.board import draw_board
from engine.amyitis.labels import A_CARD, A_CRAFT, A_REWARD, SOME_RESOURCE, TEMPLES, card_label
from engine.amyitis.names import LEVELLED, RESOURCES, TYPES
from engine.amyitis.state import AmyitisState
from engine.amyitis.tray import draw_tray
from engine.amyitis.words import amyitis_card, describe, due_now, resources_in_words, status, tiles_left
from engine.game import Action
from engine.message import Say
from engine.picture_words import seat_on_turn
from engine.shown import Amount, Key, Panel, Shown


def show(state: AmyitisState, names: Sequence[str], last: Sequence[Action], say: Say) -> Shown:
    """The position; `last` are the actions to point out."""
    done = [action for action in last if isinstance(action, AmyitisAction)]
    return Shown(
        board=draw_board(state, names, done, say),
        tray=draw_tray(state, done, say),
        panels=[_panel(state, seat) for seat in range(state.players)],
        legend=LEGEND,
        status=status(state, names),
        due=due_now(state, names),
        notes=[tiles_left(state), amyitis_card(state)],
        description=describe(state, names, last, say),
    )


def _panel(state: AmyitisState, seat: int) -> Panel:
    on_turn = seat_on_turn(state.to_move, state.active) == seat
    return Panel(seat, state.scores[seat], on_turn, tuple(_amounts(state, seat)))


def _amounts(state: AmyitisState, seat: int) -> Iterator[Amount]:
    """Talents, camels and garden tiles, then what of the rest the seat has."""
    talents, camels, tiles = state.talents[seat], state.camels[seat], state.tiles_of(seat)
    yield Amount("talent", talents, sentences.TALENTS.message(count=talents))
    yield Amount("camel", camels, sentences.CAMELS.message(count=camels))
    yield Amount("garden-tile", tiles, said.GARDEN_TILES.message(count=tiles))
    for kind, count in enumerate(holdings(state, seat)):
        if count:
            yield Amount(RESOURCES[kind], count, resources_in_words(kind, count))
    levels = state.levels[LEVELLED * seat : LEVELLED * (seat + 1)]
    for name, level in zip(TYPES, levels, strict=False):
        if level:
            yield Amount(name, level, card_label(f"{name}-{level}"))
    if state.gardeners[seat]:
        gardeners = state.gardeners[seat]
        yield Amount("gardener", gardeners, sentences.GARDENERS.message(count=gardeners))
    if state.first_player == seat:
        yield Amount("first-player", None, said.FIRST_SEAT.message())
    if state.passed[seat]:
        yield Amount("passed", None, said.HAS_PASSED.message())


LEGEND = (
    *(Key(name, SOME_RESOURCE[name]) for name in RESOURCES),
    Key("any-resource", sentences.ANY_RESOURCE.message()),
    Key("talent", A_REWARD["talent"]),
    Key("camel", A_REWARD["camel"]),
    Key("caravan", said.KEY_CARAVAN.message()),
    *(Key(look.CRAFT_SYMBOLS[name], words) for name, words in A_CRAFT.items()),
    *(Key(name, words) for name, words in A_CARD.items()),
    Key("any-card", sentences.ANY_CARD.message()),
    *(Key(f"temple-{name}", words) for name, words in TEMPLES.items()),
    Key("tree", said.KEY_PLANT.message()),
    Key("garden-tile", said.KEY_TILE.message()),
    Key("last-round", said.KEY_LAST_ROUND.message()),
    Key("seat-1", said.KEY_CUBE.message(seat=0)),
    Key("grey-cube", said.GREY_CUBE.message()),
    Key("irrigation", said.KEY_IRRIGATION.message()),
    Key("area-open", said.KEY_OPEN.message()),
    Key("area-dry", said.KEY_DRY.message()),
    Key("first-player", said.FIRST_SEAT.message()),
    Key("passed", said.HAS_PASSED.message()),
    Key("last-move", general.KEY_LAST_TURN.message()),
)
"""What the symbols mean."""
