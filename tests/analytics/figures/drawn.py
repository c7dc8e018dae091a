"""What every figure must be, whatever it shows."""

from __future__ import annotations

import json
import re

import plotly.graph_objects as go

from analytics.figures.parts import MOST_TICKS, Figure

COLOUR = re.compile(r"--chart-[\w-]+")


def check(figure: Figure) -> None:
    """Plotly accepts it once its colours are known, it goes into JSON, it has a height, few lines, no legend and no
    titles of axes, and its sentence is complete."""
    text = json.dumps(figure.to_json(), allow_nan=False)
    go.Figure(json.loads(COLOUR.sub("#123456", text)))
    for word in ("paper_bgcolor", "gridcolor", '"title"', "+0<"):
        assert word not in text, word
    assert not re.search(r"#[0-9a-f]{6}", text), "the page says what a colour is"
    layout = figure.layout
    assert layout["dragmode"] is False
    assert layout["showlegend"] is False
    assert not re.search(r"(?<!%)\{", figure.alt), "no place of the sentence is open"
    assert figure.alt.endswith(".")
    for name in ("xaxis", "yaxis"):
        ticks = layout[name].get("ticktext", [])
        assert layout[name].get("showgrid") is False or len(ticks) <= MOST_TICKS
        assert not {"+0", "−0", "-0"} & set(ticks)
    if figure.data:
        assert layout["height"] >= 60
        check_rows(figure)
        check_labels(figure)


def check_rows(figure: Figure) -> None:
    """The name of a row stands between the mark of the row above it and its own, so no line of an interval runs through
    it, and nothing of it is cut."""
    names = [one for one in figure.layout["annotations"] if one.get("name") == "row-name"] if names_of(figure) else []
    if not names:
        return
    margin = figure.layout["margin"]
    low, high = figure.layout["yaxis"]["range"]
    pixels = (figure.layout["height"] - margin["t"] - margin["b"]) / (low - high)
    for place, name in enumerate(names):
        lines = name["text"].count("<br>") + 1
        assert name["y"] == place
        assert name["yshift"] >= 6, "a mark is twelve pixels high"
        assert name["yshift"] + 15 * lines + 6 <= pixels
        assert "…" not in name["text"]
    assert (0 - high) * pixels >= names[0]["yshift"] + 15, "the first name has its room below the axis"


def names_of(figure: Figure) -> list[str]:
    """The names of the rows of a figure, with their lines."""
    return [one["text"] for one in figure.layout.get("annotations", []) if one.get("name") == "row-name"]


def check_labels(figure: Figure) -> None:
    """Labels beside the last mark do not touch each other."""
    labels = [one for one in figure.layout.get("annotations", []) if one.get("name") == "side-label"]
    if not labels:
        return
    margin, (low, high) = figure.layout["margin"], figure.layout["yaxis"]["range"]
    pixels = (figure.layout["height"] - margin["t"] - margin["b"]) / (high - low)
    middles = [(label["y"] * pixels, 15 * (label["text"].count("<br>") + 1)) for label in labels]
    for (one, one_size), (other, other_size) in zip(middles, middles[1:], strict=False):
        assert other - one >= (one_size + other_size) / 2 - 0.01
