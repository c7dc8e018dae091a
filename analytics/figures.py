"""Figures for plotly.js, as plain dictionaries that go into JSON.

Light and dark are the page's business: it lays its template under the figure, so nothing here sets the colour of text,
grid or background. The colours of marks are told apart by colour-blind people and stand out on white and on dark;
where colours run out, patterns take over. A source has the same colour in every figure, by its place in the game's
list. Every figure has one sentence, `alt`, for people who do not see it; the table beside it has the numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analytics.sources import PlayerSources, SourceCourse, WinnersAgainstRest

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
class Words:
    """The words of the figures, in one language. Names in braces are filled in."""

    points_per_game: str = "points per game"
    winners: str = "Winners"
    rest: str = "All others"
    sources_alt: str = "Stacked bars: {player} makes most points per game from {source}: {points} of {total}."
    contrast_alt: str = "Grouped bars: winners and others differ most in {source}: {difference} points per game."
    quarters: tuple[str, ...] = ("1st quarter", "2nd quarter", "3rd quarter", "4th quarter")
    course_alt: str = "Stacked bars by quarter: winners pull ahead most in the {quarter}: {difference} points per game."
    nothing_alt: str = "Nothing to draw."
    separators: str = ".,"


def source_style(number: int) -> dict[str, Any]:
    """The look of the bars of a source, by its place in the game's list."""
    return {
        "color": PALETTE[number % len(PALETTE)],
        "line": {"color": OUTLINE, "width": 1},
        "pattern": {"shape": PATTERNS[number // len(PALETTE) % len(PATTERNS)], "solidity": 0.35},
    }


def sources_figure(
    rows: Sequence[PlayerSources],
    names: Mapping[int, str],
    titles: Mapping[str, str],
    words: Words = Words(),  # noqa: B008 (immutable)
) -> Figure:
    """Stacked bars: one bar a player, one piece a source, in points per game. The first `MOST_BARS` rows are drawn.

    Negative means stand to the left of zero, so a bar's length to the right is more than the mean score then. `titles`
    gives the sources of the game in their fixed order; sources that gave nobody a point are left out. `names` are those
    of the players.
    """
    shown = list(rows[:MOST_BARS])
    if not shown:
        return _nothing(words)
    people = [names.get(row.player_id, "") for row in shown]
    data = []
    for number, (key, title) in enumerate(titles.items()):
        means = [next(share.mean for share in row.sources if share.source == key) for row in shown]
        if not any(means):
            continue
        data.append(
            {
                "type": "bar",
                "orientation": "h",
                "name": title,
                "x": means,
                "y": list(range(len(shown))),
                "customdata": [[_plain(name), row.games] for name, row in zip(people, shown, strict=True)],
                "marker": source_style(number),
                "hovertemplate": "%{customdata[0]} (%{customdata[1]})<br>%{x:.1f}<extra>" + _plain(title) + "</extra>",
            }
        )
    layout = _layout(words, words.points_per_game, len(shown), len(data))
    # Negative points grow to the left of zero; in a plain stack they would lie on the positive ones.
    layout["barmode"] = "relative"
    if any(share.mean < 0 for row in shown for share in row.sources):
        layout["xaxis"] |= {"zeroline": True, "zerolinecolor": OUTLINE, "zerolinewidth": 2}
    layout["yaxis"] |= {"tickvals": list(range(len(shown))), "ticktext": _bar_names(people)}
    first = shown[0]
    best = max(first.sources, key=lambda share: share.mean)
    alt = words.sources_alt.format(
        player=people[0], source=titles[best.source], points=f"{best.mean:.1f}", total=f"{first.mean_score:.1f}"
    )
    return Figure(data, layout, alt)


def contrast_figure(
    contrast: WinnersAgainstRest,
    titles: Mapping[str, str],
    words: Words = Words(),  # noqa: B008 (immutable)
) -> Figure:
    """Grouped bars: for each source the winners' mean beside the others'. Empty sources are left out."""
    rows = [row for row in contrast.sources if row.winners or row.rest]
    if not rows:
        return _nothing(words)
    data = [
        {
            "type": "bar",
            "orientation": "h",
            "name": name,
            "x": values,
            "y": list(range(len(rows))),
            "customdata": [titles[row.source] for row in rows],
            "marker": {
                "color": colour,
                "line": {"color": OUTLINE, "width": 1},
                "pattern": {"shape": shape, "solidity": 0.3},
            },
            "hovertemplate": "%{customdata}<br>%{x:.1f}<extra>" + _plain(name) + "</extra>",
        }
        for name, values, colour, shape in (
            (words.winners, [row.winners for row in rows], PALETTE[0], ""),
            (words.rest, [row.rest for row in rows], PALETTE[1], "/"),
        )
    ]
    labels = [_folded(titles[row.source]) for row in rows]
    layout = _layout(words, words.points_per_game, len(rows), 2, max(2 * BAR_HEIGHT, _row_height(labels)))
    layout["barmode"] = "group"
    layout["yaxis"] |= {"tickvals": list(range(len(rows))), "ticktext": labels}
    widest = max(rows, key=lambda row: abs(row.difference))
    alt = words.contrast_alt.format(source=titles[widest.source], difference=f"{widest.difference:+.1f}")
    return Figure(data, layout, alt)


def course_figure(
    rows: Sequence[SourceCourse],
    titles: Mapping[str, str],
    words: Words = Words(),  # noqa: B008 (immutable)
) -> Figure:
    """Stacked bars: for each quarter of the game a bar of the winners and one of the others, one piece a source.

    `titles` gives the sources of the game in their fixed order; sources that gave nobody a point are left out.
    """
    found = {row.source: row for row in rows if any(row.winners) or any(row.rest)}
    if not found:
        return _nothing(words)
    quarters = [number for number in range(len(words.quarters)) for _group in range(2)]
    bars = [[words.quarters[number] for number in quarters], [words.winners, words.rest] * len(words.quarters)]
    data: list[dict[str, Any]] = [
        {
            "type": "bar",
            "orientation": "h",
            "name": title,
            "y": bars,
            "x": [
                points
                for number in range(len(words.quarters))
                for points in (found[key].winners[number], found[key].rest[number])
            ],
            "marker": source_style(place),
            "hovertemplate": "%{y}: %{x:.1f}<extra>" + _plain(title) + "</extra>",
        }
        for place, (key, title) in enumerate(titles.items())
        if key in found
    ]
    layout = _layout(words, words.points_per_game, len(quarters), len(data))
    layout["barmode"] = "relative"
    leads = [sum(row.winners[n] - row.rest[n] for row in found.values()) for n in range(len(words.quarters))]
    widest = max(range(len(leads)), key=lambda number: leads[number])
    alt = words.course_alt.format(quarter=words.quarters[widest], difference=f"{leads[widest]:+.1f}")
    return Figure(data, layout, alt)


def _layout(words: Words, x_title: str, rows: int, legend_rows: int, row_height: int = BAR_HEIGHT) -> Layout:
    """A layout for horizontal marks: rows read from the top; no zooming, so that a finger scrolls the page."""
    return {
        "font": {"size": 14},
        "height": max(LEAST_HEIGHT, 110 + row_height * rows + 22 * legend_rows),
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
            "title": {"text": x_title, "font": {"size": 14}},
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


def _nothing(words: Words) -> Figure:
    return Figure([], _layout(words, "", 0, 0), words.nothing_alt)


def _bar_names(names: Sequence[str]) -> list[str]:
    """Names for an axis: short, and without plotly's markup, which a name could contain."""
    return [_plain(name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…") for name in names]


def _folded(title: str) -> str:
    """A title on an axis, broken into lines that leave room for the bars on a phone."""
    lines = [""]
    for word in title.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LONGEST_NAME:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return "<br>".join(_plain(line) for line in lines)


def _row_height(labels: Sequence[str]) -> int:
    """Pixels for a row, so that the longest of these folded labels does not touch the next one."""
    return max(BAR_HEIGHT, *(LINE_HEIGHT * (1 + label.count("<br>")) + 8 for label in labels))


def _plain(text: str) -> str:
    """The text with plotly's markup and placeholders made harmless."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("%{", "% {")
