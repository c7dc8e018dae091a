"""The tables of a database as plain data, whatever order their columns were made in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.db import connection

POSTGRESQL = (
    "SELECT table_name, column_name, data_type, character_maximum_length, numeric_precision, is_nullable,"
    " column_default, is_identity, collation_name FROM information_schema.columns WHERE table_schema = 'public'",
    "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
    " WHERE connamespace = 'public'::regnamespace",
)

CASTS = re.compile(r"::(character varying|text)(\[\])?|[()]")
"""PostgreSQL writes them otherwise when it has read what it had written."""

PARTS = re.compile(
    r"""(?: [^,()'"] | '[^']*' | "[^"]*" | \( (?:[^()] | \( (?:[^()] | \([^()]*\))* \))* \) )+""", re.VERBOSE
)
"""What stands between the commas of a statement, which may have commas in brackets."""


def schema() -> set[Any]:
    """Columns, indexes and constraints of the database that this process works on."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
            return {line for kind, name, sql in cursor.fetchall() for line in _lines(kind, name, sql)}
        found: set[Any] = set()
        for statement in POSTGRESQL:
            cursor.execute(statement)
            found |= {tuple(CASTS.sub("", str(part)) for part in row) for row in cursor.fetchall()}
        return found


def _lines(kind: str, name: str, sql: str) -> Iterator[tuple[str, str]]:
    if kind != "table":
        yield name, sql
        return
    start, end = sql.index("(") + 1, sql.rindex(")")
    for part in PARTS.findall(sql[start:end]):
        yield name, part.strip()
