"""A site that is between two squashed migrations is refused before anything is written, whichever way it is started."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from nabu.core.schema.history import TooOld, applied_migrations, with_squashed
from tests.platform.databases import current_database, drop_database, make_old_site, old_rows, working_on

SENTENCE = (
    "This database is older than Nabu 0.1.0 (commit e25c5f3b) (not applied: {}). "
    "Nothing was changed. Start that version with it once, which brings it up to date, then this one."
)


def rows_of(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        return "\n".join(database.iterdump())


@pytest.fixture
def old_site(django_db_setup: None, django_db_blocker: Any, tmp_path: Path) -> Iterator[str]:
    """A database as 0.1.0 left it, which this process works on."""
    name = str(tmp_path / "nabu.sqlite3") if connection.vendor == "sqlite" else f"{current_database()}_history"
    with django_db_blocker.unblock():
        with old_rows() as old:
            make_old_site(name, old)
        with working_on(name):
            yield name
        drop_database(name)


def forget(app: str, name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = %s AND name = %s", [app, name])


def test_all_or_nothing_of_what_is_squashed_together() -> None:
    old = {
        ("webhooks", "0001_initial"),
        ("webhooks", "0002_jobs"),
        ("account", "0001_initial"),
        ("claims", "0001_initial"),
    }
    squashed = ("webhooks", "0001_squashed_0002_jobs")
    assert with_squashed(old) == old - {("webhooks", "0001_initial"), ("webhooks", "0002_jobs")} | {squashed}
    assert with_squashed(old | {squashed}) == with_squashed(old)
    assert with_squashed({("account", "0001_initial")}) == {("account", "0001_initial")}
    for behind in sorted(old):
        if behind[0] == "webhooks":
            with pytest.raises(TooOld, match=f"webhooks.{behind[1]}"):
                with_squashed(old - {behind})
    with pytest.raises(TooOld, match=r"matches.0002_events, matches.0003_baseline, matches.0004_variants and 10 more"):
        with_squashed({("matches", "0001_initial")})


@pytest.mark.both_databases
@pytest.mark.parametrize("behind", [("matches", "0014_game_moves"), ("audit", "0001_initial")])
def test_a_site_between_two_migrations_is_refused_and_left_alone(old_site: str, behind: tuple[str, str]) -> None:
    forget(*behind)
    before, sentence = applied_migrations(), SENTENCE.format(".".join(behind))
    for options in ({}, {"check_unapplied": True}, {"plan": True}):
        with pytest.raises(CommandError) as told:
            call_command("migrate", interactive=False, verbosity=0, **options)
        assert str(told.value) == sentence
    assert applied_migrations() == before
    with pytest.raises(CommandError, match="Make the backup with the version that it is of"):
        call_command("backup", "-")


def test_dev_run_refuses_it_too(
    old_site: str, tmp_path: Path, start_process: Callable[..., Any], wait_until: Callable[..., None]
) -> None:
    """The containers do not start either: they wait for `migrate`, which ends with status 1."""
    if connection.vendor != "sqlite":
        pytest.skip("the site of this test is a file")
    forget("tournaments", "0009_registration")
    connection.close()
    before = rows_of(Path(old_site))
    variables = {"NABU_VAR": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": ""}
    process = start_process([sys.executable, "manage.py", "up"], variables)
    wait_until(lambda: process.poll() is not None, seconds=60, what="the end")
    assert process.returncode == 1, process.output()
    assert SENTENCE.format("tournaments.0009_registration") in process.output()
    assert rows_of(Path(old_site)) == before
