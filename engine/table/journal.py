"""A game that is written down step by step: what a step does to its moves, and what all steps come to.

The server writes records with it, and the browser's worker says beforehand what the server will make of a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.game import BadShape, JsonObject
from engine.table import sentences
from engine.table.swapping import swaps_for
from engine.table.table import Table

APPEND, UNDO, REPLACE, REDO, ADOPT, SETUP = "append", "undo_to", "replace", "redo", "adopt", "setup"
"""What a step is: moves added, moves taken back, one move changed, undone moves brought back; late moves of another
device put in the place of others, and what the setup forces."""


@dataclass(slots=True)
class Moves:
    """The moves after some entries of a journal: a `Step`, or a row that has the same attributes.

    `brought` has for each move the entry that brought it. `undone` are those that redo would bring back, `dropped`
    those that something else was played instead of. `aside` is what the last change in the middle left over, `why` says
    why. `swapped` are the later draws that it changed too: their numbers, with the lines before and after.
    """

    lines: list[JsonObject] = field(default_factory=list)
    brought: list[Any] = field(default_factory=list)
    undone: list[JsonObject] = field(default_factory=list)
    dropped: list[list[JsonObject]] = field(default_factory=list)
    aside: list[JsonObject] = field(default_factory=list)
    why: JsonObject | None = None
    swapped: list[tuple[int, JsonObject, JsonObject]] = field(default_factory=list)

    def take(self, entry: Any) -> None:
        """Go on by one entry."""
        cut, cut_brought = self.lines[entry.keep :], self.brought[entry.keep :]
        changed, new = (entry.lines[:1], entry.lines[1:]) if entry.op == REPLACE else ([], entry.lines)
        again = slice(1, 1 + entry.again) if entry.op == REPLACE else slice(0, 0)
        # Behind a swapped draw stand the moves as they were: who brought them then has brought them.
        swap = slice(again.stop, again.stop + len(new)) if entry.op == REPLACE and not entry.aside else slice(0, 0)
        pairs = list(zip(cut[swap], new, strict=False))
        # A page that has only the lines from the server does not know who brought them.
        known = zip(pairs, cut_brought[swap], strict=False)
        kept = [brought if old == line else entry for (old, line), brought in known]
        swapped = [(entry.keep + again.stop + at, *pair) for at, pair in enumerate(pairs) if pair[0] != pair[1]]
        self.lines[entry.keep :] = [*changed, *cut[again], *new]
        self.brought[entry.keep :] = [
            *[entry] * len(changed),
            *cut_brought[again],
            *kept,
            *[entry] * (len(new) - len(kept)),
        ]
        if entry.op == UNDO:
            self.undone = [*cut, *self.undone]
        elif entry.op in (APPEND, REDO):
            same = _same(self.undone, entry.lines)
            self._drop(self.undone[same:] if same < len(entry.lines) else [])
            self.undone = self.undone[same:] if same == len(entry.lines) else []
        elif entry.op == REPLACE:
            self._drop(self.undone)
            self._drop([*cut[:1], *(old for _number, old, _new in swapped)])
            self.undone, self.aside, self.why = [], list(entry.aside or []), entry.why
            self.swapped = swapped
        else:
            self._drop([*cut, *self.undone] if entry.op == ADOPT else [])
            self.undone = []

    def _drop(self, lines: Sequence[JsonObject]) -> None:
        if lines:
            self.dropped.append(list(lines))


def moves_of(entries: Iterable[Any]) -> Moves:
    """The moves after these entries."""
    moves = Moves()
    for entry in entries:
        moves.take(entry)
    return moves


@dataclass(frozen=True, slots=True)
class Step:
    """What becomes of the moves: the first `keep` stay, `lines` follow. `game` is the game after it.

    Of a change in the middle the first of `lines` is the changed move, and after it come the next `again` moves as they
    were; `aside` is what fitted no more after it, `why` the message that says why, as JSON. If a later draw was
    swapped, the others of `lines` begin with it.
    """

    game: Table
    op: str
    keep: int
    lines: list[JsonObject]
    again: int = 0
    aside: list[JsonObject] | None = None
    why: JsonObject | None = None


def step_of(
    game: Table, undone: Sequence[JsonObject], op: str, lines: Sequence[JsonObject] = (), n: int | None = None
) -> Step:
    """What a step does to a game, which stays as it is: append `lines`, undo to `n` moves, replace move `n`, redo up to
    `n` moves or the next one. What is forced afterwards is done too. Raises EngineError if it is not possible.
    """
    game, count = game.copy(), len(game.moves)
    if op == UNDO:
        keep = _existing(game, n)
        game.undo_to(keep)
        return Step(game, op, keep, [])
    if op == REPLACE:
        return _replace(game, lines[0], _existing(game, n))
    if op == REDO:
        wanted = 1 if n is None else n - count
        if not 1 <= wanted <= len(undone):
            raise BadShape(sentences.NOTHING_TO_REDO())
        lines = undone[:wanted]
    game.apply_all(lines)
    return forced_step(game, op, count)


def forced_step(game: Table, op: str, keep: int) -> Step:
    """A step that brought the moves behind the first `keep`, with what is forced after them, which is done now."""
    game.apply_forced()
    return Step(game, op, keep, game.lines[keep:])


def _replace(game: Table, line: JsonObject, number: int) -> Step:
    later = len(game.moves) - number - 1
    swaps = swaps_for(game, number, line)
    replaced = game.replace(number, line, swaps)
    before = len(game.moves)
    game.apply_forced()
    lines = game.lines
    aside = list(replaced.aside)
    why = replaced.reason.to_json() if replaced.reason else None
    again = min(swaps) - number - 1 if swaps else later - len(aside)
    since = number + 1 + again if swaps else before
    return Step(game, REPLACE, number, [lines[number], *lines[since:]], again, aside, why)


def _existing(game: Table, number: int | None) -> int:
    if number is None or not 0 <= number < len(game.moves):
        raise BadShape(sentences.NO_SUCH_MOVE(count=len(game.moves), number="?" if number is None else number + 1))
    return number


def _same(one: Sequence[JsonObject], other: Sequence[JsonObject]) -> int:
    """How many lines at the beginning are the same."""
    count = 0
    for line, there in zip(one, other, strict=False):
        if line != there:
            break
        count += 1
    return count
