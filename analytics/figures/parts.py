"""What all figures are made of: colours by name, axes with few ticks, rows, and labels that stand at their marks.

A figure names its colours ("--chart-answer"); the page says what they are, by day and by night (charts.css). It is
drawn at the width of its box, so texts keep their 12 pixels; its height is fixed here, so the page keeps that room
free. Lapis is the answer, an open grey dot no difference found, clay a loss. A source has the same colour in every
figure, by its place in the game's list; a seat has the colour and the shape that it has on the board. Every figure has
one sentence, `alt`, for people who do not see it; the numbers below it have everything that it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from textwrap import wrap
from types import MappingProxyType
from typing import Any

from analytics.intervals import Interval

Layout = dict[str, Any]

ANSWER, REST, LOSS = "--chart-answer", "--chart-rest", "--chart-loss"
ZERO, BAND, SURFACE = "--chart-zero", "--chart-band", "--chart-surface"
LABEL = "--chart-label"

SOURCE_COLOURS = 10
"""So many sources have a colour of their own; more have the same again with a pattern."""
PATTERNS = ("", "/", ".", "x")

SEAT_SYMBOLS = ("circle", "square", "diamond", "pentagon")
"""The marks of the seats on the boards: disc, square, diamond, and a shield, which is a pentagon on its head."""
SEAT_GLYPHS = ("●", "■", "◆", "▼")
SHIELD = 3

MOST_BARS = 12
"""More players or cards than this do not fit on a screen; the numbers have all of them."""

MOST_TICKS = 5
TEXT_SIZE, LINE_HEIGHT, ICON_ROOM = 12, 15, 20
NAME_LETTERS, LABEL_LETTERS = 32, 16
"""Letters of a line of a name above its row, and of a label beside its mark, as many as fit on a phone."""
LETTER = 6.2
"""Pixels of a letter, on average; most are narrower."""
INDENT = "<br>" + 4 * "\N{NO-BREAK SPACE}"

AXIS_ABOVE, AXIS_BELOW = 24, 24
ROW_GAP = 12
"""Pixels between the mark of a row and the name of the next, and between a name and its own mark half of it."""
MARK = 12
COLUMNS_HEIGHT = 200
HEAD = 28
"""Pixels above columns, for the names of groups."""


Icons = Mapping[str, str]
"""The addresses of the drawings of cards or of sources, by key."""

NO_ICONS: Icons = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Key:
    """What a mark of a figure means, where no label can stand at it. `mark`: "answer", "open", "source-1", "seat-2" …,
    as in charts.css. `icon`: the address of the drawing of what it means, "" for none."""

    mark: str
    words: str
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """`data` and `layout` as plotly.js takes them, and the sentence that stands for the picture."""

    data: list[dict[str, Any]]
    layout: Layout
    alt: str
    keys: tuple[Key, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """What the page draws."""
        return {"data": self.data, "layout": self.layout}


@dataclass(frozen=True, slots=True)
class FigureWords:
    """The words that every figure needs, in one language."""

    nothing_alt: str = "Nothing to draw."
    separators: str = ".,"
    percent: str = "{number}%"
    span: str = "{low} to {high}"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a figure: its name, and its number at the right edge, which is strong if the row is the answer. Before
    the name stands the mark of a `seat`, or `icon`, the address of a drawing."""

    name: str
    number: str
    strong: bool = False
    seat: int | None = None
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Dot:
    """A value with its interval on a row. `found`: it differs. `said`: what a tap shows; `href`: where it leads."""

    row: Row
    value: float
    interval: Interval | None
    found: bool
    said: str
    href: str = ""


def source_style(number: int) -> dict[str, Any]:
    """The look of the bars of a source, by its place in the game's list."""
    return {
        "color": source_colour(number),
        "line": {"color": SURFACE, "width": 1},
        "pattern": {"shape": PATTERNS[number // SOURCE_COLOURS % len(PATTERNS)], "solidity": 0.35},
    }


def source_mark(number: int) -> str:
    """The name of the colour of a source, as keys have it."""
    return f"source-{number % SOURCE_COLOURS + 1}"


def source_colour(number: int) -> str:
    return f"--chart-{source_mark(number)}"


def seat_colour(seat: int) -> str:
    """The colour of a seat in lines and marks."""
    return f"--chart-seat-{seat % len(SEAT_SYMBOLS) + 1}"


def seat_marker(seat: int) -> dict[str, Any]:
    """The mark of a seat, as on the board."""
    place = seat % len(SEAT_SYMBOLS)
    return {"symbol": SEAT_SYMBOLS[place], "angle": 180 if place == SHIELD else 0, "color": seat_colour(seat)}


def new_layout(words: FigureWords, height: int, x_axis: Layout, y_axis: Layout, **margin: int) -> Layout:
    """A layout without legend, titles and zoom, so that a finger scrolls the page. `margin`: pixels for l, r, t, b."""
    return {
        "height": height,
        "margin": {"l": 8, "r": 8, "t": 8, "b": 8, **margin},
        "dragmode": False,
        "showlegend": False,
        "hovermode": "closest",
        "bargap": 0.25,
        "separators": words.separators,
        "xaxis": x_axis,
        "yaxis": y_axis,
    }


def nothing_figure(words: FigureWords) -> Figure:
    """A figure without marks."""
    return Figure([], new_layout(words, COLUMNS_HEIGHT, {}, {}), words.nothing_alt)


# Axes


def axis(low: float, high: float, write: Callable[[float], str]) -> Layout:
    """An axis over the values from `low` to `high` with at most `MOST_TICKS` lines at round numbers."""
    ticks = round_numbers(low, high)
    return {
        "range": [low, high],
        "tickmode": "array",
        "tickvals": ticks,
        "ticktext": [write(tick) for tick in ticks],
        "fixedrange": True,
        "zeroline": False,
    }


def whole_ticks(words: FigureWords, first: int, last: int) -> Layout:
    """An axis of things that are counted from `first` to `last`, without lines."""
    found = axis(first - 0.7, last + 0.7, lambda number: written(words, number, 0))
    whole = [number for number in found["tickvals"] if number == int(number) and first <= number <= last] or [first]
    return found | {"tickvals": whole, "ticktext": [str(int(number)) for number in whole], "showgrid": False}


def named_axis(names: Sequence[str], places: Sequence[float], low: float, high: float) -> Layout:
    """An axis with these names at these places, and no lines."""
    return {
        "range": [low, high],
        "tickmode": "array",
        "tickvals": list(places),
        "ticktext": [plain(name) for name in names],
        "fixedrange": True,
        "zeroline": False,
        "showgrid": False,
        "ticklen": 4,
        "tickcolor": "rgba(0,0,0,0)",
    }


def hidden_axis(low: float, high: float) -> Layout:
    """An axis of which nothing is seen."""
    return {
        "range": [low, high],
        "fixedrange": True,
        "zeroline": False,
        "showgrid": False,
        "showticklabels": False,
    }


def round_numbers(low: float, high: float) -> list[float]:
    """The multiples of the smallest round step (1, 2, 2.5 or 5, with zeros) of which few enough lie between the two."""
    if high <= low:
        return [low]
    power = 10.0 ** floor(log10((high - low) / MOST_TICKS))
    for step in (power * factor for factor in (1, 2, 2.5, 5, 10, 20)):
        first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
        if last - first < MOST_TICKS:
            return [round(number * step, 10) for number in range(first, last + 1)]
    raise AssertionError("one of the steps is larger than the fifth part")


def widened(values: Iterable[float], part: float = 0.06) -> tuple[float, float]:
    """The ends of these values with some room beside them."""
    known = list(values)
    low, high = min(known), max(known)
    room = part * (high - low) or 1.0
    return low - room, high + room


def line_at(x: float, *, dashed: bool = False) -> Layout:
    """The upright line at zero, or a dashed one at what is expected."""
    return {
        "type": "line",
        "layer": "between",
        "x0": x,
        "x1": x,
        "yref": "paper",
        "y0": 0,
        "y1": 1,
        "line": {"color": ZERO, "width": 1, "dash": "dash" if dashed else "solid"},
    }


# Rows: the name stands above its mark on a phone and beside it where there is room (charts.js)


def row_layout(words: FigureWords, rows: Sequence[Row], x_axis: Layout, marks: int = 1) -> Layout:
    """A layout of rows, row 0 on top, with the axis above them. `marks`: so many bars lie below each other in a row."""
    names = [folded(row.name, NAME_LETTERS) for row in rows]
    lines = max((name.count("<br>") + 1 for name in names), default=1)
    thick = MARK * marks
    height = ROW_GAP + thick + LINE_HEIGHT * lines
    below = (thick + ROW_GAP) / 2 / height
    y_axis = hidden_axis(len(rows) - 1 + below, below - 1)
    layout = new_layout(
        words, AXIS_ABOVE + height * len(rows) + 4, {"side": "top", **x_axis}, y_axis, t=AXIS_ABOVE, b=4
    )
    layout["bargap"] = 1 - thick / height
    layout["shapes"], layout["images"], layout["annotations"] = [], [], []
    for place, (row, name) in enumerate(zip(rows, names, strict=True)):
        if row.seat is not None:
            layout["shapes"].append(_seat_mark(row.seat, place))
        if row.icon:
            layout["images"].append(_icon("row-icon", row.icon, 0, place))
        number = f"<b>{row.number}</b>" if row.strong else row.number
        layout["annotations"] += [
            _label("row-name", name, 0, "left", place, thick / 2),
            _label("row-number", number, 1, "right", place, thick / 2)
            | {"font": {"color": ANSWER if row.strong else LABEL}},
        ]
    return layout


def dot_rows(
    words: FigureWords,
    dots: Sequence[Dot],
    write: Callable[[float], str],
    *,
    line: float | None = 0.0,
    dashed: bool = False,
) -> Figure:
    """Dots with intervals, around a line if there is one, row 0 on top. What differs is filled; `alt` is still to be
    said."""
    ends = [end for dot in dots for end in (dot.value, *(dot.interval or ()))] + ([] if line is None else [line])
    layout = row_layout(words, [dot.row for dot in dots], axis(*widened(ends), write))
    if line is not None:
        layout["shapes"].append(line_at(line, dashed=dashed))
    data = []
    for found, colour, symbol in ((True, ANSWER, "circle"), (False, REST, "circle-open")):
        group = [(place, dot) for place, dot in enumerate(dots) if dot.found == found]
        if group:
            data.append(_dots(group, colour, symbol))
    return Figure(data, layout, "")


def _dots(group: Sequence[tuple[int, Dot]], colour: str, symbol: str) -> dict[str, Any]:
    spans = [(dot.value, dot.interval or Interval(dot.value, dot.value)) for _, dot in group]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [value for value, _ in spans],
        "y": [place for place, _ in group],
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [span.high - value for value, span in spans],
            "arrayminus": [value - span.low for value, span in spans],
            "color": colour,
            "thickness": 2,
            "width": 4,
        },
        "marker": {"color": colour, "symbol": symbol, "size": 10, "line": {"width": 2, "color": colour}},
        **said([(dot.said, dot.href) for _, dot in group]),
    }


def said(points: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """What a pointer or a tap on each point shows, and the address where it leads, "" for none."""
    return {
        "customdata": [{"text": text, "href": href} if href else {"text": text} for text, href in points],
        "hovertemplate": "%{customdata.text}<extra></extra>",
    }


def _label(name: str, text: str, x: int, anchor: str, place: int, above: float) -> Layout:
    return {
        "name": name,
        "text": text,
        "align": anchor,
        "showarrow": False,
        "bgcolor": SURFACE,
        "borderpad": 0,
        "xref": "paper",
        "x": x,
        "xanchor": anchor,
        "y": place,
        "yanchor": "bottom",
        "yshift": above,
    }


def _seat_mark(seat: int, place: int) -> Layout:
    """The mark of a seat before the name of its row, in pixels, upwards as plotly counts them."""
    path = (
        "M-5 0C-5 -6.6 5 -6.6 5 0C5 6.6 -5 6.6 -5 0Z",
        "M-5 -5L5 -5L5 5L-5 5Z",
        "M0 -6L6 0L0 6L-6 0Z",
        "M-5 5L5 5L5 -0.5L0 -6L-5 -0.5Z",
    )[seat % len(SEAT_SYMBOLS)]
    return {
        "name": "row-seat",
        "type": "path",
        "path": path,
        "xref": "paper",
        "xanchor": 0,
        "xsizemode": "pixel",
        "yanchor": place,
        "ysizemode": "pixel",
        "fillcolor": seat_colour(seat),
        "line": {"width": 0},
    }


def _icon(name: str, address: str, x: int, y: float) -> Layout:
    """A drawing before the name of a row or a label; the page gives it its size."""
    return {
        "name": name,
        "source": address,
        "xref": "paper",
        "x": x,
        "xanchor": "left",
        "yref": "y",
        "y": y,
        "yanchor": "middle",
        "sizing": "contain",
    }


def bars(
    places: Sequence[int],
    values: Sequence[float],
    marker: Layout,
    points: Sequence[tuple[str, str]],
    base: Sequence[float] | None = None,
) -> dict[str, Any]:
    """Bars on rows, as thick as dots; `points` as `said` takes them, `base` where they begin."""
    return {
        "type": "bar",
        "orientation": "h",
        "x": list(values),
        "y": list(places),
        "marker": marker,
        **({} if base is None else {"base": list(base)}),
        **said(points),
    }


# Labels beside the last mark


@dataclass(frozen=True, slots=True)
class SideLabel:
    """A label at the right edge: what stands there, and at which value it belongs. `mark`, in the colour, before it,
    and before that, in a wide picture, `icon`, the address of a drawing."""

    text: str
    colour: str
    value: float
    mark: str = "■"
    icon: str = ""


def side_labels(
    labels: Sequence[SideLabel], height: float, low: float, high: float, letters: int = LABEL_LETTERS
) -> tuple[list[Layout], int]:
    """These labels from the bottom up, moved apart where they would touch; and the margin that they need. `height` is
    that of the axis, which runs from `low` to `high`; a line has at most so many `letters`."""
    texts = [folded(label.text, letters) for label in labels]
    sizes = [_label_size(text, bool(label.icon)) for text, label in zip(texts, labels, strict=True)]
    wanted = [(label.value - low) / (high - low) * height for label in labels]
    annotations = [
        {
            "name": "side-label",
            "text": f'<span style="color:{label.colour}">{label.mark}</span> {text.replace("<br>", INDENT)}',
            "align": "left",
            "showarrow": False,
            "xref": "paper",
            "x": 1,
            "xanchor": "left",
            "xshift": 4,
            "y": low + middle / height * (high - low),
            "yanchor": "middle",
        }
        for text, label, middle in zip(texts, labels, apart(wanted, sizes, height), strict=True)
    ]
    longest = max((len(line) for text in texts for line in text.split("<br>")), default=0)
    return annotations, ceil(longest * LETTER) + 26


def side_icons(labels: Sequence[SideLabel], annotations: Sequence[Layout]) -> list[Layout]:
    """The drawings of labels, which are these annotations."""
    return [
        _icon("side-icon", label.icon, 1, annotation["y"])
        for label, annotation in zip(labels, annotations, strict=True)
        if label.icon
    ]


def label_height(texts: Sequence[str], letters: int = LABEL_LETTERS, *, drawn: bool = False) -> int:
    """The height of an axis beside which all these labels fit. `drawn`: they have drawings."""
    return sum(_label_size(folded(text, letters), drawn) for text in texts)


def _label_size(text: str, drawn: bool) -> int:
    lines = LINE_HEIGHT * (text.count("<br>") + 1)
    return max(lines, ICON_ROOM) if drawn else lines


def apart(wanted: Sequence[float], sizes: Sequence[float], height: float) -> list[float]:
    """The middles of things of these sizes in a column from 0 to `height`, in their order, none over another, each as
    near to where it is wanted as one pass up and one pass down bring it."""
    middles, edge = [], 0.0
    for middle, size in zip(wanted, sizes, strict=True):
        middles.append(max(middle, edge + size / 2))
        edge = middles[-1] + size / 2
    edge = max(height, sum(sizes))
    for place in reversed(range(len(middles))):
        middles[place] = min(middles[place], edge - sizes[place] / 2)
        edge = middles[place] - sizes[place] / 2
    return middles


# Words


def written(words: FigureWords, value: float, decimals: int, *, signed: bool = False) -> str:
    """A number as people read it: a minus sign before negative ones, and with `signed` a plus before positive ones."""
    number = f"{abs(value):.{decimals}f}"
    sign = "" if not float(number) else "−" if value < 0 else "+" if signed else ""
    return sign + number.replace(".", words.separators[0])


def tick(words: FigureWords, value: float, *, signed: bool = False) -> str:
    """A round number on an axis: as many decimals as it has."""
    return written(
        words, value, next(n for n in range(4) if n == 3 or round(value, n) == round(value, 6)), signed=signed
    )


def percentage(words: FigureWords, share: float, decimals: int = 0) -> str:
    """A share in per cent."""
    return words.percent.format(number=written(words, 100 * share, decimals))


def with_interval(words: FigureWords, value: str, interval: Interval | None, write: Callable[[float], str]) -> str:
    """A value with its interval in brackets."""
    if interval is None:
        return value
    return f"{value} ({words.span.format(low=write(interval.low), high=write(interval.high))})"


def folded(text: str, longest: int) -> str:
    """The text in lines of so many letters, all of it: what does not fit stands on a further line."""
    return "<br>".join(plain(line) for line in wrap(text, longest)) or plain(text)


def plain(text: str) -> str:
    """The text with plotly's markup and placeholders made harmless."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("%{", "% {")
