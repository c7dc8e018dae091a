"""A position as one SVG document: for paper all that is shown of it, for a page the board with its tray."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any
from xml.sax.saxutils import unescape

from engine import picture_sentences
from engine.colours import SHARED_STYLE, both_themes, colour
from engine.message import Say
from engine.shown import WIDTH, Amount, Drawing, Key, Panel, Shown
from engine.svg import BOLD, clean, fit, label, number, tag, text_width
from engine.symbols import symbol, used_in

STATUS, DUE, NOTE, LINE, KEY, GAP = 40.0, 30.0, 32.0, 38.0, 36.0, 12.0
"""Heights of the lines, and of what is left between parts."""

LARGE, NORMAL, SMALL = 25, 24, 21
"""Font sizes, as in the style sheet."""

NAME_X, POINTS_X, AMOUNTS_X = 58.0, 318.0, 340.0
POINTS_WIDE = 84.0
"""What the points take: "0 (104)"."""
MARK = 26.0
"""How large symbols are beside text."""

_DATA = re.compile("<metadata>(.*?)</metadata>")

KEYS_A_LINE = (3, 2)
"""Keys of the legend in a line, as many as all of them leave room for."""


def whole_picture(shown: Shown, game: str, names: Sequence[str], say: Say) -> str:
    """Board, tray, panels and legend below one another on a light ground."""
    board, height = _whole_board(shown.board)
    parts = [board]
    y = height + GAP
    drawings = [shown.board]
    if shown.tray is not None:
        parts.append(_moved(shown.tray.content, y, "tray"))
        y += shown.tray.height + GAP
        drawings.append(shown.tray)
    head = label(12, y + 28, fit(say(shown.status), LARGE * BOLD, WIDTH - 24), "h")
    if shown.due is not None:
        head += label(12, y + STATUS + 18, fit(say(shown.due), SMALL, WIDTH - 24), "k")
    parts.append(tag("g", head, data_part="status"))
    y += STATUS + DUE
    for panel in shown.panels:
        lines, height = _panel(panel, names[panel.seat], y)
        parts.append(tag("g", "".join(lines), data_seat=str(panel.seat)))
        y += height
    noted = []
    for note in shown.notes:
        noted.append(label(12, y + 26, fit(say(note), SMALL, WIDTH - 24), "k"))
        y += NOTE
    parts.append(tag("g", "".join(noted), data_part="notes"))
    keys, height = _legend(shown.legend, y + GAP, say)
    parts += keys
    y += GAP + height + GAP
    ground = tag("rect", width=WIDTH, height=y, fill=colour("paper"))
    return _document(y, _title(game, names, say), shown.description, drawings, [ground, *parts])


def board_picture(shown: Shown, game: str) -> str:
    """The board alone. Nobody sets its colours from outside, so it brings those of both themes."""
    board, height = _whole_board(shown.board)
    return _document(height, game, game, [shown.board], [tag("style", both_themes()), board])


def screen_picture(shown: Shown, game: str, names: Sequence[str], say: Say) -> str:
    """The board with its tray, and as data what a page draws around it."""
    drawings, parts = [shown.board], [tag("g", "".join(shown.board.content), data_part="board")]
    height = shown.board.height
    if shown.tray is not None:
        drawings.append(shown.tray)
        parts.append(_moved(shown.tray.content, height + GAP, "tray"))
        height += GAP + shown.tray.height
    around = {
        "status": say(shown.status),
        "due": None if shown.due is None else say(shown.due),
        "seats": [_seat(panel, names[panel.seat], say) for panel in shown.panels],
        "notes": [say(note) for note in shown.notes],
        "legend": [{"symbol": key.symbol, "meaning": say(key.meaning)} for key in shown.legend],
    }
    data = tag("metadata", clean(json.dumps(around, ensure_ascii=False, separators=(",", ":"))))
    return _document(height, _title(game, names, say), shown.description, drawings, [data, *parts])


def around(picture: str) -> dict[str, Any]:
    """What a screen picture brings for the page to draw around it: status, due, seats, notes, legend."""
    found = _DATA.search(picture)
    assert found is not None, "every screen picture has it"
    return dict(json.loads(unescape(found[1])))


def _whole_board(board: Drawing) -> tuple[str, float]:
    """The board with its edges in the width of the picture, and its height."""
    scale = WIDTH / (WIDTH + 2 * board.margin)
    moved = f"scale({scale:.4f}) translate({number(board.margin)} {number(board.margin)})"
    content = "".join([*board.edges, *board.content])
    return tag("g", content, data_part="board", transform=moved), (board.height + 2 * board.margin) * scale


def _title(game: str, names: Sequence[str], say: Say) -> str:
    return say(picture_sentences.TITLE.message(game=game, names=" – ".join(names)))


def _document(height: float, title: str, description: str, drawings: Iterable[Drawing], parts: Sequence[str]) -> str:
    style = SHARED_STYLE + "".join(drawing.style for drawing in drawings)
    shapes = "".join(drawing.definitions for drawing in drawings)
    content = "\n".join(parts)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {number(WIDTH)} {number(height)}" part="picture" role="img" aria-labelledby="title desc">'
        + tag("title", clean(title), id="title")
        + tag("desc", clean(description), id="desc")
        + tag("style", style)
        + tag("defs", shapes + used_in(shapes + content))
        + content
        + "</svg>\n"
    )


def _moved(content: Iterable[str], y: float, part: str) -> str:
    return tag("g", "".join(content), data_part=part, transform=f"translate(0 {number(y)})")


def _panel(panel: Panel, name: str, y: float) -> tuple[list[str], float]:
    """A seat's lines: a mark, the name, the points, what it has in as many lines as that takes; their height."""
    base = y + 27
    parts = [
        tag("path", d=f"M8 {number(y)}H712", class_="rule"),
        tag("path", d=f"M4 {number(y + 11)}l10 8l-10 8z" if panel.on_turn else "", class_="ink"),
        symbol(f"seat-{panel.seat + 1}", 36, y + 19, 30),
        label(NAME_X, base, fit(name, NORMAL * BOLD, POINTS_X - NAME_X - POINTS_WIDE), "r b" if panel.on_turn else "r"),
        label(POINTS_X, base, _points(panel), "r b e"),
    ]
    x, height = AMOUNTS_X, LINE
    for amount in panel.amounts:
        text = "" if amount.count is None else str(amount.count)
        wide = MARK + (4 + text_width(text, SMALL) if text else 0)
        if x + wide > WIDTH - 8:
            x, height = AMOUNTS_X, height + LINE
        parts.append(_amount(amount, text, x, y + height - LINE))
        x += wide + 12
    return parts, height


def _points(panel: Panel) -> str:
    """The points, and in brackets those that a seat would have if the game ended now."""
    points = str(panel.points) if panel.projected is None else f"{panel.points} ({panel.projected})"
    return points.replace("-", "−")


def _amount(amount: Amount, text: str, x: float, y: float) -> str:
    drawn = symbol(amount.symbol, x + MARK / 2, y + 19, MARK)
    if text:
        drawn += label(x + MARK + 4, y + 27, text, "k")
    key, _, name = amount.place.partition(":")
    marked = {f"data_{key}": name} if key else {}
    return tag("g", drawn, class_="faded" if amount.faded else "plain", **marked)


def _legend(keys: Sequence[Key], top: float, say: Say) -> tuple[list[str], float]:
    """The lines of the legend, and their height."""
    meanings = [say(key.meaning) for key in keys]
    longest = max((text_width(meaning, SMALL) for meaning in meanings), default=0)
    beside = next((count for count in KEYS_A_LINE if longest <= _room(count)), KEYS_A_LINE[-1])
    parts = []
    for place, (key, meaning) in enumerate(zip(keys, meanings, strict=True)):
        line, column = divmod(place, beside)
        x, y = 12 + column * WIDTH / beside, top + KEY * line
        parts.append(symbol(key.symbol, x + MARK / 2, y + KEY / 2, MARK))
        parts.append(label(x + MARK + 8, y + KEY / 2 + 7, fit(meaning, SMALL, _room(beside)), "k"))
    return parts, KEY * -(-len(keys) // beside)


def _room(beside: int) -> float:
    """The room for the text of a key."""
    return WIDTH / beside - MARK - 26


def _seat(panel: Panel, name: str, say: Say) -> dict[str, Any]:
    return {
        "seat": panel.seat,
        "name": name,
        "points": panel.points,
        "on_turn": panel.on_turn,
        "projected": panel.projected
        if panel.projected is None
        else {"points": panel.projected, "words": say(picture_sentences.PROJECTED.message(count=panel.projected))},
        "amounts": [
            {
                "symbol": amount.symbol,
                "count": amount.count,
                "words": say(amount.words),
                "faded": amount.faded,
                "place": amount.place,
            }
            for amount in panel.amounts
        ],
    }
