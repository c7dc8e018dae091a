"""The pieces of Ishtar: vegetation tiles, tree cards, fountains, faces of the boards, and the shapes of tiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from engine.ishtar import look, tray
from engine.ishtar.cells import GEM, TABLET, TERRAIN
from engine.ishtar.components import SHAPES, IshtarComponents
from engine.ishtar.hexes import Cell, board_cells
from engine.ishtar.plan import Turned
from engine.pieces import Piece, around
from engine.svg import number, tag

TURNED = Turned(0, 24.0)
"""How the hexes of pieces stand, and how large they are."""
EDGE = 1.5
"""What is left free for the line around a hex."""

STYLE = look.style(TURNED.size)
SHAPES_DRAWN = look.definitions(TURNED)

_TILE_KEYS = ("tile", "starting")
_CARD_KEYS = ("card", "cards", "trees")


def piece(components: IshtarComponents, key: str, value: Any) -> Piece | None:
    """The piece of a tile, a card, a fountain, a board or a shape."""
    if key in _TILE_KEYS and value in components.tile_number:
        return _tile(components, components.tile_number[value])
    if key in _CARD_KEYS and value in components.tree_number:
        return _card(components, components.tree_number[value])
    if key == "fountains" and value in components.fountain_number:
        return _fountain(components, components.fountain_number[value])
    if key == "boards" and value in components.faces:
        return _face(components.faces[value])
    return _shape(components.offsets[SHAPES.index(value)]) if key == "cups" and value in SHAPES else None


@lru_cache(maxsize=1024)
def _tile(components: IshtarComponents, tile: int) -> Piece:
    """A vegetation tile, with a spot for each of its spaces in their order."""
    found = components.tiles[tile]
    cells = components.offsets[found.shape]
    return _on_cells(cells, tray.tile(found, cells, TURNED), cells)


@lru_cache(maxsize=1024)
def _card(components: IshtarComponents, card: int) -> Piece:
    content = tray.face_of_card(components.trees[card])
    return Piece(
        tray.GAP / 2 - 1,
        -1,
        tray.PITCH - tray.GAP + 2,
        tray.CARD - tray.GAP + 2,
        content,
        ((tray.PITCH / 2, (tray.CARD - tray.GAP) / 2),),
    )


@lru_cache(maxsize=1024)
def _fountain(components: IshtarComponents, fountain: int) -> Piece:
    found, size = components.fountains[fountain], TURNED.size
    across, down = TURNED.reach
    ground = tag("use", href="#hex", class_="ground water")
    return around(2 * across, 2 * down, ground + look.fountain(found.colour, found.points, (), size))


@cache
def _shape(cells: tuple[Cell, ...]) -> Piece:
    """A tile of a shape, whatever is on it."""
    return _on_cells(cells, "".join(_at(cell, '<use href="#hex" class="garden grass"/>') for cell in cells), cells)


@cache
def _face(rows: tuple[str, ...]) -> Piece:
    """A face of a board, with a spot for each of its cells."""
    cells, terrain = board_cells(), "".join(rows)
    kinds: dict[str, list[str]] = {}
    drawn = []
    for cell, outline, letter in zip(cells, TURNED.outlines(map(TURNED.at, cells)), terrain, strict=True):
        holds = TERRAIN[letter]
        kinds.setdefault(look.ground(holds, letter in GEM), []).append(outline)
        if letter in GEM:
            drawn.append(_at(cell, look.gem(GEM[letter], TURNED.size)))
        elif holds == TABLET:
            drawn.append(_at(cell, look.tablet(TURNED.size)))
    ground = (tag("path", d="".join(outlines), class_=f"ground {kind}") for kind, outlines in kinds.items())
    return _on_cells(cells, "".join([*ground, *drawn]), cells)


def _at(cell: Cell, drawn: str) -> str:
    x, y = TURNED.at(cell)
    return tag("g", drawn, transform=f"translate({number(x)} {number(y)})")


def _on_cells(cells: Sequence[Cell], content: str, covered: Sequence[Cell]) -> Piece:
    left, top, right, bottom = TURNED.box(cells)
    return Piece(
        left - EDGE,
        top - EDGE,
        right - left + 2 * EDGE,
        bottom - top + 2 * EDGE,
        content,
        tuple(map(TURNED.at, covered)),
    )
