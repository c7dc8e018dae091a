"""What stands below the gardens: whose turn it is, the quarry, the supply, a line a seat, the meaning of shapes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.babylon import look
from engine.babylon.cells import BRIDGE, FOUNTAIN, LAYERS, QUARRY_SIDE, STACK_NAMES, STAIRS, STATUE
from engine.babylon.state import BabylonState
from engine.babylon.words import board_flower, due_words, effect_words, pieces_of, status, tile_in_words
from engine.svg import BOLD, WIDTH, clean, fit, label, number, seat_line, tag
from engine.wording import seat_on_turn

STATUS, DUE, HEAD, ROW, KEY = 42.0, 30.0, 28.0, 62.0, 36.0
STACK = 69.0
QUARRY = QUARRY_SIDE * STACK + 34
RIGHT_X = 318.0
NAME_X, POINTS_X, SIMPLE_X, DOUBLE_X, LEVEL_X, PIECES_X, STORED_X = 60, 248, 330, 398, 466, 482, 600
HEADS = (
    (NAME_X, "Seat", ""), (POINTS_X, "Points", " e"), (SIMPLE_X, "Simple", " e"), (DOUBLE_X, "Dbl.", " e"),
    (LEVEL_X, "Level", " e"), (PIECES_X, "Built", ""), (STORED_X, "Stored", ""),
)  # fmt: skip
KEY_LINES = 4
TILE = 56.0
"""The side of a tile that lies in the quarry, in hand or in a storage."""
NORMAL, LARGE = 24, 25


def legend_height(state: BabylonState) -> float:
    """How much room the legend takes."""
    return STATUS + DUE + QUARRY + HEAD + ROW * state.players + KEY * KEY_LINES + 24


def draw_legend(state: BabylonState, names: Sequence[str], top: float, dug: set[int]) -> list[str]:
    """The lines below the gardens, from `top` on. `dug` are the stacks that the last turn took from."""
    short = [fit(name, LARGE * BOLD, 300) for name in names]
    parts = [label(12, top + 28, fit(status(state, short), LARGE * BOLD, WIDTH - 24), "h")]
    parts.append(label(12, top + STATUS + 20, fit(due_words(state), 21, WIDTH - 24), "k"))
    y = top + STATUS + DUE
    parts += _quarry(state, y, dug)
    parts.append(tag("g", "".join(_supply(state, y)), data_part="supply"))
    y += QUARRY
    for x, words, anchor in HEADS:
        parts.append(label(x, y + 21, words, f"k{anchor}"))
    y += HEAD
    for seat, name in enumerate(names):
        parts.append(tag("g", "".join(_seat(state, seat, name, y + ROW * seat)), data_seat=str(seat)))
    return parts + _keys(y + ROW * state.players + 12)


def _quarry(state: BabylonState, y: float, dug: set[int]) -> list[str]:
    """The stacks of the quarry: the tile on top and how many lie there."""
    parts = []
    for stack, (height, top) in enumerate(zip(state.stack_heights, state.stack_tops, strict=True)):
        row, column = divmod(stack, QUARRY_SIDE)
        x, at = 30 + column * STACK, y + row * STACK
        if top < 0:
            content = [tag("title", f"{STACK_NAMES[stack]}: empty")]
            content.append(tag("rect", x=x, y=at, width=TILE, height=TILE, class_="board", stroke_dasharray="4 4"))
        else:
            words = f"{STACK_NAMES[stack]}, {height} high: {tile_in_words(state, top)}"
            content = [tag("title", clean(words))]
            content += _tile(state, top, x, at)
        if stack in dug:
            content.append(tag("rect", x=x, y=at, width=TILE, height=TILE, rx=3, class_="last"))
        content.append(label(x + TILE + 6, at + TILE, str(height), "v m"))
        parts.append(tag("g", "".join(content), data_stack=STACK_NAMES[stack]))
    for place in range(QUARRY_SIDE):
        parts.append(label(30 + place * STACK + 28, y + QUARRY_SIDE * STACK + 14, "abcd"[place], "c m"))
        parts.append(label(15, y + place * STACK + 34, str(place + 1), "c m"))
    return parts


def _tile(state: BabylonState, tile: int, x: float, y: float) -> list[str]:
    """A tile with its upper left corner at a place: material, icons and flower."""
    found = state.components.tiles[tile]
    parts = [tag("rect", x=x, y=y, width=TILE, height=TILE, rx=3, class_=f"stack m{found.layer}")]
    for icon, (dx, dy) in zip(found.icons[0], ((15, 15), (41, 15), (41, 41), (15, 41)), strict=True):
        parts.append(look.icon(icon, x + dx, y + dy, "out", 0.8))
    parts.append(look.flower(found.flower, state.components.flowers[found.flower], x + 28, y + 28))
    return parts


def _supply(state: BabylonState, y: float) -> list[str]:
    """The round token, the tile in hand, and what is left in the box."""
    supply = ["∞" if count < 0 else str(count) for count in state.supply]
    lines = [
        f"Round token, {state.tokens_left} more to come:",
        effect_words(state),
        f"Box: {supply[0]} simple and {supply[1]} double pillars",
        f"{supply[2]} belvederes, {supply[3]} stairs, {supply[4]} fountains",
        f"{supply[5]} bridges, {supply[6]} statues",
    ]
    parts = [
        label(RIGHT_X, y + 22 + 30 * place, fit(words, 18, WIDTH - RIGHT_X - 8), "c")
        for place, words in enumerate(lines)
    ]
    if state.dug >= 0:
        x, at = RIGHT_X, y + 190
        said = label(x + TILE + 12, at + 34, f"In hand: {state.components.tiles[state.dug].id}", "c")
        parts.append(_marked_tile(state, state.dug, "".join(_tile(state, state.dug, x, at)) + said))
    return parts


def _marked_tile(state: BabylonState, tile: int, drawing: str) -> str:
    """A tile that can be placed."""
    return tag("g", drawing, data_tile=state.components.tiles[tile].id)


def _seat(state: BabylonState, seat: int, name: str, y: float) -> list[str]:
    """A seat's line: mark, name, points, pillars, highest level, decorations, the stored tile."""
    base = y + 26
    on_turn = seat_on_turn(state.to_move, state.active) == seat
    parts = seat_line(seat, y, on_turn)
    parts.append(label(NAME_X, base, fit(name, NORMAL * BOLD, POINTS_X - NAME_X - 56), "r b" if on_turn else "r"))
    flower = board_flower(state, seat)
    parts.append(look.flower(flower, state.components.flowers[flower], NAME_X + 10, base + 20))
    parts.append(label(NAME_X + 26, base + 26, "board flower", "c"))
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
    parts.append(_marked_tile(state, stored, "".join(_tile(state, stored, STORED_X, y + 5))))
    return parts


def _keys(top: float) -> list[str]:
    """What shapes and letters mean."""
    entries = [
        (look.piece(STAIRS, 0, 0), "stairs"),
        (look.piece(FOUNTAIN, 0, 0), "fountain"),
        (look.piece(BRIDGE, 0, 0), "bridge"),
        (look.piece(STATUE, 0, 0), "statue"),
        (look.icon(STATUE, 0, 0, "out"), "icon only"),
        (look.belvedere(0, 0), "belvedere"),
        (look.flower(0, "white", 0, 0), "flower"),
        (tag("circle", r=5, class_="hole"), "hole"),
    ]
    parts = []
    for place, (drawing, words) in enumerate(entries):
        line, column = divmod(place, 4)
        x, y = 28 + column * 175, top + KEY * (line + 0.5)
        parts.append(tag("g", drawing, transform=f"translate({number(x)} {number(y)})"))
        parts.append(label(x + 24, y + 7, words, "k"))
    y = top + KEY * 2
    for layer, name in enumerate(LAYERS, start=1):
        x = 16 + 120 * (layer - 1)
        parts.append(tag("rect", x=x, y=y + 7, width=24, height=24, rx=3, class_=f"stack m{layer}"))
        parts.append(label(x + 36, y + 26, name, "k"))
    parts.append(
        label(12, top + KEY * 3 + 22, "Built: stairs · fountains · bridges · statues that are no pillars", "c")
    )
    return parts
