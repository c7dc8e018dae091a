"""The moves of a game in the reader's language, as pages and their script get them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import CHANCE, Event, JsonObject, ScoreEvent
from engine.table.table import Move
from engine.table.table import Table as Game
from nabu.charts.words import source_titles
from nabu.sentences import sentence


def game_in_words(game: Game, names: Sequence[str]) -> JsonObject:
    """All that a player of the game needs but its pictures: names, sources and moves. `names` are by seat."""
    titles = source_titles(game.game)
    scored = {event.source for move in game.moves for event in move.events if isinstance(event, ScoreEvent)}
    return {
        "names": list(names),
        "sources": [{"key": key, "title": title} for key, title in titles.items() if key in scored],
        "moves": moves_in_words(game, names),
    }


def moves_in_words(game: Game, names: Sequence[str], since: int = 0) -> list[JsonObject]:
    """The moves from number `since` on, counted from 0.

    `places` are the elements of the picture that the move is about, those of an event are where it happened.
    """
    titles = source_titles(game.game)
    state = game.at(since).state
    found = []
    for number, move in enumerate(game.moves[since:], start=since):
        places: list[str] = []
        if state.to_move != CHANCE:
            steps = game.game.steps(state, move.action)
            places = list(dict.fromkeys(place for step in steps for place in step.places))
        state.apply(move.action)
        found.append(_move_in_words(game, number, move, places, names, titles))
    return found


def _move_in_words(
    game: Game, number: int, move: Move, places: list[str], names: Sequence[str], titles: dict[str, str]
) -> JsonObject:
    seat = move.action.seat
    return {
        "n": number,
        "turn": move.turn,
        "seat": seat,
        "who": "" if seat is None else names[seat],
        "text": sentence(game.game.told(game.components, move.action)),
        "forced": move.forced,
        "places": places,
        "events": [_event_in_words(game, event, names, titles) for event in move.events],
        "scores": list(move.scores),
    }


def _event_in_words(game: Game, event: Event, names: Sequence[str], titles: dict[str, str]) -> JsonObject:
    scored: dict[str, Any] = {"source": None, "title": "", "points": None}
    if isinstance(event, ScoreEvent):
        scored = {"source": event.source, "title": titles[event.source], "points": event.points}
    return {
        "seat": event.seat,
        "who": names[event.seat],
        **scored,
        "text": sentence(game.game.explained(game.components, event)),
        "places": list(game.game.places_of(game.components, event)),
    }
