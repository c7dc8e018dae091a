"""The moves of a game in the reader's language, as pages and their script get them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import JsonObject, ScoreEvent
from engine.table.table import Table as Game
from nabu.charts.words import source_titles
from nabu.games.moves import moves_in_words


def game_in_words(game: Game, names: Sequence[str]) -> JsonObject:
    """All that a player of the game needs but its pictures: names, sources and moves. `names` are by seat."""
    titles = source_titles(game.game)
    scored = {event.source for move in game.moves for event in move.events if isinstance(event, ScoreEvent)}
    return {
        "names": list(names),
        "sources": [{"key": key, "title": title} for key, title in titles.items() if key in scored],
        "moves": moves_in_words(game, names),
    }
