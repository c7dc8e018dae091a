"""The figures of one game: points by source, course and chances, the winner against the second.

The same rules as in `analytics.figures.parts`: plain dictionaries for plotly.js, one sentence `alt` for each, and a
table beside it that has the numbers. A point may carry an address, `customdata.href`: the page opens it on a click; the
same addresses are links in the table. Seats are told apart by colour, line and mark, always in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analytics.anatomy import Anatomy, Lead
from analytics.anatomy_chances import Chances
from analytics.figures.parts import (
    BAR_HEIGHT,
    MUTED,
    OUTLINE,
    PALETTE,
    Figure,
    FigureWords,
    folded,
    new_layout,
    plain,
    row_height,
    source_style,
    written,
)

DASHES = ("solid", "dash", "dot", "dashdot")
SYMBOLS = ("circle", "square", "diamond", "triangle-up")


@dataclass(frozen=True, slots=True)
class AnatomyWords:
    """The words of these figures, in one language. Names in braces are filled in."""

    points: str = "points"
    turn: str = "turn"
    chance: str = "winning chance"
    more: str = "more than {second}"
    less: str = "less than {second}"
    margin: str = "Margin"
    ahead: str = "points ahead of {second}"
    free: str = "no points"
    sources_alt: str = "Stacked bars: {player} has {total} points, most of them from {source}: {points}."
    course_alt: str = "Lines: the scores after each of {turns} turns. At the end {player} leads with {points} points."
    chances_alt: str = "Lines: winning chances turn by turn; {player} began with {start}% and won."
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
        return nothing(words)
    order = {key: number for number, key in enumerate(titles)}
    data = [
        {
            "type": "bar",
            "orientation": "h",
            "name": titles[row.source],
            "x": [row.points[seat] for seat in anatomy.ranking],
            "y": list(range(len(anatomy.ranking))),
            "customdata": [plain(names[seat]) for seat in anatomy.ranking],
            "marker": source_style(order[row.source]),
            "hovertemplate": "%{customdata}<br>%{x}<extra>" + plain(titles[row.source]) + "</extra>",
        }
        for row in anatomy.sources
    ]
    labels = [folded(names[seat]) for seat in anatomy.ranking]
    layout = new_layout(words.common, words.points, len(labels), len(data), row_height(labels))
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
        return nothing(words)
    data = []
    for seat in anatomy.ranking:
        turns, scores, marks, hrefs, gains = [0], [0], [0], [address(0)], [""]
        for moment in anatomy.moments:
            turns.append(moment.turn)
            scores.append(moment.scores[seat])
            marks.append(7 if moment.gained[seat] else 0)
            hrefs.append(address(moment.turn))
            gains.append(written(words.common, moment.gained[seat], 0, signed=True) if moment.gained[seat] else "")
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
                "name": plain(names[seat]),
                "x": turns,
                "y": scores,
                "customdata": [{"href": href, "gain": gain} for href, gain in zip(hrefs, gains, strict=True)],
                "line": {"shape": "hv", "color": PALETTE[seat], "width": 2, "dash": DASHES[seat]},
                "marker": {"size": marks, "symbol": SYMBOLS[seat], "color": PALETTE[seat]},
                "hovertemplate": "%{x}: %{y} %{customdata.gain}<extra>" + plain(names[seat]) + "</extra>",
            }
        )
    layout = new_layout(words.common, words.turn, 0, 1)
    layout["yaxis"] = _plain_axis(words.points)
    layout["xaxis"] |= {"tickformat": "d"}
    first = anatomy.ranking[0]
    alt = words.course_alt.format(turns=anatomy.turns, player=names[first], points=anatomy.scores[first])
    return Figure(data, layout, alt)


def chances_figure(
    course: Sequence[Chances],
    ranking: Sequence[int],
    names: Sequence[str],
    address: Callable[[int], str],
    words: AnatomyWords,
) -> Figure:
    """Lines: the chance of each seat to win, turn by turn. `address` opens a turn of the log."""
    if not course:
        return nothing(words)
    data = [
        {
            "type": "scatter",
            "mode": "lines",
            "name": plain(names[seat]),
            "x": [point.turn for point in course],
            "y": [round(point.chances[seat], 4) for point in course],
            "customdata": [{"href": address(point.turn)} for point in course],
            "line": {"color": PALETTE[seat], "width": 2, "dash": DASHES[seat]},
            "hovertemplate": "%{x}: %{y:.0%}<extra>" + plain(names[seat]) + "</extra>",
        }
        for seat in ranking
    ]
    layout = new_layout(words.common, words.turn, 0, 1)
    layout["yaxis"] = _plain_axis(words.chance) | {"tickformat": ".0%", "range": [0, 1.02]}
    layout["xaxis"] |= {"tickformat": "d"}
    first = ranking[0]
    alt = words.chances_alt.format(player=names[first], start=f"{100 * course[0].chances[first]:.0f}")
    return Figure(data, layout, alt)


def lead_figure(lead: Lead | None, names: Sequence[str], titles: Mapping[str, str], words: AnatomyWords) -> Figure:
    """A waterfall: each bar begins where the one above it ended, the last one is the margin from zero."""
    if lead is None or not lead.steps:
        return nothing(words)
    second = plain(names[lead.second])
    labels = [folded(titles[step.source]) for step in lead.steps] + [folded(words.margin)]
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
                    "text": [written(words.common, bars[number][1], 0, signed=True) for number in numbers],
                    "textposition": "auto",
                    "customdata": [labels[number].replace("<br>", " ") for number in numbers],
                    "marker": {"color": colour, "line": {"color": OUTLINE, "width": 1}},
                    "hovertemplate": "%{customdata}: %{text}<extra></extra>",
                }
            )
    layout = new_layout(words.common, words.ahead.format(second=second), len(labels), 1, row_height(labels))
    layout["barmode"] = "overlay"
    layout["xaxis"] |= {"zeroline": True, "zerolinecolor": OUTLINE, "zerolinewidth": 2}
    layout["yaxis"] |= {"tickvals": list(range(len(labels))), "ticktext": labels}
    best = lead.steps[0]
    alt = words.lead_alt.format(
        margin=lead.margin, winner=names[lead.winner], points=best.difference, source=titles[best.source]
    )
    return Figure(data, layout, alt)


def _plain_axis(title: str) -> dict[str, Any]:
    return {
        "fixedrange": True,
        "automargin": True,
        "rangemode": "tozero",
        "title": {"text": title, "font": {"size": 14}},
    }


def nothing(words: AnatomyWords) -> Figure:
    """A figure without marks."""
    return Figure([], new_layout(words.common, "", 0, 0, BAR_HEIGHT), words.nothing_alt)
