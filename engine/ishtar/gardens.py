"""Flowerbeds and gardens as they grow: covered cells, flowers, assistants; and what a garden holds.

A flowerbed is a maximal group of adjacent flower cells, a garden one of adjacent covered cells (rulebook: key terms).
Nothing ever leaves the boards, so flowerbeds only grow and join.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.ishtar.cells import FLOWER, GRASS
from engine.ishtar.position import NO_LABEL, Position


def cover(position: Position, cell: int, flowers: int, fountain: int) -> None:
    """A tile of the fountain with this bit covers a cell with grass or flowers."""
    position.fountain_at[cell] = fountain
    position.ground = None
    reach = position.reach
    for near in position.neighbours[cell]:
        reach[near] |= fountain
    if flowers:
        add_flowers(position, cell, flowers)
    else:
        position.cells[cell] = GRASS


def add_flowers(position: Position, cell: int, flowers: int) -> None:
    """The cell becomes a flower cell and joins the flowerbeds next to it."""
    position.cells[cell] = FLOWER
    position.flowers[cell] = flowers
    position.ground = None
    bed_at, beds, holder = position.bed_at, position.beds, position.holder
    label = NO_LABEL
    for near in position.neighbours[cell]:
        other = bed_at[near]
        if other in (NO_LABEL, label):
            continue
        label = other if label == NO_LABEL else _join(position, label, other)
    if label == NO_LABEL:
        bed_at[cell] = cell
        beds[cell] = (cell,)
        return
    bed_at[cell] = label
    beds[label] += (cell,)
    if label in holder:
        _watch(position, (cell,), 1 << holder[label])


def _join(position: Position, one: int, other: int) -> int:
    """Two flowerbeds become one; its label is that of the larger."""
    beds, holder, bed_at = position.beds, position.holder, position.bed_at
    if len(beds[one]) < len(beds[other]):
        one, other = other, one
    joined = beds.pop(other)
    for cell in joined:
        bed_at[cell] = one
    number = holder.pop(other, None)
    if number is not None:
        _watch(position, beds[one], 1 << number)
        holder[one] = number
    elif one in holder:
        _watch(position, joined, 1 << holder[one])
    beds[one] += joined
    return one


def _watch(position: Position, cells: Iterable[int], bit: int) -> None:
    watch, neighbours = position.watch, position.neighbours
    for cell in cells:
        for near in neighbours[cell]:
            watch[near] |= bit


def flowers_of_token(position: Position, kind: int) -> tuple[int, ...]:
    """The flowers that a blooming token brings to each of its spaces (ruling `bloom_flowers`)."""
    components = position.components
    return (components.blooms_per_token if position.rulings.flowers_per_token else components.blooms)[kind]


def add_assistant(position: Position, cell: int, seat: int) -> None:
    """An assistant of the seat takes control of the flowerbed of this cell."""
    number = len(position.assistants)
    position.assistants.append([cell, seat])
    position.ground = None
    label = position.bed_at[cell]
    position.holder[label] = number
    _watch(position, position.beds[label], 1 << number)


def joins_assistants(position: Position, cells: Iterable[int]) -> bool:
    """Whether flowers on all these cells would bring two assistants into one flowerbed."""
    seen = 0
    watch = position.watch
    for cell in cells:
        bits = watch[cell]
        if bits & (bits - 1):
            return True
        seen |= bits
    return bool(seen & (seen - 1)) and _some_bed_has_two(position, cells)


def _some_bed_has_two(position: Position, cells: Iterable[int]) -> bool:
    """The same for cells next to several assistants: group the flowerbeds that these cells would connect."""
    bed_at = position.bed_at
    groups: list[set[int]] = []
    new = list(cells)
    for cell in new:
        # Flowerbeds by label, new cells by their complement.
        group = {~cell}
        for near in position.neighbours[cell]:
            if bed_at[near] != NO_LABEL:
                group.add(bed_at[near])
            elif near in new:
                group.add(~near)
        apart = []
        for other in groups:
            if group & other:
                group |= other
            else:
                apart.append(other)
        groups = [*apart, group]
    return any(sum(label in position.holder for label in group) > 1 for group in groups)


def gardens_with_own_bed(position: Position, seat: int) -> set[int]:
    """The cells of all gardens that hold a flowerbed with an assistant of the seat."""
    cells = position.cells
    reached = {cell for cell, owner in position.assistants if owner == seat}
    todo = list(reached)
    while todo:
        for near in position.neighbours[todo.pop()]:
            if cells[near] >= GRASS and near not in reached:
                reached.add(near)
                todo.append(near)
    return reached
