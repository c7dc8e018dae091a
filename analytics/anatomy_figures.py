"""The figures of one game: points by source, the course of the game, the winner against the second, the board.

The same rules as in `analytics.figures`: plain dictionaries for plotly.js, one sentence `alt` for each, and a table
beside it that has the numbers. A point may carry an address, `customdata.href`: the page opens it on a click; the same
addresses are links in the table. Seats are told apart by colour, line and mark, always in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analytics.anatomy import Anatomy, Lead, PlacePoints, Places
from analytics.figures import (
    BAR_HEIGHT,
    MUTED,
    OUTLINE,
    PALETTE,
    Figure,
    Layout,
    _folded,
    _layout,
    _plain,
    _row_height,
    source_style,
)
from analytics.figures import Words as FigureWords
from analytics.places import Board, Point
from engine.svg import ink_on

DASHES = ("solid", "dash", "dot", "dashdot")
SYMBOLS = ("circle", "square", "diamond", "triangle-up")
HEAT = ("#fde9b0", "#fbc15e", "#f0883e", "#d1495b", "#8c2d6f")
"""From few points to many: ever darker, and told from white and from dark."""

BETWEEN = 0.36
"""The size of a place between two cells, as a part of a cell."""

BOARD_HEIGHT = 410
GAP = 2.6
"""Between the boards of two seats, in sizes of a cell."""


@dataclass(frozen=True, slots=True)
class AnatomyWords:
    """The words of these figures, in one language. Names in braces are filled in."""

    points: str = "points"
    turn: str = "turn"
    more: str = "more than {second}"
    less: str = "less than {second}"
    margin: str = "Margin"
    ahead: str = "points ahead of {second}"
    free: str = "no points"
    sources_alt: str = "Stacked bars: {player} has {total} points, most of them from {source}: {points}."
    course_alt: str = "Lines: the scores after each of {turns} turns. At the end {player} leads with {points} points."
    lead_alt: str = "Bars from zero to the margin of {margin}: the largest gain of {winner} is {points} from {source}."
    board_alt: str = "The board: most points were made at {place}, {points}."
    nothing_alt: str = "Nothing to draw."
    separators: str = ".,"

    @property
    def common(self) -> FigureWords:
        """What all figures share."""
        return FigureWords(separators=self.separators, nothing_alt=self.nothing_alt)


def game_sources_figure(
    anatomy: Anatomy, names: Sequence[str], titles: Mapping[str, str], words: AnatomyWords
) -> Figure:
    """Stacked bars: one bar a seat in order of place, one piece a source. A bar is as long as the score."""
    if not anatomy.sources:
        return _nothing(words)
    order = {key: number for number, key in enumerate(titles)}
    data = [
        {
            "type": "bar",
            "orientation": "h",
            "name": titles[row.source],
            "x": [row.points[seat] for seat in anatomy.ranking],
            "y": list(range(len(anatomy.ranking))),
            "customdata": [_plain(names[seat]) for seat in anatomy.ranking],
            "marker": source_style(order[row.source]),
            "hovertemplate": "%{customdata}<br>%{x}<extra>" + _plain(titles[row.source]) + "</extra>",
        }
        for row in anatomy.sources
    ]
    labels = [_folded(names[seat]) for seat in anatomy.ranking]
    layout = _layout(words.common, words.points, len(labels), len(data), _row_height(labels))
    layout["barmode"] = "relative"
    layout["yaxis"] |= {"tickvals": list(range(len(labels))), "ticktext": labels}
    first = anatomy.ranking[0]
    best = max(anatomy.sources, key=lambda row: row.points[first])
    alt = words.sources_alt.format(
        player=names[first], total=anatomy.scores[first], source=titles[best.source], points=best.points[first]
    )
    return Figure(data, layout, alt)


def course_figure(anatomy: Anatomy, names: Sequence[str], address: Callable[[int], str], words: AnatomyWords) -> Figure:
    """Step lines: the score of each seat after each turn, a mark where it scored. `address` opens a turn of the log."""
    if anatomy.counted_at_once or not anatomy.moments:
        return _nothing(words)
    data = []
    for seat in anatomy.ranking:
        turns, scores, marks, hrefs, gains = [0], [0], [0], [address(0)], [""]
        for moment in anatomy.moments:
            turns.append(moment.turn)
            scores.append(moment.scores[seat])
            marks.append(7 if moment.gained[seat] else 0)
            hrefs.append(address(moment.turn))
            gains.append(f"{moment.gained[seat]:+d}" if moment.gained[seat] else "")
        if turns[-1] < anatomy.turns:
            turns.append(anatomy.turns)
            scores.append(scores[-1])
            marks.append(0)
            hrefs.append(address(anatomy.turns))
            gains.append("")
        data.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": _plain(names[seat]),
                "x": turns,
                "y": scores,
                "customdata": [{"href": href, "gain": gain} for href, gain in zip(hrefs, gains, strict=True)],
                "line": {"shape": "hv", "color": PALETTE[seat], "width": 2, "dash": DASHES[seat]},
                "marker": {"size": marks, "symbol": SYMBOLS[seat], "color": PALETTE[seat]},
                "hovertemplate": "%{x}: %{y} %{customdata.gain}<extra>" + _plain(names[seat]) + "</extra>",
            }
        )
    layout = _layout(words.common, words.turn, 0, 1)
    layout["yaxis"] = _plain_axis(words.points)
    layout["xaxis"] |= {"tickformat": "d"}
    first = anatomy.ranking[0]
    alt = words.course_alt.format(turns=anatomy.turns, player=names[first], points=anatomy.scores[first])
    return Figure(data, layout, alt)


def lead_figure(lead: Lead | None, names: Sequence[str], titles: Mapping[str, str], words: AnatomyWords) -> Figure:
    """A waterfall: each bar begins where the one above it ended, the last one is the margin from zero."""
    if lead is None or not lead.steps:
        return _nothing(words)
    second = _plain(names[lead.second])
    labels = [_folded(titles[step.source]) for step in lead.steps] + [_folded(words.margin)]
    bars = [(step.start, step.difference) for step in lead.steps] + [(0, lead.margin)]
    gains = [number for number, step in enumerate(lead.steps) if step.difference > 0]
    losses = [number for number, step in enumerate(lead.steps) if step.difference < 0]
    data = []
    for name, colour, numbers in (
        (words.more.format(second=second), PALETTE[0], gains),
        (words.less.format(second=second), PALETTE[1], losses),
        (words.margin, MUTED, [len(lead.steps)]),
    ):
        if numbers:
            data.append(
                {
                    "type": "bar",
                    "orientation": "h",
                    "name": name,
                    "base": [bars[number][0] for number in numbers],
                    "x": [bars[number][1] for number in numbers],
                    "y": numbers,
                    "text": [f"{bars[number][1]:+d}".replace("-", "−") for number in numbers],
                    "textposition": "auto",
                    "customdata": [labels[number].replace("<br>", " ") for number in numbers],
                    "marker": {"color": colour, "line": {"color": OUTLINE, "width": 1}},
                    "hovertemplate": "%{customdata}: %{text}<extra></extra>",
                }
            )
    layout = _layout(words.common, words.ahead.format(second=second), len(labels), 1, _row_height(labels))
    layout["barmode"] = "overlay"
    layout["xaxis"] |= {"zeroline": True, "zerolinecolor": OUTLINE, "zerolinewidth": 2}
    layout["yaxis"] |= {"tickvals": list(range(len(labels))), "ticktext": labels}
    best = lead.steps[0]
    alt = words.lead_alt.format(
        margin=lead.margin, winner=names[lead.winner], points=best.difference, source=titles[best.source]
    )
    return Figure(data, layout, alt)


def board_figure(places: Places, board: Board, names: Sequence[str], seat: int | None, words: AnatomyWords) -> Figure:
    """The board with its cells, those where points were made coloured by how many.

    `seat`: only the points of this one, and the number in a place is its points. Otherwise all points count; on a
    common board the number is then the seat, counted from 1, that made most there ("=" if several did).
    """
    rows = [(row, row.total if seat is None else row.points[seat]) for row in places.rows]
    rows = [(row, points) for row, points in rows if points and (seat is None or row.board in (None, seat))]
    if not rows:
        return _nothing(words)
    boards = ([seat] if seat is not None else list(range(len(names)))) if board.own else [None]
    shifts = _shifts(board, boards)
    by_seat = seat is None and not board.own
    grid = [_moved(cell, shift) for shift in shifts.values() for cell in board.cells]
    data = [_cells(grid, board.corners, 1.0, words.free, None)]
    step = -(-max(points for _, points in rows) // len(HEAT))
    drawn: set[int] = set()
    for between in (False, True):  # what lies between cells lies on top of them
        for number, colour in enumerate(HEAT):
            part = [row for row, points in rows if row.place.between == between and _shade(points, step) == number]
            if part:
                centres = [_moved((row.place.x, row.place.y), shifts[row.board]) for row in part]
                name = _span(number * step + 1, (number + 1) * step, words)
                size = BETWEEN if between else 1.0
                data.append(_cells(centres, board.corners, size, name, colour, in_legend=number not in drawn))
                drawn.add(number)
    data.append(_labels(rows, step, shifts, names, by_seat=by_seat))
    layout = _board_layout(words, len(boards) > 2)
    layout["annotations"] = _board_names(board, shifts, names)
    row, points = max(rows, key=lambda pair: pair[1])
    return Figure(data, layout, words.board_alt.format(place=row.place.name, points=points))


def _span(low: int, high: int, words: AnatomyWords) -> str:
    return f"{low}–{high} {words.points}" if high > low else f"{low} {words.points}"


def _shade(points: int, step: int) -> int:
    """The number of the colour: the first one is for 1 to `step` points."""
    return min((max(points, 1) - 1) // step, len(HEAT) - 1)


def _shifts(board: Board, boards: Sequence[int | None]) -> dict[int | None, Point]:
    """Where each board stands: two in a line."""
    width = max(x for x, _ in board.cells) - min(x for x, _ in board.cells) + GAP
    height = max(y for _, y in board.cells) - min(y for _, y in board.cells) + 1.4 * GAP
    return {owner: (number % 2 * width, -(number // 2) * height) for number, owner in enumerate(boards)}


def _moved(point: Point, shift: Point) -> Point:
    return point[0] + shift[0], point[1] + shift[1]


def _cells(
    centres: Sequence[Point],
    corners: Sequence[Point],
    size: float,
    name: str,
    colour: str | None,
    *,
    in_legend: bool = True,
) -> dict[str, Any]:
    """Cells as closed lines with a gap after each: one trace for all of a colour; without one, the bare board."""
    x: list[float | None] = []
    y: list[float | None] = []
    for centre_x, centre_y in centres:
        for dx, dy in (*corners, corners[0]):
            x.append(round(centre_x + size * dx, 3))
            y.append(round(centre_y + size * dy, 3))
        x.append(None)
        y.append(None)
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "x": x,
        "y": y,
        "fill": "toself" if colour else "none",
        "fillcolor": colour or "rgba(0,0,0,0)",
        "line": {"color": OUTLINE, "width": 1 if colour else 0.6},
        "hoverinfo": "skip",
        "showlegend": bool(colour) and in_legend,
    }


def _labels(
    rows: Sequence[tuple[PlacePoints, int]],
    step: int,
    shifts: Mapping[int | None, Point],
    names: Sequence[str],
    *,
    by_seat: bool,
) -> dict[str, Any]:
    """A number in every place, and under the pointer who made how many points there."""
    centres = [_moved((row.place.x, row.place.y), shifts[row.board]) for row, _ in rows]
    colours = [HEAT[_shade(points, step)] for _, points in rows]
    return {
        "type": "scatter",
        "mode": "text",
        "x": [round(x, 3) for x, _ in centres],
        "y": [round(y, 3) for _, y in centres],
        "text": [_most(row) if by_seat else str(points) for row, points in rows],
        "textfont": {"size": 11, "color": [ink_on(colour) for colour in colours]},
        "customdata": [
            {
                "place": row.place.name,
                "who": "<br>".join(f"{_plain(names[at])}: {points}" for at, points in enumerate(row.points) if points),
            }
            for row, _ in rows
        ],
        "hovertemplate": "%{customdata.place}<br>%{customdata.who}<extra></extra>",
        "showlegend": False,
    }


def _most(row: PlacePoints) -> str:
    best = max(row.points)
    return str(row.points.index(best) + 1) if row.points.count(best) == 1 else "="


def _board_names(board: Board, shifts: Mapping[int | None, Point], names: Sequence[str]) -> list[dict[str, Any]]:
    left, top = min(x for x, _ in board.cells), max(y for _, y in board.cells)
    return [
        {
            "x": left + shift[0] - 0.7,
            "y": top + shift[1] + 1.7,
            "text": _plain(names[owner]),
            "showarrow": False,
            "xanchor": "left",
        }
        for owner, shift in shifts.items()
        if owner is not None
    ]


def _board_layout(words: AnatomyWords, tall: bool) -> Layout:
    layout = _layout(words.common, "", 0, 1)
    bare = {"visible": False, "fixedrange": True}
    layout |= {
        "height": BOARD_HEIGHT + (120 if tall else 0),
        "xaxis": dict(bare),
        "yaxis": bare | {"scaleanchor": "x", "scaleratio": 1},
        "hovermode": "closest",
    }
    return layout


def _plain_axis(title: str) -> dict[str, Any]:
    return {
        "fixedrange": True,
        "automargin": True,
        "rangemode": "tozero",
        "title": {"text": title, "font": {"size": 14}},
    }


def _nothing(words: AnatomyWords) -> Figure:
    return Figure([], _layout(words.common, "", 0, 0, BAR_HEIGHT), words.nothing_alt)
