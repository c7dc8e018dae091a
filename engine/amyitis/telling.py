"""What a move, a draw or an event of Amyitis is in words, without saying who, and where it happened."""

from __future__ import annotations

from collections.abc import Callable

from engine.amyitis import actions
from engine.amyitis import sentences as say
from engine.amyitis.actions import AmyitisAction
from engine.amyitis.labels import A_CARD, A_CRAFT, A_REWARD, CRAFTS, SOME_RESOURCE, TEMPLES, card_label, several
from engine.game import Event, ScoreEvent
from engine.message import Message, verbatim, word
from engine.sentence import Sentence


def told(action: AmyitisAction) -> Message:
    """What an action or a draw does. Groups and rows are counted from 1."""
    return _TOLD[action.op](*action.values).message


def _plants(square: str, paid: tuple[str, ...], gardeners: int) -> Sentence:
    resources = several(paid)
    if gardeners:
        return say.PLANTS_WITH(square=square, resources=resources, gardeners=say.GARDENERS(count=gardeners))
    return say.PLANTS_FOR(square=square, resources=resources)


def _lays_out(groups: tuple[tuple[str, ...], ...]) -> Sentence:
    return say.LAID_OUT(
        groups=tuple(
            say.GROUP_OF.message(number=number, cards=tuple(word(CRAFTS, card) for card in cards))
            for number, cards in enumerate(groups, 1)
        )
    )


def _keeps(kept: tuple[str, ...]) -> Sentence:
    return say.KEEPS_THESE(resources=several(kept)) if kept else say.KEEPS_NOTHING()


_TOLD: dict[int, Callable[..., Sentence]] = {
    actions.PASS: lambda: say.PASSES(),
    actions.RECRUIT: lambda group, craft: say.RECRUITS(craft=word(A_CRAFT, craft), group=group + 1),
    actions.CARAVAN: lambda camels, squares: say.PAYS_AND_MOVES(
        camels=say.CAMELS(count=camels), squares=say.MOVES(count=squares)
    ),
    actions.FIELD: lambda row: say.WORKS(row=row + 1),
    actions.TEMPLE: lambda temple: say.PRAYS(temple=word(TEMPLES, temple)),
    actions.IRRIGATE: lambda side: say.IRRIGATES(side=side),
    actions.SELL: lambda sold: say.SELLS_THESE(resources=several(sold)),
    actions.BUY: lambda card, paid: say.BUYS(card=word(A_CARD, card), resource=word(SOME_RESOURCE, paid)),
    actions.PLANT: _plants,
    actions.CHOOSE: lambda card: say.CHOOSES(card=word(A_CARD, card)),
    actions.TAKE: lambda resource: say.TAKES(thing=word(SOME_RESOURCE, resource)),
    actions.TOKEN: lambda resource: say.TAKES_TOKEN(resource=word(SOME_RESOURCE, resource)),
    actions.PROCESSION: lambda temple: say.JOINS(temple=word(TEMPLES, temple)),
    actions.REWARD: lambda what: say.TAKES(thing=word(A_REWARD, what)),
    actions.SWAP: lambda given, taken: say.SWAPS(given=word(SOME_RESOURCE, given), taken=word(SOME_RESOURCE, taken)),
    actions.DECLINE: lambda: say.SWAPS_NOTHING(),
    actions.KEEP: _keeps,
    actions.CRAFT: _lays_out,
}


def explained(event: Event) -> Message:
    """Why points were paid, or what happened to a card."""
    if isinstance(event, ScoreEvent):
        reason = _REASONS.get(event.source)
        return reason(event.points, _last_word(event)).message if reason else verbatim(event.cause)
    card = card_label(event.card)
    return (say.TAKES_CARD(card=card) if event.what == "taken" else say.USES_CARD(card=card)).message


def _last_word(event: ScoreEvent) -> str:
    """What the cause ends with: `r1c2` of `square r1c2`, `3` of `banker-3`."""
    return event.cause.rpartition("-" if event.source in ("palace", "banker") else " ")[2]


_REASONS: dict[str, Callable[[int, str], Sentence]] = {
    "engineer": lambda points, side: say.FOR_SIDE(points=points, side=side),
    "sale": lambda points, _: say.FOR_SALE(points=points),
    "palace": lambda points, level: say.FOR_PALACE(points=points, level=level),
    "tiles": lambda points, square: say.FOR_TILE(points=points, square=square),
    "irrigation": lambda points, square: say.FOR_CUBES(points=points, square=square),
    "banker": lambda points, level: say.FROM_BANKER(points=points, level=level),
    "marduk": lambda points, _: say.FOR_MARDUK(points=points),
    "amyitis_card": lambda points, _: say.FROM_AMYITIS_CARD(points=points),
    "stock": lambda points, _: say.FOR_STOCK(points=points),
}


def places_of_event(event: Event) -> tuple[str, ...]:
    """Where an event happened: on the boards, or in the line of the seat."""
    where = None
    if isinstance(event, ScoreEvent):
        where = {
            "engineer": f"side:{_last_word(event)}",
            "sale": "city:Babylon",
            "tiles": f"square:{_last_word(event)}",
            "irrigation": f"square:{_last_word(event)}",
            "marduk": "temple-row:marduk",
        }.get(event.source)
    return (where or f"seat:{event.seat}",)
