"""Where points come from, as figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from analytics.figures.parts import (
    AXIS_BELOW,
    COLUMNS_HEIGHT,
    HEAD,
    LABEL_LETTERS,
    MOST_BARS,
    NO_ICONS,
    PATTERNS,
    REST,
    ROW_GAP,
    SURFACE,
    Dot,
    Figure,
    FigureWords,
    Icons,
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
    side_icons,
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

SMALL_PART = 0.03
"""Sources with a smaller part of all points are one piece of a column: their names would take more room than they."""

AT_THE_END = 0.9
"""From this part of all points on in the last quarter, points are counted at the end."""

SHORT_LINE = 12
"""Letters of a line of a label: the columns are to be wider than the names beside them."""


@dataclass(frozen=True, slots=True)
class Words(FigureWords):
    """The words of the figures, in one language. Names in braces are filled in."""

    winners: str = "Winners"
    rest: str = "All others"
    sources_alt: str = "Stacked bars: {player} makes most points per game from {source}: {points} of {total}."
    contrast_alt: str = "Dots with intervals: winners and others differ most in {source}: {difference} points per game."
    quarters: tuple[str, ...] = ("1st quarter", "2nd quarter", "3rd quarter", "4th quarter")
    course_alt: str = "Stacked columns by quarter: winners pull ahead most in the {quarter}: {difference} points."
    end_alt: str = (
        "Two stacked columns: winners make {winners} points per game, all others {rest}, nearly all at the end."
    )
    other_sources: str = "other sources"


def sources_figure(
    rows: Sequence[PlayerSources],
    names: Mapping[int, str],
    titles: Mapping[str, str],
    words: Words = Words(),  # noqa: B008 (immutable)
    games: Callable[[int], str] = lambda _player: "",
    icons: Icons = NO_ICONS,
) -> Figure:
    """Stacked bars: one bar a player, one piece a source, in points per game. The first `MOST_BARS` rows are drawn.

    Negative means stand to the left of zero, so a bar's length to the right is more than the mean score then. `titles`
    gives the sources of the game in their fixed order; sources that gave nobody a point are left out. `names` are those
    of the players, `games` gives the address of a player's games, `icons` those of the drawings of sources.
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
        keys.append(Key(source_mark(number), title, icons.get(key, "")))
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
    answer: str = "",
    icons: Icons = NO_ICONS,
) -> Figure:
    """Dots with intervals: for each source what the winners make more of it than the others, in the order of
    the contrast. Sources that gave nobody a point are left out. `games`: the address of the games. `answer`: the
    source that the verdict names. `icons`: the addresses of the drawings of sources."""
    rows = [row for row in contrast.sources if row.winners or row.rest]
    if not rows:
        return nothing_figure(words)

    def number(value: float) -> str:
        return written(words, value, 1, signed=True)

    dots = []
    for row in rows:
        found = row.finding in ("differs", "too_small")
        text = f"{plain(titles[row.source])}<br>{with_interval(words, number(row.difference), row.interval, number)}"
        icon = icons.get(row.source, "")
        name = Row(titles[row.source], number(row.difference), row.source == answer, icon=icon)
        dots.append(Dot(name, row.difference, row.interval, found, text, games))
    figure = dot_rows(words, dots, lambda value: tick(words, value, signed=True))
    widest = max(rows, key=lambda row: abs(row.difference))
    alt = words.contrast_alt.format(source=titles[widest.source], difference=number(widest.difference))
    return replace(figure, alt=alt)


def at_the_end(rows: Sequence[SourceCourse]) -> bool:
    """Whether nearly all points fall into the last quarter, so that the others are not worth a column."""
    whole = sum(sum(row.winners) + sum(row.rest) for row in rows)
    return whole > 0 and sum(row.winners[-1] + row.rest[-1] for row in rows) > AT_THE_END * whole


def course_figure(
    rows: Sequence[SourceCourse],
    titles: Mapping[str, str],
    words: Words = Words(),  # noqa: B008 (immutable)
    games: str = "",
    icons: Icons = NO_ICONS,
) -> Figure:
    """Stacked columns: the winners' points in each quarter of the game, and beside them those of the others, a piece
    for each source. If nearly all points come at the end, one column for the winners and one for the others. `titles`
    gives the sources in their fixed order; what gave no points is left out, small sources are one piece. `icons`: the
    addresses of the drawings of sources.
    """
    pieces = _pieces(rows, titles, words, icons)
    if not pieces:
        return nothing_figure(words)
    if at_the_end(rows):
        return _end_figure(pieces, words, games)
    figure = _columns(pieces, words, games, [(words.winners, 0), (words.rest, len(words.quarters) + 1)])
    return replace(figure, alt=_course_alt(pieces, words))


def winners_course_figure(
    rows: Sequence[SourceCourse],
    titles: Mapping[str, str],
    words: Words = Words(),  # noqa: B008 (immutable)
    games: str = "",
) -> Figure:
    """The same of the winners alone, for a small picture; of both if nearly all points come at the end."""
    pieces = _pieces(rows, titles, words)
    if not pieces:
        return nothing_figure(words)
    if at_the_end(rows):
        return _end_figure(pieces, words, games)
    return replace(_columns(pieces, words, games, [(words.winners, 0)]), alt=_course_alt(pieces, words))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A source in the columns, or several small ones, which have no `number`: the points of the winners and of the
    others in each quarter."""

    title: str
    number: int | None
    winners: tuple[float, ...]
    rest: tuple[float, ...]
    icon: str = ""

    @property
    def colour(self) -> str:
        return REST if self.number is None else source_colour(self.number)

    @property
    def mark(self) -> str:
        return "▨" if self.number is None else "■"

    @property
    def style(self) -> dict[str, Any]:
        if self.number is None:
            return {
                "color": REST,
                "line": {"color": SURFACE, "width": 1},
                "pattern": {"shape": PATTERNS[1], "solidity": 0.35},
            }
        return source_style(self.number)


def _pieces(
    rows: Sequence[SourceCourse], titles: Mapping[str, str], words: Words, icons: Icons = NO_ICONS
) -> list[_Piece]:
    order = {key: number for number, key in enumerate(titles)}
    drawn = [row for row in rows if max(map(abs, (*row.winners, *row.rest))) >= SHOWN_FROM]
    sizes = {row.source: sum(map(abs, (*row.winners, *row.rest))) for row in drawn}
    small = [row for row in drawn if sizes[row.source] < SMALL_PART * sum(sizes.values())]
    if len(small) < 2:
        small = []
    pieces = [
        _Piece(titles[row.source], order[row.source], row.winners, row.rest, icons.get(row.source, ""))
        for row in sorted(drawn, key=lambda row: order[row.source])
        if row not in small
    ]
    if small:
        winners, rest = (
            zip(*(row.winners for row in small), strict=True),
            zip(*(row.rest for row in small), strict=True),
        )
        pieces.append(_Piece(words.other_sources, None, tuple(map(sum, winners)), tuple(map(sum, rest))))
    return pieces


def _end_figure(pieces: Sequence[_Piece], words: Words, games: str) -> Figure:
    """One column for all points of the winners, and one for those of the others."""
    whole = [replace(piece, winners=(sum(piece.winners),), rest=(sum(piece.rest),)) for piece in pieces]
    figure = _columns(whole, words, games, [(words.winners, 0), (words.rest, 1)])
    winners, rest = sum(piece.winners[0] for piece in whole), sum(piece.rest[0] for piece in whole)
    alt = words.end_alt.format(winners=written(words, winners, 1), rest=written(words, rest, 1))
    return replace(figure, alt=alt)


def _course_alt(pieces: Sequence[_Piece], words: Words) -> str:
    leads = [sum(piece.winners[n] - piece.rest[n] for piece in pieces) for n in range(len(words.quarters))]
    widest = max(range(len(leads)), key=lambda number: leads[number])
    return words.course_alt.format(
        quarter=words.quarters[widest], difference=written(words, leads[widest], 1, signed=True)
    )


def _columns(pieces: Sequence[_Piece], words: Words, games: str, groups: Sequence[tuple[str, int]]) -> Figure:
    """The columns of the winners, and of the others if they are the second of the groups, each named and with the place
    of its first column; `alt` is still to be said."""
    count = len(pieces[0].winners)
    columns = [(name, first + n, n) for name, first in groups for n in range(count)]
    places = [place for _, place, _ in columns]
    stacks = [piece.winners if len(groups) == 1 else (*piece.winners, *piece.rest) for piece in pieces]
    data: list[dict[str, Any]] = [
        {
            "type": "bar",
            "x": places,
            "y": list(points),
            "marker": piece.style,
            **said(
                [
                    (
                        f"{f'{name}, {words.quarters[n]}' if count > 1 else name}<br>"
                        f"{plain(piece.title)} {written(words, value, 1)}",
                        games,
                    )
                    for (name, _, n), value in zip(columns, points, strict=True)
                ]
            ),
        }
        for piece, points in zip(pieces, stacks, strict=True)
    ]
    sums = [
        [sum(max(part, 0) for part in stack), sum(min(part, 0) for part in stack)]
        for stack in zip(*stacks, strict=True)
    ]
    high, low = max(top for top, _ in sums) or 1.0, min(bottom for _, bottom in sums)
    titles = [piece.title for piece in pieces]
    head = HEAD if count > 1 else ROW_GAP
    letters = min(LABEL_LETTERS, max(SHORT_LINE, *(len(word) for title in titles for word in title.split())))
    heights = max(
        COLUMNS_HEIGHT - AXIS_BELOW - head, label_height(titles, letters, drawn=any(piece.icon for piece in pieces))
    )
    last = _last(pieces, stacks)
    labels, right = side_labels(last, heights, low, high, letters)
    names = [str(n + 1) if count > 1 else name for name, _, n in columns]
    layout = new_layout(
        words,
        heights + AXIS_BELOW + head,
        named_axis(names, places, -0.6, places[-1] + 0.6),
        axis(low, high, lambda value: tick(words, value)),
        l=30,
        r=right,
        t=head,
        b=AXIS_BELOW,
    )
    layout["barmode"] = "relative"
    layout["images"] = side_icons(last, labels)
    layout["annotations"] = [*labels, *(_heads(groups, count) if count > 1 else [])]
    return Figure(data, layout, "")


def _last(pieces: Sequence[_Piece], stacks: Sequence[Sequence[float]]) -> list[SideLabel]:
    """The labels beside the last column, from the bottom up, each at the middle of its piece."""
    labels, reached = [], 0.0
    for piece, points in zip(pieces, stacks, strict=True):
        part = max(points[-1], 0.0)
        labels.append(SideLabel(piece.title, piece.colour, reached + part / 2, piece.mark, piece.icon))
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
