"""What stands below the boards: whose turn it is, stacks, tree cards, a line a seat, the meaning of the shapes."""

from __future__ import annotations

from collections.abc import Sequence

from engine import picture_sentences as general
from engine.ishtar import look
from engine.ishtar import picture_sentences as said
from engine.ishtar.cells import COLOURS
from engine.ishtar.components import ASSISTANT, JOKER, NO_ICON, SKILL
from engine.ishtar.state import IshtarState
from engine.ishtar.words import card_in_words, due_now, skills_of, status, tile_in_words
from engine.message import Message, Say, series
from engine.picture_words import seat_on_turn
from engine.svg import BOLD, HALF_HEIGHT, WIDTH, clean, fit, label, number, seat_line, tag

STATUS, DUE, STACK_LINE, CARD_LINE, SUPPLY, HEAD, ROW, KEY = 42.0, 30.0, 130.0, 96.0, 36.0, 28.0, 36.0, 38.0
RESERVED = 30.0
"""Heights of the lines."""

NAME_X, POINTS_X, GEMS_X, HELPERS_X, TREES_X, SKILLS_X = 60, 262, 278, 482, 568, 578
HEADS = (
    (NAME_X, general.HEAD_SEAT, "", 120), (POINTS_X, general.HEAD_POINTS, " e", 84), (GEMS_X, said.HEAD_GEMS, "", 114),
    (HELPERS_X, said.HEAD_ASSISTANTS, " e", 114), (TREES_X, said.HEAD_TREES, " e", 82),
    (SKILLS_X, said.HEAD_SKILLS, "", WIDTH - SKILLS_X - 8),
)  # fmt: skip
"""Where a head stands, what it says, its anchor, and its room."""
SKILL_STEP = 13.5
"""From one skill of a line to the next."""
TINY, SMALL, NORMAL, LARGE = 18, 21, 24, 25
"""Font sizes, as in the style sheet."""
MINI = 18.0
"""The size of the hexes of a stack's top tile."""
KEY_SIZE = 17.0
KEY_WIDTH, KEYS_A_LINE, KEY_LINES = 233.0, 3, 4
WIDE = 2
"""An entry with several shapes takes the place of so many."""


def legend_height(state: IshtarState) -> float:
    """How much room the legend takes."""
    above = STATUS + DUE + STACK_LINE + CARD_LINE + SUPPLY + HEAD
    return above + ROW * state.players + RESERVED + KEY * KEY_LINES + 24


def draw_legend(state: IshtarState, names: Sequence[str], top: float, size: float, say: Say) -> list[str]:
    """The lines below the boards, from `top` on. `size` is that of the hexes for which the shapes are defined."""
    short = [fit(name, LARGE * BOLD, 330) for name in names]
    due = due_now(state, short)
    lines = label(12, top + 28, fit(say(status(state, short)), LARGE * BOLD, WIDTH - 24), "h")
    lines += label(12, top + STATUS + 20, fit(say(due), SMALL, WIDTH - 24) if due else "", "k")
    parts = [tag("g", lines, data_part="status")]
    y = top + STATUS + DUE
    parts += _stacks(state, y, size, say)
    parts += _cards(state, y + STACK_LINE, size, say)
    y += STACK_LINE + CARD_LINE
    parts.append(tag("g", "".join(_supply(state, y, size, say)), data_part="supply"))
    y += SUPPLY
    for x, head, anchor, room in HEADS:
        parts.append(label(x, y + 21, fit(say(head.message()), SMALL, room), f"k{anchor}"))
    y += HEAD
    for seat, name in enumerate(names):
        parts.append(tag("g", "".join(_seat(state, seat, name, y + ROW * seat, say)), data_seat=str(seat)))
    y += ROW * state.players
    parts.append(tag("g", _reserved(state, y, say), data_part="reserved"))
    return parts + _keys(y + RESERVED + 10, size, say)


def _tile(state: IshtarState, tile: int, x: float, y: float, size: float, say: Say) -> str:
    """A vegetation tile with its centre of weight at a place."""
    found = state.components.tiles[tile]
    places = [(1.5 * q, 2 * HALF_HEIGHT * (r + q / 2)) for q, r in state.components.offsets[found.shape]]
    mid_x, mid_y = (sum(values) / 3 for values in zip(*places, strict=True))
    cells = [tag("title", clean(say(tile_in_words(state, tile))))]
    for space, (cell_x, cell_y) in enumerate(places):
        flowers = found.flowers[space]
        drawn = tag("use", href="#hex", class_="cell flower" if flowers else "cell grass")
        if space == found.icon_at and found.icon != NO_ICON:
            drawn += look.flowers_with_icon(flowers, found.icon, size, say)
        elif flowers:
            drawn += look.flowers(flowers, None)
        shift = f"translate({number((cell_x - mid_x) * size)} {number((cell_y - mid_y) * size)})"
        cells.append(tag("g", drawn, transform=shift))
    return tag("g", "".join(cells), transform=f"translate({number(x)} {number(y)}) scale({MINI / size:.3f})")


def _stacks(state: IshtarState, y: float, size: float, say: Say) -> list[str]:
    """The six stacks round the carpet with their top tiles, the watering can, and the tile in hand."""
    width = (WIDTH - 24) / 7
    parts = [tag("path", d=f"M8 {number(y)}H712", stroke="#c9c9c9")]
    for stack, (top, below) in enumerate(zip(state.top, state.left, strict=True)):
        x = 12 + width * (stack + 0.5)
        drawn = []
        if top >= 0:
            drawn.append(_tile(state, top, x, y + 64, size, say))
        if stack == state.can:
            words = fit(say(said.CAN_LABEL.message()), TINY, width - 20)
            drawn.append(tag("use", href="#can", x=x - 40, y=y + 18, class_="can"))
            drawn.append(label(x - 28, y + 20, words, "c"))
        words = f"{stack}: +{below}" if top >= 0 or below else say(said.STACK_EMPTY.message(stack=stack))
        drawn.append(label(x, y + 124, fit(words, SMALL, width), "k m"))
        drawn.append(tag("rect", x=x - width / 2, y=y + 4, width=width, height=126, class_="hit"))
        parts.append(tag("g", "".join(drawn), data_stack=str(stack)))
    x = 12 + width * 6.5
    in_hand = ""
    if state.hand >= 0:
        words = fit(say(said.HAND_LABEL.message()), SMALL, width + 16)
        in_hand = _tile(state, state.hand, x, y + 64, size, say) + label(x, y + 124, words, "k m")
    return [*parts, tag("g", in_hand, data_part="hand")]


def _cards(state: IshtarState, y: float, size: float, say: Say) -> list[str]:
    """The tree cards of the row, and how many are left in the deck."""
    row = []
    width = (WIDTH - 24) / (len(state.row) + 1)
    for place, card in enumerate(state.row):
        x = 12 + width * place
        if card < 0:
            row.append(tag("rect", x=x + 3, y=y + 8, width=width - 6, height=78, rx=6, class_="card",
                           stroke_dasharray="4 4"))  # fmt: skip
            continue
        row.append(_card(state, card, x, y, width, size, say))
    x = 12 + width * len(state.row) + 10
    counts = (said.CARDS_LEFT.message(count=state.deck_size()), said.TREES.message(count=state.tree_supply))
    left = (
        label(x, y + 38 + 28 * line, fit(say(words), SMALL, WIDTH - x - 4), "k") for line, words in enumerate(counts)
    )
    return [tag("g", "".join(row), data_part="row"), tag("g", "".join(left), data_part="deck")]


def _supply(state: IshtarState, y: float, size: float, say: Say) -> list[str]:
    """Gems and blooming tokens in the supply."""
    parts = [label(12, y + 25, fit(say(said.SUPPLY_LABEL.message()), SMALL, 94), "k")]
    for colour, count in enumerate(state.supply):
        x = 116 + 80 * colour
        shape = tag("g", look.gem(colour, say), transform=_small(x, y + 18, size))
        parts += [shape, label(x + 18, y + 25, str(count), "k")]
    parts.append(label(374, y + 25, fit(say(said.BLOOMING_LABEL.message()), SMALL, 110), "k"))
    for kind, count in enumerate(state.bloom_left):
        x = 498 + 92 * kind
        bloom = _cell("flower") + tag("use", href="#petals")
        for place in range(kind + 1):
            parts.append(tag("g", bloom, transform=_small(x + 26 * place, y + 18, size)))
        parts.append(label(x + 26 * kind + 20, y + 25, str(count), "k"))
    return parts


def _small(x: float, y: float, size: float) -> str:
    return f"translate({number(x)} {number(y)}) scale({14 / size:.3f})"


def _gems_in_letters(gems: Sequence[int], say: Say) -> str:
    """`2P 1W`."""
    letters = look.gem_letters(say)
    return " ".join(f"{count}{letter}" for count, letter in zip(gems, letters, strict=True) if count)


def _reserved(state: IshtarState, y: float, say: Say) -> str:
    """The reserved tree cards: the seat, their points and cost, and whether a tree lies on them."""
    cards = [_reserved_card(state, seat, card, say) for seat, held in enumerate(state.reserved) for card in held]
    words = said.RESERVED.message(cards=series(cards, "; ")) if cards else said.NO_RESERVED.message()
    return label(12, y + 22, fit(say(words), TINY, WIDTH - 24), "c")


def _reserved_card(state: IshtarState, seat: int, card: int, say: Say) -> Message:
    tree = state.components.trees[card]
    gems = _gems_in_letters(tree.cost, say)
    if state.token_on[card]:
        return said.RESERVED_WITH_TREE.message(number=seat + 1, points=tree.points, gems=gems)
    return said.RESERVED_CARD.message(number=seat + 1, points=tree.points, gems=gems)


def _card(state: IshtarState, card: int, x: float, y: float, width: float, size: float, say: Say) -> str:
    """A tree card of the row: its points, its cost, and the tree on it."""
    tree = state.components.trees[card]
    parts = [
        tag("title", clean(say(card_in_words(state, card)))),
        tag("rect", x=x + 3, y=y + 8, width=width - 6, height=78, rx=6, class_="card"),
        label(x + 14, y + 38, str(tree.points), "h"),
    ]
    if state.token_on[card]:
        scale = f"translate({number(x + width - 26)} {number(y + 32)}) scale({17 / size:.3f})"
        parts.append(tag("g", look.tree(), transform=scale))
    step = x + 12
    for colour, count in enumerate(tree.cost):
        if count:
            parts.append(label(step, y + 76, str(count), "r b"))
            place = f"translate({number(step + 24)} {number(y + 67)}) scale({14 / size:.3f})"
            parts.append(tag("g", look.gem(colour, say), transform=place))
            step += 34
    return tag("g", "".join(parts), data_card=tree.name)


def _seat(state: IshtarState, seat: int, name: str, y: float, say: Say) -> list[str]:
    """A seat's line: mark, name, points, gems, assistants to use, tree cards, skills."""
    base = y + 26
    on_turn = seat_on_turn(state.to_move, state.active) == seat
    parts = seat_line(seat, y, on_turn)
    parts.append(label(NAME_X, base, fit(name, NORMAL * BOLD, POINTS_X - NAME_X - 56), "r b" if on_turn else "r"))
    parts.append(label(POINTS_X, base, str(state.scores[seat]), "r b e"))
    gems = _gems_in_letters(state.gems[seat], say)
    parts.append(label(GEMS_X, base, fit(gems or "–", NORMAL, HELPERS_X - GEMS_X - 50), "r"))
    parts.append(label(HELPERS_X, base, f"{state.in_supply[seat]}+{state.on_carpet[seat]}", "r e"))
    reserved = f"+{len(state.reserved[seat])}" if state.reserved[seat] else ""
    parts.append(label(TREES_X, base, f"{len(state.bought[seat])}{reserved}", "r e"))
    skills = [
        tag("g", label(SKILLS_X + SKILL_STEP * place, base, name, "k"), data_skill=name)
        for place, name in enumerate(skills_of(state, seat))
    ]
    parts += skills or [label(SKILLS_X, base, "–", "k")]
    return parts


def _keys(top: float, size: float, say: Say) -> list[str]:
    """What the shapes mean, three to a line."""
    entries = [
        (_gems(size, say), said.KEY_GEMS.message(), WIDE),
        (look.fountain(0, 4, say), said.KEY_FOUNTAIN.message(), 1),
        (_cell("grass") + look.tree(), said.KEY_TREE.message(), 1),
        (_cell("flower") + look.flowers(3, None), said.FLOWERS.message(count=3), 1),
        (_cell("flower") + look.flowers(2, 0), said.KEY_CONTROLLED.message(), 1),
        (_icons(size, say), said.KEY_ICONS.message(), WIDE),
        (look.assistant(0), said.KEY_ASSISTANT.message(), 1),
        (_cell("tablet") + look.tablet(), said.TABLET.message(), 1),
        (tag("use", href="#mark", class_="last"), general.KEY_LAST_TURN.message(), 1),
    ]
    parts = []
    place = 0
    for drawing, meaning, span in entries:
        line, column = divmod(place, KEYS_A_LINE)
        x, y = 28 + column * KEY_WIDTH, top + KEY * (line + 0.5)
        shift = 80 if span == WIDE else 26
        words = fit(say(meaning), SMALL, span * KEY_WIDTH - shift - 21)
        parts.append(tag("g", drawing, transform=f"translate({number(x)} {number(y)}) scale({KEY_SIZE / size:.3f})"))
        parts.append(label(x + shift, y + 7, words, "k"))
        place += span
    return parts


def _cell(kind: str) -> str:
    return tag("use", href="#hex", class_=f"cell {kind}")


def _gems(size: float, say: Say) -> str:
    """A gem of each colour, side by side."""
    return "".join(
        tag("g", look.gem(colour, say), transform=f"translate({number(size * 1.6 * colour)} 0)")
        for colour in range(len(COLOURS))
    )


def _icons(size: float, say: Say) -> str:
    """The icons, side by side."""
    return "".join(
        tag(
            "g",
            look.icon(kind, size, say),
            transform=f"translate({number(size * (1.6 * place - 0.4))} {number(size * 0.4)})",
        )
        for place, kind in enumerate((ASSISTANT, SKILL, JOKER))
    )
