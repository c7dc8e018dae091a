"""Restoring a scheduled backup for real, into a database that is thrown away."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings

from engine.message import Message, Value
from nabu.core.errors import Refused
from nabu.operations.backups.archive import BadArchive
from nabu.operations.backups.keeping import archive_name, good_backups
from nabu.operations.backups.models import Run
from nabu.operations.backups.places import Place
from nabu.operations.backups.reading_back import archive_in
from nabu.operations.backups.scheduled import MEGABYTE, in_short, place_or_refuse, recorded
from nabu.operations.backups.state import scheduled_place

EVERY = timedelta(days=30)
AGAIN_AFTER = timedelta(days=1)
FOLDER = "nabu-restore-"
LOOK_SECONDS = 0.5
LEFT_BEHIND_SECONDS = 86_400
PROGRAM = ["-m", "nabu.operations.backups.trial"]
NOT_HANDED_ON = ("NABU_LOG_FILE", "NABU_READY_PIPE", "NABU_WRITERS_NICE")


def is_due(now: datetime) -> bool:
    """A month after the last attempt, a day after one that failed. Not before there is a backup to restore."""
    place = scheduled_place()
    good = Run.objects.filter(kind=Run.Kind.BACKUP, problem={})
    if place is None or not good.filter(place=str(place)).exists():
        return False
    last = Run.objects.filter(kind=Run.Kind.RESTORE).order_by("-pk").first()
    return last is None or not timedelta() <= now - last.started_at < (AGAIN_AFTER if last.problem else EVERY)


def try_restore(step: Callable[[], None], name: str | None = None) -> Run:
    """Restore this backup, or the latest good one. `step` is called again and again; what it raises ends the attempt.

    Raises Refused, which is on record then.
    """
    place = place_or_refuse()
    with recorded(Run.Kind.RESTORE) as run:
        run.place, run.name = str(place), name or latest(place)
        try:
            with archive_in(place, run.name) as archive:
                content, rows = archive.content_bytes, sum(table.rows for table in archive.manifest.tables)
        except (BadArchive, OSError) as error:
            raise _not_restored(run.name, in_short(error)) from error
        remove_old_folders()
        _check_room(content)
        with tempfile.TemporaryDirectory(prefix=FOLDER, ignore_cleanup_errors=True) as folder:
            _restore_into(Path(folder), place, run.name, step)
        run.size, run.rows = content, rows
    return run


def latest(place: Place) -> str:
    """The newest good backup there. Raises Refused if there is none, or nothing can be read."""
    try:
        good = good_backups(place.sizes())
    except OSError as error:
        raise Refused(Message("backup.unreadable", {"place": str(place), "error": in_short(error)})) from error
    if not good:
        raise Refused(Message("backup.none", {"place": str(place)}))
    return archive_name(good[-1])


def _restore_into(folder: Path, place: Place, name: str, step: Callable[[], None]) -> None:
    own = {
        "DJANGO_SETTINGS_MODULE": "nabu.settings",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "DATABASE_URL": f"sqlite:///{folder}/trial.sqlite3",
        "REDIS_URL": f"unix://{folder}/no-broker.sock",
        "NABU_VAR": str(folder),
        "NABU_FACTS": str(folder / "facts"),
        "NABU_BACKUPS": place.address,
    }
    inherited = {key: value for key, value in os.environ.items() if key not in NOT_HANDED_ON}
    log = folder / "output"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, *PROGRAM, name, str(os.getpid())],
            cwd=settings.ROOT,
            env={**inherited, **own},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        step()
        while not _ends_soon(process):
            step()
    finally:
        process.kill()
        process.wait()
    if process.returncode:
        lines = log.read_text(errors="replace").strip().splitlines()
        raise _not_restored(name, lines[-1][:300].rstrip(".") if lines else f"exit status {process.returncode}")


def _ends_soon(process: subprocess.Popen[bytes]) -> bool:
    try:
        process.wait(LOOK_SECONDS)
    except subprocess.TimeoutExpired:
        return False
    return True


def _check_room(content: int) -> None:
    """The tables take about as much as the rows as text, and a transaction keeps them twice."""
    folder = tempfile.gettempdir()
    free, needed = shutil.disk_usage(folder).free, 2 * content + settings.DISK_RESERVE_BYTES
    if free < needed:
        values: dict[str, Value] = {"place": folder, "free": free // MEGABYTE, "needed": needed // MEGABYTE}
        raise Refused(Message("backup.no_room_to_restore", values))


def remove_old_folders() -> None:
    """Delete what a killed process has left on this host a day ago: a copy of the database."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER}*"):
        with suppress(OSError):
            if folder.stat().st_mtime < time.time() - LEFT_BEHIND_SECONDS:
                shutil.rmtree(folder)


def _not_restored(name: str, error: str) -> Refused:
    return Refused(Message("backup.not_restored", {"name": name, "error": error}))
