"""What the rules of Ishtar allow a score to be."""

from __future__ import annotations

from collections.abc import Iterable

from engine.bounds import Bounds, SharedTotal
from engine.game import Ruleset
from engine.ishtar.cells import COLOURS
from engine.ishtar.components import LOWER, SHAPES, SKILLS, STACKS, IshtarComponents, UpperSkill
from engine.ishtar.counts import MOST_BASIC_TILES
from engine.ishtar.rulings import Rulings, read_rulings

MOST_BEDS_AT_A_CELL = 3
"""Flower cells next to each other are one flowerbed, so every other of the six neighbours can be one of its own."""


def bounds(players: int, ruleset: Ruleset, components: IshtarComponents) -> Bounds:
    """Nothing costs points, so the least of everything is 0. The most, from what can be in play:

    - A tree card is bought once, and needs a tree token unless a ruling says otherwise: the dearest cards of so many.
    - A flower lies in one flowerbed, which one seat controls: the tiles with the most flowers that the stacks may
      hold, and all blooming tokens.
    - A fountain pays each seat at most once: the dearest ones for so many boards.
    - Skills: what the boards in play can hold of tablets and gems, the cards and tokens of trees. Gems on the skill
      board were paid for skills.
    """
    rulings = read_rulings(ruleset)
    boards = components.boards[players]
    flowers = _flowers(components, players, rulings)
    no_token_needed = rulings.buy_without_token or rulings.buy_without_grass
    most_cards = len(components.trees) if no_token_needed else min(len(components.trees), components.tree_tokens)
    trees = _highest((tree.points for tree in components.trees), most_cards)
    fountains = {
        colour: [fountain.points for fountain in components.fountains if fountain.colour == number]
        for number, colour in enumerate(COLOURS)
    }
    skills = [_skill(components, boards, rulings, skill, most_cards) for skill in components.upper]
    most = {
        "trees": trees,
        "flowers": flowers,
        **{f"fountain_{colour}": _highest(points, boards) for colour, points in fountains.items()},
        **{f"skill_{name.lower()}": points for name, points in zip(SKILLS[LOWER:], skills, strict=True)},
    }
    all_fountains = _highest((fountain.points for fountain in components.fountains), boards)
    shared = (
        SharedTotal(("trees",), trees),
        SharedTotal(("flowers",), flowers),
        SharedTotal(tuple(f"fountain_{colour}" for colour in COLOURS), players * all_fountains),
    )
    total = trees + flowers + all_fountains + sum(skills)
    return Bounds((0, total), {source: (0, points) for source, points in most.items()}, shared)


def _highest(values: Iterable[int], count: int) -> int:
    """The sum of the highest values, so many of them."""
    return sum(sorted(values, reverse=True)[:count])


def _flowers(components: IshtarComponents, players: int, rulings: Rulings) -> int:
    size = MOST_BASIC_TILES if rulings.always_six else components.stack_size[players]
    of_tile = [sum(tile.flowers) for tile in components.tiles]
    stacks_of_shape = STACKS // len(SHAPES)
    on_tiles = sum(
        _highest((of_tile[tile] for tile in basic), stacks_of_shape * size)
        + _highest((of_tile[tile] for tile in starting), stacks_of_shape)
        for basic, starting in zip(components.basic, components.starting, strict=True)
    )
    tokens = components.blooms_per_token if rulings.flowers_per_token else components.blooms
    blooming = (count * sum(flowers) for count, flowers in zip(components.bloom_counts, tokens, strict=True))
    return on_tiles + sum(blooming)


def _skill(components: IshtarComponents, boards: int, rulings: Rulings, skill: UpperSkill, most_cards: int) -> int:
    points = skill.points[0]
    beds = min(MOST_BEDS_AT_A_CELL, components.assistants_kept + components.assistants_on_carpet)
    if skill.effect == "flat":
        return points
    if skill.effect == "tree_cards":
        return points * most_cards
    if skill.effect == "gems":
        return _gems(components, boards, rulings, skill.points)
    if skill.effect == "trees":
        return points * min(components.tree_tokens, most_cards) * (beds if rulings.trees_per_bed else 1)
    once_per_bed = rulings.tablet_adjacency == "once_per_bed"
    return points * _on_boards(components, boards, "T") * (beds if once_per_bed else 1)


def _gems(components: IshtarComponents, boards: int, rulings: Rulings, points: tuple[int, int, int]) -> int:
    """A seat's gems come from the boards and the start; those on its skill board are the price of its skills."""
    worth: list[int] = []
    for each, letter, start in zip(points, "PRW", components.starting_gems, strict=True):
        worth += [each] * (start + _on_boards(components, boards, letter))
    return _highest(worth, len(worth) if rulings.supply_gems_score else len(SKILLS) * components.skill_cost)


def _on_boards(components: IshtarComponents, boards: int, letter: str) -> int:
    """How many spaces of a kind so many boards have at most, whichever faces lie up."""
    most: dict[str, int] = {}
    for face, rows in components.faces.items():
        most[face[0]] = max(most.get(face[0], 0), "".join(rows).count(letter))
    return _highest(most.values(), boards)
