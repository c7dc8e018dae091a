"""How numbers are spread over games, as columns, with the middle one marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from analytics.figures.parts import (
    ANSWER,
    AXIS_BELOW,
    COLUMNS_HEIGHT,
    REST,
    Figure,
    FigureWords,
    hidden_axis,
    named_axis,
    new_layout,
    nothing_figure,
    plain,
    round_numbers,
    said,
    tick,
)

MOST_COLUMNS = 12
STEPS = (1, 2, 3, 4, 5, 10, 20, 25, 50, 100)


@dataclass(frozen=True, slots=True)
class SpreadWords(FigureWords):
    """The words of this figure, in one language."""

    middle: str = "middle {value}"
    column: str = "{low} to {high}: {count}"
    spread_alt: str = "Columns: how often each value was reached; half of them are {value} or less."


@dataclass(frozen=True, slots=True)
class Column:
    """How many values are from `low` to `high`, both included."""

    low: int
    high: int
    count: int


def columns_of(counts: Mapping[int, int]) -> list[Column]:
    """The values, each with how often it was reached, in at most `MOST_COLUMNS` columns as wide as each other."""
    low, high = min(counts), max(counts)
    step = next((step for step in STEPS if high // step - low // step < MOST_COLUMNS), STEPS[-1])
    columns: dict[int, int] = {}
    for value, count in counts.items():
        columns[value // step] = columns.get(value // step, 0) + count
    return [
        Column(number * step, number * step + step - 1, columns.get(number, 0))
        for number in range(low // step, high // step + 1)
    ]


def quantile(counts: Mapping[int, int], part: float) -> int:
    """The smallest value that at least this part of them do not exceed."""
    left = part * sum(counts.values())
    for value in sorted(counts):
        left -= counts[value]
        if left <= 0:
            return value
    return max(counts)


def spread_figure(
    counts: Mapping[int, int],
    words: SpreadWords = SpreadWords(),  # noqa: B008 (immutable)
    games: Callable[[int, int], str] = lambda _low, _high: "",
) -> Figure:
    """Columns of counts; the one that holds the middle value is the answer. `games`: the address of the games with a
    value between these two, both included."""
    if not counts:
        return nothing_figure(words)
    columns, middle = columns_of(counts), quantile(counts, 0.5)
    wide = columns[0].high - columns[0].low + 1
    centres = [column.low + (wide - 1) / 2 for column in columns]
    at_middle = next(place for place, column in enumerate(columns) if column.low <= middle <= column.high)
    highest = max(column.count for column in columns)
    data: list[dict[str, Any]] = [
        {
            "type": "bar",
            "x": centres,
            "y": [column.count for column in columns],
            "marker": {"color": [ANSWER if place == at_middle else REST for place in range(len(columns))]},
            **said(
                [
                    (column_in_words(column, words), games(column.low, column.high) if column.count else "")
                    for column in columns
                ]
            ),
        }
    ]
    ticks = round_numbers(columns[0].low, columns[-1].high)
    layout = new_layout(
        words,
        COLUMNS_HEIGHT - 30,
        named_axis([tick(words, value) for value in ticks], ticks, columns[0].low - 0.5, columns[-1].high + 0.5),
        hidden_axis(0, highest),
        l=12,
        r=12,
        t=24,
        b=AXIS_BELOW,
    )
    layout["bargap"] = 0.08
    layout["xaxis"] |= {"showline": True}
    value = tick(words, middle)
    layout["annotations"] = [
        {
            "text": f"<b>{plain(words.middle.format(value=value))}</b>",
            "font": {"color": ANSWER},
            "showarrow": False,
            "x": centres[at_middle],
            "xanchor": "left" if at_middle < 2 else "right" if at_middle > len(columns) - 3 else "center",
            "yref": "paper",
            "y": 1,
            "yanchor": "bottom",
            "yshift": 3,
        }
    ]
    return Figure(data, layout, words.spread_alt.format(value=value))


def column_in_words(column: Column, words: SpreadWords) -> str:
    """Its values, and how often they were reached."""
    if column.low == column.high:
        return f"{column.low}: {column.count}"
    return words.column.format(low=column.low, high=column.high, count=column.count)
