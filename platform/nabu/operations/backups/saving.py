"""Making a backup while the site runs: all tables as they were at one moment."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkstemp
from typing import IO

from django.apps import apps
from django.apps.registry import Apps
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from engine import ENGINE_VERSION
from engine.registry import GAMES
from nabu import __version__
from nabu.core.schema.history import LAST_WITH_OLD_MIGRATIONS, TooOld, applied_migrations, with_squashed
from nabu.operations.backups.archive import ArchiveWriter, Manifest, StoredTable
from nabu.operations.backups.tables import Model, columns, fields_of, kept_models, last_key, read_rows, to_line

TELL_SECONDS = 5.0
WATCH_SECONDS = 1.0

Say = Callable[[str], None]
Watch = Callable[[int, int], None]
"""Told every second or so how many rows of how many are written; what it raises ends the writing."""


class CannotSave(Exception):
    """No backup can be made; the text says why and what to do."""


def save_to(path: Path, say: Say) -> Manifest:
    """Write a backup beside `path` and move it there when it is complete. Only its owner can read it."""
    handle, name = mkstemp(dir=path.parent, prefix=f".{path.name}.")
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            manifest = save(file, say)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def unwatched(_done: int, _total: int) -> None:
    """Nobody wants to know."""


def save(file: IO[bytes], say: Say, watch: Watch = unwatched) -> Manifest:
    """Write a backup. Raises CannotSave."""
    with snapshot():
        return write_archive(file, apps, _migrations(), say, watch)


def write_archive(
    file: IO[bytes], apps: Apps, migrations: dict[str, list[str]], say: Say, watch: Watch = unwatched
) -> Manifest:
    """Write the rows of these models, which are those of the migrations."""
    writer = ArchiveWriter(file)
    models = kept_models(apps)
    counter = _Counter(watch, sum(model._base_manager.count() for model in models))
    try:
        manifest = Manifest(
            nabu=__version__,
            engine=ENGINE_VERSION,
            rules={game.key: game.rules_version for game in GAMES.values()},
            made_at=timezone.now().isoformat(),
            database=connection.vendor,
            migrations=migrations,
            tables=[_save_table(writer, model, say, counter) for model in models],
        )
        writer.finish(manifest)
    except BaseException:
        writer.abandon()
        raise
    return manifest


@contextmanager
def snapshot() -> Iterator[None]:
    """What is read inside is of one moment, and nobody who writes has to wait."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            # Django's own transactions take the lock of the writers at once; with this one they go on. The moment is
            # that of the first question.
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
        return
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        without_limits()
        yield


def without_limits() -> None:
    """PostgreSQL ends what takes too long for a page; this may take longer."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")


class _Counter:
    """Counts the rows of all tables for whoever watches."""

    def __init__(self, watch: Watch, total: int) -> None:
        self.watch, self.total = watch, total
        self.done, self.told = 0, time.monotonic()

    def count(self) -> None:
        """One more row."""
        self.done += 1
        if time.monotonic() - self.told > WATCH_SECONDS:
            self.watch(self.done, self.total)
            self.told = time.monotonic()


def _save_table(writer: ArchiveWriter, model: Model, say: Say, counter: _Counter) -> StoredTable:
    label = model._meta.label_lower
    names = columns(model)
    total = model._base_manager.count()

    def lines() -> Iterator[bytes]:
        told = time.monotonic()
        for number, row in enumerate(read_rows(model, fields_of(model, names))):
            counter.count()
            if time.monotonic() - told > TELL_SECONDS:
                told = time.monotonic()
                say(f"{label}: {number} of {total} rows")
            yield to_line(row)

    table = writer.write_table(label, names, lines(), last_key(model))
    if table.rows:
        say(f"{label}: {table.rows} rows")
    return table


def _migrations() -> dict[str, list[str]]:
    """Those of the database, by app. Raises CannotSave if it is not the one that this code works with."""
    try:
        with_squashed(applied_migrations())
    except TooOld:
        raise CannotSave(
            f"The database is older than {LAST_WITH_OLD_MIGRATIONS}. Make the backup with the version that it is of."
        ) from None
    executor = MigrationExecutor(connection)
    graph = executor.loader.graph
    if executor.migration_plan(graph.leaf_nodes()):
        raise CannotSave("The database is not up to date with this version of Nabu. Run `migrate`, then `backup`.")
    found: dict[str, list[str]] = {}
    for app, name in sorted(key for key in executor.loader.applied_migrations if key in graph.nodes):
        found.setdefault(app, []).append(name)
    return found
