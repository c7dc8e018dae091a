"""Component sets that people bring along: whoever owns a game and finds a wrong value corrects a copy of the file.

Such a set has a name of its own; a log names it together with its digest, so old logs stay verifiable.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from itertools import islice

from engine.components import Library
from engine.game import BadComponents, ComponentSet, Game, JsonObject
from engine.log.lines import LineError, read_object
from engine.registry import GAMES

MOST_PROBLEMS, MOST_ERRORS = 20, 100
MOST_BYTES = 1024 * 1024


@cache
def schema_of(game: str) -> JsonObject:
    """The JSON Schema of a game's component sets."""
    schema: JsonObject = json.loads(files(f"engine.{game}").joinpath("data", "schema.json").read_text("utf-8"))
    return schema


def read_component_file(content: bytes) -> tuple[Game, ComponentSet]:
    """The component set in a file, and its game: read strictly, checked against the schema and all counts.

    Raises BadComponents, which names the problems; also for a built-in name with other values.
    """
    try:
        data = read_object(content.strip(), MOST_BYTES)
    except LineError as error:
        raise BadComponents([f"the file cannot be read: {error.reason.replace('the line', 'it')}"]) from error
    game = GAMES.get(data["game"]) if isinstance(data.get("game"), str) else None
    if game is None:
        raise BadComponents([f"$.game: a component set names its game, one of {', '.join(GAMES)}"])
    problems = schema_problems(game, data) or _control_characters(data)
    if problems:
        raise BadComponents(problems[:MOST_PROBLEMS] + (["and more"] if len(problems) > MOST_PROBLEMS else []))
    found = game.read_components(data)
    if found.name in game.component_sets and found.sha256 != game.components(found.name).sha256:
        raise BadComponents([f"$.name: {found.name} is built in; give a set with other values a name of its own"])
    return game, found


def schema_problems(game: Game, data: JsonObject) -> list[str]:
    """Everything in which the data do not fit the schema, each with its place (`$.tiles[3].icon: ...`)."""
    # Only who brings a set along needs the package: all else in the engine runs on bare Python.
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

    # A hostile file can be wrong in a million places; the first ones are enough, and quick.
    errors = islice(Draft202012Validator(schema_of(game.key)).iter_errors(data), MOST_ERRORS)
    return sorted(f"{error.json_path[:200]}: {error.message[:200]}" for error in errors)


def _control_characters(value: object, place: str = "$") -> list[str]:
    """The places of texts with line ends or other control characters: no name or title needs them."""
    if isinstance(value, str):
        return [] if value.isprintable() else [f"{place[:200]}: the text holds a line end or another control character"]
    if isinstance(value, dict):
        inner = [(f"{place}.{key}", found) for key, found in value.items()]
        problems = [problem for key in value for problem in _control_characters(key, place)]
    elif isinstance(value, list):
        inner = [(f"{place}[{number}]", found) for number, found in enumerate(value)]
        problems = []
    else:
        return []
    for where, found in inner:
        if len(problems) > MOST_PROBLEMS:
            break
        problems += _control_characters(found, where)
    return problems


def library_of(*sets: tuple[Game, ComponentSet]) -> Library:
    """A library of these sets."""
    known = {(game.key, found.sha256): found for game, found in sets}
    return lambda game, sha256: known.get((game, sha256))
