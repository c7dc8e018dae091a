"""The colours of pictures, by name: what they are on a light ground, and what a page makes of them on a dark one.

A picture names its colours as properties with the light value to fall back on, so that a file or a sheet of paper needs
nothing from elsewhere, while a page sets the properties (static/nabu/board/drawing/colours.css) to what fits its theme.
Seats differ by colour and by shape; no meaning rests on colour alone.
"""

from __future__ import annotations

from types import MappingProxyType

COLOURS = MappingProxyType(
    {
        "paper": ("#ffffff", "#1b212a"),
        "ink": ("#1c232d", "#eef0ea"),
        "ink-2": ("#565c66", "#aab2bd"),
        "line": ("#d9d2c2", "#333c49"),
        "edge": ("#857d6c", "#7d8796"),
        "panel": ("#ece7db", "#262e39"),
        "card": ("#fffefb", "#262e39"),
        "accent": ("#22508f", "#8db8f2"),
        "good": ("#2c6b45", "#7fd0a0"),
        "last": ("#b8340a", "#ff9a6b"),
        "north": ("#ecd7a6", "#574a2e"),
        "centre": ("#cfdcae", "#3a4a33"),
        "south": ("#e9c6b3", "#563a3a"),
        "river": ("#9fcbe2", "#1b4259"),
        "wave": ("#4f93b8", "#5f9cbd"),
        "city": ("#fffdf6", "#efe9d8"),
        "farm": ("#f4cf57", "#e3bb45"),
        "plate-ink": ("#1c232d", "#1c232d"),
        "plate-line": ("#3a352a", "#3a352a"),
        "farm-line": ("#6a5208", "#6a5208"),
        "clay": ("#9a4d1c", "#d98a4e"),
        "clay-ink": ("#fff6ea", "#2a1200"),
        "core": ("#fffefb", "#1b212a"),
        "stone": ("#dcd2bd", "#4b4536"),
        "stone-2": ("#c9bb9e", "#5f563f"),
        "stone-3": ("#b5a37f", "#766949"),
        "stone-4": ("#a28d63", "#84653f"),
        "stone-edge": ("#8c7f63", "#9a8b66"),
        "hole": ("#a2977f", "#8d8163"),
        "violet": ("#7a4fb0", "#c3a2f0"),
        "pink": ("#c2487e", "#f39cc3"),
        "yellow": ("#a87400", "#f0c04a"),
        "white": ("#6b7280", "#e6e8ec"),
        "leaf": ("#2c6b45", "#7fd0a0"),
        "seat-1": ("#1f5fa8", "#3f86d8"),
        "seat-1-ink": ("#ffffff", "#061325"),
        "seat-1-rim": ("#ffffff", "#f2f6fc"),
        "seat-1-line": ("#1f5fa8", "#6aa5ea"),
        "seat-2": ("#f5b02a", "#f5b02a"),
        "seat-2-ink": ("#241a00", "#241a00"),
        "seat-2-rim": ("#4a3400", "#4a3400"),
        "seat-2-line": ("#a86c00", "#f5b02a"),
        "seat-3": ("#20242b", "#0b0d10"),
        "seat-3-ink": ("#ffffff", "#ffffff"),
        "seat-3-rim": ("#ffffff", "#f1ecdf"),
        "seat-3-line": ("#20242b", "#f1ecdf"),
        "seat-4": ("#b3366d", "#d9679a"),
        "seat-4-ink": ("#ffffff", "#2a0516"),
        "seat-4-rim": ("#ffffff", "#fbeaf2"),
        "seat-4-line": ("#b63b72", "#ec86b2"),
    }
)
"""Name -> the colour on a light ground, the colour on a dark one."""


def colour(name: str) -> str:
    """A colour as it stands in a style sheet. Raises KeyError for a name that there is not."""
    return f"var(--nabu-{name},{COLOURS[name][0]})"


def _seats() -> str:
    return "".join(
        f".g{seat}{{color:{colour(f'seat-{seat + 1}-ink')}}}.l{seat}{{color:{colour(f'seat-{seat + 1}-line')}}}"
        for seat in range(4)
    )


def both_themes() -> str:
    """A style for a picture that stands alone: every colour as the reader's theme wants it."""
    values = ";".join(f"--nabu-{name}:light-dark({light},{dark})" for name, (light, dark) in COLOURS.items())
    return f"svg{{color-scheme:light dark;{values}}}"


SHARED_STYLE = (
    f"svg{{color:{colour('ink')}}}"
    f"text{{font-family:system-ui,'DejaVu Sans',Arial,sans-serif;fill:{colour('ink')};unicode-bidi:isolate;"
    "font-variant-numeric:tabular-nums}"
    "symbol text{fill:currentColor}"
    ".m{text-anchor:middle}.e{text-anchor:end}.b{font-weight:700}"
    ".edge{font-size:17px}.c{font-size:22px}.k{font-size:21px}.r{font-size:24px}.h{font-size:25px;font-weight:700}"
    f".ink{{fill:{colour('ink')}}}.rule{{stroke:{colour('line')}}}.faded{{opacity:.4}}"
    f".plate{{color:{colour('plate-ink')}}}.clay{{color:{colour('clay')}}}.second{{color:{colour('ink-2')}}}"
    f".leaf{{color:{colour('leaf')}}}.card{{fill:{colour('card')};stroke:{colour('edge')};stroke-width:2}}"
    f".empty{{fill:none;stroke:{colour('edge')};stroke-width:2;stroke-dasharray:6 5}}"
    f".last{{fill:none;stroke:{colour('last')};stroke-width:5;stroke-linejoin:round}}"
    f".due{{fill:none;stroke:{colour('accent')};stroke-width:4;stroke-dasharray:8 5}}"
    ".hit{fill:#fff;fill-opacity:0}"
    f"{_seats()}"
)
"""The rules that all pictures share: text (sizes `edge` 17 on paper only, `k` 21, `c` 22, `r` 24, `h` 25 bold), inks,
outlines.

The ink of a symbol: of seat n on its fill `gn`, as a line `ln`; on plates, as clay, as a leaf, as secondary text.
`last` points out what was just done, `due` what is to be settled now; `hit` takes the taps.
"""

DARK, LIGHT = "#1a1a1a", "#ffffff"
"""The two inks for text on a fill that may be any."""


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb` (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance)."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2). Small text needs 4.5."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(fill: str) -> str:
    """The ink, dark or light, that reads better on a fill."""
    return max((DARK, LIGHT), key=lambda ink: contrast(ink, fill))
