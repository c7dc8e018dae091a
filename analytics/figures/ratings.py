"""Figures about ratings: whether they predict, and how one came about. Conventions: see `analytics.figures.parts`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from analytics.figures.parts import LONGEST_AXIS_LINE, MARK, MUTED, PAR, Figure, Layout, folded
from analytics.intervals import Interval

HEIGHT, LOW_HEIGHT = 340, 260
BAND = "rgba(0, 114, 178, 0.18)"
MOST_WITH_MARKERS = 60


@dataclass(frozen=True, slots=True)
class RatingWords:
    """The words of the figures, in one language. Names in braces are filled in."""

    rating: str = "rating"
    band: str = "± two standard deviations"
    rated_games: str = "rated games"
    predicted: str = "predicted winning chance"
    won: str = "share of wins"
    perfect: str = "perfect prediction"
    happened: str = "what happened"
    log_loss: str = "log loss (smaller is better)"
    with_ratings: str = "with the ratings"
    uniform: str = "equal chances for all"
    rating_alt: str = "Line: the rating after {count} rated games is {rating}."
    calibration_alt: str = "Dots against the diagonal. Furthest from it: {predicted}% predicted, {won}% won."
    loss_alt: str = "Two lines over {count} rated games: log loss with the ratings, and with equal chances for all."
    nothing_alt: str = "Nothing to draw."
    separators: str = ".,"


@dataclass(frozen=True, slots=True)
class CalibrationDot:
    """Predictions of about the same chance: their mean, the share of wins with its interval, and how many they were."""

    predicted: float
    won: float
    interval: Interval
    n: int


def rating_figure(
    ratings: Sequence[float],
    margins: Sequence[float],
    labels: Sequence[str],
    words: RatingWords = RatingWords(),  # noqa: B008 (immutable)
) -> Figure:
    """A step line, the rating after each rated game, in a band of the rating plus and minus its margin. `labels` says
    for each game what to show with it. Raises ValueError if the lists differ in length.
    """
    if not len(ratings) == len(margins) == len(labels):
        raise ValueError("a margin and a label for every rating, please")
    if not ratings:
        return Figure([], new_layout(words, "", ""), words.nothing_alt)
    games = list(range(1, len(ratings) + 1))
    line: dict[str, Any] = {
        "type": "scatter",
        "mode": "lines+markers" if len(ratings) <= MOST_WITH_MARKERS else "lines",
        "name": words.rating,
        "x": games,
        "y": list(ratings),
        "text": [plain(label) for label in labels],
        "customdata": [round(margin) for margin in margins],
        "line": {"shape": "hv", "color": MARK, "width": 2},
        "marker": {"size": 6},
        "hovertemplate": "%{text}<br>%{y:.0f} ± %{customdata}<extra></extra>",
    }
    edges = [
        {
            "type": "scatter",
            "mode": "lines",
            "name": words.band,
            "x": games,
            "y": [rating + sign * margin for rating, margin in zip(ratings, margins, strict=True)],
            "line": {"shape": "hv", "width": 0, "color": MARK},
            "hoverinfo": "skip",
            **more,
        }
        for sign, more in (
            (-1, {"showlegend": False}),
            (1, {"fill": "tonexty", "fillcolor": BAND}),
        )
    ]
    layout = new_layout(words, words.rated_games, words.rating, LOW_HEIGHT)
    layout["xaxis"] |= {"tickformat": "d"} | ({"dtick": 1} if len(ratings) < 6 else {})
    alt = words.rating_alt.format(count=len(ratings), rating=f"{ratings[-1]:.0f}")
    return Figure([line, *edges], layout, alt)


def calibration_figure(
    dots: Sequence[CalibrationDot],
    words: RatingWords = RatingWords(),  # noqa: B008 (immutable)
) -> Figure:
    """What was predicted against what happened, each dot with its interval; on the diagonal the two agree."""
    if not dots:
        return Figure([], new_layout(words, "", ""), words.nothing_alt)
    diagonal = {
        "type": "scatter",
        "mode": "lines",
        "name": words.perfect,
        "x": [0, 1],
        "y": [0, 1],
        "line": {"color": PAR, "width": 2, "dash": "dash"},
        "hoverinfo": "skip",
    }
    happened = {
        "type": "scatter",
        "mode": "markers",
        "name": words.happened,
        "x": [dot.predicted for dot in dots],
        "y": [dot.won for dot in dots],
        "customdata": [dot.n for dot in dots],
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [dot.interval.high - dot.won for dot in dots],
            "arrayminus": [dot.won - dot.interval.low for dot in dots],
            "color": MARK,
            "thickness": 2,
            "width": 5,
        },
        "marker": {"color": MARK, "size": 10},
        "hovertemplate": "%{x:.0%} → %{y:.0%} (%{customdata})<extra></extra>",
    }
    layout = new_layout(words, words.predicted, words.won)
    layout["xaxis"] |= {"tickformat": ".0%", "range": [0, 1]}
    layout["yaxis"] |= {"tickformat": ".0%", "range": [0, 1]}
    worst = max(dots, key=lambda dot: abs(dot.predicted - dot.won))
    alt = words.calibration_alt.format(predicted=f"{100 * worst.predicted:.0f}", won=f"{100 * worst.won:.0f}")
    return Figure([diagonal, happened], layout, alt)


def loss_figure(
    last_games: Sequence[int],
    with_ratings: Sequence[float],
    uniform: Sequence[float],
    words: RatingWords = RatingWords(),  # noqa: B008 (immutable)
) -> Figure:
    """Mean log loss of stretches of games, each drawn at its last game: with the ratings, and with equal chances."""
    if not last_games:
        return Figure([], new_layout(words, "", ""), words.nothing_alt)
    data = [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "name": name,
            "x": list(last_games),
            "y": list(losses),
            "line": {"color": colour, "width": 2, "dash": dash},
            "marker": {"symbol": symbol, "size": 7},
            "hovertemplate": "%{x}: %{y:.3f}<extra>" + plain(name) + "</extra>",
        }
        for name, losses, colour, dash, symbol in (
            (words.with_ratings, with_ratings, MARK, "solid", "circle"),
            (words.uniform, uniform, MUTED, "dash", "square-open"),
        )
    ]
    layout = new_layout(words, words.rated_games, words.log_loss)
    layout["xaxis"] |= {"rangemode": "tozero", "tickformat": "d"}
    return Figure(data, layout, words.loss_alt.format(count=last_games[-1]))


def new_layout(words: RatingWords, x_title: str, y_title: str, height: int = HEIGHT) -> Layout:
    """A layout for lines and dots: no zooming, so that a finger scrolls the page; the legend below."""
    axis = {"fixedrange": True, "automargin": True}
    return {
        "font": {"size": 14},
        "height": height,
        "margin": {"l": 8, "r": 12, "t": 8, "b": 8},
        "dragmode": False,
        "separators": words.separators,
        "legend": {"orientation": "h", "yref": "container", "yanchor": "bottom", "y": 0, "x": 0},
        "xaxis": {**axis, "title": {"text": folded(x_title, LONGEST_AXIS_LINE), "font": {"size": 14}}},
        "yaxis": {**axis, "title": {"text": folded(y_title, LONGEST_AXIS_LINE), "font": {"size": 14}}},
    }


def plain(text: str) -> str:
    """The text with plotly's markup and placeholders made harmless."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("%{", "% {")
