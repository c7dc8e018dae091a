"""Texts from logs may hold characters that a database refuses: NUL (PostgreSQL) and lone surrogates (UTF-8)."""

from __future__ import annotations

from typing import Any

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def storable(value: Any) -> Any:
    """The same JSON value with every such character replaced."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode().replace("\x00", REPLACEMENT)
    if isinstance(value, dict):
        return {storable(key): storable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [storable(item) for item in value]
    return value
