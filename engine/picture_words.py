"""Small parts of what pictures say, in messages: the same for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine import picture_sentences as general
from engine import sentences
from engine.for_people import with_name
from engine.game import CHANCE, NOBODY, Action, Result, State
from engine.message import Message, Say, series, verbatim
from engine.sentence import message_of


def over_in_turn(turn: int, result: Result, names: Sequence[str]) -> Message:
    """In which turn the game ended, and who won."""
    winners = tuple(names[seat] for seat in result.winners)
    return general.OVER_IN_TURN.message(turn=turn, names=winners, count=len(winners))


def over_in_round(number: int, result: Result, names: Sequence[str]) -> Message:
    """In which round the game ended, and who won."""
    winners = tuple(names[seat] for seat in result.winners)
    return general.OVER_IN_ROUND.message(round=number, names=winners, count=len(winners))


def due(state: State[Any], names: Sequence[str]) -> Message | None:
    """What is due now and from whom; None after the end."""
    return None if state.to_move == NOBODY else with_name(message_of(state.due()), names)


def seat_on_turn(to_move: int, active: int) -> int:
    """The seat that decides now; during a draw the one whose turn it is; NOBODY after the end."""
    return active if to_move == CHANCE else to_move


def seat_line(seat: int, name: str, facts: Iterable[Message | None]) -> Message:
    """A seat, its name, and the facts about it that there are."""
    return general.SEAT_LINE.message(name=name, seat=seat, facts=series(fact for fact in facts if fact is not None))


def last_turn(last: Sequence[Action], told: Callable[[Action], Message]) -> list[Message]:
    """What seats did in a turn, as a sentence; none if they did nothing. `told` says it without the seat."""
    steps: list[Message] = []
    before = None
    for action in last:
        if action.seat is not None:
            what = told(action)
            steps.append(what if action.seat == before else sentences.ACTS.message(seat=action.seat, words=what))
            before = action.seat
    return [general.LAST_TURN.message(steps=series(steps, "; "))] if steps else []


def ids(names: Iterable[str]) -> tuple[Message, ...]:
    """The names of places, as they are in every language."""
    return tuple(verbatim(name) for name in names)


def places(found: Mapping[Message, Sequence[str]]) -> Message | None:
    """What lies where: `city at 0203 and 0508; farm at 0304`; None if nothing lies anywhere."""
    parts = [general.AT.message(what=what, places=ids(where)) for what, where in found.items()]
    return series(parts, "; ") if parts else None


def sentences_of(say: Say, parts: Iterable[Message | None]) -> str:
    """A text of several sentences, each with a capital letter."""
    texts = (say(part) for part in parts if part is not None)
    return " ".join(text[:1].upper() + text[1:] for text in texts)


def sentence(text: Message | None) -> Message | None:
    """A text with a full stop."""
    return None if text is None else general.SENTENCE.message(text=text)
