"""A site from a backup, in one transaction: it is there whole, or the database is as it was.

The tables are made by the migrations that the backup knew and filled; then come the migrations that are newer. So a
backup of an older version takes the same way as its site would have taken with an update.
"""

from __future__ import annotations

from contextlib import closing
from itertools import zip_longest
from typing import Any

from django.apps import apps
from django.apps.registry import Apps
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import OperationalError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import DatabaseError

from nabu.accounts.versions.services import begin_anew
from nabu.core.schema.first import new_models_alone
from nabu.core.schema.history import LAST_WITH_OLD_MIGRATIONS, Key, TooOld, with_squashed
from nabu.operations.backups.archive import Archive, BadArchive, Manifest, StoredTable
from nabu.operations.backups.saving import Say, without_limits
from nabu.operations.backups.tables import (
    Model,
    columns,
    fields_of,
    from_line,
    insert,
    kept_models,
    read_rows,
    set_last_key,
)

MADE_BY_MIGRATE = {"contenttypes.contenttype", "auth.permission", "variants.variant"}
"""A database in which only these have rows is as good as empty."""

BATCH_ROWS, BATCH_BYTES = 500, 4 * 2**20
LOCK_SECONDS = 30


class CannotRestore(Exception):
    """This backup cannot be restored here; the text says why and what to do."""


def check_versions(manifest: Manifest) -> None:
    """Raises CannotRestore for a backup of a newer version of Nabu, or of one that is too old."""
    known = MigrationLoader(None).graph.nodes
    try:
        stored = with_squashed(_migrations(manifest))
    except TooOld as missing:
        raise CannotRestore(
            f"The backup is older than {LAST_WITH_OLD_MIGRATIONS} (missing: {missing}). Nothing was changed. "
            "Restore it with that version, make a new backup there, and restore that one here."
        ) from None
    unknown = [f"{app}.{name}" for app, name in sorted(stored) if (app, name) not in known]
    if unknown:
        raise CannotRestore(
            f"The backup is of Nabu {manifest.nabu}, which is newer than this one: it has {', '.join(unknown)}. "
            "Nothing was changed. Update Nabu, then restore."
        )


def what_is_there() -> dict[str, int]:
    """How many rows the database has of each model, without what `migrate` makes. Raises CannotRestore if it holds
    tables of something else."""
    ours = {model._meta.db_table: model for model in apps.get_models(include_auto_created=True)}
    there = _table_names()
    strange = there - ours.keys() - {MigrationRecorder.Migration._meta.db_table}
    if strange:
        raise CannotRestore(
            f"The database has tables that this version of Nabu does not know: {', '.join(sorted(strange))}. "
            "Nothing was changed. Restore into a database of its own; for one of an older Nabu, run `migrate` first."
        )
    kept = {model._meta.db_table: model._meta.label_lower for model in kept_models(apps)}
    found = {}
    with connection.cursor() as cursor:
        for table in sorted(there & kept.keys()):
            cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")
            (count,) = cursor.fetchone()
            if count and kept[table] not in MADE_BY_MIGRATE:
                found[kept[table]] = count
    return found


def restore(archive: Archive, say: Say) -> None:
    """Replace everything in the database by what is in the backup. Raises CannotRestore or BadArchive.

    The list of the statistics is in no backup: the workers count them again.
    """
    on_sqlite = connection.vendor == "sqlite"
    if on_sqlite:
        # It cannot be told inside a transaction; the keys are checked at the end.
        connection.disable_constraint_checking()
    try:
        with transaction.atomic(durable=True):
            if not on_sqlite:
                without_limits()
                with connection.cursor() as cursor:
                    cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
            _drop_tables()
            _fill(archive, _make_tables(archive.manifest), say)
            say("bringing the tables up to date")
            call_command("migrate", interactive=False, verbosity=0)
            _check_keys()
            begin_anew()
    except OperationalError as error:
        raise CannotRestore(
            f"The database could not be replaced ({str(error).strip()}). Nothing was changed. "
            "Stop the web server and the workers, then restore."
        ) from error
    except DatabaseError as error:
        raise CannotRestore(f"The database refused a row ({str(error).strip()}). Nothing was changed.") from error
    finally:
        ContentType.objects.clear_cache()
        if on_sqlite:
            connection.enable_constraint_checking()


def _migrations(manifest: Manifest) -> set[Key]:
    return {(app, name) for app, names in manifest.migrations.items() for name in names}


def _table_names() -> set[str]:
    with connection.cursor() as cursor:
        return set(connection.introspection.table_names(cursor))


def _drop_tables() -> None:
    cascade = "" if connection.vendor == "sqlite" else " CASCADE"
    with connection.cursor() as cursor:
        for table in sorted(_table_names()):
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)}{cascade}")


def _make_tables(manifest: Manifest) -> Apps:
    """Empty tables as the backup knew them. Returns the models of then."""
    executor = MigrationExecutor(connection)
    graph = executor.loader.graph
    stored = with_squashed(_migrations(manifest))
    last = sorted(key for key in stored if not any(child.key in stored for child in graph.node_map[key].children))
    with new_models_alone():
        executor.migrate(last)
    then = executor.loader.project_state(last).apps
    with connection.cursor() as cursor:
        for model in kept_models(then):
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")
    return then


def _fill(archive: Archive, then: Apps, say: Say) -> None:
    models = {model._meta.label_lower: model for model in kept_models(then)}
    stored = {table.model: table for table in archive.manifest.tables}
    expected = {label: sorted(columns(model)) for label, model in models.items()}
    if {label: sorted(table.columns) for label, table in stored.items()} != expected:
        raise BadArchive(f"{archive.path} does not have the tables and columns of its version. Nothing was changed.")
    if connection.vendor != "sqlite":
        # Some rows name rows that come later. Migrations leave the keys that they add to be checked at once.
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    for label, model in models.items():
        _load(archive, stored[label], model, say)
    _check_keys()
    for label, model in models.items():
        _compare(archive, stored[label], model)
        set_last_key(model, stored[label].last_key)


def _check_keys() -> None:
    """Every key must lead to a row, from here on at once: PostgreSQL alters no table whose rows wait for that check."""
    if connection.vendor == "sqlite":
        connection.check_constraints()
        return
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def _load(archive: Archive, table: StoredTable, model: Model, say: Say) -> None:
    fields, batch, size = fields_of(model, table.columns), list[tuple[Any, ...]](), 0
    for line in archive.lines(table):
        batch.append(from_line(fields, line))
        size += len(line)
        if len(batch) == BATCH_ROWS or size > BATCH_BYTES:
            insert(model, fields, batch)
            batch, size = [], 0
    if batch:
        insert(model, fields, batch)
    if table.rows:
        say(f"{table.model}: {table.rows} rows")


def _compare(archive: Archive, table: StoredTable, model: Model) -> None:
    """Every row must be in the database as it is in the backup, and no other."""
    fields = fields_of(model, table.columns)
    with closing(read_rows(model, fields)) as rows:
        for number, (line, row) in enumerate(zip_longest(archive.lines(table), rows), start=1):
            if line is None or row is None or from_line(fields, line) != row:
                raise CannotRestore(
                    f"Row {number} of {table.model} differs from the backup after loading. Nothing was changed. "
                    "Please report this with the versions of Nabu and of the database."
                )
