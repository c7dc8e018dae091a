"""The symbols of tokens, tiles, cards and resources, named by the rulebooks' words (data/symbols.svg).

Each is drawn on a grid of 24 by 24 in the colour that it is used with. A picture holds those that it uses; pages take
them from the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from engine.svg import tag

_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)
_USED = re.compile(r'href="#([^"]+)"')


@cache
def symbols() -> dict[str, str]:
    """All symbols by name."""
    text = files("engine").joinpath("data", "symbols.svg").read_text("utf-8")
    return {found[1]: found[0] for found in _SYMBOL.finditer(text)}


def symbol(name: str, x: float, y: float, size: float, class_: str = "") -> str:
    """A symbol with its middle at a place, so many units wide and high."""
    more = {"class_": class_} if class_ else {}
    return tag("use", href=f"#{name}", x=x - size / 2, y=y - size / 2, width=size, height=size, **more)


def used_in(markup: str) -> str:
    """The definitions of all symbols that some markup uses."""
    return _definitions(frozenset(_USED.findall(markup)).intersection(symbols()))


@cache
def _definitions(names: frozenset[str]) -> str:
    known = symbols()
    return "".join(known[name] for name in sorted(_with_parts(names)))


def _with_parts(names: Iterable[str]) -> set[str]:
    """Symbols and those that they are made of."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _USED.findall(symbols()[name])
    return found
