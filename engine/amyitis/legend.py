"""What stands below the garden: whose turn it is, the stock, a line for each seat, and the meaning of the letters."""

from __future__ import annotations

from collections.abc import Sequence

from engine.amyitis import look
from engine.amyitis.allowed import holdings
from engine.amyitis.names import CRAFTS, GREY, LEVELLED, RESOURCES, TYPES
from engine.amyitis.state import AmyitisState
from engine.amyitis.words import course_lines, due_words, status
from engine.svg import BOLD, WIDTH, fit, label, number, seat_line, tag
from engine.wording import seat_on_turn

STATUS, LINE, STOCK, HEAD, ROW, KEY = 42.0, 30.0, 34.0, 28.0, 54.0, 34.0
"""Heights of the lines."""

NAME_X, POINTS_X, TALENTS_X, CAMELS_X, GOODS_X, CARDS_X, TILES_X = 60, 236, 306, 374, 392, 530, 708
HEADS = (
    (NAME_X, "Seat", ""), (POINTS_X, "Prest.", " e"), (TALENTS_X, "Tal.", " e"), (CAMELS_X, "Cam.", " e"),
    (GOODS_X, "Goods", ""), (CARDS_X, "Cards", ""), (TILES_X, "Tiles", " e"),
)  # fmt: skip
COURSE_LINES = 3
KEY_LINES = 6
GOODS_A_LINE = 8
SMALL, NORMAL, LARGE = 21, 24, 25


def legend_height(state: AmyitisState) -> float:
    """How much room the legend takes."""
    return STATUS + LINE * (1 + COURSE_LINES) + 2 * STOCK + HEAD + ROW * state.players + KEY * KEY_LINES + 24


def draw_legend(state: AmyitisState, names: Sequence[str], top: float) -> list[str]:
    """The lines below the boards, from `top` on."""
    short = [fit(name, LARGE * BOLD, 300) for name in names]
    parts = [label(12, top + 28, fit(status(state, short), LARGE * BOLD, WIDTH - 24), "h")]
    y = top + STATUS
    for line in (due_words(state), *course_lines(state, short)):
        parts.append(label(12, y + 20, fit(line, SMALL, WIDTH - 24), "k"))
        y += LINE
    parts += _stock(state, y)
    y += 2 * STOCK
    for x, words, anchor in HEADS:
        parts.append(label(x, y + 21, words, f"k{anchor}"))
    y += HEAD
    for seat, name in enumerate(names):
        parts.append(tag("g", "".join(_seat(state, seat, name, y + ROW * seat)), data_seat=str(seat)))
    return parts + _keys(y + ROW * state.players + 12)


def _stock(state: AmyitisState, y: float) -> list[str]:
    """What is left in stock: talents, camels, resources, court cards."""
    parts = [label(12, y + 22, f"Stock: {state.stock_talents} T  {state.stock_camels} C", "k")]
    for kind, count in enumerate(state.stock):
        x = 204 + 58 * kind
        parts.append(look.resource(kind, x, y + 16))
        parts.append(label(x + 18, y + 22, str(count), "k"))
    parts.append(label(570, y + 22, "Cv2" if state.tokens else "Cv2: –", "k e" if state.tokens else "k"))
    parts += [look.resource(token, 590 + 25 * place, y + 16) for place, token in enumerate(state.tokens)]
    by_type: dict[str, list[str]] = {}
    for key, count in zip(state.components.card_keys, state.court, strict=True):
        name, _, level = key.partition("-")
        if count:
            by_type.setdefault(look.CARD_LETTERS[TYPES.index(name)], []).append(f"{level}×{count}")
    words = [f"{letters} {' '.join(counts)}" for letters, counts in by_type.items()]
    parts.append(label(12, y + STOCK + 20, fit("; ".join(words) or "no court card", 17, WIDTH - 24), "c"))
    return parts


def _seat(state: AmyitisState, seat: int, name: str, y: float) -> list[str]:
    """A seat's line: mark, name, prestige, talents, camels, resources, court cards, garden tiles."""
    base = y + 26
    on_turn = seat_on_turn(state.to_move, state.active) == seat
    parts = seat_line(seat, y, on_turn)
    shown = fit(name, SMALL * BOLD, POINTS_X - NAME_X - 44)
    parts.append(label(NAME_X, base, shown, "k b" if on_turn else "k"))
    notes = ["first"] if state.first_player == seat else []
    notes += ["passed"] if state.passed[seat] else []
    parts.append(label(NAME_X, base + 20, ", ".join(notes), "c"))
    for x, count, size in (
        (POINTS_X, state.scores[seat], "r b"), (TALENTS_X, state.talents[seat], "r"),
        (CAMELS_X, state.camels[seat], "r"), (TILES_X, state.tiles_of(seat), "r"),
    ):  # fmt: skip
        parts.append(label(x, base, str(count), f"{size} e"))
    goods = "".join(letter * count for letter, count in zip(look.RESOURCE_LETTERS, holdings(state, seat), strict=True))
    parts.append(label(GOODS_X, base, goods[:GOODS_A_LINE] or "–", "k"))
    rest = goods[GOODS_A_LINE:]
    parts.append(label(GOODS_X, base + 20, fit(rest, 18, CARDS_X - GOODS_X - 8), "c"))
    levels = state.levels[LEVELLED * seat : LEVELLED * (seat + 1)]
    cards = [f"{letters}{level}" for letters, level in zip(look.CARD_LETTERS, levels, strict=False) if level]
    gardeners = f"{look.CARD_LETTERS[-1]}×{state.gardeners[seat]}" if state.gardeners[seat] else ""
    parts.append(label(CARDS_X, base, " ".join(cards) or "–", "c"))
    parts.append(label(CARDS_X, base + 20, gardeners, "c"))
    return parts


def _keys(top: float) -> list[str]:
    """What letters and shapes mean."""
    parts = []
    for kind, name in enumerate(RESOURCES):
        x = 24 + 140 * kind
        parts.append(look.resource(kind, x, top + KEY / 2))
        parts.append(label(x + 18, top + KEY / 2 + 7, name, "k"))
    drawn = (
        (look.cube(0, 24, 0), "cube, seat 1"),
        (look.cube(GREY, 24, 0), "grey cube"),
        (look.empty_area(24, 0, is_open=True), "open area"),
        (look.empty_area(24, 0, is_open=False), "no water yet"),
    )
    for place, (drawing, words) in enumerate(drawn):
        x, y = 180 * place, top + KEY * 1.5
        parts.append(tag("g", drawing, transform=f"translate({number(x)} {number(y)})"))
        parts.append(label(x + 42, y + 7, words, "k"))
    cards = zip(look.CARD_LETTERS, TYPES, strict=True)
    lines = (
        "Cards: " + ", ".join(f"{letters} {name}" for letters, name in cards),
        "Crafts: " + ", ".join(f"{craft[:2].capitalize()} {craft}" for craft in CRAFTS),
        "pl. 2+S: plant of quality 2, also costs salt; T talents, C camels",
        "Cv2: the resources on the level-2 caravaneers",
    )
    for place, words in enumerate(lines):
        parts.append(label(12, top + KEY * (2.5 + place) + 7, words, "k"))
    return parts
