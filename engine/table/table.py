"""A game in progress. Two transports use it: the server, and the same code in the browser."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from engine.components import Library, no_library
from engine.game import (
    CHANCE,
    NOBODY,
    Action,
    BadSetup,
    ComponentSet,
    EngineError,
    Event,
    Game,
    IllegalAction,
    JsonObject,
    Result,
    ScoreEvent,
    State,
)
from engine.log import sentences as log_sentences
from engine.log.header import Header, find_components, start_game
from engine.log.replay import ReplayVisitor, replay
from engine.log.report import Report
from engine.log.write import action_line, header_line, line_of, result_line
from engine.message import Message, Say
from engine.registry import GAMES
from engine.sentence import message_of
from engine.table import sentences
from engine.table.choices import Choices, Draw, choices_of


@dataclass(frozen=True, slots=True)
class Move:
    """A move of the record: an action or a draw, the turn in which it was made, what happened, and the scores after it.

    `forced`: nothing else was possible, so nobody had to choose it. `seen_by`: the seat that alone saw this draw.
    """

    action: Action
    turn: int
    events: tuple[Event, ...]
    scores: tuple[int, ...]
    forced: bool
    seen_by: int | None


@dataclass(frozen=True, slots=True)
class Replaced:
    """What became of a record in which a move was changed: how many moves of the old one fit no more, and why.

    `aside` are their log lines in order, the first of them no longer allowed for the `reason`.
    """

    aside: tuple[JsonObject, ...]
    reason: Message | None


class Table:
    """One game in progress: the header of its log, the moves so far, and the position after them.

    Moves are counted from 0. Replaying a game takes some milliseconds, so whatever takes moves back replays the rest.
    Raises BadSetup, or BadShape for a header whose setup has no known shape.
    """

    def __init__(self, header: Header, library: Library = no_library) -> None:
        game = GAMES.get(header.game)
        if game is None:
            raise BadSetup(log_sentences.UNKNOWN_GAME(game=repr(header.game[:40]), known=", ".join(GAMES)))
        self.header = header
        self.game: Game = game
        self.components: ComponentSet = find_components(game, header, library)
        self._first: State[Any] = start_game(game, header, self.components)
        self.state: State[Any] = self._first.copy()
        self.moves: list[Move] = []

    @classmethod
    def of_log(cls, data: bytes, library: Library = no_library) -> tuple[Table | None, Report]:
        """The game of a log as far as it is valid, and the verdict on it. No table if it does not begin a game."""
        watcher = _Watcher()
        report = replay(data, watcher, library)
        if watcher.header is None:
            return None, report
        table = cls(watcher.header, library)
        for action in watcher.actions:
            table._apply(action)
        return table, report

    def copy(self) -> Table:
        """An independent table with the same moves."""
        other = object.__new__(Table)
        other.header, other.game, other.components, other._first = self.header, self.game, self.components, self._first
        other.state, other.moves = self.state.copy(), list(self.moves)
        return other

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.header.seats)

    @property
    def lines(self) -> list[JsonObject]:
        """The log lines of the moves."""
        return [move.action.to_json() for move in self.moves]

    @property
    def digest(self) -> str:
        """SHA-256 of the log lines of the moves."""
        return digest_of(self.lines)

    @property
    def position_digest(self) -> str:
        """What tells the position apart from others: two engines that agree on it can take over from each other."""
        text = json.dumps(self.state.to_json(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def scores(self) -> tuple[int, ...]:
        """The points so far by seat."""
        return tuple(self.state.scores)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self.state.result()

    @property
    def due(self) -> Message:
        """What is due now."""
        return message_of(self.state.due())

    def sources(self, count: int | None = None) -> list[dict[str, int]]:
        """Points by source for each seat, after the first `count` moves or after all."""
        found: list[dict[str, int]] = [{} for _ in self.header.seats]
        for move in self.moves[:count]:
            for event in move.events:
                if isinstance(event, ScoreEvent):
                    found[event.seat][event.source] = found[event.seat].get(event.source, 0) + event.points
        return found

    def choices(self) -> Choices | Draw | None:
        """What can be done now; None if the game is over."""
        return choices_of(self.game, self.state)

    def read(self, line: JsonObject) -> Action:
        """The action of a log line. Raises BadShape."""
        return self.game.action_from_json(line, self.components)

    def check(self, line: JsonObject) -> EngineError | None:
        """None if the line is allowed now, else why not."""
        try:
            return self.state.check(self.read(line))
        except EngineError as error:
            return error

    def apply(self, line: JsonObject) -> Move:
        """Carry a log line out. Raises BadShape or IllegalAction and then changes nothing."""
        return self._apply(self.read(line))

    def apply_all(self, lines: Iterable[JsonObject]) -> int:
        """Carry lines out, one after the other, and return how many. Raises like `apply`; those before it stay."""
        count = 0
        for line in lines:
            self.apply(line)
            count += 1
        return count

    def forced(self) -> JsonObject | None:
        """The line of the one thing that is possible now; None if there is a choice, or the game is over."""
        state = self.state
        if state.to_move == NOBODY:
            return None
        if state.to_move == CHANCE:
            bag = state.bag()
            if not bag.certain:
                return None
            things = [thing for thing, count in bag.left.items() for _ in range(count)]
            return bag.drawn(things[: bag.take])
        found = list(islice(state.legal_actions(), 2))
        return found[0].to_json() if len(found) == 1 else None

    def apply_forced(self) -> int:
        """Do what is forced until there is a choice, and return how many moves that were."""
        count = 0
        while (line := self.forced()) is not None:
            self.apply(line)
            count += 1
        return count

    def at(self, count: int) -> Table:
        """This table after its first `count` moves. Raises ValueError if it has fewer."""
        if not 0 <= count <= len(self.moves):
            raise ValueError(sentences.NO_SUCH_MOVE(count=len(self.moves), number=count))
        other = self.copy()
        other.undo_to(count)
        return other

    def undo_to(self, count: int) -> list[JsonObject]:
        """Keep the first `count` moves and return the log lines of the others, in order. Raises ValueError."""
        if not 0 <= count <= len(self.moves):
            raise ValueError(sentences.NO_SUCH_MOVE(count=len(self.moves), number=count))
        undone = [move.action.to_json() for move in self.moves[count:]]
        self.state = self._first.copy()
        for move in self.moves[:count]:
            self.state.apply(move.action)
        del self.moves[count:]
        return undone

    def replace(self, number: int, line: JsonObject, swaps: Mapping[int, JsonObject] | None = None) -> Replaced:
        """Change move `number` to this line and replay what follows as far as it is still allowed. `swaps`: lines that
        take the place of later moves, by their numbers.

        Raises ValueError if there is no such move, BadShape or IllegalAction if the line is not allowed there; then
        nothing has changed.
        """
        if not 0 <= number < len(self.moves):
            raise ValueError(sentences.NO_SUCH_MOVE(count=len(self.moves), number=number + 1))
        changed = self.at(number)
        changed.apply(line)
        later = [move.action for move in self.moves[number + 1 :]]
        for at, other in (swaps or {}).items():
            later[at - number - 1] = self.read(other)
        reason = None
        for action in later:
            try:
                changed._apply(action)
            except IllegalAction as error:
                reason = error.message
                break
        aside = tuple(action.to_json() for action in later[len(changed.moves) - number - 1 :])
        self.state, self.moves = changed.state, changed.moves
        return Replaced(aside, reason)

    def view(self, seat: int | None) -> JsonObject:
        """What a seat may know of the position; None: what somebody may know who has no seat."""
        return self.state.observation(self.players if seat is None else seat)

    def for_onlookers(self) -> Table:
        """The same game as somebody knows it who sees no rack and no face-down token: its lines, position and picture
        hold nothing else. Draws that one seat sees are not in it, so its moves are numbered anew."""
        chance = "hidden" if self.game.hidden_chance else self.header.chance
        seen = Table(replace(self.header, chance=chance), lambda _game, _digest: self.components)
        state = self._first.copy()
        for move in self.moves:
            if move.seen_by is None:
                seen.apply(self.game.line_for_onlookers(state, move.action))
            state.apply(move.action)
        return seen

    def log(self) -> bytes:
        """The log of the game so far, with its result if it is over."""
        result = self.result
        end = [] if result is None else [result_line(result, self.sources())]
        return b"".join([header_line(self.header), *(action_line(move.action) for move in self.moves), *end])

    def picture(self, names: Sequence[str] | None = None, since: int | None = None, say: Say | None = None) -> str:
        """The position as an SVG document; the moves from `since` on are pointed out, else those of the last turn.

        `say` puts what the picture says into the reader's words, without it it is English.
        """
        return self.game.picture(self.state, self.header.seats if names is None else names, self._last(since), say)

    def screen_picture(
        self, names: Sequence[str] | None = None, since: int | None = None, say: Say | None = None
    ) -> str:
        """The same for a page (see `Game.screen_picture`)."""
        return self.game.screen_picture(
            self.state, self.header.seats if names is None else names, self._last(since), say
        )

    def _last(self, since: int | None) -> list[Action]:
        """The actions to point out: those from this move on, else those of the last turn."""
        if since is None:
            since = sum(move.turn < self.moves[-1].turn for move in self.moves)
        return [move.action for move in self.moves[since:]]

    def _apply(self, action: Action) -> Move:
        turn, forced = self.state.turn, self._only_choice()
        seen_by = self.state.draw_seen_by() if self.state.to_move == CHANCE else None
        events = tuple(self.state.apply(action))
        move = Move(action, turn, events, self.scores, forced, seen_by)
        self.moves.append(move)
        return move

    def _only_choice(self) -> bool:
        if self.state.to_move == CHANCE:
            return self.state.bag().certain
        return len(list(islice(self.state.legal_actions(), 2))) == 1


def digest_of(lines: Iterable[JsonObject]) -> str:
    """SHA-256 of lines as they stand in a log."""
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line_of(line))
    return digest.hexdigest()


class _Watcher(ReplayVisitor):
    """Keeps what a log did, as far as it is valid."""

    def __init__(self) -> None:
        self.header: Header | None = None
        self.actions: list[Action] = []

    def on_start(self, header: Header, state: State[Any]) -> None:
        self.header = header

    def on_action(self, line: int, turn: int, action: Action, events: Sequence[Event], state: State[Any]) -> None:
        self.actions.append(action)
