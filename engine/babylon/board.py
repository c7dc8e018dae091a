"""The board of a position: the garden of the seat on turn at full width, those of the others small below it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.babylon import look
from engine.babylon import picture_sentences as said
from engine.babylon.actions import BabylonAction
from engine.babylon.look import FACE
from engine.babylon.state import BabylonState
from engine.babylon.terraces import WIDE, TerracesPicture
from engine.babylon.words import seat_in_front, tile_in_words
from engine.game import Action
from engine.message import Say
from engine.shown import WIDTH, Drawing
from engine.svg import BOLD, clean, fit, label, number, tag
from engine.symbols import symbol

LEFT, TOP = (WIDTH - WIDE) / 2, 26.0
"""Where the large garden lies."""
BELOW = 22.0
"""What is left free below a garden."""
MARK, STORED, NAME = 44.0, 64.0, 24
"""The size of a seat's mark, of a stored tile, and of a name beside a small garden."""
SMALL = {1: 200.0, 2: 200.0, 3: 158.0}
"""The width of a small garden, by their number."""


def draw_board(state: BabylonState, names: Sequence[str], last: Sequence[Action], say: Say) -> Drawing:
    """The gardens. `last` are the actions to point out."""
    actions = [action for action in last if isinstance(action, BabylonAction)]
    front = seat_in_front(state)
    others = [(front + step) % state.players for step in range(1, state.players)]
    side = SMALL[len(others)]
    top = TOP + WIDE + BELOW
    content = [_large(state, front, names[front], actions, say)]
    for place, seat in enumerate(others):
        room = WIDE / len(others)
        content.append(_small(state, seat, names[seat], actions, LEFT + place * room, top, room, say))
    levels = max(garden.highest for garden in state.gardens)
    return Drawing(top + side + BELOW / 2, look.style(), content, look.definitions(levels))


def _large(state: BabylonState, seat: int, name: str, last: Sequence[BabylonAction], say: Say) -> str:
    """The garden in front, with the mark of its seat at its corner."""
    picture = TerracesPicture(state, seat, last, say)
    content = [_title(name, say), *picture.large(), symbol(f"seat-{seat + 1}", 15, -3, MARK)]
    return tag("g", "".join(content), data_garden=str(seat), transform=f"translate({number(LEFT)} {number(TOP)})")


def _small(
    state: BabylonState, seat: int, name: str, last: Sequence[BabylonAction], x: float, y: float, room: float, say: Say
) -> str:
    """A garden with the mark of its seat, its name if there is room, and the stored tile beside it."""
    picture = TerracesPicture(state, seat, last, say)
    side = SMALL[state.players - 1]
    scaled = tag("g", "".join(picture.small()), transform=f"scale({side / WIDE:.4f})", class_="small")
    beside = side + 10
    parts = [_title(name, say), scaled, symbol(f"seat-{seat + 1}", beside + MARK / 2, MARK / 2, MARK)]
    width = room - beside - MARK - 16
    if width > 2 * NAME:
        parts.append(label(beside + MARK + 8, MARK / 2 + 9, fit(name, NAME * BOLD, width), "r b"))
    parts.append(_stored(state, seat, beside, side - STORED, say))
    return tag("g", "".join(parts), data_garden=str(seat), transform=f"translate({number(x)} {number(y)})")


def _stored(state: BabylonState, seat: int, x: float, y: float, say: Say) -> str:
    """The tile in the storage of a seat, or its empty place."""
    tile = state.stored[seat]
    if tile < 0:
        return tag("rect", x=x + 2, y=y + 2, width=STORED - 4, height=STORED - 4, rx=7, class_="empty")
    title = tag("title", clean(say(said.STORED.message(tile=tile_in_words(state.components, tile)))))
    place = f"translate({number(x)} {number(y)}) scale({STORED / FACE:.4f})"
    drawn = title + look.tile(state.components, tile)
    return tag("g", drawn, data_tile=state.components.tiles[tile].id, transform=place)


def _title(name: str, say: Say) -> str:
    return tag("title", clean(say(said.GARDEN_OF.message(name=name))))
