"""Replaying a log: every line is checked by the rules of its game, up to the first failure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engine.components import Library, no_library
from engine.game import (
    CHANCE,
    Action,
    BadSetup,
    BadShape,
    ComponentSet,
    Event,
    Game,
    IllegalAction,
    JsonObject,
    Result,
    ScoreEvent,
    State,
)
from engine.log import sentences
from engine.log.header import Header, find_components, read_header, start_game
from engine.log.lines import LineError, read_object, split_lines
from engine.log.report import Report, one_line, shortened
from engine.registry import GAMES
from engine.sentence import Sentence, message_of

REMEMBERED_LINES = 16_384
LONGEST_REMEMBERED_LINE = 160
LEGAL_TEXTS = 12


class ReplayVisitor:
    """Sees a game go by. Override what you need."""

    def on_start(self, header: Header, state: State[Any]) -> None:
        """The header was read and the first position set up."""

    def on_action(self, line: int, turn: int, action: Action, events: Sequence[Event], state: State[Any]) -> None:
        """An action was carried out in this turn; `state` is the position after it."""

    def on_end(self, report: Report) -> None:
        """The replay is over."""


def replay(data: bytes, visitor: ReplayVisitor | None = None, library: Library = no_library) -> Report:
    """The verdict on the bytes of a log. Never raises, whatever the bytes are.

    `library` knows the component sets that are not built in.
    """
    report = _Replay(visitor, library).run(data)
    if visitor is not None:
        visitor.on_end(report)
    return report


class LineReader:
    """Reads the lines of games played with one component set, and remembers the short ones.

    A game has a few thousand different short lines (a placement, a stop, a small draw), and a folder of logs repeats
    them. The memory is bounded: `known` is emptied when it is full.
    """

    def __init__(self, game: Game, components: ComponentSet) -> None:
        self.game = game
        self.components = components
        self.known: dict[bytes, Action] = {}

    def read(self, line: bytes) -> Action | JsonObject:
        """The action of a line, or the JSON object of a result line. Raises LineError and BadShape."""
        words = read_object(line)
        if "result" in words:
            return words
        action = self.game.action_from_json(words, self.components)
        if len(line) <= LONGEST_REMEMBERED_LINE:
            if len(self.known) >= REMEMBERED_LINES:
                self.known.clear()
            self.known[line] = action
        return action


line_reader = lru_cache(maxsize=16)(LineReader)
"""The one reader of a game and a component set."""


class _Replay:
    """One replay; the fields are what a report needs at any moment."""

    def __init__(self, visitor: ReplayVisitor | None, library: Library) -> None:
        self.visitor = visitor
        self.library = library
        self.header: Header | None = None
        self.state: State[Any] | None = None
        self.sources: list[dict[str, int]] = []
        self.actions = 0

    def run(self, data: bytes) -> Report:
        try:
            lines = split_lines(data)
        except LineError as error:
            return self.failed("unreadable", error.code, None, error.reason)
        try:
            self.header = header = read_header(lines[0])
            game = GAMES.get(header.game)
            if game is None:
                raise BadSetup(sentences.UNKNOWN_GAME(game=repr(header.game[:40]), known=", ".join(GAMES)))
            components = find_components(game, header, self.library)
            self.state = start_game(game, header, components)
        except LineError as error:
            return self.failed("unreadable", error.code, 1, error.reason)
        except BadShape as error:
            return self.failed("unreadable", "bad_line", 1, error.reason)
        except BadSetup as error:
            return self.failed("rejected", "bad_setup", 1, error.reason)
        self.sources = [{} for _ in header.seats]
        if self.visitor is not None:
            self.visitor.on_start(header, self.state)
        return self.run_lines(line_reader(game, components), self.state, lines)

    def run_lines(self, reader: LineReader, state: State[Any], lines: list[bytes]) -> Report:
        remembered, read = reader.known.get, reader.read
        visitor, sources = self.visitor, self.sources
        apply = state.apply
        line_number = 1
        try:
            for line in lines[1:]:
                line_number += 1
                action = remembered(line) or read(line)
                if isinstance(action, dict):
                    return self.finish(state, action, line_number, lines, reader)
                turn = state.turn
                events = apply(action)
                for event in events:
                    if type(event) is ScoreEvent:
                        of_seat = sources[event.seat]
                        of_seat[event.source] = of_seat.get(event.source, 0) + event.points
                self.actions += 1
                if visitor is not None:
                    visitor.on_action(line_number, turn, action, events, state)
        except LineError as error:
            return self.failed("unreadable", error.code, line_number, error.reason)
        except BadShape as error:
            return self.failed("unreadable", "bad_line", line_number, error.reason)
        except IllegalAction as error:
            return self.failed("rejected", error.code, line_number, error.reason, action)
        result = state.result()
        if result is None:
            early = sentences.ENDS_EARLY(turn=state.turn, due=state.due())
            return self.failed("unfinished", None, line_number, early)
        return self.verified(result)

    def finish(
        self, state: State[Any], words: JsonObject, line_number: int, lines: list[bytes], reader: LineReader
    ) -> Report:
        """A result line: it must be right, and the last."""
        claim = read_claim(words)
        result = state.result()
        if result is None:
            not_over = sentences.NOT_OVER(due=state.due())
            return self.failed("rejected", "result_mismatch", line_number, not_over, claim=claim)
        difference = self.difference(claim, result)
        if difference:
            return self.failed("rejected", "result_mismatch", line_number, difference, claim=claim)
        if len(lines) > line_number:
            return self.after_result(lines[line_number], line_number + 1, reader)
        return self.verified(result)

    def after_result(self, line: bytes, line_number: int, reader: LineReader) -> Report:
        """A line behind the result: refused, but a line of no known shape is unreadable wherever it stands."""
        try:
            words = reader.read(line)
            if isinstance(words, dict):
                read_claim(words)
        except LineError as error:
            return self.failed("unreadable", error.code, line_number, error.reason)
        except BadShape as error:
            return self.failed("unreadable", "bad_line", line_number, error.reason)
        return self.failed("rejected", "after_end", line_number, sentences.LINE_AFTER_RESULT())

    def difference(self, claim: JsonObject, result: Result) -> Sentence | None:
        """What the result line says differently from the replay, in one sentence; None if nothing."""
        true = {"end": result.end, "scores": list(result.scores), "winners": list(result.winners)}
        if "sources" in claim:
            true["sources"] = self.sources
        for key, value in true.items():
            if claim[key] != value:
                return sentences.RESULT_DIFFERS(part=key, claimed=str(claim[key]), replayed=str(value))
        return None

    def verified(self, result: Result) -> Report:
        return self.report("verified", result=result)

    def failed(
        self,
        verdict: str,
        code: str | None,
        line: int | None,
        reason: str,
        action: object = None,
        claim: JsonObject | None = None,
    ) -> Report:
        state = self.state
        seat: int | None = None
        legal: list[str] = []
        if state is not None and self.header is not None:
            if isinstance(action, Action) and action.seat is not None and 0 <= action.seat < len(self.header.seats):
                seat = action.seat
            elif state.to_move >= 0:
                seat = state.to_move
            legal = legal_texts(state)
        return self.report(verdict, code, line, reason, seat, legal, claim, state.result() if state else None)

    def report(
        self,
        verdict: str,
        code: str | None = None,
        line: int | None = None,
        reason: str | None = None,
        seat: int | None = None,
        legal: list[str] | None = None,
        claim: JsonObject | None = None,
        result: Result | None = None,
    ) -> Report:
        state = self.state
        return Report(
            verdict=verdict,
            code=code,
            line=line,
            turn=state.turn if state else None,
            seat=seat,
            reason=None if reason is None else one_line(reason),
            message=None if reason is None else shortened(message_of(reason)),
            legal=legal or [],
            legal_messages=[shortened(message_of(text)) for text in legal or []],
            scores=list(state.scores) if state else [],
            winners=list(result.winners) if result else [],
            places=list(result.places) if result else [],
            sources=self.sources,
            end=result.end if result else None,
            claim=claim,
            header=self.header,
            actions=self.actions,
            turns=state.turn if state else 0,
        )


def legal_texts(state: State[Any]) -> list[str]:
    """Some of what is allowed now, in words."""
    if state.to_move == CHANCE:
        return [state.due()]
    texts: list[str] = []
    for action in state.legal_actions():
        if len(texts) == LEGAL_TEXTS:
            texts.append("…")
            break
        texts.append(action.text())
    return texts


def read_claim(words: JsonObject) -> JsonObject:
    """The result that a result line claims. Raises LineError if it has no known shape."""
    if words.keys() != {"result"} or type(words["result"]) is not dict:
        raise LineError("bad_line", sentences.RESULT_SHAPE())
    claim: JsonObject = words["result"]
    missing = {"end", "scores", "winners"} - claim.keys()
    unknown = claim.keys() - {"end", "scores", "winners", "sources", "deal"}
    if missing or unknown:
        raise LineError("bad_line", sentences.RESULT_KEYS(keys=", ".join(sorted(missing | unknown))[:120]))
    sources = claim.get("sources", [])
    if (
        type(claim["end"]) is not str
        or not _whole_numbers(claim["scores"])
        or not _whole_numbers(claim["winners"])
        or type(sources) is not list
        or not all(type(seat) is dict and _whole_numbers(list(seat.values())) for seat in sources)
    ):
        raise LineError("bad_line", sentences.RESULT_TYPES())
    return claim


def _whole_numbers(value: object) -> bool:
    return type(value) is list and all(type(number) is int for number in value)
