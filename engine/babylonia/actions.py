"""The actions of Babylonia: small immutable values, in words outside and in numbers inside.

A hex, token or card that does not exist keeps its word and gets the number -1, so that the rules can refuse it by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.babylonia.components import TOKENS, Board
from engine.game import Action, BadShape, JsonObject

PLACE, STOP, SCORE, TAKE, EXTRA_TURN, DRAW = range(6)
KINDS = ("place", "stop", "score", "take", "extra_turn", "draw")
MOST_CARDS = 9


class BabyloniaAction(Action):
    """One action. `op` says which of the fields count:

    place (token, hex), stop, score (hex), take (card), extra_turn (use), draw (drawn_seat, drawn: how many tokens of
    each kind; empty if one of them does not exist).
    """

    __slots__ = ("_words", "card", "drawn", "drawn_seat", "hex", "op", "seat", "token", "use")

    def __init__(
        self,
        op: int,
        seat: int | None,
        words: JsonObject,
        token: int = -1,
        hex_number: int = -1,
        card: int = -1,
        use: bool = False,
        drawn: tuple[int, ...] = (),
        drawn_seat: int = -1,
    ) -> None:
        self.op = op
        self.seat = seat
        self.token = token
        self.hex = hex_number
        self.card = card
        self.use = use
        self.drawn = drawn
        self.drawn_seat = drawn_seat
        self._words = words

    @property
    def kind(self) -> str:
        """The word of the action as it stands in a log."""
        return KINDS[self.op]

    def to_json(self) -> JsonObject:
        """The action as it stands in a log."""
        return dict(self._words)

    def text(self) -> str:
        """A short readable form, such as `seat 1: place priest 0810`."""
        words = self._words
        if self.op == DRAW:
            return f"draw seat {self.drawn_seat}: {' '.join(words['tokens']) or 'nothing'}"
        details = [str(words[name]) for name in ("token", "hex", "card") if name in words]
        if self.op == EXTRA_TURN:
            details.append("yes" if self.use else "no")
        return f"seat {self.seat}: {' '.join([KINDS[self.op], *details])}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BabyloniaAction) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[object, ...]:
        words = self._words
        return (self.op, self.seat, self.use, self.drawn, self.drawn_seat, *map(words.get, ("token", "hex", "card")))

    def __repr__(self) -> str:
        return f"<{self.text()}>"


def place(board: Board, seat: int, token: int, hex_number: int) -> BabyloniaAction:
    """Place a token on a hex."""
    words = {"seat": seat, "do": "place", "token": TOKENS[token], "hex": board.ids[hex_number]}
    return BabyloniaAction(PLACE, seat, words, token=token, hex_number=hex_number)


def stop(seat: int) -> BabyloniaAction:
    """End the placing of tokens."""
    return BabyloniaAction(STOP, seat, {"seat": seat, "do": "stop"})


def score(board: Board, seat: int, hex_number: int) -> BabyloniaAction:
    """Score a surrounded site."""
    return BabyloniaAction(
        SCORE, seat, {"seat": seat, "do": "score", "hex": board.ids[hex_number]}, hex_number=hex_number
    )


def take(seat: int, card: int) -> BabyloniaAction:
    """Take a ziggurat card."""
    return BabyloniaAction(TAKE, seat, {"seat": seat, "do": "take", "card": card}, card=card)


def extra_turn(seat: int, use: bool) -> BabyloniaAction:
    """Use card 2 now, or keep it."""
    return BabyloniaAction(EXTRA_TURN, seat, {"seat": seat, "do": "extra_turn", "use": use}, use=use)


def draw(seat: int, tokens: Sequence[int]) -> BabyloniaAction:
    """A seat refills its rack with these tokens; their order means nothing."""
    counts = [0, 0, 0, 0]
    for token in tokens:
        counts[token] += 1
    words = {"chance": "draw", "seat": seat, "tokens": [TOKENS[token] for token in tokens]}
    return BabyloniaAction(DRAW, None, words, drawn=tuple(counts), drawn_seat=seat)


_TOKEN_NUMBER = {name: number for number, name in enumerate(TOKENS)}
_PLACE_KEYS = {"seat", "do", "token", "hex"}
_KEYS: dict[str, tuple[int, set[str]]] = {
    "stop": (STOP, {"seat", "do"}),
    "score": (SCORE, {"seat", "do", "hex"}),
    "take": (TAKE, {"seat", "do", "card"}),
    "extra_turn": (EXTRA_TURN, {"seat", "do", "use"}),
}


def action_from_json(number: dict[str, int], words: JsonObject) -> BabyloniaAction:
    """The action that a log line describes; `number` gives the hexes their numbers. Raises BadShape."""
    if "chance" in words:
        return _draw_from_json(words)
    seat = words.get("seat")
    if type(seat) is not int:
        raise BadShape("an action needs a whole number as its seat")
    do = words.get("do")
    if do == "place":
        token, hex_id = words.get("token"), words.get("hex")
        if len(words) != 4 or token is None or hex_id is None:
            raise BadShape(_keys_message("place", _PLACE_KEYS, words) or "token and hex of a place are texts")
        if type(token) is not str or type(hex_id) is not str:
            raise BadShape("token and hex of a place are texts")
        return BabyloniaAction(PLACE, seat, words, _TOKEN_NUMBER.get(token, -1), number.get(hex_id, -1))
    if type(do) is not str or do not in _KEYS:
        raise BadShape(f"no action of this game is called {do!r}")
    op, keys = _KEYS[do]
    if words.keys() != keys:
        raise BadShape(_keys_message(do, keys, words))
    if op == SCORE:
        if type(words["hex"]) is not str:
            raise BadShape("the hex of a score is a text")
        return BabyloniaAction(SCORE, seat, words, hex_number=number.get(words["hex"], -1))
    if op == TAKE:
        card = words["card"]
        if type(card) is not int:
            raise BadShape("the card of a take is a whole number")
        return BabyloniaAction(TAKE, seat, words, card=card if 1 <= card <= MOST_CARDS else -1)
    if op == EXTRA_TURN:
        if type(words["use"]) is not bool:
            raise BadShape("the use of an extra_turn is true or false")
        return BabyloniaAction(EXTRA_TURN, seat, words, use=words["use"])
    return BabyloniaAction(STOP, seat, words)


def _draw_from_json(words: JsonObject) -> BabyloniaAction:
    if words.keys() != {"chance", "seat", "tokens"}:
        raise BadShape(_keys_message("draw", {"chance", "seat", "tokens"}, words))
    if words["chance"] != "draw":
        raise BadShape(f"no chance of this game is called {words['chance']!r}")
    if type(words["seat"]) is not int:
        raise BadShape("a draw needs a whole number as its seat")
    tokens: Any = words["tokens"]
    if type(tokens) is not list or not all(type(token) is str for token in tokens):
        raise BadShape("the tokens of a draw are a list of texts")
    counts = [0, 0, 0, 0]
    for token in tokens:
        kind = _TOKEN_NUMBER.get(token, -1)
        if not 0 <= kind < 4:
            return BabyloniaAction(DRAW, None, words, drawn_seat=words["seat"])
        counts[kind] += 1
    return BabyloniaAction(DRAW, None, words, drawn=tuple(counts), drawn_seat=words["seat"])


def _keys_message(do: str, keys: set[str], words: JsonObject) -> str:
    missing, unknown = sorted(keys - words.keys()), sorted(words.keys() - keys)
    parts = [f"{do} needs {', '.join(missing)}"] if missing else []
    if unknown:
        parts.append(f"{do} does not know {', '.join(unknown)}")
    return "; ".join(parts)
