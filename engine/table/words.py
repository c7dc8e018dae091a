"""A game in progress in the reader's language: who did what, what it brought and why, what is due, how it ended.

Everything here is JSON that a page shows. The server and the browser's worker say it with the same functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.for_people import ForPeople, with_name
from engine.game import CHANCE, EngineError, Event, Game, JsonObject, Result, ScoreEvent, State
from engine.message import Message
from engine.steps import places_of
from engine.table import sentences
from engine.table.chance import cannot_branch
from engine.table.choices import Choices
from engine.table.ending import end_in_words
from engine.table.journal import Moves
from engine.table.table import Move, Table

MOST_DROPPED = 200
"""So many moves are shown that something else was played instead of."""


def position_in_words(
    language: ForPeople, game: Table, moves: Moves, names: Sequence[str], since: int = 0, at: int | None = None
) -> JsonObject:
    """A game that is written down, as a page shows it: its moves from number `since` on, what can be done, the scores.

    `at`: with the position after so many moves, to change the next one. Raises ValueError if there are fewer.
    """
    shown = game if at is None else game.at(at)
    count = len(game.moves)
    choices = shown.choices()
    tree = choices.to_json(language.render) if choices is not None else None
    can_choose = isinstance(choices, Choices)
    return {
        "count": count,
        "digest": game.digest,
        "position": game.position_digest,
        "since": since,
        "moves": moves_in_words(language, game, names, min(since, count)),
        "due": due_in_words(language, shown, names),
        "choices": tree if can_choose else None,
        "draw": None if can_choose else tree,
        "scores": list(shown.scores),
        "sources": points_by_source(language, shown),
        "names": list(names),
        "over": end_in_words(language, game, names),
        "svg": shown.screen_picture(names, say=language.render),
        "undone": [
            {"n": number, **line_in_words(language, game, names, line)}
            for number, line in enumerate(moves.undone, count)
        ],
        "dropped": [
            [line_in_words(language, game, names, line) for line in group]
            for group in _last(moves.dropped, MOST_DROPPED)
        ],
        "aside": {
            "reason": language.render(Message.from_json(moves.why)) if moves.why else "",
            "moves": [line_in_words(language, game, names, line) for line in moves.aside],
        }
        if moves.aside
        else None,
        "swapped": [
            {
                "n": number,
                "before": line_in_words(language, game, names, before),
                "after": line_in_words(language, game, names, after),
            }
            for number, before, after in moves.swapped
            if number < count and game.moves[number].action.to_json() == after
        ],
    }


def game_in_words(language: ForPeople, game: Table, names: Sequence[str]) -> JsonObject:
    """All that a player of the game needs but its pictures: names, sources that gave points, moves, how it ended.
    `nothing_to_try`: why no other moves can be made from its positions, "" if they can.
    """
    reason = cannot_branch(game)
    moves = moves_in_words(language, game, names)
    scored = {event["source"] for move in moves for event in move["events"]}
    titles = source_titles(language, game.game)
    sources = [{"key": key, "title": title} for key, title in titles.items() if key in scored]
    return {
        "names": list(names),
        "sources": sources,
        "moves": moves,
        "over": end_in_words(language, game, names),
        "nothing_to_try": language.render(reason.message) if reason else "",
    }


def moves_in_words(language: ForPeople, game: Table, names: Sequence[str], since: int = 0) -> list[JsonObject]:
    """The moves from number `since` on, counted from 0. `names` are by seat.

    `places` are the elements of the picture that the move is about, those of an event are where it happened. `seat` is
    who moved, or who drew; None if nobody in particular did.
    """
    if since == len(game.moves):
        return []
    titles = source_titles(language, game.game)
    state = game.at(since).state
    found = []
    for number, move in enumerate(game.moves[since:], start=since):
        found.append(move_in_words(language, game, number, move, state, names, titles))
        state.apply(move.action)
    return found


def move_in_words(
    language: ForPeople,
    game: Table,
    number: int,
    move: Move,
    before: State[Any],
    names: Sequence[str],
    titles: Mapping[str, str],
) -> JsonObject:
    """One move; `before` is the position in which it was made."""
    places: list[str] = []
    if before.to_move != CHANCE:
        places = places_of(game.game.steps(before, move.action))
    line = move.action.to_json()
    seat = line.get("seat")
    return {
        "n": number,
        "turn": move.turn,
        "seat": seat,
        "who": "" if seat is None else names[seat],
        "text": language.render(game.game.told(game.components, move.action)),
        "forced": move.forced,
        "line": line,
        "places": places,
        "events": [_event_in_words(language, game, event, names, titles) for event in move.events],
        "scores": list(move.scores),
    }


def _event_in_words(
    language: ForPeople, game: Table, event: Event, names: Sequence[str], titles: Mapping[str, str]
) -> JsonObject:
    scored: dict[str, Any] = {"source": None, "title": "", "points": None}
    if isinstance(event, ScoreEvent):
        scored = {"source": event.source, "title": titles[event.source], "points": event.points}
    return {
        "seat": event.seat,
        "who": names[event.seat],
        **scored,
        "text": language.render(game.game.explained(game.components, event)),
        "places": list(game.game.places_of(game.components, event)),
    }


def due_in_words(language: ForPeople, game: Table, names: Sequence[str]) -> str:
    """What is due now, and from whom."""
    return language.render(with_name(game.due, names))


def line_in_words(language: ForPeople, game: Table, names: Sequence[str], line: JsonObject) -> JsonObject:
    """A line that is no part of the game (any more): who, and what."""
    seat = line.get("seat")
    seat = seat if type(seat) is int and 0 <= seat < len(names) else None
    try:
        text = language.render(game.game.told(game.components, game.read(line)))
    except EngineError as error:
        text = language.render(error.message)
    return {"seat": seat, "who": names[seat] if seat is not None else "", "text": text, "line": line}


def points_by_source(language: ForPeople, game: Table, count: int | None = None) -> list[JsonObject]:
    """The points by source, those sources first that are first in the rules; without those that brought nobody any."""
    found = game.sources(count)
    return [
        {"key": key, "title": title, "points": [of_seat.get(key, 0) for of_seat in found]}
        for key, title in source_titles(language, game.game).items()
        if any(key in of_seat for of_seat in found)
    ]


def result_in_words(language: ForPeople, result: Result, names: Sequence[str]) -> str:
    """Who has won."""
    winners = tuple(names[seat] for seat in result.winners)
    return language.render(sentences.OVER.message(names=winners, count=len(winners)))


def ending_in_words(language: ForPeople, game: Table, verdict: str, names: Sequence[str]) -> str:
    """How the game of a log stands after its last move; empty where the log does not go on for another reason."""
    if game.result is not None:
        return result_in_words(language, game.result, names)
    return language.render(sentences.LOG_ENDS.message()) if verdict == "unfinished" else ""


def _last(groups: list[list[JsonObject]], most: int) -> list[list[JsonObject]]:
    """The last groups that have so many lines together."""
    found: list[list[JsonObject]] = []
    for group in reversed(groups):
        if most <= 0:
            break
        found.append(group[-most:])
        most -= len(group)
    return found[::-1]


def source_titles(language: ForPeople, game: Game) -> dict[str, str]:
    """The score sources of the game in their fixed order."""
    return {source.key: language.text(source.title) for source in game.sources}
