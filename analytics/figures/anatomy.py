"""The figures of one game: points by source, course and chances, the winner against the second.

The same rules as in `analytics.figures.parts`. A point may carry an address: a tap offers it; the same addresses are
links in the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from analytics.anatomy import Anatomy, Lead
from analytics.anatomy_chances import Chances
from analytics.figures.parts import (
    ANSWER,
    AXIS_BELOW,
    LOSS,
    NO_ICONS,
    REST,
    SEAT_GLYPHS,
    Figure,
    FigureWords,
    Icons,
    Key,
    Layout,
    Row,
    SideLabel,
    axis,
    bars,
    label_height,
    line_at,
    new_layout,
    nothing_figure,
    percentage,
    plain,
    row_layout,
    said,
    seat_colour,
    seat_marker,
    side_labels,
    source_mark,
    source_style,
    tick,
    widened,
    written,
)

DASHES = ("solid", "dash", "dot", "dashdot")
LINES_HEIGHT = 240


@dataclass(frozen=True, slots=True)
class AnatomyWords(FigureWords):
    """The words of these figures, in one language. Names in braces are filled in."""

    points: str = "points"
    turn: str = "Turn {turn}"
    margin: str = "Margin"
    sources_alt: str = "Stacked bars: {player} has {total} points, most of them from {source}: {points}."
    course_alt: str = "Lines: the scores after each of {turns} turns. At the end {player} leads with {points} points."
    chances_alt: str = "Lines: winning chances turn by turn; {player} began with {start} and won."
    lead_alt: str = "Bars from zero to the margin of {margin}: the largest gain of {winner} is {points} from {source}."
    board_alt: str = "The board: most points were made at {place}, {points}."


def game_sources_figure(
    anatomy: Anatomy,
    names: Sequence[str],
    titles: Mapping[str, str],
    words: AnatomyWords,
    icons: Icons = NO_ICONS,
) -> Figure:
    """Stacked bars: one bar a seat in order of place, one piece a source. A bar is as long as the score."""
    if not anatomy.sources:
        return nothing_figure(words)
    order = {key: number for number, key in enumerate(titles)}
    places = range(len(anatomy.ranking))
    data = [
        bars(
            places,
            [row.points[seat] for seat in anatomy.ranking],
            source_style(order[row.source]),
            [
                (f"{plain(names[seat])}<br>{plain(titles[row.source])} {row.points[seat]}", "")
                for seat in anatomy.ranking
            ],
        )
        for row in anatomy.sources
    ]
    low = min(sum(min(row.points[seat], 0) for row in anatomy.sources) for seat in anatomy.ranking)
    high = max(sum(max(row.points[seat], 0) for row in anatomy.sources) for seat in anatomy.ranking) or 1
    labels = [
        Row(names[seat], written(words, anatomy.scores[seat], 0), place == 0, seat=seat)
        for place, seat in enumerate(anatomy.ranking)
    ]
    layout = row_layout(words, labels, axis(1.04 * low, 1.04 * high, _tick(words)))
    layout["barmode"] = "relative"
    layout["shapes"].append(line_at(0))
    first = anatomy.ranking[0]
    best = max(anatomy.sources, key=lambda row: row.points[first])
    alt = words.sources_alt.format(
        player=names[first], total=anatomy.scores[first], source=titles[best.source], points=best.points[first]
    )
    keys = tuple(
        Key(source_mark(order[row.source]), titles[row.source], icons.get(row.source, "")) for row in anatomy.sources
    )
    return Figure(data, layout, alt, keys)


def course_figure(anatomy: Anatomy, names: Sequence[str], address: Callable[[int], str], words: AnatomyWords) -> Figure:
    """Step lines: the score of each seat after each turn, a mark where it scored. `address` opens a turn of the log."""
    if anatomy.counted_at_once or not anatomy.moments:
        return nothing_figure(words)
    data = []
    for seat in anatomy.ranking:
        turns, scores, marks, gains = [0], [0], [0], [0]
        for moment in anatomy.moments:
            turns.append(moment.turn)
            scores.append(moment.scores[seat])
            marks.append(7 if moment.gained[seat] else 0)
            gains.append(moment.gained[seat])
        if turns[-1] < anatomy.turns:
            turns.append(anatomy.turns)
            scores.append(scores[-1])
            marks.append(0)
            gains.append(0)
        told = [
            f"{plain(names[seat])}<br>{words.turn.format(turn=turn)}: {score}"
            + (f" ({written(words, gain, 0, signed=True)})" if gain else "")
            for turn, score, gain in zip(turns, scores, gains, strict=True)
        ]
        data.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "x": turns,
                "y": scores,
                "line": {"shape": "hv", "color": seat_colour(seat), "width": 2, "dash": DASHES[seat]},
                "marker": seat_marker(seat) | {"size": marks},
                **said([(text, address(turn)) for text, turn in zip(told, turns, strict=True)]),
            }
        )
    ends = {seat: float(anatomy.scores[seat]) for seat in anatomy.ranking}
    low, high = widened([score for moment in anatomy.moments for score in (0, *moment.scores)])
    layout = _lines(ends, names, anatomy.turns, axis(min(0, low) if low < -1 else 0, high, _tick(words)), words)
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
        return nothing_figure(words)

    def percent(share: float) -> str:
        return percentage(words, share)

    data = [
        {
            "type": "scatter",
            "mode": "lines",
            "x": [point.turn for point in course],
            "y": [round(point.chances[seat], 4) for point in course],
            "line": {"color": seat_colour(seat), "width": 2, "dash": DASHES[seat]},
            **said(
                [
                    (
                        f"{plain(names[seat])}<br>{words.turn.format(turn=point.turn)}: {percent(point.chances[seat])}",
                        address(point.turn),
                    )
                    for point in course
                ]
            ),
        }
        for seat in ranking
    ]
    ends = {seat: course[-1].chances[seat] for seat in ranking}
    layout = _lines(ends, names, course[-1].turn, axis(0, 1.02, percent), words)
    first = ranking[0]
    return Figure(data, layout, words.chances_alt.format(player=names[first], start=percent(course[0].chances[first])))


def lead_figure(
    lead: Lead | None,
    names: Sequence[str],
    titles: Mapping[str, str],
    words: AnatomyWords,
    icons: Icons = NO_ICONS,
) -> Figure:
    """A waterfall: each bar begins where the one above it ended, the last one is the margin from zero."""
    if lead is None or not lead.steps:
        return nothing_figure(words)
    steps = [(titles[step.source], step.start, step.difference) for step in lead.steps]
    steps.append((words.margin, 0, lead.margin))
    drawings = [*(icons.get(step.source, "") for step in lead.steps), ""]
    labels = [
        Row(title, written(words, difference, 0, signed=True), place == len(lead.steps), icon=drawings[place])
        for place, (title, _, difference) in enumerate(steps)
    ]
    gains = [place for place, step in enumerate(lead.steps) if step.difference > 0]
    losses = [place for place, step in enumerate(lead.steps) if step.difference < 0]
    data = [
        bars(
            places,
            [steps[place][2] for place in places],
            {"color": colour},
            [(f"{plain(labels[place].name)}<br>{labels[place].number}", "") for place in places],
            [steps[place][1] for place in places],
        )
        for colour, places in ((REST, gains), (LOSS, losses), (ANSWER, [len(lead.steps)]))
        if places
    ]
    ends = [end for _, start, difference in steps for end in (start, start + difference)]
    layout = row_layout(words, labels, axis(*widened([0, *ends]), _tick(words)))
    layout["barmode"] = "overlay"
    layout["shapes"].append(line_at(0))
    best = lead.steps[0]
    alt = words.lead_alt.format(
        margin=lead.margin, winner=names[lead.winner], points=best.difference, source=titles[best.source]
    )
    return Figure(data, layout, alt)


def _lines(ends: Mapping[int, float], names: Sequence[str], turns: int, y_axis: Layout, words: AnatomyWords) -> Layout:
    """The layout of lines over the turns, the name of each seat beside the end of its line."""
    low, high = y_axis["range"]
    order = sorted(ends, key=lambda seat: ends[seat])
    height = max(LINES_HEIGHT - AXIS_BELOW - 8, label_height([names[seat] for seat in order]))
    labels, right = side_labels(
        [SideLabel(names[seat], seat_colour(seat), ends[seat], SEAT_GLYPHS[seat]) for seat in order], height, low, high
    )
    x_axis = axis(0, turns * 1.02, _tick(words)) | {"showgrid": False}
    layout = new_layout(words, height + AXIS_BELOW + 8, x_axis, y_axis, l=40, r=right, b=AXIS_BELOW)
    layout["annotations"] = labels
    return layout


def _tick(words: AnatomyWords) -> Callable[[float], str]:
    return lambda value: tick(words, value)
