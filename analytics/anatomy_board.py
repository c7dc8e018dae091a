"""The board of one game as a figure: where the points were made, and by whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analytics.anatomy import PlacePoints, Places
from analytics.figures.anatomy import AnatomyWords
from analytics.figures.parts import REST, Figure, FigureWords, Key, Layout, new_layout, nothing_figure, plain, said
from analytics.places import Board, Point
from engine.colours import ink_on

HEAT = ("#fde9b0", "#fbc15e", "#f0883e", "#d1495b", "#8c2d6f")
"""From few points to many: ever darker, and told from white and from dark."""

BETWEEN = 0.36
"""The size of a place between two cells, as a part of a cell."""

BOARD_HEIGHT = 410
GAP = 2.6
"""Between the boards of two seats, in sizes of a cell."""


def board_figure(places: Places, board: Board, names: Sequence[str], seat: int | None, words: AnatomyWords) -> Figure:
    """The board with its cells, those where points were made coloured by how many.

    `seat`: only the points of this one, and the number in a place is its points. Otherwise all points count; on a
    common board the number is then the seat, counted from 1, that made most there ("=" if several did).
    """
    rows = [(row, row.total if seat is None else row.points[seat]) for row in places.rows]
    rows = [(row, points) for row, points in rows if points and (seat is None or row.board in (None, seat))]
    if not rows:
        return nothing_figure(words)
    boards = ([seat] if seat is not None else list(range(len(names)))) if board.own else [None]
    shifts = _shifts(board, boards)
    by_seat = seat is None and not board.own
    grid = [_moved(cell, shift) for shift in shifts.values() for cell in board.cells]
    data = [cells_drawn(grid, board.corners, 1.0, None)]
    step = -(-max(points for _, points in rows) // len(HEAT))
    drawn: dict[int, Key] = {}
    for between in (False, True):  # what lies between cells lies on top of them
        for number, colour in enumerate(HEAT):
            part = [row for row, points in rows if row.place.between == between and _shade(points, step) == number]
            if part:
                centres = [_moved((row.place.x, row.place.y), shifts[row.board]) for row in part]
                data.append(cells_drawn(centres, board.corners, BETWEEN if between else 1.0, colour))
                drawn[number] = Key(f"heat-{number + 1}", _span(number * step + 1, (number + 1) * step, words))
    data.append(_labels(rows, step, shifts, names, by_seat=by_seat))
    layout = board_layout(words, len(boards) > 2)
    layout["annotations"] = _board_names(board, shifts, names)
    row, points = max(rows, key=lambda pair: pair[1])
    alt = words.board_alt.format(place=row.place.name, points=points)
    return Figure(data, layout, alt, tuple(drawn[number] for number in sorted(drawn)))


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


def cells_drawn(centres: Sequence[Point], corners: Sequence[Point], size: float, colour: str | None) -> dict[str, Any]:
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
        "x": x,
        "y": y,
        "fill": "toself" if colour else "none",
        "fillcolor": colour or "rgba(0,0,0,0)",
        "line": {"color": REST, "width": 1 if colour else 0.6},
        "hoverinfo": "skip",
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
        **said(
            [
                (
                    "<br>".join(
                        [
                            row.place.name,
                            *(f"{plain(names[at])}: {points}" for at, points in enumerate(row.points) if points),
                        ]
                    ),
                    "",
                )
                for row, _ in rows
            ]
        ),
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
            "text": plain(names[owner]),
            "showarrow": False,
            "xanchor": "left",
        }
        for owner, shift in shifts.items()
        if owner is not None
    ]


def board_layout(words: FigureWords, tall: bool = False) -> Layout:
    """The layout of a board, without axes; `tall` for two rows of boards."""
    bare = {"visible": False, "fixedrange": True}
    height = BOARD_HEIGHT + (120 if tall else 0)
    return new_layout(words, height, bare, bare | {"scaleanchor": "x", "scaleratio": 1})
