"""What a move, a draw or an event of Babylon is in words, without saying who, and where it happened."""

from __future__ import annotations

from collections.abc import Callable

from engine.babylon import actions
from engine.babylon import sentences as say
from engine.babylon.actions import BabylonAction
from engine.babylon.choices import place_of_column
from engine.babylon.components import Components
from engine.babylon.labels import A_PIECE, CORNER_OPEN, degrees, token_label
from engine.game import Event, ScoreEvent
from engine.message import Message, verbatim, word
from engine.sentence import Sentence


def told(components: Components, action: BabylonAction) -> Message:
    """What an action or a draw does."""
    return _TOLD[action.op](components, *action.values).message


def _places(_: Components, tile: str, at: str, rotation: int, level: int, corner: str) -> Sentence:
    return say.PLACES(
        tile=tile,
        at=at,
        level=say.ON_LEVEL(level=level),
        rotation=say.TURNED(degrees=degrees(rotation)) if rotation else say.NOT_TURNED(),
        corner=word(CORNER_OPEN, corner),
    )


def _builds(_: Components, piece: str, ends: tuple[str, ...]) -> Sentence:
    if len(ends) == 1:
        return say.BUILDS_ON(piece=word(A_PIECE, piece), at=ends[0])
    return say.BUILDS_FROM(piece=word(A_PIECE, piece), at=ends[0], other=ends[1])


_TOLD: dict[int, Callable[..., Sentence]] = {
    actions.REMOVE: lambda _, stack: say.REMOVES(stack=stack),
    actions.DIG: lambda _, stack: say.DIGS_AT(stack=stack),
    actions.EXCHANGE: lambda _: say.EXCHANGES(),
    actions.PLACE: _places,
    actions.READ: lambda _, at, icon: say.READS(at=at, icon=word(A_PIECE, icon)),
    actions.BUILD: _builds,
    actions.CLAIM: lambda _: say.CLAIMS(),
    actions.FINISH: lambda _: say.FINISHES(),
    actions.STORE: lambda _, tile: say.STORES(tile=tile),
    actions.DISCARD: lambda _, tile: say.DISCARDS(tile=tile),
    actions.CHANCE_REMOVE: lambda _, stack: say.IS_REMOVED(stack=stack),
    actions.CHANCE_UNCOVER: lambda _, stack, tile: say.IS_UNCOVERED(stack=stack, tile=tile),
    actions.CHANCE_ROUND: lambda box, token: say.IS_TURNED_UP(token=token_label(box, token)),
}


def explained(event: Event) -> Message:
    """Why points were paid. Babylon has no cards."""
    assert isinstance(event, ScoreEvent)
    what, *where = event.cause.split()
    points = event.points
    if event.source == "statues":
        return say.FOR_STATUE.message(points=points, at=where[0])
    if event.source in ("fountains", "bridges", "stairs"):
        return say.FOR_PIECE.message(points=points, piece=word(A_PIECE, what), at=where[0], other=where[1])
    if event.source == "belvederes":
        return say.FOR_BELVEDERE.message(points=points, at=where[0])
    if event.source == "highest_level":
        return say.FOR_LEVEL.message(points=points, level=where[0])
    if event.source == "decoration_sets":
        return say.FOR_DECORATION_SETS.message(points=points, count=int(what))
    if event.source == "flower_sets":
        return say.FOR_FLOWER_SETS.message(points=points, count=int(what))
    return verbatim(event.cause)


def places_of_event(event: Event) -> tuple[str, ...]:
    """The columns of a decoration or a belvedere in the garden of the seat; the garden for what lies all over it."""
    if isinstance(event, ScoreEvent) and event.source in ("statues", "fountains", "bridges", "stairs", "belvederes"):
        return tuple(place_of_column(event.seat, column) for column in event.cause.split()[1:])
    return (f"garden:{event.seat}",)
