"""Migrations stand on their own, make the tables that older sites have, and let the last release go on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, migrations, models, transaction
from django.db.migrations.executor import MigrationExecutor

from tests.platform.core.schema.last_release import (
    later_operations,
    our_models,
    state_of_the_last_release,
    write_a_row_of_each,
)
from tests.platform.core.schema.schemas import schema
from tests.platform.databases import (
    create_database,
    current_database,
    drop_database,
    working_on,
)

FILES = sorted((Path(__file__).parents[4] / "platform/nabu").glob("*/*/migrations/[0-9]*.py"))
OURS = {"nabu", "engine", "analytics", "competition"}


@pytest.fixture
def fresh(migrated: str, django_db_setup: None, django_db_blocker: Any, tmp_path: Path) -> Iterator[None]:
    """A database that only `migrate` has touched, which this process works on."""
    on_sqlite = connection.vendor == "sqlite"
    name = str(tmp_path / "fresh.sqlite3") if on_sqlite else f"{current_database()}_fresh"
    with django_db_blocker.unblock():
        create_database(name, migrated)
        with working_on(name):
            yield
        drop_database(name)


@contextmanager
def taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_migrations_import_nothing_that_changes() -> None:
    """They run for years, with the code of any day."""
    assert len(FILES) > 20
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert OURS.isdisjoint(name.split(".")[0] for name in names), path
            assert not isinstance(node, ast.ImportFrom) or not node.level, path


def test_new_columns_have_a_default_in_the_database() -> None:
    """The code of the last release does not name them when it writes a row."""
    bad = [
        f"{where}: {operation.model_name}.{operation.name}"
        for where, operation in later_operations()
        if isinstance(operation, migrations.AddField) and not operation.field.many_to_many
        if not operation.field.has_db_default() and not operation.field.null
    ]
    assert bad == [], "give these a db_default beside their default"


@pytest.mark.both_databases
def test_first_tables_that_are_cut_off_leave_nothing(
    django_db_setup: None, django_db_blocker: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the site would be between two migrations, and refused."""

    def cut_off(executor: MigrationExecutor, state: Any, migration: Any, *arguments: Any, **options: Any) -> Any:
        if migration.app_label == "announcements":  # after accounts, tournaments, tables and the audit trail
            raise KeyboardInterrupt
        return apply(executor, state, migration, *arguments, **options)

    apply, on_sqlite = MigrationExecutor.apply_migration, connection.vendor == "sqlite"
    monkeypatch.setattr(MigrationExecutor, "apply_migration", cut_off)
    name = str(tmp_path / "new.sqlite3") if on_sqlite else f"{current_database()}_new"
    with django_db_blocker.unblock():
        if not on_sqlite:
            create_database(name)
        with working_on(name):
            with pytest.raises(KeyboardInterrupt):
                call_command("migrate", interactive=False, verbosity=0)
            assert connection.introspection.table_names() == []
            if on_sqlite:
                with connection.cursor() as cursor:
                    assert cursor.execute("PRAGMA foreign_keys").fetchone() == (1,)
        drop_database(name)


@pytest.mark.both_databases
def test_an_updated_site_has_the_tables_of_a_fresh_one(fresh: None, updated_site: str, tmp_path: Path) -> None:
    """The old one has those that its own migrations made, one after the other."""
    expected = schema()
    name = str(tmp_path / "old.sqlite3") if connection.vendor == "sqlite" else f"{current_database()}_old"
    create_database(name, updated_site)
    with working_on(name):
        found = schema()
    drop_database(name)
    assert found == expected
    assert len(found) > 500


@pytest.mark.both_databases
def test_the_code_of_the_last_release_writes_into_the_tables_of_today(fresh: None) -> None:
    state = state_of_the_last_release()
    with taken_back():
        assert list(write_a_row_of_each(state)) == our_models(state)


SHADES: list[tuple[Any, bool]] = [
    (migrations.AddField("sitetime", "shade", models.CharField(max_length=9, default="", db_default="")), True),
    (migrations.AddField("sitetime", "shade", models.CharField(max_length=9, null=True)), True),
    (migrations.AddField("sitetime", "shade", models.CharField(max_length=9, default="")), False),
    (migrations.RenameField("sitetime", "zone", "shade"), False),
    (migrations.RemoveField("sitetime", "zone"), False),
]
"""Migrations that somebody could write, and whether the last release survives them."""


@pytest.mark.both_databases
def test_that_would_notice_a_migration_that_breaks_it(fresh: None) -> None:
    state = state_of_the_last_release()
    connection.disable_constraint_checking()  # or SQLite changes no tables inside a transaction
    for operation, survives in SHADES:
        after = state.clone()
        operation.state_forwards("site_time", after)
        with taken_back():
            with connection.schema_editor() as editor:
                operation.database_forwards("site_time", editor, state, after)
            with nullcontext() if survives else pytest.raises(DatabaseError), transaction.atomic():
                list(write_a_row_of_each(state))
