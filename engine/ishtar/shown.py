"""What there is to see of a position: the boards, what is on offer, what each seat has, what the symbols mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine import picture_sentences as general
from engine.game import Action
from engine.ishtar import choices, sentences
from engine.ishtar import picture_sentences as said
from engine.ishtar.board import draw_board
from engine.ishtar.cells import COLOURS
from engine.ishtar.components import SKILLS, IshtarComponents
from engine.ishtar.state import IshtarState
from engine.ishtar.tray import draw_tray
from engine.ishtar.words import cards_in_words, describe, due_now, skills_of, status
from engine.message import Say
from engine.picture_words import seat_on_turn
from engine.shown import Amount, Key, Panel, Shown


def show(state: IshtarState, names: Sequence[str], last: Sequence[Action], say: Say) -> Shown:
    """The position; `last` are the actions to point out."""
    projected = state.projected()
    return Shown(
        board=draw_board(state, names, last, say),
        tray=draw_tray(state, say),
        panels=[_panel(state, seat, projected[seat] if projected else None) for seat in range(state.players)],
        legend=_legend(state.components),
        status=status(state, names),
        due=due_now(state, names),
        notes=(),
        description=describe(state, names, last, say),
    )


def _panel(state: IshtarState, seat: int, projected: int | None) -> Panel:
    components, reserved = state.components, state.reserved[seat]
    amounts = [
        Amount(f"gem-{colour}", count, sentences.GEMS[colour].message(count=count))
        for colour, count in zip(COLOURS, state.gems[seat], strict=True)
    ]
    for symbol, count, template in (
        ("assistant", state.in_supply[seat], said.IN_SUPPLY),
        ("assistant-carpet", state.on_carpet[seat], said.ON_CARPET),
        ("tree-card", len(state.bought[seat]), said.TREE_CARDS),
    ):
        amounts.append(Amount(symbol, count, template.message(count=count)))
    if reserved:
        amounts.append(Amount("reserved", len(reserved), said.RESERVED.message(cards=cards_in_words(state, reserved))))
    for name in skills_of(state, seat):
        symbol, words = choices.symbol_of(components, "skill", name), choices.label(components, "skill", name)
        amounts.append(Amount(symbol, None, words, place=f"skill:{name}"))
    on_turn = seat_on_turn(state.to_move, state.active) == seat
    return Panel(seat, state.scores[seat], on_turn, amounts, projected)


@lru_cache(maxsize=32)
def _legend(components: IshtarComponents) -> tuple[Key, ...]:
    """What the symbols mean; what skills do is said in the component set."""
    return (
        *(Key(f"gem-{colour}", said.GEM[colour].message()) for colour in COLOURS),
        Key("fountain", said.KEY_FOUNTAIN.message()),
        Key("tablet", said.TABLET.message()),
        Key("flower-pink", said.KEY_FLOWER.message()),
        Key("tree", said.KEY_TREE.message()),
        Key("flowerbed", said.KEY_FLOWERBED.message()),
        Key("last-move", general.KEY_LAST_TURN.message()),
        Key("watering-can", said.KEY_CAN.message()),
        Key("hand", said.KEY_HAND.message()),
        Key("assistant", said.KEY_ASSISTANT.message()),
        Key("assistant-carpet", said.KEY_ON_CARPET.message()),
        Key("skill", sentences.ICON["skill"].message()),
        Key("joker", sentences.ICON["joker"].message()),
        Key("tree-card", said.KEY_TREE_CARD.message()),
        Key("reserved", said.KEY_RESERVED.message()),
        Key("deck", said.KEY_DECK.message()),
        Key("bloom", sentences.LOWER_EFFECT["single"].message()),
        Key("bloom-double", sentences.LOWER_EFFECT["double"].message()),
        *(_key(components, number) for number in range(len(SKILLS))),
    )


def _key(components: IshtarComponents, number: int) -> Key:
    """What the symbol of a skill means: the name and the effect, for there is no room for more."""
    words = said.KEY_SKILL.message(skill=SKILLS[number], effect=choices.effect_in_words(components, number))
    return Key(choices.symbol_of(components, "skill", SKILLS[number]), words)
