"""Writing a log: compact JSON, one object a line, LF."""

from __future__ import annotations

import json
from collections.abc import Sequence

from engine.game import Action, JsonObject, Result
from engine.log.header import Header

# One encoder for all lines: `json.dumps` makes one for each.
_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def line_of(words: JsonObject) -> bytes:
    """One line of a log with its line end."""
    return _compact(words).encode("utf-8") + b"\n"


def header_line(header: Header) -> bytes:
    """The first line."""
    return line_of(header.to_json())


def action_line(action: Action) -> bytes:
    """The line of an action or a draw."""
    return line_of(action.to_json())


def result_line(result: Result, sources: Sequence[dict[str, int]]) -> bytes:
    """The last line of a finished game, with the score sources of each seat."""
    claim = {
        "end": result.end,
        "scores": list(result.scores),
        "winners": list(result.winners),
        "sources": list(sources),
    }
    return line_of({"result": claim})
