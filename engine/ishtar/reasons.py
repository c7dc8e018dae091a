"""Why the greedy bot prefers an action, by what it weighs."""

from __future__ import annotations

from engine import sentences as common
from engine.ishtar import actions as act
from engine.ishtar import sentences
from engine.ishtar.actions import TOP, IshtarAction
from engine.ishtar.allowed import BLOOM_KINDS, cards_for_sale
from engine.ishtar.cells import COLOURS
from engine.ishtar.choices import gems_in_words
from engine.ishtar.components import LOWER
from engine.ishtar.gardens import flowers_of_token
from engine.ishtar.outlook import Outlook
from engine.ishtar.scoring import own_beds, upper_skill_points
from engine.ishtar.state import IshtarState
from engine.ishtar.worth import (
    GEM_WORTH,
    OWN,
    SKILL_ICON_WORTH,
    bed_worth,
    beds_near,
    best_bloom,
    can_take_assistant,
    can_unlock_skill,
    flowers_worth,
    owner_beside,
    tree_points,
)
from engine.message import Message
from engine.reasons import is_forced
from engine.sentence import Sentence


def reason_of(state: IshtarState, action: IshtarAction) -> Message:
    """Why the greedy bot prefers this action, which is allowed now."""
    return (common.ONLY_CHOICE() if is_forced(state) else _reason(state, action)).message


def _reason(state: IshtarState, action: IshtarAction) -> Sentence:
    op, number, grid = action.op, state.grid.number, state.grid
    if op == act.TAKE:
        tile = state.top[action.number]
        spot = Outlook.of(state).best(state, tile, lambda: 0.0)[1]
        return sentences.HAS_NO_PLACE() if spot < 0 else _why_spot(state, tile, spot)
    if op == act.PLACE:
        return _why_spot(state, state.hand, action.number * len(grid.ids) + number[action.cells[0]])
    if op == act.SKILL:
        return _why_skill(state, action)
    if op == act.BLOOM:
        return _why_bloom(state, tuple(number[cell] for cell in action.cells)) or sentences.NO_BETTER_PLACE()
    if op in (act.ASSISTANT, act.SETTLE):
        cell = state.icon_cell if op == act.ASSISTANT else number[action.cells[0]]
        flowers = sum(state.flowers[near] for near in state.beds[state.bed_at[cell]])
        return sentences.CONTROLS(count=flowers)
    if op in (act.PLANT, act.BUY, act.RESERVE) and action.number != TOP:
        return sentences.TREE_IS_WORTH(points=tree_points(state, action.number))
    if op == act.DECLINE:
        return sentences.NOT_WORTH_ITS_PRICE()
    if op == act.END and not cards_for_sale(state):
        return sentences.NO_TREE_TO_BUY()
    return common.NO_REASON()


def _why_spot(state: IshtarState, number: int, spot: int) -> Sentence:
    """What is worth most of all that the tile brings there."""
    seat, tile = state.to_move, state.components.tiles[number]
    trio = state.grid.spots[tile.shape][spot]
    assert trio is not None
    colours = [state.gem_at[cell] for cell in trio]
    gems = [(name, colours.count(colour)) for colour, name in enumerate(COLOURS)]
    flowers = [(count, owner_beside(state, seat, cell)) for count, cell in zip(tile.flowers, trio, strict=True)]
    own_flowers = sum(count for count, owner in flowers if owner == OWN)
    found = [
        (
            sum(GEM_WORTH[colour] for colour in colours if colour >= 0),
            sentences.COLLECTS_GEMS(gems=gems_in_words(gems)),
        ),
        (sum(flowers_worth(*each) for each in flowers if each[0]), sentences.BRINGS_FLOWERS(count=own_flowers)),
    ]
    if can_unlock_skill(state, seat, tile):
        found.append((SKILL_ICON_WORTH, sentences.BRINGS_SKILL_ICON()))
    if can_take_assistant(state, seat, tile) and not any(state.watch[cell] for cell in trio):
        joined = sum(bed_worth(state, label) for label, _ in beds_near(state, seat, trio[tile.icon_at]))
        found.append((sum(tile.flowers) + joined, sentences.OPENS_FLOWERBED()))
    worth, said = max(found, key=lambda each: each[0])
    return said if worth > 0 else sentences.NO_BETTER_PLACE()


def _why_skill(state: IshtarState, action: IshtarAction) -> Sentence:
    """What it does at once, or what it scores as things stand after it is paid."""
    components, seat = state.components, state.to_move
    if action.number < LOWER:
        skill = components.lower[action.number]
        if skill.effect == "reserve":
            return sentences.RESERVES_FOR_LATER()
        if skill.effect == "assistant":
            return sentences.FREES_ASSISTANTS(count=skill.amount)
        cells = best_bloom(state, seat, BLOOM_KINDS.index(skill.effect))
        return (_why_bloom(state, cells) if cells else None) or sentences.LOSES_TOKEN()
    after = state.copy()
    after.apply(action)
    own = [bed for _, bed in own_beds(after, seat)]
    points = upper_skill_points(after, seat, components.upper[action.number - LOWER], own)
    return sentences.SCORES_AT_END(points=points) if points else sentences.MAY_SCORE_AT_END()


def _why_bloom(state: IshtarState, cells: tuple[int, ...]) -> Sentence | None:
    """How many flowers of the token join own flowerbeds, if any do."""
    flowers = flowers_of_token(state, len(cells) - 1)
    owners = [owner_beside(state, state.to_move, cell) for cell in cells]
    own = sum(count for count, owner in zip(flowers, owners, strict=True) if owner == OWN)
    return sentences.BRINGS_FLOWERS(count=own) if own else None
