"""Where points come from, as figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analytics.figures.parts import (
    BAR_HEIGHT,
    MOST_BARS,
    OUTLINE,
    PALETTE,
    Figure,
    FigureWords,
    folded,
    new_layout,
    nothing_figure,
    plain,
    row_height,
    short_names,
    source_style,
    written,
)

if TYPE_CHECKING:
    # Every process of a site reads the words, few draw: so they do without pandas, which takes a third of a start.
    from analytics.sources import PlayerSources, SourceCourse, WinnersAgainstRest


@dataclass(frozen=True, slots=True)
class Words(FigureWords):
    """The words of the figures, in one language. Names in braces are filled in."""

    points_per_game: str = "points per game"
    winners: str = "Winners"
    rest: str = "All others"
    sources_alt: str = "Stacked bars: {player} makes most points per game from {source}: {points} of {total}."
    contrast_alt: str = "Grouped bars: winners and others differ most in {source}: {difference} points per game."
    quarters: tuple[str, ...] = ("1st quarter", "2nd quarter", "3rd quarter", "4th quarter")
    course_alt: str = "Stacked bars by quarter: winners pull ahead most in the {quarter}: {difference} points per game."


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
        return nothing_figure(words)
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
                "customdata": [
                    [plain(name), row.games, written(words, mean, 1)]
                    for name, row, mean in zip(people, shown, means, strict=True)
                ],
                "marker": source_style(number),
                "hovertemplate": "%{customdata[0]} (%{customdata[1]})<br>%{customdata[2]}<extra>"
                + plain(title)
                + "</extra>",
            }
        )
    layout = new_layout(words, words.points_per_game, len(shown), len(data))
    # Negative points grow to the left of zero; in a plain stack they would lie on the positive ones.
    layout["barmode"] = "relative"
    if any(share.mean < 0 for row in shown for share in row.sources):
        layout["xaxis"] |= {"zeroline": True, "zerolinecolor": OUTLINE, "zerolinewidth": 2}
    layout["yaxis"] |= {"tickvals": list(range(len(shown))), "ticktext": short_names(people)}
    first = shown[0]
    best = max(first.sources, key=lambda share: share.mean)
    alt = words.sources_alt.format(
        player=people[0],
        source=titles[best.source],
        points=written(words, best.mean, 1),
        total=written(words, first.mean_score, 1),
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
        return nothing_figure(words)
    data = [
        {
            "type": "bar",
            "orientation": "h",
            "name": name,
            "x": values,
            "y": list(range(len(rows))),
            "customdata": [
                f"{plain(titles[row.source])}<br>{written(words, value, 1)}"
                for row, value in zip(rows, values, strict=True)
            ],
            "marker": {
                "color": colour,
                "line": {"color": OUTLINE, "width": 1},
                "pattern": {"shape": shape, "solidity": 0.3},
            },
            "hovertemplate": "%{customdata}<extra>" + plain(name) + "</extra>",
        }
        for name, values, colour, shape in (
            (words.winners, [row.winners for row in rows], PALETTE[0], ""),
            (words.rest, [row.rest for row in rows], PALETTE[1], "/"),
        )
    ]
    labels = [folded(titles[row.source]) for row in rows]
    layout = new_layout(words, words.points_per_game, len(rows), 2, max(2 * BAR_HEIGHT, row_height(labels)))
    layout["barmode"] = "group"
    layout["yaxis"] |= {"tickvals": list(range(len(rows))), "ticktext": labels}
    widest = max(rows, key=lambda row: abs(row.difference))
    alt = words.contrast_alt.format(
        source=titles[widest.source], difference=written(words, widest.difference, 1, signed=True)
    )
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
        return nothing_figure(words)
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
            "customdata": [
                written(words, points, 1)
                for number in range(len(words.quarters))
                for points in (found[key].winners[number], found[key].rest[number])
            ],
            "marker": source_style(place),
            "hovertemplate": "%{y}: %{customdata}<extra>" + plain(title) + "</extra>",
        }
        for place, (key, title) in enumerate(titles.items())
        if key in found
    ]
    layout = new_layout(words, words.points_per_game, len(quarters), len(data))
    layout["barmode"] = "relative"
    leads = [sum(row.winners[n] - row.rest[n] for row in found.values()) for n in range(len(words.quarters))]
    widest = max(range(len(leads)), key=lambda number: leads[number])
    alt = words.course_alt.format(
        quarter=words.quarters[widest], difference=written(words, leads[widest], 1, signed=True)
    )
    return Figure(data, layout, alt)
