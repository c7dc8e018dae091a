"""Where points come from, as figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from analytics.figures.parts import (
    AXIS_BELOW,
    COLUMNS_HEIGHT,
    HEAD,
    MOST_BARS,
    Dot,
    Figure,
    FigureWords,
    Key,
    Row,
    SideLabel,
    axis,
    bars,
    dot_rows,
    label_height,
    line_at,
    named_axis,
    new_layout,
    nothing_figure,
    plain,
    row_layout,
    said,
    side_labels,
    source_colour,
    source_mark,
    source_style,
    tick,
    with_interval,
    written,
)

if TYPE_CHECKING:
    # Every process of a site reads the words, few draw: so they do without pandas, which takes a third of a start.
    from analytics.sources import PlayerSources, SourceCourse, WinnersAgainstRest

SHOWN_FROM = 0.05
"""Points from which a piece of a column is drawn: less is 0.0 in the numbers."""


@dataclass(frozen=True, slots=True)
class Words(FigureWords):
    """The words of the figures, in one language. Names in braces are filled in."""

    winners: str = "Winners"
    rest: str = "All others"
    sources_alt: str = "Stacked bars: {player} makes most points per game from {source}: {points} of {total}."
    contrast_alt: str = "Dots with intervals: winners and others differ most in {source}: {difference} points per game."
    quarters: tuple[str, ...] = ("1st quarter", "2nd quarter", "3rd quarter", "4th quarter")
    course_alt: str = "Stacked columns by quarter: winners pull ahead most in the {quarter}: {difference} points."


def sources_figure(
    rows: Sequence[PlayerSources],
    names: Mapping[int, str],
    titles: Mapping[str, str],
    words: Words = Words(),  # noqa: B008 (immutable)
    games: Callable[[int], str] = lambda _player: "",
) -> Figure:
    """Stacked bars: one bar a player, one piece a source, in points per game. The first `MOST_BARS` rows are drawn.

    Negative means stand to the left of zero, so a bar's length to the right is more than the mean score then. `titles`
    gives the sources of the game in their fixed order; sources that gave nobody a point are left out. `names` are those
    of the players, `games` gives the address of a player's games.
    """
    shown = list(rows[:MOST_BARS])
    if not shown:
        return nothing_figure(words)
    people = [names.get(row.player_id, "") for row in shown]
    means = {key: [next(share.mean for share in row.sources if share.source == key) for row in shown] for key in titles}
    data, keys = [], []
    for number, (key, title) in enumerate(titles.items()):
        if not any(means[key]):
            continue
        told = [
            f"{plain(name)}<br>{plain(title)} {written(words, mean, 1)}"
            for name, mean in zip(people, means[key], strict=True)
        ]
        data.append(
            bars(
                range(len(shown)),
                means[key],
                source_style(number),
                [(text, games(row.player_id)) for text, row in zip(told, shown, strict=True)],
            )
        )
        keys.append(Key(source_mark(number), title))
    stacks = list(zip(*means.values(), strict=True))
    low = min(sum(min(part, 0) for part in stack) for stack in stacks)
    high = max(sum(max(part, 0) for part in stack) for stack in stacks) or 1.0
    labels = [Row(name, written(words, row.mean_score, 1)) for name, row in zip(people, shown, strict=True)]
    layout = row_layout(words, labels, axis(1.04 * low, 1.04 * high, lambda value: tick(words, value)))
    # Negative points grow to the left of zero; in a plain stack they would lie on the positive ones.
    layout["barmode"] = "relative"
    layout["shapes"].append(line_at(0))
    first = shown[0]
    best = max(first.sources, key=lambda share: share.mean)
    alt = words.sources_alt.format(
        player=people[0],
        source=titles[best.source],
        points=written(words, best.mean, 1),
        total=written(words, first.mean_score, 1),
    )
    return Figure(data, layout, alt, tuple(keys))


def contrast_figure(
    contrast: WinnersAgainstRest,
    titles: Mapping[str, str],
    words: Words = Words(),  # noqa: B008 (immutable)
    games: str = "",
) -> Figure:
    """Dots with intervals: for each source what the winners make more of it than the others, what separates
    them most clearly first. Sources that gave nobody a point are left out. `games`: the address of the games."""
    rows = [row for row in contrast.sources if row.winners or row.rest]
    if not rows:
        return nothing_figure(words)

    def number(value: float) -> str:
        return written(words, value, 1, signed=True)

    dots = []
    for row in rows:
        found = row.finding in ("differs", "too_small")
        text = f"{plain(titles[row.source])}<br>{with_interval(words, number(row.difference), row.interval, number)}"
        name = Row(titles[row.source], number(row.difference), found)
        dots.append(Dot(name, row.difference, row.interval, found, text, games))
    figure = dot_rows(words, dots, lambda value: tick(words, value, signed=True))
    widest = max(rows, key=lambda row: abs(row.difference))
    alt = words.contrast_alt.format(source=titles[widest.source], difference=number(widest.difference))
    return replace(figure, alt=alt)


def course_figure(
    rows: Sequence[SourceCourse],
    titles: Mapping[str, str],
    words: Words = Words(),  # noqa: B008 (immutable)
    games: str = "",
) -> Figure:
    """Stacked columns: the winners' points in each quarter of the game, and beside them those of the others, a piece
    for each source. `titles` gives the sources in their fixed order; what gave no points to speak of is left out.
    """
    return _columns(rows, titles, words, games, with_rest=True)


def winners_course_figure(
    rows: Sequence[SourceCourse],
    titles: Mapping[str, str],
    words: Words = Words(),  # noqa: B008 (immutable)
) -> Figure:
    """The same of the winners alone, for a small picture."""
    return _columns(rows, titles, words, "", with_rest=False)


def _columns(
    rows: Sequence[SourceCourse], titles: Mapping[str, str], words: Words, games: str, *, with_rest: bool
) -> Figure:
    found = {row.source: row for row in rows if max(map(abs, (*row.winners, *row.rest))) >= SHOWN_FROM}
    if not found:
        return nothing_figure(words)
    count = len(words.quarters)
    groups = [(words.winners, 0)] + ([(words.rest, count + 1)] if with_rest else [])
    places = [first + quarter for _, first in groups for quarter in range(count)]
    stacks = {
        key: (*found[key].winners, *found[key].rest) if with_rest else found[key].winners
        for key in titles
        if key in found
    }
    order = {key: number for number, key in enumerate(titles)}
    data: list[dict[str, Any]] = [
        {
            "type": "bar",
            "x": places,
            "y": list(points),
            "marker": source_style(order[key]),
            **said(
                [
                    (f"{group}, {words.quarters[quarter]}<br>{plain(titles[key])} {written(words, value, 1)}", games)
                    for (group, quarter), value in zip(_bars(groups, count), points, strict=True)
                ]
            ),
        }
        for key, points in stacks.items()
    ]
    sums = [
        [sum(max(part, 0) for part in stack), sum(min(part, 0) for part in stack)]
        for stack in zip(*stacks.values(), strict=True)
    ]
    high, low = max(top for top, _ in sums) or 1.0, min(bottom for _, bottom in sums)
    heights = max(COLUMNS_HEIGHT - AXIS_BELOW - HEAD, label_height([titles[key] for key in stacks]))
    labels, right = side_labels(_last(stacks, order, titles), heights, low, high)
    layout = new_layout(
        words,
        heights + AXIS_BELOW + HEAD,
        named_axis([str(quarter + 1) for _ in groups for quarter in range(count)], places, -0.6, places[-1] + 0.6),
        axis(low, high, lambda value: tick(words, value)),
        l=30,
        r=right,
        t=HEAD,
        b=AXIS_BELOW,
    )
    layout["barmode"] = "relative"
    layout["annotations"] = [*labels, *_heads(groups, count)]
    leads = [sum(row.winners[n] - row.rest[n] for row in found.values()) for n in range(count)]
    widest = max(range(count), key=lambda number: leads[number])
    alt = words.course_alt.format(
        quarter=words.quarters[widest], difference=written(words, leads[widest], 1, signed=True)
    )
    return Figure(data, layout, alt)


def _bars(groups: Sequence[tuple[str, int]], count: int) -> list[tuple[str, int]]:
    """The group and the quarter of each column."""
    return [(name, quarter) for name, _ in groups for quarter in range(count)]


def _last(
    stacks: Mapping[str, Sequence[float]], order: Mapping[str, int], titles: Mapping[str, str]
) -> list[SideLabel]:
    """The labels beside the last column, from the bottom up, each at the middle of its piece."""
    labels, reached = [], 0.0
    for key, points in stacks.items():
        part = max(points[-1], 0.0)
        labels.append(SideLabel(titles[key], source_colour(order[key]), reached + part / 2))
        reached += part
    return labels


def _heads(groups: Sequence[tuple[str, int]], count: int) -> list[dict[str, Any]]:
    """The names of the groups above their columns."""
    return [
        {
            "text": plain(name),
            "showarrow": False,
            "x": first + (count - 1) / 2,
            "yref": "paper",
            "y": 1,
            "yanchor": "bottom",
            "yshift": 6,
        }
        for name, first in groups
    ]
