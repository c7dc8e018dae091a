"""What stands below the garden: whose turn it is, the stock, a line for each seat, and the meaning of the letters."""

from __future__ import annotations

from collections.abc import Sequence

from engine import picture_sentences as general
from engine.amyitis import look
from engine.amyitis import picture_sentences as said
from engine.amyitis.allowed import holdings
from engine.amyitis.labels import CARDS, CRAFTS, SOME_RESOURCE
from engine.amyitis.names import CARAVANEER, GREY, LEVELLED, RESOURCES, TYPES
from engine.amyitis.state import AmyitisState
from engine.amyitis.words import course, due_now, status
from engine.message import Message, Say, series, verbatim
from engine.picture_words import seat_on_turn
from engine.svg import BOLD, WIDTH, fit, label, number, seat_line, tag, text_width

STATUS, LINE, STOCK, HEAD, ROW, KEY = 42.0, 30.0, 34.0, 28.0, 54.0, 34.0
"""Heights of the lines."""

NAME_X, POINTS_X, TALENTS_X, CAMELS_X, GOODS_X, CARDS_X, TILES_X = 60, 236, 306, 374, 392, 530, 708
HEADS = (
    (NAME_X, general.HEAD_SEAT, "", 84), (POINTS_X, said.HEAD_PRESTIGE, " e", 84),
    (TALENTS_X, said.HEAD_TALENTS, " e", 62), (CAMELS_X, said.HEAD_CAMELS, " e", 60),
    (GOODS_X, said.HEAD_GOODS, "", 130), (CARDS_X, said.HEAD_CARDS, "", 70), (TILES_X, said.HEAD_TILES, " e", 102),
)  # fmt: skip
"""Where the heads of the columns stand, and how much room each has."""
COURSE_LINES = 3
KEY_LINES = 6
GOODS_A_LINE = 8
TINY, SMALL, LARGE = 18, 21, 25
"""Font sizes, as in the style sheet."""


def legend_height(state: AmyitisState) -> float:
    """How much room the legend takes."""
    return STATUS + LINE * (1 + COURSE_LINES) + 2 * STOCK + HEAD + ROW * state.players + KEY * KEY_LINES + 24


def draw_legend(state: AmyitisState, names: Sequence[str], top: float, say: Say) -> list[str]:
    """The lines below the boards, from `top` on."""
    short = [fit(name, LARGE * BOLD, 300) for name in names]
    parts = [label(12, top + 28, fit(say(status(state, short)), LARGE * BOLD, WIDTH - 24), "h")]
    y = top + STATUS
    for line in (due_now(state, short), *course(state, short)):
        parts.append(_line(12, y + 20, say(line) if line else "", WIDTH - 24))
        y += LINE
    parts += _stock(state, y, say)
    y += 2 * STOCK
    for x, head, anchor, room in HEADS:
        parts.append(label(x, y + 21, fit(say(head.message()), SMALL, room), f"k{anchor}"))
    y += HEAD
    for seat, name in enumerate(names):
        parts.append(tag("g", "".join(_seat(state, seat, name, y + ROW * seat, say)), data_seat=str(seat)))
    return parts + _keys(y + ROW * state.players + 12, say)


def _line(x: float, y: float, words: str, room: float) -> str:
    """A small text, smaller still where it would need more room, and shortened if that is not enough."""
    if text_width(words, SMALL) <= room:
        return label(x, y, words, "k")
    return label(x, y, fit(words, TINY, room), "c")


def _stock(state: AmyitisState, y: float, say: Say) -> list[str]:
    """What is left in stock: talents, camels, resources, court cards."""
    left = said.SHORT_STOCK.message(talents=state.stock_talents, camels=state.stock_camels)
    parts = [_line(12, y + 22, say(left), 226)]
    for kind, count in enumerate(state.stock):
        x = 252 + 56 * kind
        parts.append(look.resource(kind, x, y + 16, say))
        parts.append(label(x + 18, y + 22, str(count), "k"))
    card = _caravaneer()
    shown = say(card if state.tokens else said.NO_TOKEN.message(card=card))
    parts.append(label(570, y + 22, shown, "k e" if state.tokens else "k"))
    parts += [look.resource(token, 590 + 25 * place, y + 16, say) for place, token in enumerate(state.tokens)]
    by_type: dict[Message, list[Message]] = {}
    for key, count in zip(state.components.card_keys, state.court, strict=True):
        name, _, level = key.partition("-")
        if count:
            by_type.setdefault(look.CARD_LETTERS[TYPES.index(name)], []).append(verbatim(f"{level}×{count}"))
    cards = [series((letters, *counts), " ") for letters, counts in by_type.items()]
    words = series(cards, "; ") if cards else said.NO_CARD.message()
    parts.append(label(12, y + STOCK + 20, fit(say(words), 17, WIDTH - 24), "c"))
    return parts


def _caravaneer() -> Message:
    """The caravaneer of level 2, on which tokens lie."""
    return said.SHORT_CARD.message(card=look.CARD_LETTERS[CARAVANEER], level=2)


def _seat(state: AmyitisState, seat: int, name: str, y: float, say: Say) -> list[str]:
    """A seat's line: mark, name, prestige, talents, camels, resources, court cards, garden tiles."""
    base = y + 26
    on_turn = seat_on_turn(state.to_move, state.active) == seat
    parts = seat_line(seat, y, on_turn)
    shown = fit(name, SMALL * BOLD, POINTS_X - NAME_X - 44)
    parts.append(label(NAME_X, base, shown, "k b" if on_turn else "k"))
    notes = [said.FIRST.message()] if state.first_player == seat else []
    notes += [said.PASSED.message()] if state.passed[seat] else []
    parts.append(label(NAME_X, base + 20, fit(say(series(notes)), TINY, GOODS_X - NAME_X - 8), "c"))
    for x, count, size in (
        (POINTS_X, state.scores[seat], "r b"), (TALENTS_X, state.talents[seat], "r"),
        (CAMELS_X, state.camels[seat], "r"), (TILES_X, state.tiles_of(seat), "r"),
    ):  # fmt: skip
        parts.append(label(x, base, str(count), f"{size} e"))
    goods = "".join(look.resource_letter(kind, say) * count for kind, count in enumerate(holdings(state, seat)))
    parts.append(label(GOODS_X, base, goods[:GOODS_A_LINE] or "–", "k"))
    rest = goods[GOODS_A_LINE:]
    parts.append(label(GOODS_X, base + 20, fit(rest, TINY, CARDS_X - GOODS_X - 8), "c"))
    levels = state.levels[LEVELLED * seat : LEVELLED * (seat + 1)]
    cards = [
        said.SHORT_CARD.message(card=letters, level=level)
        for letters, level in zip(look.CARD_LETTERS, levels, strict=False)
        if level
    ]
    gardeners = said.SHORT_COPIES.message(card=look.CARD_LETTERS[-1], count=state.gardeners[seat])
    parts.append(label(CARDS_X, base, say(series(cards, " ")) or "–", "c"))
    parts.append(label(CARDS_X, base + 20, say(gardeners) if state.gardeners[seat] else "", "c"))
    return parts


def _keys(top: float, say: Say) -> list[str]:
    """What letters and shapes mean."""
    parts = []
    for kind, name in enumerate(RESOURCES):
        x = 24 + 140 * kind
        parts.append(look.resource(kind, x, top + KEY / 2, say))
        parts.append(_line(x + 18, top + KEY / 2 + 7, say(SOME_RESOURCE[name]), 108))
    drawn = (
        (look.cube(0, 24, 0), said.KEY_CUBE.message(seat=0)),
        (look.cube(GREY, 24, 0), said.GREY_CUBE.message()),
        (look.empty_area(24, 0, is_open=True), said.KEY_OPEN.message()),
        (look.empty_area(24, 0, is_open=False), said.KEY_DRY.message()),
    )
    for place, (drawing, meaning) in enumerate(drawn):
        x, y = 180 * place, top + KEY * 1.5
        parts.append(tag("g", drawing, transform=f"translate({number(x)} {number(y)})"))
        parts.append(_line(x + 42, y + 7, say(meaning), min(146, WIDTH - x - 46)))
    for place, line in enumerate(_key_lines(say)):
        parts.append(_line(12, top + KEY * (2.5 + place) + 7, say(line), WIDTH - 24))
    return parts


def _key_lines(say: Say) -> tuple[Message, ...]:
    """What the letters mean of cards, crafts and plants."""
    cards = (
        said.KEY_LETTERS.message(letters=letters, meaning=CARDS[kind])
        for letters, kind in zip(look.CARD_LETTERS, TYPES, strict=True)
    )
    crafts = (
        said.KEY_LETTERS.message(letters=said.LETTERS_OF_CRAFT[craft].message(), meaning=meaning)
        for craft, meaning in CRAFTS.items()
    )
    salt = look.resource_letter(RESOURCES.index("salt"), say)
    plant = said.KEY_PLANT.message(
        short=said.PLANT_EXTRA.message(quality=2, extra=salt), quality=2, extra=SOME_RESOURCE["salt"]
    )
    return (
        said.KEY_CARDS.message(cards=series(cards)),
        said.KEY_CRAFTS.message(crafts=series(crafts)),
        series((plant, said.KEY_COUNTS.message()), "; "),
        said.KEY_TOKENS.message(card=_caravaneer()),
    )
