"""What stands below the board: whose turn it is, a line for each seat, what is left, and the meaning of the shapes."""

from __future__ import annotations

from collections.abc import Sequence

from engine import picture_sentences as general
from engine.babylonia import look
from engine.babylonia import picture_sentences as said
from engine.babylonia.components import FARMER, MERCHANT, OFFICIAL, PRIEST, TOKENS
from engine.babylonia.state import BabyloniaState
from engine.babylonia.words import cards_of, due_now, is_used_up, notes, status
from engine.message import Say
from engine.picture_words import seat_on_turn
from engine.svg import BOLD, WIDTH, clean, fit, label, number, seat_line, tag

STATUS, DUE, HEAD, ROW, NOTE, KEY = 40.0, 30.0, 28.0, 36.0, 32.0, 40.0
"""Heights of the lines."""

NAME_X, POINTS_X, CITIES_X, CARDS_X, RACK_X, POOL_X = 60, 392, 474, 500, 640, 708
HEADS = (
    (NAME_X, general.HEAD_SEAT, ""), (POINTS_X, general.HEAD_POINTS, " e"), (CITIES_X, said.HEAD_CITIES, " e"),
    (CARDS_X, said.HEAD_CARDS, ""), (RACK_X, said.HEAD_RACK, " e"), (POOL_X, said.HEAD_POOL, " e"),
)  # fmt: skip
CARD_STEP = 18.0
"""From one card of a line to the next."""
KEY_SIZE = 19.0
KEYS_A_LINE, KEY_LINES = 4, 3
SMALL, NORMAL, LARGE = 21, 24, 25
"""Font sizes, as in the style sheet."""


def legend_height(state: BabyloniaState) -> float:
    """How much room the legend takes."""
    return STATUS + DUE + HEAD + ROW * state.players + NOTE * len(notes(state)) + KEY * KEY_LINES + 16


def draw_legend(state: BabyloniaState, names: Sequence[str], top: float, size: float, say: Say) -> list[str]:
    """The lines below the board, from `top` on. `size` is that of the hexes for which the shapes are defined."""
    short = [fit(name, LARGE * BOLD, 330) for name in names]
    due = due_now(state, short)
    lines = label(12, top + 28, fit(say(status(state, short)), LARGE * BOLD, WIDTH - 24), "h")
    lines += label(12, top + STATUS + 18, fit(say(due), SMALL, WIDTH - 24) if due else "", "k")
    parts = [tag("g", lines, data_part="status")]
    y = top + STATUS + DUE
    for x, head, anchor in HEADS:
        parts.append(label(x, y + 21, say(head.message()), f"c{anchor}"))
    y += HEAD
    for seat, name in enumerate(names):
        parts.append(tag("g", "".join(_seat(state, seat, name, y + ROW * seat)), data_seat=str(seat)))
    y += ROW * state.players
    noted = []
    for note in notes(state):
        noted.append(label(12, y + 26, fit(say(note), SMALL, WIDTH - 24), "k"))
        y += NOTE
    parts.append(tag("g", "".join(noted), data_part="notes"))
    parts.append(tag("g", "".join(_offer(state, y - NOTE * len(noted) + 26, say)), data_part="offer"))
    return parts + _keys(y + 8, size, say)


def _seat(state: BabyloniaState, seat: int, name: str, y: float) -> list[str]:
    """A seat's line: mark, name, points, city tiles, cards, tokens in rack and pool."""
    base = y + 26
    on_turn = seat_on_turn(state.to_move, state.active) == seat and state.turn > 0
    parts = seat_line(seat, y, on_turn)
    parts.append(label(NAME_X, base, fit(name, NORMAL * BOLD, POINTS_X - NAME_X - 62), "r b" if on_turn else "r"))
    parts.append(label(POINTS_X, base, str(state.scores[seat]), "r b e"))
    parts.append(label(CITIES_X, base, str(state.won[seat]), "r e"))
    cards = [
        _card(card, CARDS_X + CARD_STEP * place, base, "r x" if is_used_up(state, card) else "r")
        for place, card in enumerate(cards_of(state, seat))
    ]
    parts += cards or [label(CARDS_X, base, "–", "r")]
    parts.append(label(RACK_X, base, str(state.rack_size[seat]), "r e"))
    parts.append(label(POOL_X, base, str(state.pool_size[seat]), "r e"))
    return parts


def _card(card: int, x: float, base: float, class_: str) -> str:
    """The number of a card, marked as its place."""
    return tag("g", label(x, base, str(card), class_), data_card=str(card))


def _offer(state: BabyloniaState, base: float, say: Say) -> list[str]:
    """The cards on offer, at the right end of a line."""
    right = WIDTH - 12
    if not state.offer:
        return [label(right, base, say(said.NO_OFFER.message()), "k e")]
    left = right - CARD_STEP * len(state.offer)
    cards = (_card(card, left + CARD_STEP * place, base, "k") for place, card in enumerate(state.offer))
    return [label(left - 8, base, say(said.OFFER_LABEL.message()), "k e"), *cards]


def _keys(top: float, size: float, say: Say) -> list[str]:
    """What the shapes mean, four to a line."""
    blank = [f"k{kind}" for kind in (FARMER, MERCHANT, OFFICIAL, PRIEST)]
    entries = [
        *((_plain(shape, look.LETTERS[kind]), said.TOKEN[TOKENS[kind]]) for kind, shape in enumerate(blank)),
        (_plain("k4", "") + tag("use", href="#inner", class_="back", stroke="#1a1a1a"), said.KEY_FACE_DOWN),
        (tag("use", href="#mark", class_="last"), general.KEY_LAST_TURN),
        (look.ziggurat(scored=False), said.ZIGGURAT),
        (look.ziggurat(scored=True), said.KEY_SCORED),
        (look.city((OFFICIAL, PRIEST), size), said.KEY_CITY),
        (look.farm(6, by_cities=False, size=size), said.KEY_FARM),
        (look.farm(3, by_cities=True, size=size), said.KEY_FARM_OF_CITIES),
    ]  # fmt: skip
    parts = []
    for place, (drawing, meaning) in enumerate(entries):
        line, column = divmod(place, KEYS_A_LINE)
        x, y = 28 + column * 175, top + KEY * (line + 0.5)
        room = WIDTH - x - 30 if place == len(entries) - 1 else 122
        parts.append(tag("g", drawing, transform=f"translate({number(x)} {number(y)}) scale({KEY_SIZE / size:.3f})"))
        parts.append(label(x + 30, y + 7, fit(say(meaning.message()), SMALL, room), "k"))
    return parts


def _plain(shape: str, letter: str) -> str:
    """A token of no seat."""
    body = tag("use", href=f"#{shape}", class_="token", fill="#ffffff")
    return body + (tag("text", clean(letter), dy="0.36em", class_="u") if letter else "")
