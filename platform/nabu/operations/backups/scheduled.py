"""One scheduled backup: written to its place, read back from there, and only then good; then old ones go by rule."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from engine.message import Message, Value, verbatim
from nabu.core import database_clock
from nabu.core.background import compute
from nabu.core.errors import Refused
from nabu.operations.backups.archive import BadArchive, Manifest
from nabu.operations.backups.keeping import archive_name, good_backups, kept, made_at, seal_name
from nabu.operations.backups.models import Run
from nabu.operations.backups.places import Place
from nabu.operations.backups.reading_back import read_back
from nabu.operations.backups.saving import CannotSave, Say, Watch, save
from nabu.operations.backups.state import scheduled_place
from nabu.web.site_time.zone import chosen_zone

logger = logging.getLogger(__name__)

NIGHT = timedelta(hours=2)
"""A day of backups begins at two o'clock in the site's time zone."""

RETRY_AFTER = timedelta(hours=3)
LEFT_BEHIND_AFTER = timedelta(days=1)
"""What has no note for so long is of an attempt that was killed: none takes longer than some hours."""

RECORDED_FOR = timedelta(days=400)
MEGABYTE = 10**6


def day_of(moment: datetime) -> date:
    """The day that a backup belongs to."""
    return (moment.astimezone(chosen_zone() or timezone.get_default_timezone()) - NIGHT).date()


def is_due(now: datetime) -> bool:
    """Is there no good backup of today in the place of now? After a failed attempt it is left alone for a while.

    Only the day counts: one that a wrong clock has dated otherwise neither replaces that of today nor delays it.
    """
    place = scheduled_place()
    if place is None:
        return False
    runs = Run.objects.filter(kind=Run.Kind.BACKUP, place=str(place))
    around = runs.filter(started_at__gt=now - timedelta(days=2), started_at__lt=now + timedelta(days=2))
    if any(day_of(run.started_at) == day_of(now) for run in around.filter(problem={})):
        return False
    failed = runs.exclude(problem={}).filter(finished_at__gt=now - RETRY_AFTER, finished_at__lte=now)
    return not failed.exists()


def place_or_refuse() -> Place:
    """Where scheduled backups go. Raises Refused if they are off."""
    place = scheduled_place()
    if place is None:
        raise Refused(Message("backup.off"))
    return place


@contextmanager
def recorded(kind: Run.Kind) -> Iterator[Run]:
    """What is tried inside is on record afterwards, also when it raises Refused. Anything else leaves no trace.

    The times are those of the database, like those of the job that does it.
    """
    run = Run(kind=kind, started_at=database_clock.now())
    try:
        yield run
    except Refused as refusal:
        run.problem = refusal.why.to_json()
        raise
    finally:
        if run.problem or run.rows:
            run.finished_at = database_clock.now()
            run.save()


def make(say: Say, watch: Watch, reading: Callable[[], None]) -> Run:
    """Make a backup and read it back. Raises Refused, which is on record then, and what `watch` raises.

    `reading` is called when everything is written.
    """
    place = place_or_refuse()
    with recorded(Run.Kind.BACKUP) as run:
        run.place, run.name = str(place), archive_name(run.started_at)
        _check_room(place)
        written = _write(place, run.name, say, watch)
        reading()
        size = _checked(place, run.name, written)
        rows = sum(table.rows for table in written.tables)
        _seal(place, run.started_at, {"nabu": written.nabu, "made_at": written.made_at, "bytes": size, "rows": rows})
        run.size, run.rows = size, rows
    logger.info("%s/%s: %s rows, %s bytes, read back", place, run.name, run.rows, run.size)
    try:
        tidy(place, database_clock.now())
    except OSError as error:
        # A key that may only write is a good idea; then the object store itself deletes what is old.
        logger.warning("old backups in %s could not be deleted: %s", place, error)
    return run


def tidy(place: Place, now: datetime) -> None:
    """Delete what the rule does not keep, and what killed attempts have left. Raises OSError.

    The rule is only for what this database has on record. Other good backups there stay: they are of another site, or
    of this one before it was restored or lost its database.
    """
    names = set(place.sizes())
    good = set(good_backups(names))
    recorded_names = set(Run.objects.filter(kind=Run.Kind.BACKUP, problem={}).values_list("name", flat=True))
    own = {made for made in good if archive_name(made) in recorded_names}
    old = own - kept(own, now, day_of)
    unfinished = {made for name in names if (made := made_at(name))} - good
    old |= {made for made in unfinished if made < now - LEFT_BEHIND_AFTER}
    stay = {archive_name(made) for made in own - old}
    Run.objects.filter(finished_at__lt=now - RECORDED_FOR).exclude(name__in=stay).delete()
    for made in sorted(old):
        for name in (seal_name(made), archive_name(made)):
            if name in names:
                place.remove(name)
                logger.info("deleted by rule: %s/%s", place, name)


def known_size() -> int | None:
    """The size of the last good backup, in bytes."""
    sizes = Run.objects.filter(kind=Run.Kind.BACKUP, problem={}).order_by("-pk").values_list("size", flat=True)
    return sizes.first()


def _check_room(place: Place) -> None:
    """A quarter more than last time must be free beside the reserve; for the first, as much as the database has."""
    try:
        free = place.free_bytes()
    except OSError as error:
        raise _not_written(place, error) from None
    if free is None:
        return
    last = known_size()
    needed = settings.DISK_RESERVE_BYTES + (last * 5 // 4 if last else database_bytes())
    if free < needed:
        values: dict[str, Value] = {"place": str(place), "free": free // MEGABYTE, "needed": needed // MEGABYTE}
        raise Refused(Message("backup.no_room", values))


def database_bytes() -> int:
    """How large the database is. A backup is compressed, but holds bytes as text."""
    if connection.vendor == "sqlite":
        return Path(connection.settings_dict["NAME"]).stat().st_size
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def _write(place: Place, name: str, say: Say, watch: Watch) -> Manifest:
    try:
        with place.writing(name) as file:
            return save(file, say, watch)
    except BaseException as error:
        _take_back(place, name, error)
        if isinstance(error, CannotSave):
            raise Refused(verbatim(str(error))) from None
        if isinstance(error, OSError):
            raise _not_written(place, error) from error
        raise


def _checked(place: Place, name: str, written: Manifest) -> int:
    """The size of the archive in bytes, if all of it is there as it was written."""
    try:
        if compute(read_back, place.address, name) != written:
            raise BadArchive("it has another manifest")
        return place.sizes()[name]
    except (BadArchive, OSError, KeyError) as error:
        _take_back(place, name, error)
        raise Refused(Message("backup.damaged", {"place": str(place), "error": in_short(error)})) from error


def _seal(place: Place, made: datetime, facts: dict[str, object]) -> None:
    note = {"archive": archive_name(made), **facts, "checked_at": datetime.now(UTC).isoformat()}
    try:
        with place.writing(seal_name(made)) as file:
            file.write(json.dumps(note, indent=1).encode())
    except OSError as error:
        _take_back(place, seal_name(made), error)
        _take_back(place, archive_name(made), error)
        raise _not_written(place, error) from error


def _take_back(place: Place, name: str, error: BaseException) -> None:
    """Delete what an error has left, unless it says that somebody else had written there before."""
    if isinstance(error, FileExistsError):
        return
    with suppress(OSError):
        place.remove(name)


def _not_written(place: Place, error: OSError) -> Refused:
    return Refused(Message("backup.not_written", {"place": str(place), "error": in_short(error)}))


def in_short(error: BaseException) -> str:
    """What an error says, without the full stop that a sentence around it has."""
    text = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    return " ".join(text.split())[:300].rstrip(".")
