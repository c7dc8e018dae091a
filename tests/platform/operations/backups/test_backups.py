"""A backup is the site of one moment; a restored site is that site, row by row, or nothing has changed."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
import tomllib
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from engine.registry import GAMES
from nabu import __version__
from nabu.accounts.audit.history import as_bytes, rebuilt_state, state_of
from nabu.accounts.players.models import Player, User
from nabu.contests.clubs.models import Club
from nabu.contests.matches.models import GameLog, Table
from nabu.contests.ratings.services import rebuild
from nabu.contests.tournaments.models import Tournament
from nabu.core.local_site import claim_folder
from nabu.operations.backups import restoring, saving
from nabu.operations.backups.archive import FORMAT, MANIFEST
from nabu.operations.backups.keeping import archive_name, seal_name
from nabu.operations.backups.management.commands import restore as restore_command
from nabu.operations.backups.places import Place
from nabu.operations.backups.tables import LEFT_OUT, kept_models
from nabu.statistics.dashboards.facts.refresh import store_of
from tests.platform.databases import (
    BACKUP,
    Old,
    create_database,
    current_database,
    drop_database,
    old_rows,
    working_on,
)
from tests.profiles import LONG

ROOT = Path(__file__).resolve().parents[4]
NUMBERS = count()
GONE = 2
"""The key of a club that was deleted."""

Rows = dict[str, list[tuple[Any, ...]]]
MakeDatabase = Callable[[], str]


@pytest.fixture(scope="module")
def old() -> Iterator[Old]:
    with old_rows() as database:
        yield database


@pytest.fixture(scope="module")
def source(
    updated_site: str, django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The database of a site with a history: tournaments of every kind, webhooks, mails, jobs, undone changes."""
    name = database_name(tmp_path_factory.mktemp("source"))
    with django_db_blocker.unblock():
        create_database(name, updated_site)
        with working_on(name):
            photo = {"media_type": "image/png", "width": 1, "height": 1, "sha256": "0" * 64}
            table, user = Table.objects.order_by("pk")[0], User.objects.order_by("pk")[0]
            apps.get_model("matches.Photo").objects.create(
                table=table, sent_by=user, content=bytes(range(256)), **photo
            )
            # Histories name it: its key must not be given again.
            gone = Club.objects.create(name="Gone")
            assert gone.pk == GONE
            gone.delete()
        yield name
        drop_database(name)


@pytest.fixture
def empty(django_db_setup: None, django_db_blocker: Any, own_facts: None, tmp_path: Path) -> Iterator[MakeDatabase]:
    """Return a function that makes an empty database. The test may work on databases of its own."""
    made: list[str] = []

    def make() -> str:
        made.append(database_name(tmp_path))
        if connection.vendor != "sqlite":
            create_database(made[-1])
        return made[-1]

    with django_db_blocker.unblock():
        yield make
        for name in made:
            if connection.vendor != "sqlite" or Path(name).exists():
                drop_database(name)


@pytest.fixture
def with_tables(migrated: str, empty: MakeDatabase) -> str:
    """The name of a database that only `migrate` has touched."""
    name = empty()
    create_database(name, migrated)
    return name


STATEMENTS: list[tuple[bool, str, Any]] = []
"""What all migrations have asked PostgreSQL to do in this process: whether many at once, the words, the values."""


@pytest.fixture
def quick_tables(migrated: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `restore` make its tables on SQLite as `migrated` has them, on PostgreSQL by the statements that the first
    one has run: working out what migrations do takes most of its time."""

    class Copier(MigrationExecutor):
        def migrate(self, targets: Any, *arguments: Any, **options: Any) -> Any:
            all_of_them = self.migration_plan(self.loader.graph.leaf_nodes())
            assert len(self.migration_plan(targets)) == len(all_of_them), "the backup is of this version"
            with closing(sqlite3.connect(migrated)) as template, connection.cursor() as cursor:
                for (statement,) in template.execute("SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"):
                    cursor.execute(statement)
                known = template.execute("SELECT app, name, applied FROM django_migrations ORDER BY id").fetchall()
                cursor.executemany("INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, %s)", known)

    class Repeater(MigrationExecutor):
        def migrate(self, targets: Any, *arguments: Any, **options: Any) -> Any:
            all_of_them = self.migration_plan(self.loader.graph.leaf_nodes())
            assert len(self.migration_plan(targets)) == len(all_of_them), "the backup is of this version"
            if not STATEMENTS:
                with connection.execute_wrapper(note):
                    return super().migrate(targets, *arguments, **options)
            with connection.cursor() as cursor:
                for many, sql, values in STATEMENTS:
                    (cursor.executemany if many else cursor.execute)(sql, values)
            return None

    def note(execute: Callable[..., Any], sql: str, values: Any, many: bool, context: Any) -> Any:
        STATEMENTS.append((many, sql, values))
        return execute(sql, values, many, context)

    monkeypatch.setattr(restoring, "MigrationExecutor", Copier if connection.vendor == "sqlite" else Repeater)


def database_name(folder: Path) -> str:
    number = next(NUMBERS)
    on_sqlite = connection.vendor == "sqlite"
    return str(folder / f"site-{number}.sqlite3") if on_sqlite else f"{current_database()}_backup_{number}"


@pytest.fixture(scope="module")
def made(source: str, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of the source."""
    path = tmp_path_factory.mktemp("backup") / "nabu.zip"
    with django_db_blocker.unblock(), working_on(source):
        call_command("backup", str(path))
    return path


@pytest.fixture
def backup(made: Path, tmp_path: Path) -> Path:
    """A copy of it, to do anything to."""
    return Path(shutil.copy(made, tmp_path))


@contextmanager
def restored(database: str, backup: Path, **options: Any) -> Iterator[None]:
    with working_on(database):
        call_command("restore", str(backup), **options)
        yield


def all_rows() -> Rows:
    """Every row of the database that this process works on, as Django reads it."""
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values_list())
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label not in LEFT_OUT
    }


def rows_of(database: str) -> Rows:
    with working_on(database):
        return all_rows()


def tables_of(database: str) -> list[str]:
    with working_on(database), connection.cursor() as cursor:
        return connection.introspection.table_names(cursor)


def refused(backup: Path, **options: Any) -> str:
    with pytest.raises(CommandError) as told:
        call_command("restore", str(backup), **options)
    return str(told.value)


def manifest_of(backup: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(zipfile.ZipFile(backup).read(MANIFEST))
    return found


def changed(backup: Path, change: Callable[[str, bytes], bytes | None]) -> Path:
    """A copy in which members are others or, for None, not there: a whole archive for whoever reads ZIP files."""
    path = backup.with_name("changed.zip")
    with zipfile.ZipFile(backup) as before, zipfile.ZipFile(path, "w") as after:
        for name in before.namelist():
            content = change(name, before.read(name))
            if content is not None:
                after.writestr(name, content)
    return path


def with_manifest(backup: Path, **entries: Any) -> Path:
    return changed(
        backup,
        lambda name, content: json.dumps(json.loads(content) | entries).encode() if name == MANIFEST else content,
    )


# --- There and back ---------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
@pytest.mark.usefixtures("quick_tables")
def test_every_row_comes_back_and_nothing_else(source: str, backup: Path, empty: MakeDatabase) -> None:
    before = rows_of(source)
    assert len(before["matches.GameLog"]) > 10
    assert before["webhooks.Webhook"]
    with restored(empty(), backup):
        assert all_rows() == before
        call_command("migrate", check_unapplied=True, verbosity=0)
        assert {model._meta.app_label for model in kept_models(apps)}.isdisjoint(LEFT_OUT)
        for label in LEFT_OUT - {"versions"}:  # which begin anew
            assert not any(model._base_manager.exists() for model in apps.get_app_config(label).get_models())
    counts = {table["model"]: table["rows"] for table in manifest_of(backup)["tables"]}
    assert counts == {label.lower(): len(rows) for label, rows in before.items()}


@pytest.mark.both_databases
@pytest.mark.usefixtures("quick_tables")
def test_a_restored_site_is_whole_and_goes_on(source: str, backup: Path, empty: MakeDatabase) -> None:
    with working_on(source):
        states = {pk: as_bytes(state_of(pk)) for pk in Tournament.objects.values_list("pk", flat=True)}
    with restored(empty(), backup):
        for pk, state in states.items():
            assert as_bytes(state_of(pk)) == as_bytes(rebuilt_state(pk)) == state
        assert [rebuild(game) for game in GAMES] == [[] for _ in GAMES]
        assert Club.objects.create(name="Next").pk == GONE + 1, "keys of rows that are gone are not given again"
        assert Player.objects.create(name="New").pk > max(
            Player.objects.exclude(name="New").values_list("pk", flat=True)
        )


@pytest.mark.usefixtures("quick_tables")
def test_a_scheduled_backup_is_restored_from_where_it_is(
    source: str, backup: Path, empty: MakeDatabase, object_store: str, settings: Any
) -> None:
    """By its name, or as the latest one that is good."""
    settings.BACKUPS = object_store
    place, made = Place(object_store), datetime(2026, 11, 30, 2, tzinfo=UTC)
    for name, content in ((archive_name(made), backup.read_bytes()), (seal_name(made), b"{}")):
        with place.writing(name) as file:
            file.write(content)
    with place.writing(archive_name(made + timedelta(days=1))) as file:
        file.write(b"the beginning of another one")
    with working_on(empty()):
        assert "its end is missing" in refused(Path(archive_name(made + timedelta(days=1))))
        call_command("restore", "latest")
        assert all_rows() == rows_of(source)


@pytest.mark.usefixtures("quick_tables")
def test_the_statistics_are_made_again(backup: Path, empty: MakeDatabase) -> None:
    """Until then the store is that of another database."""
    with restored(empty(), backup):  # the source itself must stay as it is
        call_command("facts", "extract")  # the backup is of an older version
        call_command("facts", "rebuild")
        games = {game.key: len(store_of(game).games()) for game in GAMES.values()}
    assert any(games.values())
    with restored(empty(), backup):
        assert not any(len(store_of(game).games()) for game in GAMES.values())
        call_command("facts", "extract")
        call_command("facts", "refresh")
        call_command("facts", "compare")
        assert {game.key: len(store_of(game).games()) for game in GAMES.values()} == games


@pytest.mark.both_databases
def test_a_backup_of_0_1_0_is_restored(old: Old, empty: MakeDatabase) -> None:
    """It was made by that version, on SQLite, and names migrations that are squashed since."""
    with restored(empty(), BACKUP):
        call_command("migrate", check_unapplied=True, verbosity=0)
        for pk in Tournament.objects.values_list("pk", flat=True):
            assert as_bytes(rebuilt_state(pk)) == as_bytes(state_of(pk))
        counts = {table["model"]: table["rows"] for table in manifest_of(BACKUP)["tables"]}
        found = all_rows()
    # What has come since has rows of its own in these.
    of_models = {"auth.Permission", "contenttypes.ContentType"}
    assert all(len(found[label]) >= counts[label.lower()] for label in of_models)
    kept = found.keys() - of_models
    # A table that has come since is empty.
    assert {label: len(found[label]) for label in kept} == {label: counts.get(label.lower(), 0) for label in kept}
    [(seats,)] = old.execute("SELECT count(*) FROM matches_seat").fetchall()
    assert len(found["matches.Seat"]) == seats


def test_an_older_backup_is_sent_the_way_through_0_1_0(tmp_path: Path, empty: MakeDatabase) -> None:
    database, backup = empty(), Path(shutil.copy(BACKUP, tmp_path))
    migrations = manifest_of(backup)["migrations"]
    migrations["matches"].remove("0014_game_moves")
    with working_on(database):
        told = refused(with_manifest(backup, migrations=migrations))
    assert told == (
        "The backup is older than Nabu 0.1.0 (commit e25c5f3b) (missing: matches.0014_game_moves). "
        "Nothing was changed. Restore it with that version, make a new backup there, and restore that one here."
    )
    assert tables_of(database) == []


MANAGE = """
import json, runpy, sys
for sys.argv in json.loads(sys.argv[1]):
    runpy.run_path("manage.py", run_name="__main__")
"""
"""Several commands of manage.py in one process: what each of them loads takes longer than most of them."""


@pytest.mark.postgres
@pytest.mark.usefixtures("quick_tables")
def test_a_site_moves_to_the_other_kind_of_database_and_back(
    source: str, backup: Path, empty: MakeDatabase, tmp_path: Path
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("DATABASE_URL names no PostgreSQL server; `python3 dev.py test` starts one")

    on_sqlite = {"NABU_VAR": str(tmp_path / "var"), "DATABASE_URL": f"sqlite:///{tmp_path}/other.sqlite3"}
    again = tmp_path / "again.zip"
    commands = f"restore {backup}", f"backup {again}", "ratings rebuild", "facts refresh", "facts compare"
    done = subprocess.run(
        [sys.executable, "-c", MANAGE, json.dumps([["manage.py", *command.split()] for command in commands])],
        cwd=ROOT,
        env={**os.environ, **on_sqlite},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert manifest_of(again)["database"] == "sqlite"
    with restored(empty(), again):
        assert all_rows() == rows_of(source)


# --- While the site runs ----------------------------------------------------------------------------------------------


@pytest.mark.both_databases
@pytest.mark.usefixtures("quick_tables")
def test_what_is_written_meanwhile_is_not_in_it_and_nobody_waits(
    backup: Path, empty: MakeDatabase, tmp_path: Path
) -> None:
    with restored(empty(), backup):
        before = all_rows()
        told: list[str] = []

        def write() -> None:
            """As another process does: on a connection of its own, committed at once."""
            number = len(told)
            Club.objects.create(name=f"Late {number}")
            Player.objects.create(name=f"Late {number}")
            connection.close()

        def say(line: str) -> None:
            told.append(line)
            writer = threading.Thread(target=write)
            writer.start()
            writer.join()

        saving.save_to(tmp_path / "busy.zip", say)
        assert Club.objects.filter(name__startswith="Late").count() == len(told) > 10
    with restored(empty(), tmp_path / "busy.zip"):
        assert all_rows() == before


def test_the_file_is_closed_to_others_and_appears_when_it_is_complete(
    source: str, empty: MakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    path = folder / "nabu.zip"
    path.write_text("yesterday's")

    def full(*arguments: Any) -> None:
        assert path.read_text() == "yesterday's"
        raise OSError(28, "No space left on device")

    with working_on(source):
        with monkeypatch.context() as patch:
            patch.setattr(saving.ArchiveWriter, "finish", full)
            with pytest.raises(CommandError, match="No space left on device"):
                call_command("backup", str(path))
        assert path.read_text() == "yesterday's"
        assert list(folder.iterdir()) == [path]
        call_command("backup", str(path))
    assert list(folder.iterdir()) == [path]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert zipfile.is_zipfile(path)


@pytest.mark.usefixtures("quick_tables")
def test_many_large_logs_never_fill_the_memory(
    with_tables: str, empty: MakeDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Migrations are not watched: they make the tables before the first row comes, and being watched takes long."""
    logs, size = 64, 2**20 if LONG else 2**18
    first, second = with_tables, empty()
    with working_on(first):
        for number in range(logs):
            GameLog.objects.create(sha256=str(number), content=os.urandom(size), size=size)

    peaks: list[int] = []

    def end_of_watch() -> None:
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()

    def unwatched(step: Callable[..., Any]) -> Callable[..., Any]:
        def taken(*arguments: Any, **options: Any) -> Any:
            end_of_watch()
            try:
                return step(*arguments, **options)
            finally:
                tracemalloc.start()

        return taken

    def peak(database: str, *command: str) -> int:
        peaks.clear()
        with working_on(database):
            tracemalloc.start()
            call_command(*command)
            end_of_watch()
        return max(peaks)

    for name in ("_make_tables", "call_command"):
        monkeypatch.setattr(restoring, name, unwatched(getattr(restoring, name)))
    path = str(tmp_path / "large.zip")
    assert peak(first, "backup", path) < logs * size / 2
    assert peak(second, "restore", path) < logs * size * 3 / 4
    before, after = rows_of(first), rows_of(second)
    assert [label for label, rows in before.items() if rows != after[label]] == []


@pytest.mark.both_databases
def test_a_database_that_waits_for_its_migrations_is_not_saved(empty: MakeDatabase, tmp_path: Path) -> None:
    with working_on(empty()), pytest.raises(CommandError, match="Run `migrate`, then `backup`"):
        call_command("backup", str(tmp_path / "nabu.zip"))
    assert not (tmp_path / "nabu.zip").exists()


# --- What is refused --------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
@pytest.mark.usefixtures("quick_tables")
def test_a_database_with_something_in_it_is_replaced_only_when_told(
    backup: Path, source: str, with_tables: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with working_on(with_tables):
        User.objects.create(username="somebody")
        before = all_rows()
        told = refused(backup)
        assert "1 players.user" in told
        assert "add --replace" in told
        assert all_rows() == before
        call_command("restore", str(backup), replace=True)
        assert "1 players.user\nAll of it is being replaced." in capsys.readouterr().out
        assert all_rows() == rows_of(source)


@pytest.mark.usefixtures("quick_tables")
def test_a_database_that_only_migrate_has_touched_counts_as_empty(backup: Path, source: str, with_tables: str) -> None:
    with working_on(with_tables):
        call_command("restore", str(backup))
        assert all_rows() == rows_of(source)


@pytest.mark.both_databases
def test_tables_of_something_else_are_never_thrown_away(backup: Path, empty: MakeDatabase) -> None:
    with working_on(empty()):
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE shop_order (id integer)")
        assert "shop_order" in refused(backup, replace=True)
        with connection.cursor() as cursor:
            assert connection.introspection.table_names(cursor) == ["shop_order"]


def test_a_damaged_archive_is_refused_wherever_it_is_damaged(backup: Path, empty: MakeDatabase) -> None:
    database, whole = empty(), backup.read_bytes()

    def told_about(content: bytes | Path) -> str:
        if isinstance(content, bytes):
            backup.write_bytes(content)
        with working_on(database):
            told = refused(backup if isinstance(content, bytes) else content)
        assert "Take another copy of this backup, or an earlier one." in told, told
        assert tables_of(database) == []
        return told

    for part in (0, 100, len(whole) // 2, len(whole) - 1):
        assert "its end is missing" in told_about(whole[:part])
    start = whole.index(b"tables/matches.gamelog.jsonl") + 2000
    told_about(whole[:start] + bytes([whole[start] ^ 1]) + whole[start + 1 :])
    for offset, other in ((8, b"\x01"), (10, b"\x63")):  # encrypted; compressed in a way that nobody knows
        at = whole.index(b"PK\x01\x02") + offset  # of the first file, in the list at the end
        told_about(whole[:at] + other + whole[at + 1 :])
    backup.write_bytes(whole)
    logs = "tables/matches.gamelog.jsonl"
    told_about(changed(backup, lambda name, content: None if name == logs else content))
    told_about(changed(backup, lambda name, content: None if name == MANIFEST else content))
    shorter = changed(backup, lambda name, content: content.split(b"\n", 1)[1] if name == logs else content)
    assert "matches.gamelog does not match the manifest" in told_about(shorter)
    told_about(changed(backup, lambda name, content: content.replace(b"2", b"3") if name == logs else content))
    told_about(with_manifest(backup, tables=3))


def test_an_archive_of_a_newer_version_is_refused(backup: Path, empty: MakeDatabase) -> None:
    database = empty()
    migrations = manifest_of(backup)["migrations"]
    newer = migrations | {"matches": [*migrations["matches"], "0999_tomorrow"]}
    with working_on(database):
        told = refused(with_manifest(backup, migrations=newer))
        assert "matches.0999_tomorrow" in told
        assert "Update Nabu, then restore." in told
        told = refused(with_manifest(backup, format=FORMAT + 1, nabu="9.0", something="new"))
        assert "newer Nabu (9.0" in told
    assert tables_of(database) == []


@pytest.mark.usefixtures("quick_tables")
def test_an_archive_without_the_columns_of_its_version_is_refused(backup: Path, empty: MakeDatabase) -> None:
    database = empty()
    fewer = [table for table in manifest_of(backup)["tables"] if table["model"] != "matches.photo"]
    with working_on(database):
        assert "tables and columns of its version" in refused(with_manifest(backup, tables=fewer))
    assert tables_of(database) == []


@pytest.mark.both_databases
@pytest.mark.usefixtures("quick_tables")
def test_a_restore_that_breaks_leaves_everything_as_it_was(
    backup: Path, with_tables: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After all rows are loaded, when the last migrations are made."""
    with working_on(with_tables):
        User.objects.create(username="somebody")
        before = all_rows()

        def breaks(*arguments: Any, **options: Any) -> None:
            raise RuntimeError("the machine is switched off")

        with monkeypatch.context() as patch:
            patch.setattr(restoring, "call_command", breaks)
            with pytest.raises(RuntimeError, match="switched off"):
                call_command("restore", str(backup), replace=True)
        connection.close()
        assert all_rows() == before


@pytest.mark.usefixtures("quick_tables")
def test_a_row_that_arrives_otherwise_is_noticed(
    backup: Path, empty: MakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, honest = empty(), restoring.insert

    def rounds(model: Any, fields: Any, rows: list[tuple[Any, ...]]) -> None:
        honest(model, fields, [tuple(round(v, 6) if isinstance(v, float) else v for v in row) for row in rows])

    monkeypatch.setattr(restoring, "insert", rounds)
    with working_on(database):
        assert re.match(r"Row \d+ of matches.verification differs from the backup", refused(backup))
    assert tables_of(database) == []


def test_nothing_is_restored_into_a_site_that_runs(backup: Path, empty: MakeDatabase, own_var: Path) -> None:
    database = empty()
    with working_on(database), claim_folder(own_var) as lock:
        lock.write("process 1, http://127.0.0.1:8000/\n")
        lock.flush()
        told = refused(backup)
    assert "Nabu is already running in this folder (process 1, http://127.0.0.1:8000/). Stop it, then restore." in told
    assert tables_of(database) == []


def test_nothing_is_restored_while_a_worker_of_any_host_runs(
    backup: Path, empty: MakeDatabase, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LOCAL = False
    monkeypatch.setattr(restore_command, "settings_of_workers", lambda: {"urgent@b": {}, "worker@a": {}})
    database = empty()
    with working_on(database):
        told = refused(backup)
    assert "Workers are running: urgent@b, worker@a. Nothing was changed." in told
    assert tables_of(database) == []


def test_the_version_in_the_manifest_is_that_of_the_package() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert __version__ == settings["project"]["version"]
