"""The figures of one player's reviewed games. Rules: see `analytics.figures.parts`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analytics.figures.parts import (
    LONGEST_NAME,
    MARK,
    MUTED,
    OUTLINE,
    PALETTE,
    Figure,
    FigureWords,
    cut,
    folded,
    new_layout,
    nothing_figure,
    plain,
    row_height,
    written,
)
from analytics.intervals import Z95
from analytics.review_stats import ALL, Compared, Point

MOST_SHOWN = 40
"""More games do not fit on a phone."""


@dataclass(frozen=True, slots=True)
class ReviewWords:
    """The words of these figures, in one language. Names in braces are filled in."""

    accuracy: str = "accuracy"
    game: str = "games, the latest on the right"
    recent: str = "mean of ten games"
    peers: str = "others"
    lost: str = "points lost per game"
    course_alt: str = "Dots for {count} games; the mean of the latest ones is {mean}."
    phases_alt: str = "Pairs of dots by phase: {player} and others."
    sources_alt: str = "Pairs of dots by source: {player} loses most in {source}, {points} points per game."
    nothing_alt: str = "Nothing to draw."
    separators: str = ".,"

    @property
    def common(self) -> FigureWords:
        """What all figures share."""
        return FigureWords(separators=self.separators, nothing_alt=self.nothing_alt)


def course_figure(course: Sequence[Point], address: Callable[[int], str], words: ReviewWords) -> Figure:
    """A dot a game with the error of its measurement, and a line for the mean of the latest games. `address` opens a
    game by its id."""
    shown = course[-MOST_SHOWN:]
    if not shown:
        return nothing_figure(words.common)
    numbers = list(range(1, len(shown) + 1))
    data: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "mode": "markers",
            "name": words.accuracy,
            "x": numbers,
            "y": [point.game.accuracy for point in shown],
            "customdata": [
                {"href": address(point.game.game_id), "text": written(words.common, point.game.accuracy, 1)}
                for point in shown
            ],
            "error_y": {
                "type": "data",
                "array": [Z95 * (point.game.error or 0.0) for point in shown],
                "color": OUTLINE,
                "thickness": 1,
                "width": 0,
            },
            "marker": {"size": 9, "color": MUTED, "line": {"color": OUTLINE, "width": 1}},
            "hovertemplate": "%{customdata.text}<extra></extra>",
        },
        {
            "type": "scatter",
            "mode": "lines",
            "name": words.recent,
            "x": numbers,
            "y": [point.mean for point in shown],
            "line": {"color": MARK, "width": 3},
            "hoverinfo": "skip",
        },
    ]
    layout = new_layout(words.common, words.game, 0, 1)
    layout["xaxis"] |= {"tickformat": "d", "range": [0.3, len(shown) + 0.7], "showgrid": False}
    layout["xaxis"] |= {"tick0": 1, "dtick": max(1, len(shown) // 8)}
    layout["yaxis"] = {
        "fixedrange": True,
        "automargin": True,
        "range": [0, 102],
        "title": {"text": words.accuracy, "font": {"size": 14}},
    }
    alt = words.course_alt.format(count=len(shown), mean=written(words.common, shown[-1].mean, 1))
    return Figure(data, layout, alt)


def phases_figure(rows: Sequence[Compared], player: str, titles: Mapping[str, str], words: ReviewWords) -> Figure:
    """A pair of dots for each phase: the player's accuracy with its interval, and that of others."""
    shown = [row for row in rows if row.key != ALL]
    figure = _pairs(shown, player, titles, words.accuracy, words.phases_alt.format(player=player), words)
    figure.layout["xaxis"] |= {"rangemode": "normal"}  # far from zero everywhere: what differs would not be seen
    return figure


def sources_figure(rows: Sequence[Compared], player: str, titles: Mapping[str, str], words: ReviewWords) -> Figure:
    """A pair of dots for each source: the points that the player loses there with their interval, and others."""
    shown = [row for row in rows if row.mine or row.peers]
    if not shown:
        return nothing_figure(words.common)
    most = max(shown, key=lambda row: row.mine)
    alt = words.sources_alt.format(player=player, source=titles[most.key], points=written(words.common, most.mine, 1))
    return _pairs(shown, player, titles, words.lost, alt, words)


def _pairs(
    rows: Sequence[Compared], player: str, titles: Mapping[str, str], axis: str, alt: str, words: ReviewWords
) -> Figure:
    if not rows:
        return nothing_figure(words.common)
    labels = [folded(titles[row.key]) for row in rows]
    data: list[dict[str, Any]] = []
    with_peers = [(number, row, row.peers) for number, row in enumerate(rows) if row.peers is not None]
    if with_peers:
        data.append(_dots(words.peers, PALETTE[1], "diamond", [(at, value) for at, _row, value in with_peers], words))
    own = _dots(
        plain(cut(player, LONGEST_NAME)), PALETTE[0], "circle", [(at, row.mine) for at, row in enumerate(rows)], words
    )
    own["error_x"] = {
        "type": "data",
        "symmetric": False,
        "array": [row.interval.high - row.mine if row.interval else 0.0 for row in rows],
        "arrayminus": [row.mine - row.interval.low if row.interval else 0.0 for row in rows],
        "color": PALETTE[0],
        "thickness": 2,
        "width": 5,
    }
    data.append(own)
    layout = new_layout(words.common, axis, len(rows), len(data), row_height(labels))
    layout["yaxis"] |= {"tickvals": list(range(len(rows))), "ticktext": labels}
    return Figure(data, layout, alt)


def _dots(
    name: str, colour: str, symbol: str, values: Sequence[tuple[int, float]], words: ReviewWords
) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": [value for _at, value in values],
        "y": [at for at, _value in values],
        "customdata": [written(words.common, value, 1) for _at, value in values],
        "marker": {"color": colour, "symbol": symbol, "size": 12, "line": {"color": OUTLINE, "width": 1}},
        "hovertemplate": "%{customdata}<extra>" + name + "</extra>",
    }
