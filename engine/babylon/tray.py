"""What lies beside the gardens: the quarry, what the seat on turn has in hand and in its storage, the round token."""

from __future__ import annotations

from collections.abc import Sequence

from engine.babylon import look
from engine.babylon import picture_sentences as said
from engine.babylon.actions import DIG, REMOVE, BabylonAction
from engine.babylon.cells import EFFECTS, QUARRY_SIDE, STACK_NAMES
from engine.babylon.components import PIECE_KINDS
from engine.babylon.labels import EFFECT_SYMBOLS
from engine.babylon.look import FACE
from engine.babylon.phases import OVER
from engine.babylon.phases import REMOVE as REMOVING
from engine.babylon.quarry import pay_for
from engine.babylon.state import BabylonState
from engine.babylon.words import (
    effect_in_words,
    seat_in_front,
    stack_in_words,
    things_in_the_box,
    tile_in_words,
)
from engine.game import Action
from engine.message import Message, Say
from engine.shown import WIDTH, Drawing
from engine.svg import clean, fit, label, number, tag
from engine.symbols import symbol

LEFT, TOP = 10.0, 6.0
STACK_WIDE, STACK_HIGH = 98.0, 102.0
"""From one stack to the next."""
HEIGHT = TOP + QUARRY_SIDE * STACK_HIGH + 4
"""The height of the tray."""

RIGHT = 416.0
ROOM = WIDTH - 8 - RIGHT
"""Where what lies beside the quarry begins, and its width."""
HAND, STORED, TOKEN, BOX, GAP = 124.0, 100.0, 66.0, 46.0, 8.0
"""Heights of what lies beside the quarry, and what is left free between."""
NORMAL = 24
"""A font size, as in the style sheet."""

BOX_SYMBOLS = ("pillar-1", "pillar-2", "belvedere", *PIECE_KINDS)
"""As `engine.babylon.components.SUPPLY_KINDS`."""


def draw_tray(state: BabylonState, last: Sequence[Action], say: Say) -> Drawing:
    """The tray. `last` are the actions to point out."""
    dug = {action.where for action in last if isinstance(action, BabylonAction) and action.op in (DIG, REMOVE)}
    seat, y = seat_in_front(state), TOP
    content = [_stack(state, stack, seat, stack in dug, say) for stack in range(len(STACK_NAMES))]
    content.append(_hand(state, seat, y, say))
    content.append(_storage(state, seat, y + HAND + GAP, say))
    y += HAND + STORED + 2 * GAP
    content.append(tag("g", "".join(_token(state, y, say)), data_part="token"))
    content.append(tag("g", "".join(_box(state, y + TOKEN + GAP, say)), data_part="box"))
    return Drawing(HEIGHT, "", content, look.tray_definitions())


def _stack(state: BabylonState, stack: int, seat: int, is_last: bool, say: Say) -> str:
    """A stack of the quarry: the tile on top, how high it lies, and what it pays to the seat that may dig it."""
    row, column = divmod(stack, QUARRY_SIDE)
    top, height = state.stack_tops[stack], state.stack_heights[stack]
    words, pays = stack_in_words(state, stack), ""
    if top >= 0:
        drawn = look.tile(state.components, top, height)
        if state.phase not in (REMOVING, OVER):
            pay = pay_for(state, seat, stack)
            words = said.PAYS.message(stack=words, pillars=said.COUNTED["simple_pillar"].message(count=pay))
            pays = look.pay(pay)
    elif height:
        drawn = tag("use", href=f"#stack-{height}")
    else:
        drawn = tag("rect", x=2, y=14, width=FACE - 4, height=FACE - 4, rx=8, class_="empty")
    if is_last:
        drawn += look.outlined(height)
    hit = tag("rect", x=-5, y=-3, width=STACK_WIDE, height=STACK_HIGH, class_="hit")
    x, y = LEFT + column * STACK_WIDE, TOP + row * STACK_HIGH
    content = tag("title", clean(say(words))) + drawn + pays + hit
    return tag("g", content, data_stack=STACK_NAMES[stack], transform=f"translate({number(x)} {number(y)})")


def _hand(state: BabylonState, seat: int, y: float, say: Say) -> str:
    """The tile in hand and the pillars at hand of the seat in front."""
    parts = [_ground(y, HAND, "panel lit" if state.dug >= 0 else "panel")]
    parts.append(_words(said.HAND_LABEL.message(), y + 38, say))
    for x, name, kind, count in (
        (RIGHT + 8, "pillar-1", "simple_pillar", state.simple[seat]),
        (RIGHT + 88, "pillar-2", "double_pillar", state.double[seat]),
    ):
        title = tag("title", clean(say(said.COUNTED[kind].message(count=count))))
        parts.append(tag("g", title + symbol(name, x + 18, y + 82, 40) + label(x + 40, y + 93, str(count), "v")))
    return tag("g", "".join([*parts, _tile(state, state.dug, y, HAND, say)]), data_part="hand")


def _storage(state: BabylonState, seat: int, y: float, say: Say) -> str:
    """The stored tile of the seat in front."""
    parts = [_ground(y, STORED, "panel"), _words(said.HEAD_STORED.message(), y + STORED / 2 + 9, say)]
    return tag("g", "".join([*parts, _tile(state, state.stored[seat], y, STORED, say)]), data_part="storage")


def _ground(y: float, height: float, class_: str) -> str:
    return tag("rect", x=RIGHT, y=y + 2, width=ROOM, height=height - 4, rx=12, class_=class_)


def _words(words: Message, y: float, say: Say) -> str:
    return label(RIGHT + 16, y, fit(say(words), NORMAL, ROOM - FACE - 40), "r")


def _tile(state: BabylonState, tile: int, y: float, height: float, say: Say) -> str:
    """A tile that can be placed, at the right of its ground, or its empty place; the whole ground takes the taps."""
    side = height - 20
    x, at = WIDTH - 18 - side, y + 10
    if tile < 0:
        return tag("rect", x=x + 2, y=at + 2, width=side - 4, height=side - 4, rx=8, class_="empty")
    title = tag("title", clean(say(tile_in_words(state.components, tile))))
    place = f"translate({number(x)} {number(at)}) scale({side / FACE:.4f})"
    drawn = tag("g", look.tile(state.components, tile), transform=place)
    hit = tag("rect", x=RIGHT, y=y, width=ROOM, height=height, class_="hit")
    return tag("g", title + drawn + hit, data_tile=state.components.tiles[tile].id)


def _token(state: BabylonState, y: float, say: Say) -> list[str]:
    """What the round token does that counts now."""
    middle = y + TOKEN / 2
    title = tag("title", clean(say(effect_in_words(state))))
    effect = symbol(EFFECT_SYMBOLS[EFFECTS[state.effect]], RIGHT + ROOM - 44, middle, 46)
    words = fit(say(said.ROUND_TOKEN_LABEL.message()), NORMAL, ROOM - 90)
    return [title, _ground(y, TOKEN, "panel"), label(RIGHT + 16, middle + 9, words, "r"), effect]


def _box(state: BabylonState, y: float, say: Say) -> list[str]:
    """The pillars, belvederes and pieces left in the box: a line of three after the sign of the box, a line of four."""
    parts = [tag("title", clean(say(said.KEY_BOX.message()))), symbol("box", RIGHT + 20, y + BOX / 2, 32, "second")]
    things = zip(BOX_SYMBOLS, state.supply, things_in_the_box(state), strict=True)
    for place, (name, count, words) in enumerate(things):
        x, middle = (RIGHT + 52 + place * 83, y + BOX / 2) if place < 3 else (RIGHT + place * 75 - 219, y + BOX * 1.5)
        drawn = tag("title", clean(say(words))) + symbol(name, x + 14, middle, 28, "second")
        parts.append(tag("g", drawn + label(x + 32, middle + 8, "∞" if count < 0 else str(count), "c")))
    return parts
