"""The points at the end (rulebook: end of the game)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.game import ScoreEvent
from engine.ishtar.cells import COLOURS, TABLET, TREE
from engine.ishtar.components import LOWER, SKILLS, UpperSkill
from engine.ishtar.gardens import gardens_with_own_bed
from engine.ishtar.position import Position

Bed = tuple[int, ...]


def final_scores(position: Position) -> list[ScoreEvent]:
    """All points of all seats, seat by seat: trees, flowers, fountains, upper skills."""
    beds = [own_beds(position, seat) for seat in range(position.players)]
    holders = fountain_holders(position, beds)
    events: list[ScoreEvent] = []
    for seat in range(position.players):
        for event in (
            *_trees(position, seat),
            *_flowers(position, seat, beds[seat]),
            *_fountains(position, seat, holders),
            *_skills(position, seat, beds[seat]),
        ):
            if event.points:
                events.append(event)
    return events


def own_beds(position: Position, seat: int) -> list[tuple[int, Bed]]:
    """The flowerbeds that the seat controls, each with the cell of the assistant, in the order of their cells."""
    return sorted((cell, position.beds[position.bed_at[cell]]) for cell, owner in position.assistants if owner == seat)


def bed_flowers(position: Position, assistant_cell: int, bed: Bed) -> int:
    """The flowers that a controlled flowerbed scores."""
    flowers = sum(position.flowers[cell] for cell in bed)
    return flowers if position.rulings.assistant_cell_flowers else flowers - position.flowers[assistant_cell]


def fountain_cells(position: Position, beds: Iterable[tuple[int, Bed]]) -> list[int]:
    """The flower cells of these flowerbeds at each fountain, by place of its board."""
    counts = [0] * len(position.board_fountains)
    for cell, bed in beds:
        counts[position.fountain_at[cell].bit_length() - 1] += len(bed)
    return counts


def fountain_holders(position: Position, beds: Iterable[list[tuple[int, Bed]]]) -> list[tuple[int, ...]]:
    """The seats that control each fountain, by place of its board: the most flower cells do, all who are tied too.

    `beds` are the flowerbeds that each seat controls.
    """
    counts = zip(*(fountain_cells(position, of_seat) for of_seat in beds), strict=True)
    return [tuple(seat for seat, count in enumerate(at) if count and count == max(at)) for at in counts]


def cell_name(position: Position, cell: int) -> str:
    """A cell as people read it."""
    q, r = position.grid.ids[cell]
    return f"{q},{r}"


def _trees(position: Position, seat: int) -> Iterator[ScoreEvent]:
    for card in position.bought[seat]:
        tree = position.components.trees[card]
        yield ScoreEvent(seat, "trees", tree.points, f"tree card {tree.name}")


def _flowers(position: Position, seat: int, beds: list[tuple[int, Bed]]) -> Iterator[ScoreEvent]:
    for cell, bed in beds:
        cause = f"flowerbed of the assistant on {cell_name(position, cell)}"
        yield ScoreEvent(seat, "flowers", bed_flowers(position, cell, bed), cause)


def _fountains(position: Position, seat: int, holders: list[tuple[int, ...]]) -> Iterator[ScoreEvent]:
    faces = list(position.components.faces)
    for place, number in enumerate(position.board_fountains):
        if seat in holders[place]:
            fountain = position.components.fountains[number]
            cause = f"fountain {fountain.name} on board {faces[position.boards[place][0]]}"
            yield ScoreEvent(seat, f"fountain_{COLOURS[fountain.colour]}", fountain.points, cause)


def _skills(position: Position, seat: int, beds: list[tuple[int, Bed]]) -> Iterator[ScoreEvent]:
    for number, skill in enumerate(position.components.upper):
        if position.owned[seat] >> (LOWER + number) & 1:
            name = SKILLS[LOWER + number]
            points = upper_skill_points(position, seat, skill, [bed for _, bed in beds])
            yield ScoreEvent(seat, f"skill_{name.lower()}", points, f"skill {name}")


def upper_skill_points(position: Position, seat: int, skill: UpperSkill, beds: list[Bed]) -> int:
    """What an upper skill scores for a seat that controls these flowerbeds."""
    points = skill.points[0]
    if skill.effect == "flat":
        return points
    if skill.effect == "tree_cards":
        return points * len(position.bought[seat])
    if skill.effect == "gems":
        return sum(count * worth for count, worth in zip(scoring_gems(position, seat), skill.points, strict=True))
    if skill.effect == "trees":
        return points * _next_to(position, beds, TREE, position.rulings.trees_per_bed)
    adjacency = position.rulings.tablet_adjacency
    if adjacency == "gardens_with_own_bed":
        return points * _next_to(position, [tuple(gardens_with_own_bed(position, seat))], TABLET, False)
    return points * _next_to(position, beds, TABLET, adjacency == "once_per_bed")


def scoring_gems(position: Position, seat: int) -> list[int]:
    """The gems of the seat that a gem skill counts, by colour (ruling `gem_bonus_scope`)."""
    gems = [0, 0, 0]
    for colour in range(3):
        if position.rulings.board_gems_score:
            gems[colour] += sum(position.paid[seat][colour::3])
        if position.rulings.supply_gems_score:
            gems[colour] += position.gems[seat][colour]
    return gems


def _next_to(position: Position, groups: Iterable[Bed], wanted: int, each_group: bool) -> int:
    """How many cells that hold `wanted` are next to these groups of cells; once for each group, or once in all."""
    cells, neighbours = position.cells, position.neighbours
    found = [{near for cell in group for near in neighbours[cell] if cells[near] == wanted} for group in groups]
    return sum(map(len, found)) if each_group else len(set().union(*found))
