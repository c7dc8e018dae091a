"""The stylesheets use the tokens: a size of type, a radius and a colour have a name, which is stated once."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cases import each

STYLES = Path(__file__).parents[3] / "static" / "nabu"
SHEETS = {str(sheet.relative_to(STYLES)): sheet for sheet in sorted(STYLES.rglob("*.css"))}

TYPE = re.compile(r"^(font|font-size)$")
RADIUS = re.compile(r"^border(-\w+)*-radius$")
LENGTH = re.compile(r"\b\d*\.?\d+(rem|em|px|pt|vmin|vw)\b")
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(", re.IGNORECASE)
WITHIN_THE_WINDOW = re.compile(r"min\(var\(--[\w-]+\), [\d.]+vw\)")
"""A step of the scale, or as much of it as the window has room for."""


def declarations(css: str) -> list[tuple[str, str]]:
    """Each property and its value."""
    bare = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    return [(name, value.strip()) for name, value in re.findall(r"(?<=[{;\s])([\w-]+):\s*([^;{}]+)(?=[;}])", bare)]


def literals(css: str) -> list[str]:
    """What has no name. A custom property is one, wherever it is stated."""
    found = []
    for name, value in declarations(css):
        if name.startswith("--"):
            continue
        unnamed = (
            (TYPE.match(name) and LENGTH.search(WITHIN_THE_WINDOW.sub("", value)))
            or (RADIUS.match(name) and LENGTH.search(value))
            or COLOUR.search(value)
        )
        if unnamed:
            found.append(f"{name}: {value}")
    return found


def tokens(css: str) -> set[str]:
    return set(re.findall(r"var\((--[\w-]+)\)", css))


@each("sheet", SHEETS)
def test_sizes_of_type_radii_and_colours_come_from_tokens(sheet: str) -> None:
    assert literals(SHEETS[sheet].read_text("utf-8")) == []


def test_every_token_of_the_scales_is_stated_where_its_pages_find_it() -> None:
    """Paper and frames of other sites come without nabu.css: what they share with pages asks for tokens of theirs."""
    stated = {
        name: set(re.findall(r"(?<![\w(])(--[\w-]+):", (STYLES / name).read_text("utf-8")))
        for name in ("web/nabu.css", "web/print.css", "contests/tournaments/standings/embed.css")
    }
    scales = re.compile(r"--(t|r|p|s)-")
    for sheet in SHEETS.values():
        home = str(sheet.relative_to(STYLES))
        known = stated.get(home, stated["web/nabu.css"])
        asked = {name for name in tokens(sheet.read_text("utf-8")) if scales.match(name)}
        assert asked <= known, home
    for shared in ("bracket/bracket.css", "bracket/bracket_drawing.css", "standings/cross_table.css"):
        asked = tokens((STYLES / "contests" / "tournaments" / shared).read_text("utf-8"))
        assert {name for name in asked if scales.match(name)} <= stated["web/print.css"], shared


def test_literals_are_found() -> None:
    css = """
    :root { --t-data: 0.875rem; --ink: #123456; }
    a { font-size: 0.8125rem; color: var(--ink); border-radius: 50%; border-start-start-radius: 3px; }
    b { font: 1rem/1.4 serif; color: rgb(0 0 0 / 20%); font-size: min(var(--t-data), 9.5vw); } /* c { color: #fff; } */
    @media print { d { background: #FFF } }
    """
    assert literals(css) == [
        "font-size: 0.8125rem",
        "border-start-start-radius: 3px",
        "font: 1rem/1.4 serif",
        "color: rgb(0 0 0 / 20%)",
        "background: #FFF",
    ]
