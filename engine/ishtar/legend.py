"""What stands below the boards: whose turn it is, stacks, tree cards, a line a seat, the meaning of the shapes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ishtar import look
from engine.ishtar.cells import COLOURS
from engine.ishtar.components import ASSISTANT, JOKER, NO_ICON, SKILL, Tree
from engine.ishtar.state import IshtarState
from engine.ishtar.words import card_in_words, due_words, gems_in_letters, skills_of, status, tile_in_words
from engine.svg import BOLD, HALF_HEIGHT, WIDTH, clean, fit, label, number, seat_line, tag
from engine.wording import seat_on_turn

STATUS, DUE, STACK_LINE, CARD_LINE, SUPPLY, HEAD, ROW, KEY = 42.0, 30.0, 130.0, 96.0, 36.0, 28.0, 36.0, 38.0
RESERVED = 30.0
"""Heights of the lines."""

NAME_X, POINTS_X, GEMS_X, HELPERS_X, TREES_X, SKILLS_X = 60, 262, 278, 488, 564, 578
HEADS = (
    (NAME_X, "Seat", ""), (POINTS_X, "Points", " e"), (GEMS_X, "Gems", ""), (HELPERS_X, "Helpers", " e"),
    (TREES_X, "Trees", " e"), (SKILLS_X, "Skills", ""),
)  # fmt: skip
SKILL_STEP = 13.5
"""From one skill of a line to the next."""
NORMAL, LARGE = 24, 25
MINI = 18.0
"""The size of the hexes of a stack's top tile."""
KEY_SIZE = 17.0
KEYS_A_LINE, KEY_LINES = 4, 3


def legend_height(state: IshtarState) -> float:
    """How much room the legend takes."""
    above = STATUS + DUE + STACK_LINE + CARD_LINE + SUPPLY + HEAD
    return above + ROW * state.players + RESERVED + KEY * KEY_LINES + 24


def draw_legend(state: IshtarState, names: Sequence[str], top: float, size: float) -> list[str]:
    """The lines below the boards, from `top` on. `size` is that of the hexes for which the shapes are defined."""
    short = [fit(name, LARGE * BOLD, 330) for name in names]
    said = label(12, top + 28, fit(status(state, short), LARGE * BOLD, WIDTH - 24), "h")
    said += label(12, top + STATUS + 20, fit(due_words(state), 21, WIDTH - 24), "k")
    parts = [tag("g", said, data_part="status")]
    y = top + STATUS + DUE
    parts += _stacks(state, y, size)
    parts += _cards(state, y + STACK_LINE, size)
    y += STACK_LINE + CARD_LINE
    parts.append(tag("g", "".join(_supply(state, y, size)), data_part="supply"))
    y += SUPPLY
    for x, words, anchor in HEADS:
        parts.append(label(x, y + 21, words, f"k{anchor}"))
    y += HEAD
    for seat, name in enumerate(names):
        parts.append(tag("g", "".join(_seat(state, seat, name, y + ROW * seat)), data_seat=str(seat)))
    y += ROW * state.players
    parts.append(tag("g", _reserved(state, y), data_part="reserved"))
    return parts + _keys(y + RESERVED + 10, size)


def _tile(state: IshtarState, tile: int, x: float, y: float, size: float) -> str:
    """A vegetation tile with its centre of weight at a place."""
    found = state.components.tiles[tile]
    places = [(1.5 * q, 2 * HALF_HEIGHT * (r + q / 2)) for q, r in state.components.offsets[found.shape]]
    mid_x, mid_y = (sum(values) / 3 for values in zip(*places, strict=True))
    cells = [tag("title", clean(tile_in_words(state, tile)))]
    for space, (cell_x, cell_y) in enumerate(places):
        flowers = found.flowers[space]
        drawn = tag("use", href="#hex", class_="cell flower" if flowers else "cell grass")
        if space == found.icon_at and found.icon != NO_ICON:
            drawn += look.flowers_with_icon(flowers, found.icon, size)
        elif flowers:
            drawn += look.flowers(flowers, None)
        shift = f"translate({number((cell_x - mid_x) * size)} {number((cell_y - mid_y) * size)})"
        cells.append(tag("g", drawn, transform=shift))
    return tag("g", "".join(cells), transform=f"translate({number(x)} {number(y)}) scale({MINI / size:.3f})")


def _stacks(state: IshtarState, y: float, size: float) -> list[str]:
    """The six stacks round the carpet with their top tiles, the watering can, and the tile in hand."""
    width = (WIDTH - 24) / 7
    parts = [tag("path", d=f"M8 {number(y)}H712", stroke="#c9c9c9")]
    for stack, (top, below) in enumerate(zip(state.top, state.left, strict=True)):
        x = 12 + width * (stack + 0.5)
        drawn = []
        if top >= 0:
            drawn.append(_tile(state, top, x, y + 64, size))
        if stack == state.can:
            drawn.append(tag("use", href="#can", x=x - 20, y=y + 18, class_="can"))
            drawn.append(label(x - 6, y + 20, "can", "c"))
        drawn.append(label(x, y + 124, f"{stack}: +{below}" if top >= 0 or below else f"{stack}: empty", "k m"))
        drawn.append(tag("rect", x=x - width / 2, y=y + 4, width=width, height=126, class_="hit"))
        parts.append(tag("g", "".join(drawn), data_stack=str(stack)))
    x = 12 + width * 6.5
    in_hand = ""
    if state.hand >= 0:
        in_hand = _tile(state, state.hand, x, y + 64, size) + label(x, y + 124, "in hand", "k m")
    return [*parts, tag("g", in_hand, data_part="hand")]


def _cards(state: IshtarState, y: float, size: float) -> list[str]:
    """The tree cards of the row, and how many are left in the deck."""
    row = []
    width = (WIDTH - 24) / (len(state.row) + 1)
    for place, card in enumerate(state.row):
        x = 12 + width * place
        if card < 0:
            row.append(tag("rect", x=x + 3, y=y + 8, width=width - 6, height=78, rx=6, class_="card",
                           stroke_dasharray="4 4"))  # fmt: skip
            continue
        row.append(_card(state.components.trees[card], state.token_on[card], card_in_words(state, card), x, y, width,
                         size))  # fmt: skip
    x = 12 + width * len(state.row) + 10
    left = label(x, y + 38, f"{state.deck_size()} cards", "k") + label(x, y + 66, f"{state.tree_supply} trees", "k")
    return [tag("g", "".join(row), data_part="row"), tag("g", left, data_part="deck")]


def _supply(state: IshtarState, y: float, size: float) -> list[str]:
    """Gems and blooming tokens in the supply."""
    parts = [label(12, y + 25, "Supply:", "k")]
    for colour, count in enumerate(state.supply):
        x = 116 + 80 * colour
        shape = tag("g", look.gem(colour), transform=_small(x, y + 18, size))
        parts += [shape, label(x + 18, y + 25, str(count), "k")]
    parts.append(label(374, y + 25, "Blooming:", "k"))
    for kind, count in enumerate(state.bloom_left):
        x = 498 + 92 * kind
        bloom = _cell("flower") + tag("use", href="#petals")
        for place in range(kind + 1):
            parts.append(tag("g", bloom, transform=_small(x + 26 * place, y + 18, size)))
        parts.append(label(x + 26 * kind + 20, y + 25, str(count), "k"))
    return parts


def _small(x: float, y: float, size: float) -> str:
    return f"translate({number(x)} {number(y)}) scale({14 / size:.3f})"


def _reserved(state: IshtarState, y: float) -> str:
    """The reserved tree cards: the seat, their points and cost, and whether a tree lies on them."""
    trees = state.components.trees
    cards = [
        f"{seat + 1}: {trees[card].points} for {gems_in_letters(trees[card].cost)}"
        + (" + tree" if state.token_on[card] else "")
        for seat, reserved in enumerate(state.reserved)
        for card in reserved
    ]
    return label(12, y + 22, fit(f"Reserved: {'; '.join(cards) or 'none'}", 18, WIDTH - 24), "c")


def _card(tree: Tree, token: bool, words: str, x: float, y: float, width: float, size: float) -> str:
    parts = [
        tag("title", clean(words)),
        tag("rect", x=x + 3, y=y + 8, width=width - 6, height=78, rx=6, class_="card"),
        label(x + 14, y + 38, str(tree.points), "h"),
    ]
    if token:
        scale = f"translate({number(x + width - 26)} {number(y + 32)}) scale({17 / size:.3f})"
        parts.append(tag("g", look.tree(), transform=scale))
    step = x + 12
    for colour, count in enumerate(tree.cost):
        if count:
            parts.append(label(step, y + 76, str(count), "r b"))
            place = f"translate({number(step + 24)} {number(y + 67)}) scale({14 / size:.3f})"
            parts.append(tag("g", look.gem(colour), transform=place))
            step += 34
    return tag("g", "".join(parts), data_card=tree.name)


def _seat(state: IshtarState, seat: int, name: str, y: float) -> list[str]:
    """A seat's line: mark, name, points, gems, assistants to use, tree cards, skills."""
    base = y + 26
    on_turn = seat_on_turn(state.to_move, state.active) == seat
    parts = seat_line(seat, y, on_turn)
    parts.append(label(NAME_X, base, fit(name, NORMAL * BOLD, POINTS_X - NAME_X - 56), "r b" if on_turn else "r"))
    parts.append(label(POINTS_X, base, str(state.scores[seat]), "r b e"))
    gems = gems_in_letters(state.gems[seat])
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


def _keys(top: float, size: float) -> list[str]:
    """What the shapes mean, four to a line."""
    entries = [
        *((look.gem(colour), f"{name} gem") for colour, name in enumerate(COLOURS)),
        (look.fountain(0, 4), "fountain"),
        (_cell("grass") + look.tree(), "tree"),
        (_cell("flower") + look.flowers(3, None), "3 flowers"),
        (_cell("flower") + look.flowers(2, 0), "controlled"),
        (look.assistant(0), "assistant"),
        (_cell("tablet") + look.tablet(), "tablet"),
        (_icons(size), "assistant, skill, joker"),
        (tag("use", href="#mark", class_="last"), ""),
    ]
    words = dict(enumerate(text for _, text in entries)) | {len(entries) - 1: "last turn"}
    parts = []
    place = 0
    for number_of, (drawing, _) in enumerate(entries):
        line, column = divmod(place, KEYS_A_LINE)
        x, y = 28 + column * 175, top + KEY * (line + 0.5)
        parts.append(tag("g", drawing, transform=f"translate({number(x)} {number(y)}) scale({KEY_SIZE / size:.3f})"))
        wide = words[number_of].startswith("assistant, ")
        parts.append(label(x + (68 if wide else 26), y + 7, words[number_of], "k"))
        place += 2 if wide else 1
    return parts


def _cell(kind: str) -> str:
    return tag("use", href="#hex", class_=f"cell {kind}")


def _icons(size: float) -> str:
    return "".join(
        tag(
            "g",
            look.icon(kind, size),
            transform=f"translate({number(size * (1.6 * place - 0.4))} {number(size * 0.4)})",
        )
        for place, kind in enumerate((ASSISTANT, SKILL, JOKER))
    )
