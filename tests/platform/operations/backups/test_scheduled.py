"""Scheduled backups: written, read back, kept by rule, tried, and what staff are told."""

from __future__ import annotations

import errno
import io
import json
import os
import tempfile
import time
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from engine.message import Message
from nabu.core.database_clock import OFFSET
from nabu.core.errors import Refused
from nabu.operations.backups import scheduled, tasks, trying
from nabu.operations.backups.archive import Archive
from nabu.operations.backups.checks import check_folder
from nabu.operations.backups.keeping import archive_name, seal_name
from nabu.operations.backups.models import Run
from nabu.operations.backups.places import Place
from nabu.operations.backups.saving import unwatched
from nabu.operations.backups.state import backup_checks, backup_metrics
from nabu.web.jobs.asking import cancel
from nabu.web.jobs.models import Job
from nabu.web.jobs.running import run, sweep
from nabu.web.site_time.zone import REMEMBERED
from tests.cases import each
from tests.profiles import LONG

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
real_save = scheduled.save


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    settings.BACKUPS = str(tmp_path / "backups")
    return tmp_path / "backups"


@pytest.fixture(params=["folder", "object store"])
def place(request: pytest.FixtureRequest, folder: Path, settings: Settings) -> Place:
    if request.param == "object store":
        uri, _, options = request.getfixturevalue("object_store").partition("?")
        settings.BACKUPS = f"{uri}/nabu/site?{options}"
    return Place(settings.BACKUPS)


def make() -> Run:
    return scheduled.make(lambda _line: None, unwatched, lambda: None)


def on_record(
    kind: str = "backup", ago: timedelta = timedelta(), problem: str = "", now: datetime = NOW, **values: Any
) -> Run:
    at = now - ago
    why = Message(problem, {"error": "no reason"}).to_json() if problem else {}
    values = {"place": str(scheduled.scheduled_place()), "size": 4_000_000, "rows": 1, "name": "a.zip", **values}
    return Run.objects.create(kind=kind, started_at=at, finished_at=at, problem=why, **values)


def write(place: Place, *names: str) -> None:
    for name in names:
        with place.writing(name) as file:
            file.write(b"something")


# --- Making one -------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_written_read_back_and_noted(place: Place) -> None:
    run = make()
    note = seal_name(run.started_at)
    sizes = place.sizes()
    assert set(sizes) == {run.name, note}
    assert (sizes[run.name], run.problem) == (run.size, {})
    with place.reading(note) as file:
        assert json.load(file)["rows"] == run.rows > 0
    with place.reading(run.name) as file:
        archive = Archive(run.name, file)
        archive.check()
        assert sum(table.rows for table in archive.manifest.tables) == run.rows


@pytest.mark.django_db(transaction=True)
def test_only_its_owner_reads_it(folder: Path) -> None:
    name = make().name
    assert [path.stat().st_mode & 0o777 for path in (folder, folder / name)] == [0o700, 0o600]


@pytest.mark.django_db(transaction=True)
def test_one_that_arrives_damaged_is_no_backup(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk or the network has changed a byte between writing and reading."""

    def damage_and_read(read_back: Any, address: str, name: str) -> Any:
        with place.reading(name) as file:
            content = bytearray(file.read())
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            largest = max(archive.infolist(), key=lambda member: member.compress_size)
        # Behind the header of the member, whose length is not exactly known here.
        content[largest.header_offset + 300 + largest.compress_size // 2] ^= 1
        place.remove(name)
        with place.writing(name) as out:
            out.write(content)
        return read_back(address, name)

    monkeypatch.setattr(scheduled, "compute", damage_and_read)
    with pytest.raises(Refused, match="could not be read back as it was written, so it was deleted"):
        make()
    assert place.sizes() == {}
    assert Run.objects.get().problem["key"] == "backup.damaged"


@pytest.mark.django_db(transaction=True)
def test_a_disk_that_is_full_in_the_middle_leaves_nothing(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def fills_up(file: Any, *_others: Any) -> None:
        file.write(b"PK" * 1000)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(scheduled, "save", fills_up)
    with pytest.raises(Refused, match=r"could not be written to .*: No space left on device\. Check that the place"):
        make()
    assert place.sizes() == {}
    assert Run.objects.get().problem["key"] == "backup.not_written"


@pytest.mark.django_db(transaction=True)
def test_a_place_that_cannot_be_written_to_is_named(folder: Path, settings: Settings, object_store: str) -> None:
    folder.write_text("a file")
    with pytest.raises(Refused, match=str(folder)):
        make()
    settings.BACKUPS = object_store.replace("s3://", "s3://no-such-")
    with pytest.raises(Refused, match=r"could not be written to s3://no-such-test-\d+: .*does not exist"):
        make()
    assert [run.problem["key"] for run in Run.objects.all()] == ["backup.not_written"] * 2


@pytest.mark.parametrize("address", ["s3://bucket?regoin=eu", "s3:///nabu", "ftp://host/nabu"])
def test_an_address_that_means_nothing_is_an_error_of_the_place(address: str) -> None:
    with pytest.raises(OSError, match=r"."):
        Place(address).sizes()


@pytest.mark.django_db(transaction=True)
def test_what_somebody_else_has_written_is_never_taken_back(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two makers whose clocks show the same microsecond."""
    write(Place(str(folder)), archive_name(NOW))
    monkeypatch.setattr(scheduled.database_clock, "now", lambda: NOW)
    with pytest.raises(Refused, match="File exists"):
        make()
    assert (folder / archive_name(NOW)).read_bytes() == b"something"


@pytest.mark.django_db
def test_without_room_nothing_is_begun(folder: Path, settings: Settings) -> None:
    settings.DISK_RESERVE_BYTES = 10**18
    with pytest.raises(Refused, match="Not enough room"):
        make()
    assert not folder.exists()


@pytest.mark.django_db
def test_switched_off_it_says_how_to_switch_it_on(settings: Settings) -> None:
    settings.BACKUPS = ""
    assert not scheduled.is_due(NOW)
    with pytest.raises(CommandError, match="Set NABU_BACKUPS"):
        call_command("backups", "list")


# --- As a job ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_a_job_tells_its_progress_beside_the_snapshot(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int, int]] = []

    def stored() -> int:
        """As another connection reads it."""
        try:
            return Job.objects.get().done
        finally:
            connection.close()

    def save_and_look(file: Any, say: Any, watch: Callable[[int, int], None]) -> Any:
        def look(done: int, total: int) -> None:
            if done % 100 == 0:
                watch(done, total)
                with ThreadPoolExecutor(1) as beside:
                    told.append((done, total, beside.submit(stored).result()))

        return real_save(file, say, look)

    monkeypatch.setattr(scheduled, "save", save_and_look)
    monkeypatch.setattr("nabu.operations.backups.saving.WATCH_SECONDS", 0)
    tasks.look_after_backups()
    run(Job.objects.get().pk, "task")
    assert told
    assert all(done == seen <= total for done, total, seen in told)
    assert not Job.objects.exists()
    assert Run.objects.get().rows == told[0][1]
    tasks.look_after_backups()
    assert Job.objects.get().kind == tasks.TRY, "the backup of today is there, and has never been tried"


@pytest.mark.django_db(transaction=True)
def test_a_job_that_is_cancelled_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cancel_and_save(file: Any, say: Any, watch: Callable[[int, int], None]) -> Any:
        cancel(Job.objects.get())
        return real_save(file, say, watch)

    monkeypatch.setattr(scheduled, "save", cancel_and_save)
    monkeypatch.setattr("nabu.operations.backups.saving.WATCH_SECONDS", 0)
    tasks.look_after_backups()
    run(Job.objects.get().pk, "task")
    assert Job.objects.get().status == Job.Status.CANCELLED
    assert list(folder.iterdir()) == []
    assert not Run.objects.exists()
    tasks.look_after_backups()
    assert Job.objects.count() == 1, "what was called off is left alone for hours"
    Job.objects.update(finished_at=timezone.now() - scheduled.RETRY_AFTER)
    tasks.look_after_backups()
    assert Job.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_what_a_killed_worker_left_is_made_again_by_the_next(folder: Path) -> None:
    tasks.look_after_backups()
    write(Place(str(folder)), archive_name(timezone.now() - timedelta(hours=3)))
    Job.objects.update(status=Job.Status.RUNNING, attempts=1, look_at=timezone.now(), task="killed")
    tasks.look_after_backups()
    sweep()
    run(Job.objects.get().pk, "another")
    assert Run.objects.get().problem == {}
    assert len(list(folder.iterdir())) == 3, "a backup, its note, and what may still be somebody's"


@pytest.mark.django_db
def test_workers_that_die_again_and_again_are_on_record(folder: Path) -> None:
    tasks.look_after_backups()
    Job.objects.update(status=Job.Status.RUNNING, again=False, attempts=2, look_at=timezone.now())
    sweep()
    assert Job.objects.get().status == Job.Status.FAILED
    assert Run.objects.get().text.startswith("The backup stopped unexpectedly: the worker was killed.")
    tasks.look_after_backups()
    assert Job.objects.count() == 1, "it is left alone for hours"


@pytest.mark.django_db
def test_what_was_refused_keeps_its_reason_on_a_host_that_is_behind(folder: Path) -> None:
    """Its jobs go by the clock of the database."""
    folder.write_text("a file")
    OFFSET.behind = timedelta(minutes=2)
    tasks.look_after_backups()
    job = Job.objects.get()
    run(job.pk, "task")
    job.refresh_from_db()
    tasks.note_failure(job)
    assert Run.objects.get().problem["key"] == "backup.not_written"


@pytest.mark.django_db
def test_a_restore_that_was_tried_meanwhile_is_not_tried_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message of its job may come twice."""
    on_record(now=timezone.now())
    tasks.look_after_backups()
    on_record("restore", now=timezone.now())
    monkeypatch.setattr(trying, "try_restore", lambda _step: pytest.fail("tried again"))
    run(Job.objects.get().pk, "task")
    assert not Job.objects.exists()


def test_a_copy_of_the_database_that_a_killed_trial_left_goes_after_a_day(
    db: None, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUPS = ""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    late, early = tmp_path / f"{trying.FOLDER}1", tmp_path / f"{trying.FOLDER}2"
    for folder, hours in ((late, 23), (early, 25)):
        folder.mkdir()
        os.utime(folder, (time.time() - hours * 3600,) * 2)
    tasks.look_after_backups()
    assert list(tmp_path.iterdir()) == [late]


@pytest.mark.django_db
def test_what_was_refused_is_on_record_once_and_left_alone_for_hours(folder: Path) -> None:
    folder.write_text("a file")
    tasks.look_after_backups()
    run(Job.objects.get().pk, "task")
    job = Job.objects.get()
    assert (job.status, job.text) == (Job.Status.FAILED, Run.objects.get().text)
    tasks.look_after_backups()
    assert Job.objects.count() == 1


# --- When -------------------------------------------------------------------------------------------------------------

DUE: dict[str, tuple[list[tuple[timedelta, str]], bool]] = {
    "never": ([], True),
    "today": ([(timedelta(hours=3), "")], False),
    "this night before two": ([(timedelta(hours=11), "")], True),
    "yesterday": ([(timedelta(days=1), "")], True),
    "failed an hour ago": ([(timedelta(hours=1), "backup.broke")], False),
    "failed four hours ago": ([(timedelta(hours=4), "backup.broke")], True),
    "made by a clock that was ahead": ([(timedelta(days=-300), "")], True),
    "failed by a clock that was ahead": ([(timedelta(days=-300), "backup.broke")], True),
    "today, and failed since": ([(timedelta(hours=3), ""), (timedelta(hours=1), "backup.broke")], False),
}


@each("case", DUE)
@pytest.mark.django_db
def test_one_a_day_is_due(case: str, folder: Path) -> None:
    runs, is_due = DUE[case]
    Run.objects.all().delete()
    for ago, problem in runs:
        on_record(ago=ago, problem=problem)
    assert scheduled.is_due(NOW) is is_due


@pytest.mark.django_db
def test_another_place_gets_one_at_once(folder: Path, settings: Settings) -> None:
    on_record()
    settings.BACKUPS = str(folder / "elsewhere")
    assert scheduled.is_due(NOW)


@pytest.mark.django_db
def test_a_day_begins_at_night_where_the_site_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from zoneinfo import ZoneInfo

    monkeypatch.setattr(REMEMBERED, "zone", ZoneInfo("America/New_York"))
    monkeypatch.setattr(REMEMBERED, "until", float("inf"))
    days = [scheduled.day_of(datetime(2026, 11, 30, hour, 30, tzinfo=UTC)).day for hour in (6, 7)]
    assert days == [29, 30]


@pytest.mark.django_db
def test_a_restore_is_due_once_a_month_and_after_a_failure_the_next_day(folder: Path) -> None:
    assert not trying.is_due(NOW), "there is no backup"
    on_record()
    assert trying.is_due(NOW)
    for ago, problem, is_due in (
        (timedelta(days=29), "", False),
        (timedelta(days=31), "", True),
        (timedelta(hours=23), "backup.broke", False),
        (timedelta(hours=25), "backup.broke", True),
        (timedelta(days=-9), "", True),
    ):
        on_record("restore", ago=ago, problem=problem)
        assert trying.is_due(NOW) is is_due, (ago, problem)


# --- What goes --------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_only_our_own_files_go_and_unfinished_ones_after_a_day(place: Place) -> None:
    """Of nine nights the rule keeps 7 daily ones and that of a Sunday."""
    nights = [NOW - timedelta(days=n) for n in range(9)]
    for night in nights:
        write(place, archive_name(night), seal_name(night))
        on_record(name=archive_name(night))
    late, early = NOW - timedelta(hours=5), NOW - timedelta(days=2, hours=5)
    others = {"nabu.zip", "nabu-2020-01-01.zip", "notes.txt"}
    write(place, *others, archive_name(late), archive_name(early), seal_name(early - timedelta(hours=1)))
    scheduled.tidy(place, NOW)
    stay = [*nights[:7], nights[8]]
    expected = {name(night) for night in stay for name in (archive_name, seal_name)}
    assert set(place.sizes()) == expected | others | {archive_name(late)}


@pytest.mark.django_db(transaction=True)
def test_a_database_deletes_only_backups_that_it_has_made(place: Place) -> None:
    """It is new, and makes its first backup in the place where last night's of the lost one is."""
    last_night = timezone.now() - timedelta(minutes=1)
    real = {archive_name(last_night), seal_name(last_night)}
    write(place, *real)
    first, second = make(), make()
    assert set(place.sizes()) == real | {second.name, seal_name(second.started_at)}
    assert first.name not in place.sizes(), "its own of the same day"


@pytest.mark.django_db
def test_the_record_of_a_backup_lasts_as_long_as_the_backup(folder: Path) -> None:
    """A site that was off for years still knows which ones it may delete."""
    place, long_ago = Place(str(folder)), timedelta(days=900)
    write(place, archive_name(NOW - long_ago), seal_name(NOW - long_ago))
    for name in (archive_name(NOW - long_ago), "gone.zip"):
        on_record(ago=long_ago, name=name)
    scheduled.tidy(place, NOW)
    assert Run.objects.get().name == archive_name(NOW - long_ago)


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_good_even_if_nothing_may_be_deleted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(_place: Place, _name: str) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    long_ago = NOW - timedelta(days=400)
    write(Place(str(folder)), archive_name(long_ago))
    monkeypatch.setattr(Place, "remove", refuses)
    assert make().problem == {}
    assert (folder / archive_name(long_ago)).exists()


# --- Trying a restore -------------------------------------------------------------------------------------------------


@pytest.fixture
def made(folder: Path) -> str:
    """The name of a small archive that is a good one by its names and its own sums."""
    import io

    from nabu.operations.backups.archive import ArchiveWriter, Manifest

    place, content = Place(str(folder)), io.BytesIO()
    writer = ArchiveWriter(content)
    table = writer.write_table("a.b", ["id"], [b"[1]\n"], 1)
    writer.finish(Manifest("0", "0", {}, NOW.isoformat(), "sqlite", {}, [table]))
    write(place, seal_name(NOW))
    with place.writing(archive_name(NOW)) as file:
        file.write(content.getvalue())
    return archive_name(NOW)


ENVIRONMENT = (
    "import os, sys; e = os.environ; v = e['NABU_VAR'];"
    "assert v in e['DATABASE_URL'] and v in e['NABU_FACTS'] and v in e['REDIS_URL'], 'it is not alone';"
    "assert 'NABU_WRITERS_NICE' not in e; print(sys.argv); sys.exit({end})"
)


def test_a_restore_that_worked_and_one_that_did_not_are_on_record(
    made: str, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The real one is below: it takes as long as all migrations."""
    steps: list[int] = []
    monkeypatch.setattr(trying, "PROGRAM", ["-c", ENVIRONMENT.format(end="0")])
    good = trying.try_restore(lambda: steps.append(1))
    assert (good.name, good.rows, good.problem, bool(steps)) == (made, 1, {}, True)
    monkeypatch.setattr(trying, "PROGRAM", ["-c", ENVIRONMENT.format(end="'first\\nRow 3 differs.'")])
    with pytest.raises(Refused, match=r"could not be restored: Row 3 differs\. Run “manage\.py backups make”"):
        trying.try_restore(lambda: None)
    assert [run.problem.get("key") for run in Run.objects.all()] == ["backup.not_restored", None]


def test_a_damaged_backup_fails_its_test(made: str, folder: Path, db: None) -> None:
    (folder / made).write_bytes((folder / made).read_bytes()[:-30])
    with pytest.raises(Refused, match="its end is missing"):
        trying.try_restore(lambda: None)
    assert Run.objects.get().kind == Run.Kind.RESTORE


def test_a_restore_that_is_called_off_ends_its_process(made: str, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    class CalledOff(Exception):
        pass

    def step() -> None:
        raise CalledOff

    monkeypatch.setattr(trying, "PROGRAM", ["-c", "import time; time.sleep(1000)"])
    with pytest.raises(CalledOff):
        trying.try_restore(step)
    assert not Run.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_latest_is_restored_for_real(place: Place) -> None:
    """From the place where it is, by another process, into another database."""
    if not LONG:
        pytest.skip("it makes all migrations; NABU_HYPOTHESIS=long tries it")
    made = make()
    assert trying.try_restore(lambda: None).rows == made.rows


# --- What is said about it --------------------------------------------------------------------------------------------


def lines() -> list[tuple[bool | None, str]]:
    return [(good, text) for _name, good, text in backup_checks()]


def soon(seconds: float) -> Any:
    """So long, or a little more."""
    return pytest.approx(seconds + 150, abs=150)


def numbers() -> dict[str, float]:
    return {sample.name: sample.value for metric in backup_metrics() for sample in metric.samples}


@pytest.mark.django_db
def test_staff_and_prometheus_are_told_the_same(folder: Path, settings: Settings) -> None:
    now = timezone.now()
    never = {"nabu_backups_on": 1, "nabu_backup_made": 0, "nabu_backup_failed": 0, "nabu_restore_tried": 0}
    assert numbers() == never
    assert lines() == [
        (None, f"No backup yet. Destination: {folder}."),
        (None, "No restore has been tried yet."),
    ]

    on_record(now=now, ago=timedelta(hours=10))
    on_record("restore", now=now, ago=timedelta(days=3))
    ages = {"nabu_backup_age_seconds": soon(36_000), "nabu_restore_tried_age_seconds": soon(3 * 86_400)}
    good = never | ages | {"nabu_backup_made": 1, "nabu_backup_bytes": 4e6, "nabu_restore_tried": 1}
    assert numbers() == good | {"nabu_restore_failed": 0}
    assert lines() == [
        (True, f"Last good backup: 10\xa0hours ago, 3.8\xa0MB, in {folder}."),
        (True, "a.zip was restored into a temporary database 3\xa0days ago."),
    ]

    on_record(now=now, problem="backup.broke")
    on_record("restore", now=now, problem="backup.broke")
    assert numbers() == good | {
        "nabu_backup_failed": 1, "nabu_restore_failed": 1, "nabu_restore_tried_age_seconds": soon(0),
    }  # fmt: skip
    (backup_ok, backup), (restore_ok, restore) = lines()
    assert (backup_ok, restore_ok) == (False, False)
    assert backup.startswith("Last good backup: 10\xa0hours ago")
    assert "The last attempt failed. The backup stopped unexpectedly: no reason." in backup
    assert restore.startswith("Failed now.")

    settings.BACKUPS = ""
    assert lines()[0] == (None, "Scheduled backups are off (NABU_BACKUPS).")
    assert numbers()["nabu_backups_on"] == 0


@pytest.mark.django_db
def test_one_that_is_older_than_a_day_and_a_half_needs_attention(folder: Path) -> None:
    now = timezone.now()
    on_record(now=now, ago=timedelta(hours=37))
    on_record("restore", now=now, ago=timedelta(days=61))
    assert [good for good, _text in lines()] == [False, False]


def test_a_folder_that_cannot_be_made_is_a_warning(folder: Path, settings: Settings) -> None:
    assert check_folder() == []
    folder.write_text("a file")
    (warning,) = check_folder()
    assert (warning.id, str(folder) in warning.msg) == ("nabu.W003", True)
    for other in ("", "s3://bucket"):
        settings.BACKUPS = other
        assert check_folder() == []


def test_a_place_is_shown_without_its_options() -> None:
    assert str(Place("s3://bucket/nabu/site?region=eu-central-1")) == "s3://bucket/nabu/site"
    assert str(Place("/srv/backups")) == "/srv/backups"


# --- Commands ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_list_tells_good_ones_from_others(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    earlier = NOW - timedelta(days=1)
    write(place, archive_name(earlier), seal_name(earlier), archive_name(NOW), "nabu.zip")
    call_command("backups", "list")
    first, second, last = capsys.readouterr().out.splitlines()
    assert first.split() == [archive_name(earlier), "0.0", "MB"]
    assert second.startswith(archive_name(NOW))
    assert second.endswith("unfinished, or being written now")
    assert last == f"1 good in {place}"
