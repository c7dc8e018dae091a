"""What stands below the gardens: whose turn it is, the quarry, the supply, a line a seat, the meaning of shapes."""

from __future__ import annotations

from collections.abc import Sequence

from engine import picture_sentences as general
from engine.babylon import look
from engine.babylon import picture_sentences as said
from engine.babylon.cells import BRIDGE, FOUNTAIN, ICONS, LAYERS, QUARRY_SIDE, STACK_NAMES, STAIRS, STATUE
from engine.babylon.state import BabylonState
from engine.babylon.words import (
    board_flower,
    due_now,
    effect_in_words,
    flower_letter,
    pieces_of,
    stack_in_words,
    status,
    things_in_the_box,
    tokens_to_come,
)
from engine.message import Say, series
from engine.picture_words import seat_on_turn
from engine.svg import BOLD, WIDTH, clean, fit, label, number, seat_line, tag

STATUS, DUE, HEAD, ROW, KEY = 42.0, 30.0, 28.0, 62.0, 36.0
STACK = 69.0
QUARRY = QUARRY_SIDE * STACK + 34
RIGHT_X = 318.0
NAME_X, POINTS_X, SIMPLE_X, DOUBLE_X, LEVEL_X, PIECES_X, STORED_X = 60, 248, 330, 398, 466, 482, 600
HEADS = (
    (NAME_X, general.HEAD_SEAT, "", 108), (POINTS_X, general.HEAD_POINTS, " e", 76),
    (SIMPLE_X, said.HEAD_SIMPLE, " e", 76), (DOUBLE_X, said.HEAD_DOUBLE, " e", 66),
    (LEVEL_X, said.HEAD_LEVEL, " e", 66), (PIECES_X, said.HEAD_BUILT, "", 114), (STORED_X, said.HEAD_STORED, "", 112),
)  # fmt: skip
"""Where the head of a column stands, what it says, its anchor and its room."""
KEY_LINES, KEYS_A_LINE, KEY_STEP = 4, 4, 175
TILE = 56.0
"""The side of a tile that lies in the quarry, in hand or in a storage."""
SMALLEST, SMALL, NORMAL, LARGE = 18, 21, 24, 25
"""Font sizes, as in the style sheet."""


def legend_height(state: BabylonState) -> float:
    """How much room the legend takes."""
    return STATUS + DUE + QUARRY + HEAD + ROW * state.players + KEY * KEY_LINES + 24


def draw_legend(state: BabylonState, names: Sequence[str], top: float, dug: set[int], say: Say) -> list[str]:
    """The lines below the gardens, from `top` on. `dug` are the stacks that the last turn took from."""
    short = [fit(name, LARGE * BOLD, 300) for name in names]
    due = due_now(state, short)
    parts = [label(12, top + 28, fit(say(status(state, short)), LARGE * BOLD, WIDTH - 24), "h")]
    parts.append(label(12, top + STATUS + 20, fit(say(due), SMALL, WIDTH - 24) if due else "", "k"))
    y = top + STATUS + DUE
    parts += _quarry(state, y, dug, say)
    parts.append(tag("g", "".join(_supply(state, y, say)), data_part="supply"))
    y += QUARRY
    for x, head, anchor, room in HEADS:
        parts.append(label(x, y + 21, fit(say(head.message()), SMALL, room), f"k{anchor}"))
    y += HEAD
    for seat, name in enumerate(names):
        parts.append(tag("g", "".join(_seat(state, seat, name, y + ROW * seat, say)), data_seat=str(seat)))
    return parts + _keys(state, y + ROW * state.players + 12, say)


def _quarry(state: BabylonState, y: float, dug: set[int], say: Say) -> list[str]:
    """The stacks of the quarry: the tile on top and how many lie there."""
    parts = []
    for stack, (height, top) in enumerate(zip(state.stack_heights, state.stack_tops, strict=True)):
        row, column = divmod(stack, QUARRY_SIDE)
        x, at = 30 + column * STACK, y + row * STACK
        content = [tag("title", clean(say(stack_in_words(state, stack))))]
        if top < 0:
            content.append(tag("rect", x=x, y=at, width=TILE, height=TILE, class_="board", stroke_dasharray="4 4"))
        else:
            content += _tile(state, top, x, at, say)
        if stack in dug:
            content.append(tag("rect", x=x, y=at, width=TILE, height=TILE, rx=3, class_="last"))
        content.append(label(x + TILE + 6, at + TILE, str(height), "v m"))
        parts.append(tag("g", "".join(content), data_stack=STACK_NAMES[stack]))
    for place in range(QUARRY_SIDE):
        parts.append(label(30 + place * STACK + 28, y + QUARRY_SIDE * STACK + 14, "abcd"[place], "c m"))
        parts.append(label(15, y + place * STACK + 34, str(place + 1), "c m"))
    return parts


def _tile(state: BabylonState, tile: int, x: float, y: float, say: Say) -> list[str]:
    """A tile with its upper left corner at a place: material, icons and flower."""
    found = state.components.tiles[tile]
    parts = [tag("rect", x=x, y=y, width=TILE, height=TILE, rx=3, class_=f"stack m{found.layer}")]
    for icon, (dx, dy) in zip(found.icons[0], ((15, 15), (41, 15), (41, 41), (15, 41)), strict=True):
        parts.append(look.icon(icon, x + dx, y + dy, "out", 0.8))
    parts.append(look.flower(found.flower, flower_letter(state.components, found.flower, say), x + 28, y + 28))
    return parts


def _supply(state: BabylonState, y: float, say: Say) -> list[str]:
    """The round token, what is left in the box, and the tile in hand."""
    simple, double, belvederes, stairs, fountains, bridges, statues = things_in_the_box(state)
    lines = (
        said.ROUND_TOKEN_LABEL.message(),
        effect_in_words(state),
        tokens_to_come(state),
        said.IN_THE_BOX_LABEL.message(),
        simple,
        double,
        series((belvederes, stairs)),
        series((fountains, bridges, statues)),
    )
    room = WIDTH - RIGHT_X - 8
    parts = [
        label(RIGHT_X, y + 20 + 26 * place, fit(say(line), SMALLEST, room), "c") for place, line in enumerate(lines)
    ]
    if state.dug >= 0:
        x, at = RIGHT_X, y + 226
        in_hand = fit(say(said.IN_HAND.message(tile=state.components.tiles[state.dug].id)), SMALLEST, room - TILE - 12)
        drawing = "".join(_tile(state, state.dug, x, at, say)) + label(x + TILE + 12, at + 34, in_hand, "c")
        parts.append(_marked_tile(state, state.dug, drawing))
    return parts


def _marked_tile(state: BabylonState, tile: int, drawing: str) -> str:
    """A tile that can be placed."""
    return tag("g", drawing, data_tile=state.components.tiles[tile].id)


def _seat(state: BabylonState, seat: int, name: str, y: float, say: Say) -> list[str]:
    """A seat's line: mark, name, points, pillars, highest level, decorations, the stored tile."""
    base = y + 26
    on_turn = seat_on_turn(state.to_move, state.active) == seat
    parts = seat_line(seat, y, on_turn)
    parts.append(label(NAME_X, base, fit(name, NORMAL * BOLD, POINTS_X - NAME_X - 56), "r b" if on_turn else "r"))
    flower = board_flower(state, seat)
    parts.append(look.flower(flower, flower_letter(state.components, flower, say), NAME_X + 10, base + 20))
    board_label = fit(say(said.BOARD_FLOWER_LABEL.message()), SMALLEST, PIECES_X - NAME_X - 26)
    parts.append(label(NAME_X + 26, base + 26, board_label, "c"))
    for x, count, size in (
        (POINTS_X, state.scores[seat], "r b"), (SIMPLE_X, state.simple[seat], "r"),
        (DOUBLE_X, state.double[seat], "r"), (LEVEL_X, state.gardens[seat].highest, "r"),
    ):  # fmt: skip
        parts.append(label(x, base, str(count), f"{size} e"))
    pieces = pieces_of(state.gardens[seat])
    built = f"{pieces['stairs']}·{pieces['fountain']}·{pieces['bridge']}·{pieces['statue']}"
    parts.append(label(PIECES_X, base, built, "k"))
    stored = state.stored[seat]
    if stored < 0:
        return [*parts, label(STORED_X, base, "–", "k")]
    parts.append(_marked_tile(state, stored, "".join(_tile(state, stored, STORED_X, y + 5, say))))
    return parts


def _keys(state: BabylonState, top: float, say: Say) -> list[str]:
    """What shapes and letters mean."""
    entries = [
        *((look.piece(kind, 0, 0), said.PIECE[ICONS[kind]]) for kind in (STAIRS, FOUNTAIN, BRIDGE, STATUE)),
        (look.icon(STATUE, 0, 0, "out"), said.KEY_ICON),
        (look.belvedere(0, 0), said.STANDING["belvedere"]),
        (look.flower(0, flower_letter(state.components, 0, say), 0, 0), said.KEY_FLOWER),
        (tag("circle", r=5, class_="hole"), said.HOLE),
    ]
    parts = []
    for place, (drawing, meaning) in enumerate(entries):
        line, column = divmod(place, KEYS_A_LINE)
        x, y = 28 + column * KEY_STEP, top + KEY * (line + 0.5)
        parts.append(tag("g", drawing, transform=f"translate({number(x)} {number(y)})"))
        parts.append(label(x + 24, y + 7, fit(say(meaning.message()), SMALL, KEY_STEP - 42), "k"))
    y = top + KEY * 2
    for layer, name in enumerate(LAYERS, start=1):
        x = 16 + KEY_STEP * (layer - 1)
        parts.append(tag("rect", x=x, y=y + 7, width=24, height=24, rx=3, class_=f"stack m{layer}"))
        parts.append(label(x + 36, y + 26, fit(say(said.MATERIAL[name].message()), SMALL, KEY_STEP - 42), "k"))
    parts.append(label(12, top + KEY * 3 + 22, fit(say(said.KEY_BUILT.message()), SMALLEST, WIDTH - 24), "c"))
    return parts
