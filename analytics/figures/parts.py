"""What all figures are made of: colours, the layout, and words that fit on an axis.

Light and dark are the page's business: it lays its template under the figure, so nothing here sets the colour of text,
grid or background. The colours of marks are told apart by colour-blind people and stand out on white and on dark;
where colours run out, patterns take over. A source has the same colour in every figure, by its place in the game's
list. Every figure has one sentence, `alt`, for people who do not see it; the table beside it has the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Layout = dict[str, Any]

PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#8C8C8C", "#B3A100")
"""Okabe and Ito's eight colours with grey for black and a darker yellow, both legible on light and dark."""

PATTERNS = ("", "/", ".", "x")
MARK, MUTED, PAR, OUTLINE = "#0072B2", "#8C8C8C", "#D55E00", "#7B8794"

MOST_BARS = 12
"""More players or cards than this do not fit on a screen; the table has all of them."""

LONGEST_NAME = 16
BAR_HEIGHT, LINE_HEIGHT = 34, 19
LEAST_HEIGHT = 320
FOREST_ROW, FOREST_FRAME = 36, 96
"""Pixels of a row of dots whose title stands above the dot, and of what is around the rows: axis, title, margins."""

LONGEST_TITLE, LONGEST_AXIS_LINE = 44, 26
"""Letters of a title that has a row to itself, and of a line below an axis beside which rows have titles, as many as
fit on a phone."""


@dataclass(frozen=True, slots=True)
class Figure:
    """`data` and `layout` as plotly.js takes them, and the sentence that stands for the picture."""

    data: list[dict[str, Any]]
    layout: Layout
    alt: str

    def to_json(self) -> dict[str, Any]:
        """What the page draws."""
        return {"data": self.data, "layout": self.layout}


@dataclass(frozen=True, slots=True)
class FigureWords:
    """The words that every figure needs, in one language."""

    nothing_alt: str = "Nothing to draw."
    separators: str = ".,"


def source_style(number: int) -> dict[str, Any]:
    """The look of the bars of a source, by its place in the game's list."""
    return {
        "color": PALETTE[number % len(PALETTE)],
        "line": {"color": OUTLINE, "width": 1},
        "pattern": {"shape": PATTERNS[number // len(PALETTE) % len(PATTERNS)], "solidity": 0.35},
    }


def new_layout(words: FigureWords, x_title: str, rows: int, legend_rows: int, row_height: int = BAR_HEIGHT) -> Layout:
    """A layout for horizontal marks: rows read from the top; no zooming, so that a finger scrolls the page.

    It is as high as its rows need; one without rows of its own has the height of an ordinary chart.
    """
    title = folded(x_title, LONGEST_AXIS_LINE)
    needed = 110 + LINE_HEIGHT * title.count("<br>") + row_height * rows + 22 * legend_rows
    return {
        "font": {"size": 14},
        "height": needed if rows else max(LEAST_HEIGHT, needed),
        "margin": {"l": 8, "r": 12, "t": 8, "b": 8},
        "dragmode": False,
        "bargap": 0.25,
        "separators": words.separators,
        "legend": {
            "orientation": "h",
            "yref": "container",
            "yanchor": "bottom",
            "y": 0,
            "x": 0,
            "traceorder": "normal",
        },
        "xaxis": {
            "title": {"text": title, "font": {"size": 14}},
            "rangemode": "tozero",
            "fixedrange": True,
            "automargin": True,
        },
        "yaxis": {
            "autorange": "reversed",
            "fixedrange": True,
            "automargin": True,
            "showgrid": False,
            "zeroline": False,
        },
    }


def forest_layout(words: FigureWords, x_title: str, titles: Sequence[str], legend_rows: int) -> Layout:
    """A layout for dots with interval bars around zero, row 0 on top. The title of a row stands above its dot, so that
    long ones neither take the width of a phone nor make the rows high; the axis is on top, near the first rows.
    """
    layout = new_layout(words, x_title, len(titles), legend_rows)
    more_lines = layout["xaxis"]["title"]["text"].count("<br>")
    layout["height"] = FOREST_FRAME + LINE_HEIGHT * more_lines + FOREST_ROW * len(titles) + 22 * legend_rows
    layout["xaxis"] |= {
        "side": "top",
        "rangemode": "normal",
        "zeroline": True,
        "zerolinecolor": OUTLINE,
        "zerolinewidth": 1,
    }
    layout["yaxis"] |= {"range": [len(titles) - 0.4, -0.8], "autorange": False, "showticklabels": False}
    layout["annotations"] = [
        {
            "text": plain(cut(title, LONGEST_TITLE)),
            "font": {"size": 12},
            "showarrow": False,
            "xref": "paper",
            "x": 0,
            "xanchor": "left",
            "y": number,
            "yanchor": "bottom",
            "yshift": 4,
        }
        for number, title in enumerate(titles)
    ]
    return layout


def nothing_figure(words: FigureWords) -> Figure:
    return Figure([], new_layout(words, "", 0, 0), words.nothing_alt)


def short_names(names: Sequence[str]) -> list[str]:
    """Names for an axis: short, and without plotly's markup, which a name could contain."""
    return [plain(cut(name, LONGEST_NAME)) for name in names]


def cut(text: str, longest: int) -> str:
    """The text, shortened to so many letters."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def written(words: FigureWords, value: float, decimals: int, *, signed: bool = False) -> str:
    """A number as people read it: a minus sign before negative ones, and with `signed` a plus before positive ones."""
    number = f"{abs(value):.{decimals}f}"
    sign = "" if not float(number) else "−" if value < 0 else "+" if signed else ""
    return sign + number.replace(".", words.separators[0])


def folded(title: str, longest: int = LONGEST_NAME) -> str:
    """A title on an axis, broken into lines that leave room for the bars on a phone."""
    lines = [""]
    for word in title.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > longest:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return "<br>".join(plain(line) for line in lines)


def row_height(labels: Sequence[str]) -> int:
    """Pixels for a row, so that the longest of these folded labels does not touch the next one."""
    return max(BAR_HEIGHT, *(LINE_HEIGHT * (1 + label.count("<br>")) + 8 for label in labels))


def plain(text: str) -> str:
    """The text with plotly's markup and placeholders made harmless."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("%{", "% {")
