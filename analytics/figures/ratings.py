"""Figures about ratings: whether they predict. Conventions: see `analytics.figures.parts`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analytics.figures.parts import (
    ANSWER,
    AXIS_BELOW,
    REST,
    ZERO,
    Figure,
    FigureWords,
    SideLabel,
    axis,
    named_axis,
    new_layout,
    nothing_figure,
    percentage,
    plain,
    round_numbers,
    said,
    side_labels,
    tick,
    widened,
    with_interval,
    written,
)
from analytics.intervals import Interval

HEIGHT, SQUARE = 240, 300


@dataclass(frozen=True, slots=True)
class RatingWords(FigureWords):
    """The words of the figures, in one language. Names in braces are filled in."""

    game: str = "Game {number}"
    predictions: str = "{predicted} predicted, {won} won"
    with_ratings: str = "with the ratings"
    uniform: str = "equal chances for all"
    calibration_alt: str = "Dots against the diagonal. Furthest from it: {predicted}% predicted, {won}% won."
    loss_alt: str = "Two lines over {count} rated games: log loss with the ratings, and with equal chances for all."


@dataclass(frozen=True, slots=True)
class CalibrationDot:
    """Predictions of about the same chance: their mean, the share of wins with its interval, and how many they were."""

    predicted: float
    won: float
    interval: Interval
    n: int


def calibration_figure(
    dots: Sequence[CalibrationDot],
    words: RatingWords = RatingWords(),  # noqa: B008 (immutable)
) -> Figure:
    """What was predicted against what happened, each dot with its interval; on the dashed diagonal the two agree."""
    if not dots:
        return nothing_figure(words)

    def percent(share: float) -> str:
        return percentage(words, share)

    diagonal = {
        "type": "scatter",
        "mode": "lines",
        "x": [0, 1],
        "y": [0, 1],
        "line": {"color": ZERO, "width": 1, "dash": "dash"},
        "hoverinfo": "skip",
    }
    happened = {
        "type": "scatter",
        "mode": "markers",
        "x": [dot.predicted for dot in dots],
        "y": [dot.won for dot in dots],
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [dot.interval.high - dot.won for dot in dots],
            "arrayminus": [dot.won - dot.interval.low for dot in dots],
            "color": ANSWER,
            "thickness": 2,
            "width": 4,
        },
        "marker": {"color": ANSWER, "size": 9},
        **said(
            [
                (
                    words.predictions.format(
                        predicted=percent(dot.predicted),
                        won=with_interval(words, percent(dot.won), dot.interval, percent),
                    ),
                    "",
                )
                for dot in dots
            ]
        ),
    }
    # A little more than all chances, so that no dot at an end is cut.
    whole = axis(*widened([0.0, 1.0], 0.04), percent)
    layout = new_layout(words, SQUARE, dict(whole), dict(whole), l=44, r=20, b=AXIS_BELOW)
    worst = max(dots, key=lambda dot: abs(dot.predicted - dot.won))
    alt = words.calibration_alt.format(predicted=f"{100 * worst.predicted:.0f}", won=f"{100 * worst.won:.0f}")
    return Figure([diagonal, happened], layout, alt)


def loss_figure(
    last_games: Sequence[int],
    with_ratings: Sequence[float],
    uniform: Sequence[float],
    words: RatingWords = RatingWords(),  # noqa: B008 (immutable)
) -> Figure:
    """Mean log loss of stretches of games, each drawn at its last game: with the ratings, and with equal chances. The
    names stand at the ends of the lines."""
    if not last_games:
        return nothing_figure(words)
    lines = (
        (words.with_ratings, with_ratings, ANSWER, "solid", "circle", "●"),
        (words.uniform, uniform, REST, "dash", "square-open", "□"),
    )
    data = [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "x": list(last_games),
            "y": list(losses),
            "line": {"color": colour, "width": 2, "dash": dash},
            "marker": {"symbol": symbol, "size": 7, "color": colour},
            **said(
                [
                    (f"{plain(name)}<br>{words.game.format(number=game)}: {written(words, loss, 3)}", "")
                    for game, loss in zip(last_games, losses, strict=True)
                ]
            ),
        }
        for name, losses, colour, dash, symbol, _glyph in lines
    ]
    low, high = widened([*with_ratings, *uniform])
    ends = [SideLabel(name, colour, losses[-1], glyph) for name, losses, colour, _dash, _symbol, glyph in lines]
    inner = HEIGHT - AXIS_BELOW - 8
    labels, right = side_labels(sorted(ends, key=lambda label: label.value), inner, low, high)
    marks = [game for game in round_numbers(0, last_games[-1]) if game]
    layout = new_layout(
        words,
        HEIGHT,
        named_axis([tick(words, mark) for mark in marks], marks, 0, 1.05 * last_games[-1]),
        axis(low, high, lambda value: tick(words, value)),
        l=44,
        r=right,
        b=AXIS_BELOW,
    )
    layout["annotations"] = labels
    return Figure(data, layout, words.loss_alt.format(count=last_games[-1]))
