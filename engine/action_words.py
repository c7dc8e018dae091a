"""How the actions of a game stand in a log: which words there are, and the keys that each of them brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, ClassVar

from engine import sentences
from engine.game import Action, BadShape, JsonObject
from engine.sentence import Sentence


class ActionWords:
    """The actions of a game by number: those of seats, then the draws, each with its keys in the order of a log line.

    A key that is optional may be left out of a line; it is the last one of its action.
    """

    def __init__(
        self, seats: Mapping[str, Sequence[str]], draws: Mapping[str, Sequence[str]], optional: str | None = None
    ) -> None:
        self.words = (*seats, *draws)
        self.keys = (*map(tuple, seats.values()), *map(tuple, draws.values()))
        self.first_draw = len(seats)
        self._seats = {word: number for number, word in enumerate(seats)}
        self._draws = {word: number for number, word in enumerate(draws, len(seats))}
        self._optional = optional
        self._sizes = tuple(
            len(keys) + (1 if number >= self.first_draw else 2) for number, keys in enumerate(self.keys)
        )
        self._getters = tuple(map(_getter, self.keys))

    def to_json(self, number: int, seat: int | None, values: Sequence[Any]) -> JsonObject:
        """The log line of an action, from what stands behind its keys."""
        word = self.words[number]
        line: JsonObject = {"chance": word} if number >= self.first_draw else {"seat": seat, "do": word}
        for key, value in zip(self.keys[number], values, strict=False):
            line[key] = _as_lists(value)
        return line

    def read(self, line: JsonObject) -> tuple[int, int, tuple[Any, ...]]:
        """The number of the action of a log line, its seat (of a draw: -1), and what stands behind its keys.

        Raises BadShape unless the line has exactly the keys of an action. The types of the values are not looked at.
        """
        if "chance" in line:
            return self._read_draw(line)
        seat, word = line.get("seat"), line.get("do")
        if type(seat) is not int:
            raise BadShape(sentences.SEAT_MISSING())
        number = self._seats.get(word) if type(word) is str else None
        if number is None:
            raise BadShape(sentences.UNKNOWN_ACTION(word=repr(word)))
        if len(line) == self._sizes[number]:
            try:
                return number, seat, self._getters[number](line)
            except KeyError:
                pass
        return number, seat, self._without_optional(number, line)

    def _read_draw(self, line: JsonObject) -> tuple[int, int, tuple[Any, ...]]:
        word = line["chance"]
        number = self._draws.get(word) if type(word) is str else None
        if number is None:
            if len(self._draws) == 1 and line.keys() != {"chance", *self.keys[self.first_draw]}:
                # There is one draw only, so it is the one that is meant.
                raise BadShape(self._wrong_keys(self.first_draw, line))
            raise BadShape(sentences.UNKNOWN_CHANCE(word=repr(word)))
        if len(line) == self._sizes[number]:
            try:
                return number, -1, self._getters[number](line)
            except KeyError:
                pass
        raise BadShape(self._wrong_keys(number, line))

    def _without_optional(self, number: int, line: JsonObject) -> tuple[Any, ...]:
        keys = [key for key in self.keys[number] if key != self._optional]
        if line.keys() != {"seat", "do", *keys}:
            raise BadShape(self._wrong_keys(number, line))
        return tuple(line[key] for key in keys)

    def _wrong_keys(self, number: int, line: JsonObject) -> Sentence:
        word, keys = self.words[number], {*self.keys[number]} - {self._optional}
        wanted = keys | ({"chance"} if number >= self.first_draw else {"seat", "do"})
        missing, unknown = ", ".join(sorted(wanted - line.keys())), ", ".join(sorted(line.keys() - wanted))
        if missing and unknown:
            return sentences.WRONG_KEYS(word=word, missing=missing, unknown=unknown)
        if missing:
            return sentences.MISSING_KEYS(word=word, missing=missing)
        return sentences.UNKNOWN_KEYS(word=word, unknown=unknown)


def _getter(keys: tuple[str, ...]) -> Callable[[JsonObject], tuple[Any, ...]]:
    """Gets the values of these keys."""
    if len(keys) > 1:
        return itemgetter(*keys)
    return (lambda line: (line[keys[0]],)) if keys else (lambda line: ())


def _as_lists(value: Any) -> Any:
    return [_as_lists(part) for part in value] if type(value) is tuple else value


class WordedAction(Action):
    """An action of a game: its number, and what stands behind its keys in a log, lists as tuples.

    It has all that a log line says, also what does not exist, so that the rules can refuse it by name.
    """

    __slots__ = ("op", "seat", "values")
    log_words: ClassVar[ActionWords]
    op: int
    values: tuple[Any, ...]

    @property
    def kind(self) -> str:
        """The word of the action as it stands in a log."""
        return self.log_words.words[self.op]

    def named(self) -> dict[str, Any]:
        """The values by key."""
        return dict(zip(self.log_words.keys[self.op], self.values, strict=False))

    def to_json(self) -> JsonObject:
        """The action as it stands in a log."""
        return self.log_words.to_json(self.op, self.seat, self.values)

    def identity(self) -> tuple[object, ...]:
        """What two equal actions have in common."""
        return self.op, self.seat, self.values

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, WordedAction) and self.identity() == other.identity()

    def __hash__(self) -> int:
        return hash(self.identity())

    def __repr__(self) -> str:
        return f"<{self.text()}>"
