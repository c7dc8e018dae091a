"""Figures are readable without colour, on light and on dark, and their titles fit on a phone."""

from __future__ import annotations

import pytest

from analytics.figures.parts import (
    LINE_HEIGHT,
    MARK,
    MUTED,
    OUTLINE,
    PALETTE,
    PAR,
    FigureWords,
    new_layout,
    source_style,
)
from analytics.figures.ratings import RatingWords, loss_figure
from engine.registry import GAMES


def test_every_source_of_a_game_looks_different() -> None:
    assert len(set(PALETTE)) == len(PALETTE) == 8
    for game in GAMES.values():
        looks = [source_style(number) for number in range(len(game.sources))]
        assert len({(look["color"], look["pattern"]["shape"]) for look in looks}) == len(looks)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, as WCAG 2 defines it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("background", ["#ffffff", "#182433"], ids=["light", "dark"])
def test_dots_lines_and_outlines_stand_out(background: str) -> None:
    for colour in (MARK, MUTED, PAR, OUTLINE):
        assert contrast(colour, background) >= 3, colour


def test_titles_of_axes_break_into_lines_that_fit_on_a_phone() -> None:
    """Below an axis and beside one; the chart is as much higher as its title needs."""
    long = RatingWords(log_loss="pérdida logarítmica (cuanto menor, mejor)", rated_games="partidas que cuentan " * 2)
    loss = loss_figure([10, 20], [0.6, 0.5], [0.7, 0.7], long)
    titles = [loss.layout[axis]["title"]["text"] for axis in ("xaxis", "yaxis")]
    assert titles == ["partidas que cuentan<br>partidas que cuentan", "pérdida logarítmica<br>(cuanto menor, mejor)"]
    one, two = (new_layout(FigureWords(), title, 3, 1) for title in ("Punkte", "verlorene Punkte pro Partie"))
    assert two["height"] - one["height"] == LINE_HEIGHT
