"""The figures of one player's reviewed games. Rules: see `analytics.figures.parts`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    Row,
    axis,
    line_at,
    new_layout,
    nothing_figure,
    plain,
    row_layout,
    said,
    tick,
    whole_ticks,
    widened,
    written,
)
from analytics.intervals import Z95
from analytics.review_stats import ALL, Compared, Point

MOST_SHOWN = 40
"""More games do not fit on a phone."""


@dataclass(frozen=True, slots=True)
class ReviewWords(FigureWords):
    """The words of these figures, in one language. Names in braces are filled in."""

    game: str = "Game {number}"
    accuracy: str = "accuracy"
    recent: str = "mean of ten games"
    peers: str = "others"
    course_alt: str = "Dots for {count} games; the mean of the latest ones is {mean}."
    phases_alt: str = "Pairs of dots by phase: {player} and others."
    sources_alt: str = "Pairs of dots by source: {player} loses most in {source}, {points} points per game."


def course_figure(course: Sequence[Point], address: Callable[[int], str], words: ReviewWords) -> Figure:
    """A dot a game with the error of its measurement, and a line for the mean of the latest games. The games have the
    numbers of the whole course, of which the latest `MOST_SHOWN` are drawn. `address` opens a game by its id."""
    first = max(0, len(course) - MOST_SHOWN) + 1
    shown = course[-MOST_SHOWN:]
    if not shown:
        return nothing_figure(words)
    numbers = list(range(first, first + len(shown)))
    data: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "mode": "markers",
            "x": numbers,
            "y": [point.game.accuracy for point in shown],
            "error_y": {
                "type": "data",
                "array": [Z95 * (point.game.error or 0.0) for point in shown],
                "color": REST,
                "thickness": 1,
                "width": 0,
            },
            "marker": {"size": 9, "symbol": "circle-open", "color": REST, "line": {"color": REST, "width": 2}},
            **said(
                [
                    (
                        f"{words.game.format(number=number)}<br>{written(words, point.game.accuracy, 1)}",
                        address(point.game.game_id),
                    )
                    for number, point in zip(numbers, shown, strict=True)
                ]
            ),
        },
        {
            "type": "scatter",
            "mode": "lines",
            "x": numbers,
            "y": [point.mean for point in shown],
            "line": {"color": ANSWER, "width": 3},
            "hoverinfo": "skip",
        },
    ]
    layout = new_layout(
        words,
        COLUMNS_HEIGHT,
        whole_ticks(words, numbers[0], numbers[-1]),
        axis(0, 102, lambda value: tick(words, value)),
        l=36,
        b=AXIS_BELOW,
    )
    alt = words.course_alt.format(count=len(shown), mean=written(words, shown[-1].mean, 1))
    return Figure(data, layout, alt, (Key("open", words.accuracy), Key("answer", words.recent)))


def phases_figure(rows: Sequence[Compared], player: str, titles: Mapping[str, str], words: ReviewWords) -> Figure:
    """A pair of dots for each phase: the player's accuracy with its interval, and that of others."""
    shown = [row for row in rows if row.key != ALL]
    return _pairs(shown, player, titles, words.phases_alt.format(player=player), words)


def sources_figure(rows: Sequence[Compared], player: str, titles: Mapping[str, str], words: ReviewWords) -> Figure:
    """A pair of dots for each source: the points that the player loses there with their interval, and others."""
    shown = [row for row in rows if row.mine or row.peers]
    if not shown:
        return nothing_figure(words)
    most = max(shown, key=lambda row: row.mine)
    alt = words.sources_alt.format(player=player, source=titles[most.key], points=written(words, most.mine, 1))
    figure = _pairs(shown, player, titles, alt, words)
    figure.layout["shapes"].append(line_at(0))
    return figure


def _pairs(rows: Sequence[Compared], player: str, titles: Mapping[str, str], alt: str, words: ReviewWords) -> Figure:
    if not rows:
        return nothing_figure(words)
    data: list[dict[str, Any]] = []
    peers = [(place, row, row.peers) for place, row in enumerate(rows) if row.peers is not None]
    if peers:
        dots = [(place, value, titles[row.key]) for place, row, value in peers]
        data.append(_dots(words.peers, REST, "circle-open", dots, words))
    own = _dots(player, ANSWER, "circle", [(place, row.mine, titles[row.key]) for place, row in enumerate(rows)], words)
    own["error_x"] = {
        "type": "data",
        "symmetric": False,
        "array": [row.interval.high - row.mine if row.interval else 0.0 for row in rows],
        "arrayminus": [row.mine - row.interval.low if row.interval else 0.0 for row in rows],
        "color": ANSWER,
        "thickness": 2,
        "width": 4,
    }
    data.append(own)
    ends = [end for row in rows for end in (row.mine, *(row.interval or ()), row.peers) if end is not None]
    labels = [Row(titles[row.key], written(words, row.mine, 1)) for row in rows]
    layout = row_layout(words, labels, axis(*widened(ends), lambda value: tick(words, value)))
    keys = (Key("answer", player), *([Key("open", words.peers)] if peers else []))
    return Figure(data, layout, alt, keys)


def _dots(
    name: str, colour: str, symbol: str, values: Sequence[tuple[int, float, str]], words: ReviewWords
) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [value for _place, value, _title in values],
        "y": [place for place, _value, _title in values],
        "marker": {"color": colour, "symbol": symbol, "size": 11, "line": {"color": colour, "width": 2}},
        **said(
            [(f"{plain(title)}<br>{plain(name)} {written(words, value, 1)}", "") for _place, value, title in values]
        ),
    }
