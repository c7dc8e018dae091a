"""From bytes to strict JSON objects: encoding, line ends, limits, and what a single line may hold."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any, NoReturn

from engine.game import JsonObject

MOST_BYTES = 4 * 1024 * 1024
MOST_LINES = 20_000
MOST_LINE_BYTES = 16 * 1024
MOST_HEADER_BYTES = 256 * 1024
DEEPEST = 16


class LineError(ValueError):
    """A line or the whole file cannot be read. `code` is `not_a_log`, `too_large` or `bad_line`."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def split_lines(data: bytes) -> list[bytes]:
    """The lines of a log without their line ends. Raises LineError for an empty, too large or too long file."""
    if not data:
        raise LineError("not_a_log", "the file is empty")
    if len(data) > MOST_BYTES:
        raise LineError("too_large", f"the file has more than {MOST_BYTES:,} bytes")
    if data.startswith(b"\xef\xbb\xbf"):
        raise LineError("not_a_log", "the file starts with a byte order mark; save it as UTF-8 without one")
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    if len(lines) > MOST_LINES:
        raise LineError("too_large", f"the file has {len(lines):,} lines; at most {MOST_LINES:,} are allowed")
    return [line.removesuffix(b"\r") for line in lines] if b"\r" in data else lines


def read_object(line: bytes, most_bytes: int = MOST_LINE_BYTES) -> JsonObject:
    """The JSON object of a line, read strictly: no floats, no duplicate keys. Raises LineError."""
    if len(line) > most_bytes:
        raise LineError("too_large", f"the line has {len(line):,} bytes; at most {most_bytes:,} are allowed")
    if line.count(b"{") + line.count(b"[") > DEEPEST and _depth(line) > DEEPEST:
        raise LineError("too_large", f"the line is nested deeper than {DEEPEST} levels")
    try:
        text = line.decode("utf-8").strip(" \t")
    except UnicodeDecodeError as error:
        raise LineError("bad_line", "the line is not UTF-8 text") from error
    if not text:
        raise LineError("bad_line", "the line is blank")
    try:
        value, end = _scan_fast(text, 0)
        if type(value) is not dict or text.count(":") != len(value):
            # A colon more than keys: nested objects, a colon in a text, or a key that stands twice.
            value, end = _scan(text, 0)
    except StopIteration as error:
        raise LineError("bad_line", "the line is not JSON") from error
    except LineError:
        raise
    except ValueError as error:
        raise LineError("bad_line", f"the line is not JSON: {str(error)[:120]}") from error
    if end != len(text):
        raise LineError("bad_line", "the line goes on after its JSON object")
    if type(value) is not dict:
        raise LineError("bad_line", "the line is not a JSON object")
    if "\\u" in text:
        _refuse_unstorable(value)
    return value


def _depth(line: bytes) -> int:
    """How deep brackets and braces are nested, not counting those inside texts."""
    depth = deepest = 0
    in_text = escaped = False
    for byte in line:
        if in_text:
            if escaped:
                escaped = False
            elif byte == 0x5C:
                escaped = True
            elif byte == 0x22:
                in_text = False
        elif byte == 0x22:
            in_text = True
        elif byte in b"{[":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"}]":
            depth -= 1
    return deepest


def _refuse_unstorable(value: Any) -> None:
    """Escapes can smuggle in half characters and U+0000, which no UTF-8 file and not every database can hold."""
    if isinstance(value, str):
        if "\0" in value:
            raise LineError("bad_line", "a text holds the character U+0000")
        try:
            value.encode("utf-8")
        except UnicodeEncodeError as error:
            raise LineError("bad_line", "a text holds half of a surrogate pair") from error
    elif isinstance(value, dict):
        for key, inner in value.items():
            _refuse_unstorable(key)
            _refuse_unstorable(inner)
    elif isinstance(value, list):
        for inner in value:
            _refuse_unstorable(inner)


def _unique(pairs: list[tuple[str, Any]]) -> JsonObject:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise LineError("bad_line", f"the key {twice[:80]!r} stands twice")
    return found


def _no_float(text: str) -> NoReturn:
    raise LineError("bad_line", f"{text[:40]} is not a whole number")


_Scanner = Callable[[str, int], tuple[Any, int]]
_decoder = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_no_float, parse_constant=_no_float)
_scan: _Scanner = _decoder.scan_once  # type: ignore[attr-defined]  # missing in the stubs
_quick = json.JSONDecoder(parse_float=_no_float, parse_constant=_no_float)
_scan_fast: _Scanner = _quick.scan_once  # type: ignore[attr-defined]
