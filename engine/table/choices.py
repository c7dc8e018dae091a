"""What can be done in a position, as a tree of steps. The whole tree, but for draws: those have a bag."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from engine.bags import Bag
from engine.game import CHANCE, Game, JsonObject, State
from engine.message import Message
from engine.sentence import message_of
from engine.steps import Step
from engine.table import sentences
from engine.table.pieces import Pieces

Words = Callable[[Message], str]
"""Puts a message into the reader's language."""

DONE = Step("", None, message_of(sentences.DONE()))
"""Ends a path that could go on."""


@dataclass(slots=True)
class Node:
    """A step and those that may follow. Without `next` it is the last step of an action."""

    step: Step
    next: list[Node] = field(default_factory=list)

    def to_json(self, words: Words, symbol: Callable[[str, Any], str], pieces: Pieces) -> JsonObject:
        """Short keys: k and v (word and value of the log line), t (text), y (symbol), d (piece), p (places), c (places
        that the piece covers), l (listed) and n (what follows).
        """
        step = self.step
        node: JsonObject = {"k": step.key, "v": step.value, "t": words(step.label)}
        drawn = symbol(step.key, step.value)
        if drawn:
            node["y"] = drawn
        piece = pieces.name_of(*step.thing) if step.thing else pieces.name_of(step.key, step.value)
        if piece:
            node["d"] = piece
        if step.places:
            node["p"] = list(step.places)
        if step.covers:
            node["c"] = list(step.covers)
        if step.listed:
            node["l"] = 1
        if self.next:
            node["n"] = [node.to_json(words, symbol, pieces) for node in self.next]
        return node


def _each_once(words: Words) -> Words:
    """The same, asked once for each message: the nodes of a tree share their labels, and translating takes longer."""
    said: dict[int, str] = {}

    def remembered(message: Message) -> str:
        text = said.get(id(message))
        if text is None:
            text = said[id(message)] = words(message)
        return text

    return remembered


@dataclass(frozen=True, slots=True)
class Choices:
    """What a seat may do now."""

    seat: int
    tree: list[Node]
    game: Game
    components: Any

    def to_json(self, words: Words) -> JsonObject:
        """For a page, which builds the log line from the steps of a path."""
        words = _each_once(words)
        symbol = partial(self.game.symbol, self.components)
        pieces = Pieces(self.game, self.components, self.seat)
        tree = [node.to_json(words, symbol, pieces) for node in self.tree]
        return {"seat": self.seat, "tree": tree, "pieces": pieces.to_json()}


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw is due: its bag, and the names of the things in it. `seen_by`: who alone sees it; None: everybody."""

    bag: Bag
    labels: dict[str, Message]
    seen_by: int | None
    game: Game
    components: Any

    def to_json(self, words: Words) -> JsonObject:
        """For a page, which builds the log line from the things that came out."""
        bag = self.bag
        pieces = Pieces(self.game, self.components, bag.line.get("seat"))
        return {
            "line": dict(bag.line),
            "key": bag.key,
            "things": [
                {
                    "v": thing,
                    "t": words(self.labels[thing]),
                    "y": self.game.symbol(self.components, bag.key, thing),
                    "d": pieces.name_of(bag.key, thing),
                    "left": count,
                }
                for thing, count in bag.left.items()
            ],
            "pieces": pieces.to_json(),
            "take": bag.take,
            "ordered": bag.ordered,
            "group": bag.group,
            "single": bag.single,
            "seen_by": self.seen_by,
        }


def choices_of(game: Game, state: State[Any]) -> Choices | Draw | None:
    """What can be done in this position; None if the game is over."""
    components: Any = state.components  # type: ignore[attr-defined]  # every position has them
    if state.to_move == CHANCE:
        bag = state.bag()
        labels = {thing: game.label(components, bag.key, thing) for thing in bag.left}
        return Draw(bag, labels, state.draw_seen_by(), game, components)
    if state.to_move < 0:
        return None
    paths = (game.steps(state, action) for action in state.legal_actions())
    return Choices(state.to_move, tree_of(paths), game, components)


def tree_of(paths: Iterable[tuple[Step, ...]]) -> list[Node]:
    """These paths as a tree, in their order. Where one path begins another, it ends with a step of its own (`DONE`)."""
    root: list[Node] = []
    known: dict[int, dict[tuple[str, str, bool], Node]] = {}
    ends: list[Node] = []
    for path in paths:
        nodes = root
        node = None
        for step in path:
            children = known.setdefault(id(nodes), {})
            key = step.key, repr(step.value), step.listed
            node = children.get(key)
            if node is None:
                node = children[key] = Node(step)
                nodes.append(node)
            nodes = node.next
        if node is not None:
            ends.append(node)
    for node in ends:
        if node.next:
            node.next.append(Node(DONE))
    return root


def line_of_path(seat: int, path: Iterable[Step]) -> JsonObject:
    """The log line that the steps of a path say. A page does the same with the steps that were tapped."""
    line: JsonObject = {"seat": seat}
    for step in path:
        if not step.key:
            continue
        if step.listed:
            line.setdefault(step.key, []).append(step.value)
        else:
            line[step.key] = step.value
    return line
