"""The tables of a backup, whatever database they lie in: which they are, how a row is written and read, their keys."""

from __future__ import annotations

import base64
import json
from collections.abc import Generator, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, TypeAlias

from django.apps.registry import Apps
from django.db import connection, models

LEFT_OUT = {"sessions", "usersessions", "axes", "versions", "link_pictures", "backups"}
"""Apps whose rows stay behind: logins, which an old backup would bring back, failed attempts with their addresses, the
versions of pages, which begin anew after a restore, pictures, which are drawn again, and the record of backups, whose
files another site may not have."""

AT_ONCE, LARGE_AT_ONCE = 500, 4
"""So many rows are in memory at a time; those with bytes in them may have megabytes each."""

Model = type[models.Model]
Field: TypeAlias = "models.Field[Any, Any]"


def kept_models(apps: Apps) -> list[Model]:
    """The models whose rows are in a backup."""
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and model._meta.app_label not in LEFT_OUT]


def columns(model: Model) -> list[str]:
    """The names of the columns, as the manifest has them."""
    return [field.attname for field in model._meta.local_concrete_fields]


def fields_of(model: Model, names: Sequence[str]) -> list[Field]:
    """The fields of these columns: a model of then may have them in another order than one of today."""
    fields = {field.attname: field for field in model._meta.local_concrete_fields}
    return [fields[name] for name in names]


def read_rows(model: Model, fields: Sequence[Field]) -> Generator[tuple[Any, ...], None, None]:
    """The rows as the database has them now, by key, some at a time."""
    large = any(isinstance(field, models.BinaryField) for field in fields)
    rows = model._base_manager.order_by("pk").values_list(*(field.attname for field in fields))
    yield from rows.iterator(chunk_size=LARGE_AT_ONCE if large else AT_ONCE)


def to_line(row: tuple[Any, ...]) -> bytes:
    """A row as a line of JSON."""
    return json.dumps(row, default=_plain, separators=(",", ":")).encode() + b"\n"


def from_line(fields: Sequence[Field], line: bytes) -> tuple[Any, ...]:
    """The row of a line."""
    return tuple(field.to_python(value) for field, value in zip(fields, json.loads(line), strict=True))


def insert(model: Model, fields: Sequence[Field], rows: list[tuple[Any, ...]]) -> None:
    """Write rows exactly as they are: no time is set anew, no key is given, nobody is told."""
    quote = connection.ops.quote_name
    names = ", ".join(quote(str(field.column)) for field in fields)
    values = ", ".join(["%s"] * len(fields))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({values})",
            [
                [field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)]
                for row in rows
            ],
        )


def last_key(model: Model) -> int | None:
    """The highest key that the database ever gave: histories name deleted rows by theirs, so it is not given again."""
    if not isinstance(model._meta.pk, models.AutoField):
        return None
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [model._meta.db_table])
        else:
            cursor.execute(f"SELECT CASE WHEN is_called THEN last_value END FROM {_sequence(model)}")
        row = cursor.fetchone()
    return row[0] if row else None


def set_last_key(model: Model, key: int | None) -> None:
    """The next row gets the key after this one."""
    if not key or not isinstance(model._meta.pk, models.AutoField):
        return
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [model._meta.db_table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [model._meta.db_table, key])
        else:
            cursor.execute("SELECT setval(%s, %s)", [_sequence(model), key])


def _sequence(model: Model) -> str:
    pk = model._meta.pk
    assert pk is not None
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_get_serial_sequence(%s, %s)", [connection.ops.quote_name(model._meta.db_table), pk.column]
        )
        return str(cursor.fetchone()[0])


def _plain(value: object) -> str:
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    raise TypeError(f"{type(value).__name__} has no place in a backup")
