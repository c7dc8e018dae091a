"""What is on offer: the stacks of vegetation tiles and the tile in hand; tree cards, and what is left in the supply."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.ishtar import look, sentences
from engine.ishtar import picture_sentences as said
from engine.ishtar.cells import COLOURS
from engine.ishtar.components import NO_ICON, Tile, Tree
from engine.ishtar.hexes import Cell
from engine.ishtar.plan import Turned, plan_of
from engine.ishtar.state import IshtarState
from engine.ishtar.words import card_in_words, stack_in_words, tile_in_words
from engine.message import Message, Say
from engine.picture_words import seat_on_turn
from engine.shown import WIDTH, Drawing
from engine.svg import BOLD, clean, label, number, tag, text_width
from engine.symbols import symbol

COLUMNS = 7
"""Six stacks and the tile in hand; below them five tree cards, and the supply in what is left."""
CARDS = 5
MARGIN, GAP = 6.0, 8.0
PITCH = (WIDTH - 2 * MARGIN) / COLUMNS
STACK, CARD = 110.0, 96.0
"""The heights of the lines, with the gap below."""
BADGE = 15.0
IN_A_LINE, GEM, SMALL_GEM = 4, 23.0, 20.0
"""So many gems of a price stand in one line; up to two more in two lines, each a bit smaller; more are numbers."""
POINTS = 30
"""The font size of the points of a card."""


def draw_tray(state: IshtarState, say: Say) -> Drawing:
    """The tray. Reserved tree cards lie in a line of their own if there are any."""
    tray = _Tray(state, say)
    content = [tray.stack(stack) for stack in range(len(state.top))]
    content.append(tray.hand())
    wide = PITCH * CARDS / max(CARDS, len(state.row))
    for place, card in enumerate(state.row):
        content.append(tag("g", tray.place(card, MARGIN + wide * place, wide), data_row=str(place)))
    content.append(tag("g", "".join(tray.supply()), data_part="supply"))
    reserved = [(seat, card) for seat, cards in enumerate(state.reserved) for card in cards]
    wide = PITCH * COLUMNS / max(COLUMNS, len(reserved))
    for place, (seat, card) in enumerate(reserved):
        content.append(tray.card(card, MARGIN + wide * place, MARGIN + STACK + CARD, wide, seat))
    return Drawing(2 * MARGIN + STACK + CARD * (2 if reserved else 1) - GAP, "", content)


class _Tray:
    """What is being drawn."""

    def __init__(self, state: IshtarState, say: Say) -> None:
        self.state, self.say = state, say
        self.turned = _lying(plan_of(state.grid).turned)
        self.scale = _small(state.components.offsets, self.turned)

    def titled(self, words: Message) -> str:
        """The title of a group."""
        return tag("title", clean(self.say(words)))

    # Tiles

    def stack(self, stack: int) -> str:
        """A stack: its top tile, how many lie below it, and the watering can if it stands there."""
        state = self.state
        x, y, top, below = MARGIN + PITCH * stack, MARGIN, state.top[stack], state.left[stack]
        drawn = [self.titled(stack_in_words(state, stack))]
        drawn.append(_box(x, y, PITCH, STACK, "card" if top >= 0 or below else "empty"))
        if top >= 0:
            drawn.append(self.tile(top, x + PITCH / 2, y + (STACK - GAP) / 2))
        if stack == state.can:
            drawn.append(_badge("watering-can", x, y))
        if top >= 0 or below:
            at = (x + PITCH - BADGE, y + STACK - GAP - BADGE + 6)
            drawn.append(tag("circle", cx=at[0], cy=at[1], r=BADGE, class_="badge"))
            drawn.append(label(at[0], at[1] + 8, str(below), "c b m on-badge"))
        drawn.append(tag("rect", x=x, y=y - 3, width=PITCH, height=STACK, class_="hit"))
        return tag("g", "".join(drawn), data_stack=str(stack))

    def hand(self) -> str:
        """The tile in hand; an empty place if there is none."""
        state, x, y = self.state, MARGIN + PITCH * (COLUMNS - 1), MARGIN
        drawn = [_box(x, y, PITCH, STACK, "hand" if state.hand >= 0 else "empty")]
        if state.hand >= 0:
            words = said.IN_HAND.message(tile=tile_in_words(state, state.hand))
            drawn = [self.titled(words), *drawn, self.tile(state.hand, x + PITCH / 2, y + (STACK - GAP) / 2)]
            drawn.append(_badge("hand", x, y))
        else:
            drawn.append(symbol("hand", x + PITCH / 2, y + (STACK - GAP) / 2, 44, "faded"))
        return tag("g", "".join(drawn), data_part="hand")

    def tile(self, number_: int, x: float, y: float) -> str:
        """A vegetation tile with its middle at a place."""
        found, turned = self.state.components.tiles[number_], self.turned
        cells = self.state.components.offsets[found.shape]
        left, top, right, bottom = turned.box(cells)
        middle = f"translate({number(-(left + right) / 2)} {number(-(top + bottom) / 2)})"
        place = f"translate({number(x)} {number(y)}) scale({self.scale:.3f}) {middle}"
        return tag("g", tile(found, cells, turned), transform=place)

    # Tree cards

    def place(self, card: int, x: float, wide: float) -> str:
        """A place of the row, with a card or without."""
        y = MARGIN + STACK
        return self.card(card, x, y, wide) if card >= 0 else _box(x, y, wide, CARD, "empty")

    def card(self, card: int, x: float, y: float, wide: float, owner: int | None = None) -> str:
        """A tree card: its tree, its points and its price; dashed if who is on turn cannot buy it."""
        state, tree = self.state, self.state.components.trees[card]
        look_of_box = "card" if self.can_buy(card, owner) else "empty"
        drawn = self.words(card, owner) + face_of_card(tree, look_of_box, bool(state.token_on[card]), owner)
        drawn += tag("rect", y=-3, width=PITCH, height=CARD, class_="hit")
        scale = f" scale({wide / PITCH:.3f} 1)" if wide < PITCH else ""
        place = f"translate({number(x)} {number(y)}){scale}"
        return tag("g", drawn, data_card=tree.name, transform=place)

    def words(self, card: int, owner: int | None) -> str:
        """The title of a card."""
        words = card_in_words(self.state, card)
        return self.titled(words if owner is None else said.RESERVED_BY.message(seat=owner, cards=words))

    def can_buy(self, card: int, owner: int | None) -> bool:
        """Whether who is on turn has the gems for a card; after the end there is nobody."""
        seat = seat_on_turn(self.state.to_move, self.state.active)
        if seat < 0:
            return True
        cost = self.state.components.trees[card].cost
        return owner in (None, seat) and all(
            own >= price for own, price in zip(self.state.gems[seat], cost, strict=True)
        )

    # The supply

    def supply(self) -> list[str]:
        """Tree cards and trees, blooming tokens, and gems that are left."""
        state = self.state
        singles, doubles = state.bloom_left
        lines: Sequence[Sequence[tuple[str, int, Message]]] = (
            (
                ("deck", state.deck_size(), said.DECK.message(count=state.deck_size())),
                ("tree", state.tree_supply, said.TREES.message(count=state.tree_supply)),
            ),
            (
                ("bloom", singles, said.SINGLE.message(count=singles)),
                ("bloom-double", doubles, said.DOUBLE.message(count=doubles)),
            ),
            [
                (f"gem-{colour}", count, sentences.GEMS[colour].message(count=count))
                for colour, count in zip(COLOURS, state.supply, strict=True)
            ],
        )
        left, top = MARGIN + PITCH * CARDS + 4, MARGIN + STACK
        return [
            self.amount(name, count, words, left + place * (PITCH * 2 - 8) / len(line), top + row * 28)
            for row, line in enumerate(lines)
            for place, (name, count, words) in enumerate(line)
        ]

    def amount(self, name: str, count: int, words: Message, x: float, y: float) -> str:
        """A symbol and how many there are of it."""
        drawn = self.titled(words) + symbol(name, x + 13, y + 14, 25) + label(x + 30, y + 22, str(count), "c")
        return tag("g", drawn)


def tile(found: Tile, cells: Sequence[Cell], turned: Turned) -> str:
    """A vegetation tile on the cells of its shape."""
    drawn = []
    for space, (x, y) in enumerate(map(turned.at, cells)):
        flowers, size = found.flowers[space], turned.size
        plate = tag("use", href="#hex", class_=f"garden {'flowers' if flowers else 'grass'}")
        if space == found.icon_at and found.icon != NO_ICON:
            plate += look.flowers_with_icon(flowers, found.icon, size)
        elif flowers:
            plate += look.flowers(flowers, size)
        drawn.append(tag("g", plate, transform=f"translate({number(x)} {number(y)})"))
    return "".join(drawn)


def face_of_card(tree: Tree, class_: str = "card", has_token: bool = True, owner: int | None = None) -> str:
    """A tree card: its tree, its points and its price, and whose it is if somebody has reserved it."""
    text, size = str(tree.points), 37.0 if owner is None else 30.0
    left = (PITCH - size - text_width(text, POINTS * BOLD) - 2) / 2 + (0 if owner is None else 5)
    drawn = [_box(0, 0, PITCH, CARD, class_)]
    drawn.append(symbol("tree", left + size / 2, 24, size, "plain" if has_token else "faded"))
    drawn.append(label(left + size + 2, 35, text, "p"))
    if owner is not None:
        drawn.append(symbol(f"seat-{owner + 1}", 13, 12, 26))
    return "".join([*drawn, *_price(tree.cost)])


def _box(x: float, y: float, width: float, height: float, class_: str) -> str:
    """The edge of something that lies in the tray."""
    return tag("rect", x=x + GAP / 2, y=y, width=width - GAP, height=height - GAP, rx=10, class_=class_)


def _badge(name: str, x: float, y: float) -> str:
    """A symbol in the upper left corner of something."""
    x, y = x + 13, y + 11
    return tag("circle", cx=x, cy=y, r=BADGE + 1, class_="badge") + symbol(name, x, y, 26, "on-badge")


def _price(cost: Sequence[int]) -> list[str]:
    """The gems that a card costs, below its points: one by one, many as numbers."""
    found = [colour for colour, count in zip(COLOURS, cost, strict=True) for _ in range(count)]
    if len(found) <= IN_A_LINE:
        return _gems(found, 68, GEM)
    if len(found) <= IN_A_LINE + 2:
        return _gems(found[:3], 54, SMALL_GEM) + _gems(found[3:], 75, SMALL_GEM)
    parts, kinds = [], [(colour, count) for colour, count in zip(COLOURS, cost, strict=True) if count]
    for place, (colour, count) in enumerate(kinds):
        x = GAP / 2 + (PITCH - GAP) / len(kinds) * (place + 0.5)
        parts += [label(x, 60, str(count), "c m"), symbol(f"gem-{colour}", x, 74, SMALL_GEM)]
    return parts


def _gems(colours: Sequence[str], y: float, size: float) -> list[str]:
    """Gems side by side in the middle of a card."""
    left = PITCH / 2 - size * (len(colours) - 1) / 2
    return [symbol(f"gem-{colour}", left + size * place, y, size) for place, colour in enumerate(colours)]


def _lying(board: Turned) -> Turned:
    """Hexes as on the boards, turned so that three in a line leave the corners of a box free."""
    return Turned(3 if board.turn % 2 else 0, board.size)


@lru_cache(maxsize=32)
def _small(shapes: tuple[tuple[Cell, ...], ...], turned: Turned) -> float:
    """How much smaller tiles are than on the boards: each shape has room in its box."""
    boxes = [turned.box(cells) for cells in shapes]
    across = max(right - left for left, _, right, _ in boxes)
    down = max(bottom - top for _, top, _, bottom in boxes)
    return min((PITCH - GAP - 7) / across, (STACK - GAP - 10) / down)
