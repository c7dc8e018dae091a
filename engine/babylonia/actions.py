"""The actions of Babylonia: small immutable values, in words outside and in numbers inside.

A hex, token or card that does not exist keeps its word and gets the number -1, so that the rules can refuse it by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine import sentences as general
from engine.action_words import ActionWords, WordedAction
from engine.babylonia import sentences
from engine.babylonia.components import TOKENS, UNKNOWN, Board
from engine.game import BadShape, JsonObject

PLACE, STOP, SCORE, TAKE, EXTRA_TURN, DRAW = range(6)
LOG_WORDS = ActionWords(
    {"place": ("token", "hex"), "stop": (), "score": ("hex",), "take": ("card",), "extra_turn": ("use",)},
    {"draw": ("seat", "tokens")},
)
MOST_CARDS = 9


class BabyloniaAction(WordedAction):
    """One action. `op` says which of the fields count:

    place (token, hex), stop, score (hex), take (card), extra_turn (use), draw (drawn_seat, drawn: how many tokens of
    each kind; empty if one of them does not exist).
    """

    __slots__ = ("card", "drawn", "drawn_seat", "hex", "token", "use")
    log_words = LOG_WORDS

    def __init__(
        self,
        op: int,
        seat: int | None,
        values: tuple[Any, ...],
        token: int = -1,
        hex_number: int = -1,
        card: int = -1,
        use: bool = False,
        drawn: tuple[int, ...] = (),
        drawn_seat: int = -1,
    ) -> None:
        self.op = op
        self.seat = seat
        self.values = values
        self.token = token
        self.hex = hex_number
        self.card = card
        self.use = use
        self.drawn = drawn
        self.drawn_seat = drawn_seat

    def words(self) -> str:
        """What is done in a few words."""
        if self.op == DRAW:
            _seat, tokens = self.values
            return " ".join(tokens) or "nothing"
        details = ["yes" if self.use else "no"] if self.op == EXTRA_TURN else map(str, self.values)
        return " ".join([self.kind, *details])

    def text(self) -> str:
        """A short readable form; a draw names the seat that draws."""
        drawn = super().text()
        return general.DRAWS(seat=self.values[0], words=drawn) if self.op == DRAW else drawn

    def identity(self) -> tuple[object, ...]:
        """The order of drawn tokens means nothing."""
        return (self.op, self.drawn_seat, self.drawn) if self.op == DRAW else (self.op, self.seat, self.values)


def place(board: Board, seat: int, token: int, hex_number: int) -> BabyloniaAction:
    """Place a token on a hex."""
    values = (TOKENS[token], board.ids[hex_number])
    return BabyloniaAction(PLACE, seat, values, token=token, hex_number=hex_number)


def stop(seat: int) -> BabyloniaAction:
    """End the placing of tokens."""
    return BabyloniaAction(STOP, seat, ())


def score(board: Board, seat: int, hex_number: int) -> BabyloniaAction:
    """Score a surrounded site."""
    return BabyloniaAction(SCORE, seat, (board.ids[hex_number],), hex_number=hex_number)


def take(seat: int, card: int) -> BabyloniaAction:
    """Take a ziggurat card."""
    return BabyloniaAction(TAKE, seat, (card,), card=card)


def extra_turn(seat: int, use: bool) -> BabyloniaAction:
    """Use card 2 now, or keep it."""
    return BabyloniaAction(EXTRA_TURN, seat, (use,), use=use)


def draw(seat: int, tokens: Sequence[int]) -> BabyloniaAction:
    """A seat refills its rack with these tokens; their order means nothing."""
    values = (seat, tuple(map(TOKENS.__getitem__, tokens)))
    return BabyloniaAction(DRAW, None, values, drawn=_counted(tokens), drawn_seat=seat)


def _counted(tokens: Iterable[int | None]) -> tuple[int, ...]:
    """How many tokens of each kind; empty if one of them cannot be drawn."""
    counts = [0] * UNKNOWN
    for token in tokens:
        if token is None or token == UNKNOWN:
            return ()
        counts[token] += 1
    return tuple(counts)


_TOKEN_NUMBER = {name: number for number, name in enumerate(TOKENS)}


def action_from_json(number: dict[str, int], words: JsonObject) -> BabyloniaAction:
    """The action that a log line describes; `number` gives the hexes their numbers. Raises BadShape."""
    op, seat, values = LOG_WORDS.read(words)
    if op == PLACE:
        token, hex_id = values
        if type(token) is not str or type(hex_id) is not str:
            raise BadShape(sentences.PLACE_TYPES())
        return BabyloniaAction(PLACE, seat, values, _TOKEN_NUMBER.get(token, -1), number.get(hex_id, -1))
    if op == DRAW:
        return _draw_from_json(*values)
    if op == SCORE:
        (hex_id,) = values
        if type(hex_id) is not str:
            raise BadShape(sentences.SCORE_TYPES())
        return BabyloniaAction(SCORE, seat, values, hex_number=number.get(hex_id, -1))
    if op == TAKE:
        (card,) = values
        if type(card) is not int:
            raise BadShape(sentences.TAKE_TYPES())
        return BabyloniaAction(TAKE, seat, values, card=card if 1 <= card <= MOST_CARDS else -1)
    if op == EXTRA_TURN:
        (use,) = values
        if type(use) is not bool:
            raise BadShape(sentences.EXTRA_TURN_TYPES())
        return extra_turn(seat, use)
    return stop(seat)


def _draw_from_json(seat: Any, tokens: Any) -> BabyloniaAction:
    if type(seat) is not int:
        raise BadShape(sentences.DRAW_SEAT_TYPE())
    if type(tokens) is not list or not set(map(type, tokens)) <= {str}:
        raise BadShape(sentences.DRAW_TYPES())
    drawn = _counted(map(_TOKEN_NUMBER.get, tokens))
    return BabyloniaAction(DRAW, None, (seat, tuple(tokens)), drawn=drawn, drawn_seat=seat)
