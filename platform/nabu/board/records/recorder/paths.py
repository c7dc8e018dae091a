"""The tree of choices one level at a time, for pages without script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from secrets import SystemRandom
from typing import Any

from django.utils.translation import gettext as _

from engine.game import JsonObject
from engine.table.choices import Choices, Draw, Node, line_of_path
from engine.table.table import Table as Playing
from nabu.core.errors import Refused
from nabu.core.sentences import sentence


@dataclass(frozen=True, slots=True)
class Level:
    """What there is to choose now: `options` by number, after the `steps` taken so far, which are called `chosen`.

    `line` is what the steps come to once nothing is left to choose, `words` are all of its steps.
    """

    steps: list[int] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    options: list[tuple[int, str]] = field(default_factory=list)
    line: JsonObject | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class DrawLevel:
    """A draw to be entered: things with how many are left; `slots` to be filled in order, or counts if it is None."""

    things: list[tuple[int, str, int]]
    take: int
    slots: list[int] | None
    seen_by: int | None


def level_of(choices: Choices, steps: Sequence[int]) -> Level:
    """Where these steps lead. A level with a single option is passed. Raises Refused for steps that lead nowhere."""
    nodes, path, chosen = choices.tree, [], []
    waiting = list(steps)
    while nodes:
        if len(nodes) == 1:
            node: Node = nodes[0]
            if node.step.listed:
                # A list whose first things are certain: without them the next question looks like the first.
                chosen.append(sentence(node.step.label))
        elif waiting:
            number = waiting.pop(0)
            if not 0 <= number < len(nodes):
                raise Refused(_("This choice no longer exists. Choose again."))
            node = nodes[number]
            chosen.append(sentence(node.step.label))
        else:
            options = [(number, sentence(node.step.label)) for number, node in enumerate(nodes)]
            return Level(list(steps), chosen, options)
        path.append(node.step)
        nodes = node.next
    if waiting:
        raise Refused(_("This choice no longer exists. Choose again."))
    words = ", ".join(sentence(step.label) for step in path)
    return Level(list(steps), chosen, [], line_of_path(choices.seat, path), words)


def draw_level(draw: Draw) -> DrawLevel:
    """The form of a draw."""
    bag = draw.bag
    things = [(number, sentence(draw.labels[thing]), bag.left[thing]) for number, thing in enumerate(bag.left)]
    in_order = bag.ordered or bag.group or bag.single
    return DrawLevel(things, bag.take, list(range(1, bag.take + 1)) if in_order else None, draw.seen_by)


def drawn_line(draw: Draw, data: Any) -> JsonObject:
    """What somebody has entered for a draw: `thing` repeated, or how many of each (`count-0` …). Raises Refused."""
    names = list(draw.bag.left)
    numbers = [_whole(word, len(names) - 1) for word in data.getlist("thing") if word]
    for at in range(len(names)):
        numbers += [at] * _whole(data.get(f"count-{at}") or "0", draw.bag.take)
    if len(numbers) != draw.bag.take:
        raise Refused(_("Choose exactly %(take)s.") % {"take": draw.bag.take})
    return draw.bag.drawn([names[number] for number in numbers])


def dealt_line(game: Playing) -> JsonObject:
    """A draw made here."""
    line: JsonObject = game.state.draw(SystemRandom()).to_json()
    return line


def _whole(word: str, most: int) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 6 and int(word) <= most):
        raise Refused(_("This choice no longer exists. Choose again."))
    return int(word)
