"""Component sets that a page brings along."""

from __future__ import annotations

from engine import sentences
from engine.components import Library
from engine.game import BadComponents, BadSetup, ComponentSet, Game, JsonObject
from engine.log.lines import read_object
from engine.registry import GAMES

MOST_BYTES = 1024 * 1024


def library_of(components: JsonObject | None) -> Library:
    """A library with the one set that a page brings (the JSON of a component file); None: an empty one."""

    def find(game: str, sha256: str) -> ComponentSet | None:
        if components is None:
            return None
        found = GAMES[game].read_components(components)
        return found if found.sha256 == sha256 else None

    return find


def read_component_file(content: bytes) -> tuple[Game, ComponentSet]:
    """The component set in a file that somebody has chosen. Raises BadSetup, whatever the file is.

    What checks such a file against its schema is not in the browser, so a wrong one may fail anywhere.
    """
    try:
        data = read_object(content.strip(), MOST_BYTES)
        game = GAMES[data["game"]]
        return game, game.read_components(data)
    except BadComponents as error:
        raise BadSetup(sentences.WRONG_SET(problems="; ".join(error.problems)[:300])) from error
    except Exception as error:
        raise BadSetup(sentences.NOT_A_SET()) from error
