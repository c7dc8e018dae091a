"""The board over many games as figures: points per game by place, or differences. Rules: see `analytics.figures.parts`.

The board is drawn as in one game (`analytics.anatomy_board`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analytics.anatomy_board import BETWEEN, HEAT, board_layout, cells_drawn
from analytics.figures.parts import Figure, FigureWords, Key, nothing_figure, said, written
from analytics.places import Board, Place
from engine.colours import ink_on

COOL = ("#cfe8f3", "#93c4e0", "#4f97c4", "#2b6a9e", "#1a3f6b")
"""From little more to much more for the player; `HEAT` is for the winners. Signs say the same."""

LETTERS = 8
WIDEST = 26
"""A number with its sign stays inside a hex of Babylonia's whole board on a phone, which is 24 wide in sizes of a cell.
On a wider one there are no numbers: colours, pointer and table tell them."""

COARSE = 0.1
"""Steps of a key that are smaller than this need two decimals to differ."""

Value = tuple[Place, float]


@dataclass(frozen=True, slots=True)
class HeatWords(FigureWords):
    """The words of these figures, in one language. Names in braces are filled in."""

    heat_alt: str = "The board: most points per game at {place}, {points}."
    difference_alt: str = "The board: the largest difference at {place}, {points} points per game."
    more: str = "more than the winners"
    less: str = "less than the winners"


def heat_figure(values: Sequence[Value], board: Board, most: float, words: HeatWords) -> Figure:
    """Points per game by place, ever darker up to `most`, which is the same for figures that are compared."""
    shown = [(place, value) for place, value in values if round(value, 1) > 0]
    if not shown:
        return nothing_figure(words)
    place, value = max(shown, key=lambda pair: pair[1])
    alt = words.heat_alt.format(place=place.name, points=written(words, value, 1))
    keys = _steps(HEAT, most, words)
    return _drawn([(place, value, _shade(HEAT, value, most)) for place, value in shown], board, alt, keys, words)


def difference_figure(values: Sequence[Value], board: Board, words: HeatWords) -> Figure:
    """Differences in points per game by place: blue where the player made more, red where the winners did."""
    shown = [(place, value) for place, value in values if round(value, 1)]
    if not shown:
        return nothing_figure(words)
    place, value = max(shown, key=lambda pair: abs(pair[1]))
    alt = words.difference_alt.format(place=place.name, points=written(words, value, 1, signed=True))
    most = abs(value)
    coloured = [(place, value, _shade(COOL if value > 0 else HEAT, abs(value), most)) for place, value in shown]
    keys = (Key("cool-4", words.more), Key("heat-4", words.less))
    return _drawn(coloured, board, alt, keys, words, signed=True)


def _shade(colours: Sequence[str], value: float, most: float) -> str:
    return colours[min(int(len(colours) * value / most), len(colours) - 1)]


def _steps(colours: Sequence[str], most: float, words: HeatWords) -> tuple[Key, ...]:
    step = most / len(colours)
    digits = 1 if step >= COARSE else 2
    return tuple(
        Key(
            f"heat-{number + 1}",
            f"{written(words, number * step, digits)}–{written(words, (number + 1) * step, digits)}",
        )
        for number in range(len(colours))
    )


def _drawn(
    shown: Sequence[tuple[Place, float, str]],
    board: Board,
    alt: str,
    keys: tuple[Key, ...],
    words: HeatWords,
    *,
    signed: bool = False,
) -> Figure:
    data = [cells_drawn(board.cells, board.corners, 1.0, None)]
    for between in (False, True):  # what lies between cells lies on top of them
        for colour in dict.fromkeys(colour for _place, _value, colour in shown):
            centres = [(place.x, place.y) for place, _value, own in shown if own == colour and place.between == between]
            if centres:
                data.append(cells_drawn(centres, board.corners, BETWEEN if between else 1.0, colour))
    numbers = [written(words, value, 1, signed=signed) for _place, value, _colour in shown]
    is_wide = max(x for x, _y in board.cells) - min(x for x, _y in board.cells) > WIDEST
    data.append(
        {
            "type": "scatter",
            "mode": "text",
            "x": [round(place.x, 3) for place, _value, _colour in shown],
            "y": [round(place.y, 3) for place, _value, _colour in shown],
            "text": [""] * len(numbers) if is_wide else numbers,
            "textfont": {"size": LETTERS, "color": [ink_on(colour) for _place, _value, colour in shown]},
            **said([(f"{place.name}<br>{number}", "") for (place, *_rest), number in zip(shown, numbers, strict=True)]),
        }
    )
    return Figure(data, board_layout(words), alt, keys)
