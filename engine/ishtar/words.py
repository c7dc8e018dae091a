"""A position of Ishtar in words: the text alternative of its picture, and the short lines below the boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import sentences as general
from engine.game import CHANCE, NOBODY, Action
from engine.ishtar import sentences
from engine.ishtar.cells import COLOURS, FLOWER, FOUNTAIN, FREE, GRASS, TREE
from engine.ishtar.components import ICONS, SHAPES, SKILLS
from engine.ishtar.position import Position
from engine.ishtar.state import IshtarState
from engine.ishtar.telling import told
from engine.message import Language
from engine.wording import (
    counted,
    last_turn_in_words,
    listed,
    places_in_words,
    seat_on_turn,
    winners_in_words,
    without_seat,
)

_ENGLISH = Language(general.templates.catalogue, sentences.templates.catalogue)
BLOOM_KINDS = ("single", "double")
COVERED = {GRASS: "grass", TREE: "grass with a tree"}


def skills_of(position: Position, seat: int) -> list[str]:
    """The skills that a seat has unlocked."""
    return [name for number, name in enumerate(SKILLS) if position.owned[seat] >> number & 1]


def gems_in_words(gems: Sequence[int]) -> str:
    """`2 purple, 1 white`."""
    return ", ".join(f"{count} {colour}" for count, colour in zip(gems, COLOURS, strict=True) if count) or "none"


def gems_in_letters(gems: Sequence[int]) -> str:
    """`2P 1W`, as a picture has it."""
    return " ".join(f"{count}{colour[0].upper()}" for count, colour in zip(gems, COLOURS, strict=True) if count)


def tile_in_words(position: Position, tile: int) -> str:
    """A vegetation tile: its shape, spaces and icon."""
    found = position.components.tiles[tile]
    spaces = [str(flowers) if flowers else "grass" for flowers in found.flowers]
    if found.icon_at >= 0:
        spaces[found.icon_at] += f" with {ICONS[found.icon]} icon"
    return f"{SHAPES[found.shape]}: {', '.join(spaces)}"


def card_in_words(position: Position, card: int) -> str:
    """A tree card: its points and cost, and whether a tree token lies on it."""
    tree = position.components.trees[card]
    token = ", with a tree" if position.token_on[card] else ""
    return f"{tree.points} points for {gems_in_words(tree.cost)}{token}"


def status(state: IshtarState, names: Sequence[str]) -> str:
    """Whose turn it is, or who won."""
    result = state.result()
    if result is not None:
        return f"Over in turn {state.turn}: {winners_in_words(result, names)}"
    return f"Turn {state.turn}: {names[state.active]} to move" + (", last round" if state.ending else "")


def due_words(state: IshtarState) -> str:
    """What is due now, with what the turn has at hand; empty after the end and before a draw."""
    if state.to_move in (NOBODY, CHANCE):
        return "" if state.to_move == NOBODY else f"Now: {state.due()}"
    detail = ""
    if state.bloom_kind >= 0:
        detail = f", {BLOOM_KINDS[state.bloom_kind]}"
    elif state.settlers:
        detail = f", {state.settlers} left"
    elif state.icon_cell >= 0:
        detail = f": {ICONS[state.icon]} at {_cell_name(state, state.icon_cell)}"
    return f"Now: {without_seat(state.due())}{detail}"


def supply_words(position: Position) -> str:
    """Gems, blooming tokens and trees in the supply."""
    gems = ", ".join(f"{count} {colour}" for count, colour in zip(position.supply, COLOURS, strict=True))
    blooms = " and ".join(f"{count} {kind}" for count, kind in zip(position.bloom_left, BLOOM_KINDS, strict=True))
    trees = counted(position.tree_supply, "tree", "trees")
    return f"Supply: gems {gems}; blooming tokens {blooms}; {trees}"


def _cell_name(position: Position, cell: int) -> str:
    q, r = position.grid.ids[cell]
    return f"{q},{r}"


def _cell_names(position: Position, cells: Iterable[int]) -> str:
    return " ".join(_cell_name(position, cell) for cell in sorted(cells))


def fountain_in_words(position: Position, cell: int) -> str:
    """The fountain on a cell."""
    found = position.components.fountains[position.board_fountains[position.grid.board_of[cell]]]
    return f"{COLOURS[found.colour]} fountain worth {found.points}"


def _boards(position: Position) -> list[str]:
    """What lies on each cell, the vegetation tiles and the assistants. Cells that are not named are sand."""
    ids = [_cell_name(position, cell) for cell in range(len(position.cells))]
    found: dict[str, list[str]] = {}
    for cell, holds in enumerate(position.cells):
        if holds == FLOWER:
            kind = counted(position.flowers[cell], "flower", "flowers")
        elif holds == FOUNTAIN:
            kind = fountain_in_words(position, cell)
        elif holds in COVERED:
            kind = COVERED[holds]
        elif position.gem_at[cell] >= 0:
            kind = f"{COLOURS[position.gem_at[cell]]} gem"
        elif holds != FREE:
            kind = "tablet"
        else:
            continue
        found.setdefault(kind, []).append(ids[cell])
    parts = [f"Boards, column,row: {places_in_words(found)}."]
    count, spots = len(ids), position.grid.spots
    tiles = [spots[position.components.tiles[tile].shape][turn * count + cell] for tile, turn, cell in position.laid]
    laid = "; ".join(" ".join(ids[cell] for cell in trio) for trio in tiles if trio is not None)
    parts.append(f"Vegetation tiles: {laid or 'none'}.")
    helpers: dict[str, list[str]] = {}
    for cell, seat in position.assistants:
        helpers.setdefault(f"seat {seat + 1}", []).append(ids[cell])
    parts.append(f"Assistants: {places_in_words(helpers) or 'none'}.")
    return parts


def _told(state: IshtarState, action: Action) -> str:
    return _ENGLISH.render(told(state.components, action))


def holder_of(position: Position, cell: int) -> int | None:
    """The seat that controls the flowerbed of a cell."""
    number = position.holder.get(position.bed_at[cell])
    return None if number is None else position.assistants[number][1]


def cell_in_words(position: Position, cell: int, names: Sequence[str], fountain: str | None) -> str:
    """What lies on a cell. `fountain` names the one that stands there."""
    holds = position.cells[cell]
    assistant = next((seat for at, seat in position.assistants if at == cell), None)
    if fountain is not None:
        return fountain
    if holds == FLOWER:
        holder = holder_of(position, cell)
        parts = [counted(position.flowers[cell], "flower", "flowers")]
        parts += [f"assistant of {names[assistant]}"] if assistant is not None else []
        parts += [f"flowerbed of {names[holder]}"] if holder is not None else ["flowerbed of nobody"]
        return ", ".join(parts)
    if holds in COVERED:
        return COVERED[holds]
    if position.gem_at[cell] >= 0:
        return f"rock with a {COLOURS[position.gem_at[cell]]} gem"
    return "sacred tablet" if holds else "sand"


def describe(state: IshtarState, names: Sequence[str], last: Sequence[Action]) -> str:
    """Everything that the picture says, for those who cannot see it."""
    due = due_words(state)
    parts = [f"{status(state, names)}.", *([f"{due}."] if due else [])]
    if state.hand >= 0:
        parts.append(f"In hand: {tile_in_words(state, state.hand)}.")
    on_turn = seat_on_turn(state.to_move, state.active)
    for seat, name in enumerate(names):
        turn = ", on turn" if seat == on_turn else ""
        skills = skills_of(state, seat)
        reserved = [card_in_words(state, card) for card in state.reserved[seat]]
        parts.append(
            f"Seat {seat + 1}, {name}: {counted(state.scores[seat], 'point', 'points')}{turn}, gems"
            f" {gems_in_words(state.gems[seat])}, {counted(len(state.bought[seat]), 'tree card', 'tree cards')},"
            f" {'skills ' + ' '.join(skills) if skills else 'no skill'},"
            f" {counted(state.in_supply[seat], 'assistant', 'assistants')} in the supply,"
            f" {state.on_carpet[seat]} on the carpet"
            f"{', reserved ' + listed(reserved) if reserved else ''}."
        )
        beds = [
            (sum(state.flowers[cell] for cell in state.beds[label]), state.beds[label])
            for label, number in sorted(state.holder.items(), key=lambda held: min(state.beds[held[0]]))
            if state.assistants[number][1] == seat
        ]
        if beds:
            beds_told = [
                f"{counted(flowers, 'flower', 'flowers')} on {_cell_names(state, cells)}" for flowers, cells in beds
            ]
            parts.append(f"Flowerbeds of seat {seat + 1}: {'; '.join(beds_told)}.")
    for stack, (top, below) in enumerate(zip(state.top, state.left, strict=True)):
        watering_can = ", with the watering can" if stack == state.can else ""
        tile = tile_in_words(state, top) if top >= 0 else "no open tile" if below else "empty"
        parts.append(f"Stack {stack}: {tile}, {below} below{watering_can}.")
    row = [card_in_words(state, card) for card in state.row if card >= 0]
    parts.append(f"Tree cards: {listed(row) if row else 'none'}; {state.deck_size()} in the deck.")
    parts.append(f"{supply_words(state)}.")
    parts += _boards(state)
    if state.placed_now:
        changed = [_cell_name(state, cell) for cell in sorted(set(state.placed_now))]
        parts.append(f"Changed this turn: {listed(changed)}.")
    parts += last_turn_in_words(last, lambda action: _told(state, action))
    return " ".join(parts)
