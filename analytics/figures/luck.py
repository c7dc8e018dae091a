"""The figure of a player's luck. Rules: see `analytics.figures.parts`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from analytics.figures.parts import (
    ANSWER,
    AXIS_BELOW,
    COLUMNS_HEIGHT,
    REST,
    Figure,
    FigureWords,
    Key,
    axis,
    new_layout,
    nothing_figure,
    said,
    tick,
    whole_ticks,
    widened,
    written,
)
from analytics.intervals import Z95
from analytics.luck_stats import SeatLuck

MOST_SHOWN = 40
"""More games do not fit on a phone."""


@dataclass(frozen=True, slots=True)
class LuckWords(FigureWords):
    """The words of this figure, in one language. Names in braces are filled in."""

    game: str = "Game {number}"
    margin: str = "margin"
    adjusted: str = "margin without luck"
    alt: str = "Two dots for each of {count} games: the margin, and the margin without luck."


def luck_figure(games: Sequence[tuple[int, SeatLuck]], address: Callable[[int], str], words: LuckWords) -> Figure:
    """Two dots a game, from the first to the last: its margin, and what is left of it without luck, with the error of
    that. `games` are ids with their luck, and `address` opens one by its id; they have the numbers of all of them, of
    which the latest are drawn.
    """
    first = max(0, len(games) - MOST_SHOWN) + 1
    shown = games[-MOST_SHOWN:]
    if not shown:
        return nothing_figure(words)
    numbers = list(range(first, first + len(shown)))

    def dots(values: Sequence[float], name: str, colour: str, symbol: str) -> dict[str, Any]:
        texts = [
            (
                f"{words.game.format(number=number)}<br>{name} {written(words, value, 1, signed=True)}",
                address(game),
            )
            for number, value, (game, _luck) in zip(numbers, values, shown, strict=True)
        ]
        marker = {"size": 9, "symbol": symbol, "color": colour, "line": {"color": colour, "width": 2}}
        return {"type": "scatter", "mode": "markers", "x": numbers, "y": list(values), "marker": marker, **said(texts)}

    raw = dots([luck.margin for _game, luck in shown], words.margin, REST, "circle-open")
    adjusted = dots([luck.adjusted for _game, luck in shown], words.adjusted, ANSWER, "circle")
    errors = [Z95 * luck.error for _game, luck in shown]
    adjusted["error_y"] = {"type": "data", "array": errors, "color": ANSWER, "thickness": 1, "width": 0}
    ends = [0.0, *(end for _game, luck in shown for end in (luck.margin, luck.adjusted))]
    layout = new_layout(
        words,
        COLUMNS_HEIGHT,
        whole_ticks(words, numbers[0], numbers[-1]),
        axis(*widened(ends), lambda value: tick(words, value, signed=True)),
        l=44,
        b=AXIS_BELOW,
    )
    keys = (Key("open", words.margin), Key("answer", words.adjusted))
    return Figure([raw, adjusted], layout, words.alt.format(count=len(shown)), keys)
