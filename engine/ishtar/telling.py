"""Ishtar in words: what an action does, what an event is and why, and where it happened."""

from __future__ import annotations

from engine.game import Action, Event, ScoreEvent
from engine.ishtar import actions as act
from engine.ishtar import sentences
from engine.ishtar.actions import IshtarAction
from engine.ishtar.choices import DEGREES, cell_in_words, effect_in_words, gems_in_words, tile_in_words
from engine.ishtar.components import SKILLS, IshtarComponents
from engine.ishtar.grid import ROTATIONS
from engine.message import Message
from engine.sentence import Sentence, message_of

_PLAIN = {
    act.DISCARD: sentences.DISCARDS(),
    act.ASSISTANT: sentences.PLACES_ASSISTANT(),
    act.DECLINE: sentences.DECLINES(),
    act.END: sentences.ENDS(),
}


def told(components: IshtarComponents, action: Action) -> Message:
    """What an action or a draw does, without saying who; one with words that the game does not know, as it is."""
    assert isinstance(action, IshtarAction)
    if action.number == -1 or -1 in action.cards:
        return message_of(action.text())
    return _told(components, action).message


def _told(components: IshtarComponents, action: IshtarAction) -> Sentence:
    op, words = action.op, action.named()
    cells = tuple(map(cell_in_words, action.cells))
    if op in _PLAIN:
        return _PLAIN[op]
    if op == act.TAKE:
        gems = gems_in_words(words["gems"])
        if gems:
            return sentences.TAKES_FOR_GEMS(stack=action.number, gems=gems)
        return sentences.TAKES(stack=action.number)
    if op == act.PLACE:
        return _told_place(cells[0], action.number)
    if op == act.SKILL:
        gems = gems_in_words(words["gems"])
        name = SKILLS[action.number]
        return sentences.UNLOCKS_FOR_GEMS(skill=name, gems=gems) if gems else sentences.UNLOCKS(skill=name)
    if op == act.BLOOM:
        return sentences.BLOOMS(cells=cells)
    if op == act.SETTLE:
        return sentences.SETTLES(cell=cells[0])
    if op == act.PLANT:
        return sentences.PLANTS(card=words["card"], cell=cells[0])
    if op == act.BUY:
        return sentences.BUYS(card=words["card"])
    if op == act.RESERVE:
        return sentences.RESERVES_TOP() if action.number == act.TOP else sentences.RESERVES(card=words["card"])
    if op == act.DRAW_TILE:
        return sentences.TURNS_UP(stack=action.stack, tile=tile_in_words(components, action.number))
    return sentences.DRAWS_TREES(count=len(action.cards), cards=words["cards"])


def _told_place(cell: str, turn: int) -> Sentence:
    degrees = DEGREES * (turn % ROTATIONS)
    if turn >= ROTATIONS:
        return sentences.PLACES_TURNED_OVER(cell=cell, degrees=degrees)
    return sentences.PLACES_TURNED(cell=cell, degrees=degrees) if degrees else sentences.PLACES(cell=cell)


def explained(components: IshtarComponents, event: Event) -> Message:
    """What an event is and why, without saying who."""
    if not isinstance(event, ScoreEvent):
        if event.card in components.tree_number:
            return sentences.TREE_TAKEN.message(card=event.card)
        effect = effect_in_words(components, SKILLS.index(event.card))
        return sentences.SKILL_TAKEN.message(skill=event.card, effect=effect)
    points, where = event.points, _last_word(event)
    if event.source == "trees":
        return sentences.PAID_TREE.message(points=points, card=where)
    if event.source == "flowers":
        return sentences.PAID_FLOWERS.message(points=points, cell=where)
    colour = event.source.removeprefix("fountain_")
    if colour in sentences.PAID_FOUNTAIN:
        return sentences.PAID_FOUNTAIN[colour].message(points=points, board=where)
    return sentences.PAID_SKILL.message(
        points=points, skill=where, effect=effect_in_words(components, SKILLS.index(where))
    )


def places_of(components: IshtarComponents, event: Event) -> tuple[str, ...]:
    """The assistant of a flowerbed, the fountain, or the skill of the seat; tree cards are nowhere once bought."""
    if not isinstance(event, ScoreEvent):
        return () if event.card in components.tree_number else (f"seat:{event.seat}/skill:{event.card}",)
    if event.source == "trees":
        return ()
    if event.source == "flowers":
        return (f"cell:{_last_word(event)}",)
    if event.source.startswith("fountain_"):
        return (f"fountain:{event.cause.split()[1]}",)
    return (f"seat:{event.seat}/skill:{_last_word(event)}",)


def _last_word(event: ScoreEvent) -> str:
    """The card, cell, board or skill at the end of a cause such as `tree card TR10`."""
    return event.cause.rsplit(" ", 1)[-1]
