"""Facts of a verified game: what its replay found, small enough to store and complete enough for every statistic.

The schema of `Facts` is the border between the engine and the statistics. `FACTS_VERSION` changes exactly when the
meaning or the shape of the facts changes; stored facts of another version are not read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from analytics.openings import OpeningCollector, OpeningRow
from engine.components import Library, no_library
from engine.game import Action, CardEvent, Event, ScoreEvent, State
from engine.log.header import Header
from engine.log.replay import ReplayVisitor, replay
from engine.log.report import Report

FACTS_VERSION = 3

LAYOUT = f"{FACTS_VERSION}.7"
"""The version of what lies in the files of a store (`analytics.store`): the facts, and behind the point the form of
tables and sums."""

ScoreRow = list[Any]
"""`[line, turn, seat, source, points, cause]`: the action on this line of the log, in this turn, brought the seat so
many points; `cause` names place or card."""

CardRow = list[Any]
"""`[line, turn, seat, card, what, [offered, ...]]`: what is "taken", "used" or "declined". `offered` lists the cards
that could have been taken, the taken one included; it is empty unless the card was taken."""

TurnRow = list[Any]
"""`[line, turn, seat]`: the first action of a turn and the seat that carried it out."""


class Facts(TypedDict):
    """One verified game. Lists of numbers are by seat; seat 0 started. Every value goes into JSON as it is.

    - `seats`: the names as they stand in the log. Who sat there is decided by the platform, not by the log.
    - `players`: how many; `turns`: how many turns were begun; `components`: the component set.
    - `switches`: the switches as written in the log; one that is not named has its default.
    - `places`: 1 is best, equal places are shared; `winners`: the seats with place 1; `end`: why the game ended.
    - `openings`: the first turns of each seat (`analytics.openings`).
    - The points of `score_events` of a seat sum to its entry in `scores`.
    - `line` counts the lines of the log from 1, so every row leads back to the action that made it.
    """

    facts_version: int
    game: str
    ruleset: str
    switches: dict[str, Any]
    components: str
    players: int
    seats: list[str]
    turns: int
    end: str | None
    scores: list[int]
    places: list[int]
    winners: list[int]
    score_events: list[ScoreRow]
    cards: list[CardRow]
    turns_begun: list[TurnRow]
    openings: list[OpeningRow]


class _Collector(ReplayVisitor):
    """Collects the events of a replay as rows."""

    def __init__(self) -> None:
        self.opening: OpeningCollector | None = None
        self.score_events: list[ScoreRow] = []
        self.cards: list[CardRow] = []
        self.turns_begun: list[TurnRow] = []
        self.turn = 0

    def on_start(self, header: Header, state: State[Any]) -> None:
        self.opening = OpeningCollector(header.game)

    def on_action(self, line: int, turn: int, action: Action, events: Sequence[Event], state: State[Any]) -> None:
        if turn > self.turn and action.seat is not None:
            self.turn = turn
            self.turns_begun.append([line, turn, action.seat])
        if self.opening is not None:
            self.opening.add(line, turn, action, events, state)
        for event in events:
            if isinstance(event, ScoreEvent):
                self.score_events.append([line, turn, event.seat, event.source, event.points, event.cause])
            elif isinstance(event, CardEvent):
                self.cards.append([line, turn, event.seat, event.card, event.what, list(event.offered)])


def extract_facts(data: bytes, library: Library = no_library) -> tuple[Report, Facts | None]:
    """Replay a log once: the report on it and, exactly if its verdict is `verified`, its facts. Never raises.

    `library` knows the component sets that are not built in.
    """
    collector = _Collector()
    report = replay(data, collector, library)
    if report.verdict != "verified" or report.header is None:
        return report, None
    return report, _facts(report, report.header, collector)


def typed_facts(
    game: str, rules: tuple[str, dict[str, Any], str], points: Mapping[str, Sequence[int]], places: Sequence[int]
) -> Facts:
    """The facts of a game of which only a typed score sheet tells: no turns, no cards, and one score event for each
    seat and source, on no line. Only statistics of points by source may count it.

    `rules` are ruleset, switches and component set; `points` and `places` are by seat.
    """
    ruleset, switches, components = rules
    seats = range(len(places))
    return {
        "facts_version": FACTS_VERSION,
        "game": game,
        "ruleset": ruleset,
        "switches": dict(switches),
        "components": components,
        "players": len(places),
        "seats": ["" for _seat in seats],
        "turns": 0,
        "end": None,
        "scores": [sum(of_source[seat] for of_source in points.values()) for seat in seats],
        "places": list(places),
        "winners": [seat for seat in seats if places[seat] == 1],
        "score_events": [
            [0, 0, seat, source, of_source[seat], ""]
            for seat in seats
            for source, of_source in points.items()
            if of_source[seat]
        ],
        "cards": [],
        "turns_begun": [],
        "openings": [],
    }


def _facts(report: Report, header: Header, collected: _Collector) -> Facts:
    return {
        "facts_version": FACTS_VERSION,
        "game": header.game,
        "ruleset": header.ruleset,
        "switches": dict(header.switches),
        "components": header.components,
        "players": len(header.seats),
        "seats": list(header.seats),
        "turns": report.turns,
        "end": report.end,
        "scores": list(report.scores),
        "places": list(report.places),
        "winners": list(report.winners),
        "score_events": collected.score_events,
        "cards": collected.cards,
        "turns_begun": collected.turns_begun,
        "openings": collected.opening.rows() if collected.opening is not None else [],
    }
