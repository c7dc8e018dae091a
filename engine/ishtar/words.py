"""A position of Ishtar in words: the text alternative of its picture, and the short lines below the boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.game import Action
from engine.ishtar.cells import COLOURS, FLOWER, GRASS, TREE
from engine.ishtar.components import ICONS, SHAPES, SKILLS
from engine.ishtar.position import Position
from engine.ishtar.state import IshtarState
from engine.wording import counted, last_turn_in_words, listed, winners_in_words

COVERED = {GRASS: "grass", TREE: "grass with a tree"}


def skills_of(position: Position, seat: int) -> list[str]:
    """The skills that a seat has unlocked."""
    return [name for number, name in enumerate(SKILLS) if position.owned[seat] >> number & 1]


def gems_in_words(gems: Sequence[int]) -> str:
    """`2 purple, 1 white`."""
    return ", ".join(f"{count} {colour}" for count, colour in zip(gems, COLOURS, strict=True) if count) or "none"


def tile_in_words(position: Position, tile: int) -> str:
    """A vegetation tile: its name, shape, spaces and icon."""
    found = position.components.tiles[tile]
    spaces = " ".join(str(flowers) if flowers else "grass" for flowers in found.flowers)
    icon = ICONS[found.icon]
    return f"{found.name} ({SHAPES[found.shape]}: {spaces}{f', {icon}' if icon else ''})"


def card_in_words(position: Position, card: int) -> str:
    """A tree card: its name, cost and points."""
    tree = position.components.trees[card]
    return f"{tree.name} ({gems_in_words(tree.cost)}: {tree.points} points)"


def status(state: IshtarState, names: Sequence[str]) -> str:
    """Whose turn it is, or who won."""
    result = state.result()
    if result is not None:
        return f"Over in turn {state.turn}: {winners_in_words(result, names)}"
    return f"Turn {state.turn}: {names[state.active]} to move" + (", last round" if state.ending else "")


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
    """Everything that the picture says beside the boards themselves, for those who cannot see it."""
    parts = [f"{status(state, names)}."]
    for seat, name in enumerate(names):
        skills = skills_of(state, seat)
        reserved = [card_in_words(state, card) for card in state.reserved[seat]]
        parts.append(
            f"Seat {seat + 1}, {name}: {counted(state.scores[seat], 'point', 'points')}, gems"
            f" {gems_in_words(state.gems[seat])}, {counted(len(state.bought[seat]), 'tree card', 'tree cards')},"
            f" {'skills ' + ' '.join(skills) if skills else 'no skill'},"
            f" {counted(state.in_supply[seat], 'assistant', 'assistants')} in the supply,"
            f" {state.on_carpet[seat]} on the carpet"
            f"{', reserved ' + listed(reserved) if reserved else ''}."
        )
        beds = [
            (sum(state.flowers[cell] for cell in state.beds[label]), len(state.beds[label]))
            for label, number in state.holder.items()
            if state.assistants[number][1] == seat
        ]
        if beds:
            told = listed([f"{counted(flowers, 'flower', 'flowers')} on {cells}" for flowers, cells in beds])
            parts.append(f"Flowerbeds of seat {seat + 1}: {told} cells.")
    for stack, (top, below) in enumerate(zip(state.top, state.left, strict=True)):
        watering_can = ", the can stands here" if stack == state.can else ""
        tile = tile_in_words(state, top) if top >= 0 else "no open tile" if below else "empty"
        parts.append(f"Stack {stack}: {tile}, {below} below{watering_can}.")
    row = [card_in_words(state, card) for card in state.row if card >= 0]
    parts.append(f"Tree cards: {listed(row) if row else 'none'}; {state.deck_size()} in the deck.")
    kinds = Counter(state.cells)
    parts.append(f"On the boards: {kinds[TREE]} trees, {kinds[FLOWER]} flower cells, {kinds[GRASS]} free grass cells.")
    parts += last_turn_in_words(last)
    return " ".join(parts)
