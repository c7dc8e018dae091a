"""From bytes to strict JSON objects: encoding, line ends, limits, and what a single line may hold."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any, NoReturn

from engine.game import EngineError, JsonObject
from engine.log import sentences

MOST_BYTES = 4 * 1024 * 1024
MOST_LINES = 20_000
MOST_LINE_BYTES = 16 * 1024
MOST_HEADER_BYTES = 256 * 1024
DEEPEST = 16


class LineError(EngineError):
    """A line or the whole file cannot be read. `code` is `not_a_log`, `too_large` or `bad_line`."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


def split_lines(data: bytes) -> list[bytes]:
    """The lines of a log without their line ends. Raises LineError for an empty, too large or too long file."""
    if not data:
        raise LineError("not_a_log", sentences.FILE_EMPTY())
    if len(data) > MOST_BYTES:
        raise LineError("too_large", sentences.FILE_TOO_LARGE(most=f"{MOST_BYTES:,}"))
    if data.startswith(b"\xef\xbb\xbf"):
        raise LineError("not_a_log", sentences.BYTE_ORDER_MARK())
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    if len(lines) > MOST_LINES:
        raise LineError("too_large", sentences.TOO_MANY_LINES(lines=f"{len(lines):,}", most=f"{MOST_LINES:,}"))
    return [line.removesuffix(b"\r") for line in lines] if b"\r" in data else lines


def read_object(line: bytes, most_bytes: int = MOST_LINE_BYTES) -> JsonObject:
    """The JSON object of a line, read strictly: no floats, no duplicate keys. Raises LineError."""
    if len(line) > most_bytes:
        raise LineError("too_large", sentences.LINE_TOO_LONG(bytes=f"{len(line):,}", most=f"{most_bytes:,}"))
    if line.count(b"{") + line.count(b"[") > DEEPEST and _depth(line) > DEEPEST:
        raise LineError("too_large", sentences.LINE_TOO_DEEP(most=DEEPEST))
    try:
        text = line.decode("utf-8").strip(" \t")
    except UnicodeDecodeError as error:
        raise LineError("bad_line", sentences.NOT_UTF8()) from error
    if not text:
        raise LineError("bad_line", sentences.BLANK_LINE())
    try:
        value, end = _scan_fast(text, 0)
        if type(value) is not dict or text.count(":") != len(value):
            # A colon more than keys: nested objects, a colon in a text, or a key that stands twice.
            value, end = _scan(text, 0)
    except StopIteration as error:
        raise LineError("bad_line", sentences.NOT_JSON()) from error
    except LineError:
        raise
    except ValueError as error:
        raise LineError("bad_line", sentences.NOT_JSON_THERE(problem=str(error)[:120])) from error
    if end != len(text):
        raise LineError("bad_line", sentences.GOES_ON())
    if type(value) is not dict:
        raise LineError("bad_line", sentences.NOT_AN_OBJECT())
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
            raise LineError("bad_line", sentences.NUL())
        try:
            value.encode("utf-8")
        except UnicodeEncodeError as error:
            raise LineError("bad_line", sentences.HALF_CHARACTER()) from error
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
        raise LineError("bad_line", sentences.KEY_TWICE(key=repr(twice[:80])))
    return found


def _no_float(text: str) -> NoReturn:
    raise LineError("bad_line", sentences.NOT_WHOLE(number=text[:40]))


_Scanner = Callable[[str, int], tuple[Any, int]]
_decoder = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_no_float, parse_constant=_no_float)
_scan: _Scanner = _decoder.scan_once  # type: ignore[attr-defined]  # missing in the stubs
_quick = json.JSONDecoder(parse_float=_no_float, parse_constant=_no_float)
_scan_fast: _Scanner = _quick.scan_once  # type: ignore[attr-defined]
