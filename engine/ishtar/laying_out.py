"""What lies on the table of Ishtar at the start, for somebody who enters it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.bags import Fit, SetupPart, SetupSlot, Thing, Upon
from engine.game import Ruleset
from engine.ishtar import sentences
from engine.ishtar.cells import COLOURS, FOUNTAIN, TERRAIN
from engine.ishtar.choices import cell_in_words, label, rotation_in_words
from engine.ishtar.components import SHAPES, STACKS, IshtarComponents
from engine.ishtar.grid import ROTATIONS, grid_of
from engine.ishtar.rulings import read_rulings
from engine.message import Message, verbatim

Things = tuple[tuple[Thing, Message, int | None], ...]


def setup_parts(players: int, ruleset: Ruleset, components: IshtarComponents) -> tuple[SetupPart, ...]:
    """Boards, how they are turned, fountains, the shape of each stack, starting tiles and tree cards.

    `Game.start` checks beside that: both faces of a board are never in play, a starting tile has the shape of its
    stack, and under the ruling `fountain_draw: white_always_in` a white fountain is in play.
    """
    grid = grid_of(components, players, read_rulings(ruleset))
    covered = [tuple(f"cell:{cell_in_words(grid.ids[cell])}" for cell in cells[0]) for cells in grid.board_cells]
    fountain_at: dict[Thing, int] = {
        face: next(at for at, letter in enumerate("".join(rows)) if TERRAIN[letter] == FOUNTAIN)
        for face, rows in components.faces.items()
    }
    boards = range(components.boards[players])
    starting: dict[Thing, Thing] = {
        components.tiles[tile].name: shape
        for shape, tiles in zip(SHAPES, components.starting, strict=True)
        for tile in tiles
    }
    return (
        SetupPart(
            "boards",
            sentences.BOARDS.message(),
            sentences.WHICH_BOARD.message(),
            tuple(SetupSlot(("boards", n, "face"), sentences.BOARD.message(number=n + 1), covered[n]) for n in boards),
            tuple((face, verbatim(face), 1) for face in components.faces),
            sides={face: face[0] for face in components.faces},
        ),
        SetupPart(
            "rotations",
            sentences.BOARD_ROTATIONS.message(),
            sentences.WHICH_ROTATION.message(),
            tuple(
                SetupSlot(("boards", n, "rotation"), sentences.BOARD.message(number=n + 1), covered[n]) for n in boards
            ),
            tuple((rotation, rotation_in_words(rotation).message, None) for rotation in range(ROTATIONS)),
            turn=360 // ROTATIONS,
        ),
        SetupPart(
            "fountains",
            sentences.FOUNTAINS.message(),
            sentences.WHICH_FOUNTAIN.message(),
            tuple(
                SetupSlot(("fountains", n), sentences.FOUNTAIN_OF_BOARD.message(number=n + 1), covered[n])
                for n in boards
            ),
            tuple(
                (found.name, sentences.FOUNTAIN[COLOURS[found.colour]].message(name=found.name, points=found.points), 1)
                for found in components.fountains
            ),
            upon=Upon("boards", fountain_at),
        ),
        SetupPart(
            "starting",
            sentences.STARTING_TILES.message(),
            sentences.WHICH_STARTING_TILE.message(),
            _stack_slots("starting"),
            _all_once(components, "tile", starting),
            fit=Fit("cups", starting),
        ),
        SetupPart(
            "cups",
            sentences.CUPS.message(),
            sentences.WHICH_SHAPE.message(),
            _stack_slots("cups"),
            tuple((shape, sentences.CUP[shape].message(), STACKS // len(SHAPES)) for shape in SHAPES),
        ),
        SetupPart(
            "trees",
            sentences.TREE_CARDS.message(),
            sentences.WHICH_TREE_CARD.message(),
            tuple(
                SetupSlot(("trees", n), sentences.TREE_CARD.message(number=n + 1), (f"row:{n}",))
                for n in range(components.tree_row)
            ),
            _all_once(components, "card", (tree.name for tree in components.trees)),
            ordered=False,
        ),
    )


def _stack_slots(key: str) -> tuple[SetupSlot, ...]:
    return tuple(
        SetupSlot((key, stack), sentences.STACK.message(stack=stack), (f"stack:{stack}",)) for stack in range(STACKS)
    )


def _all_once(components: IshtarComponents, key: str, names: Iterable[Thing]) -> Things:
    return tuple((name, label(components, key, name), 1) for name in names)
