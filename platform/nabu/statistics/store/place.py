"""Where the files of the statistics lie, and whether this machine reads the place that all others read.

The first who writes makes a folder in the place (`NABU_FACTS`), named in the database, with a mark in it. A host that
does not find the mark reads another place than the others: it says so, and never shows what it cannot read as nothing.
"""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from uuid import UUID, uuid4

from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from analytics.files_away import FilesAway
from nabu.core.disk import facts_folder
from nabu.core.errors import TryLater
from nabu.statistics.store.models import Place, Store

logger = logging.getLogger(__name__)

MARK = "place.json"
LOOK_AGAIN_SECONDS = 15.0
"""So long it is believed that the place is the right one."""

RETRY_SECONDS = 30
ELSEWHERE = "elsewhere"
AWAY = "away"


class StatisticsAway(TryLater, FilesAway):
    """The statistics cannot be read on this machine now. The answer is 503, and jobs are put off."""

    def __init__(self) -> None:
        text = _("The statistics cannot be read on this server right now. Everything else works. Try again later.")
        super().__init__(text, status=503, seconds=RETRY_SECONDS)


UNREADABLE = (StatisticsAway, FilesAway)
"""What whoever asks for statistics beside other things must live with."""


def trouble(folder: UUID | None) -> str:
    """What is wrong with the place of this folder on this machine: `ELSEWHERE` if it is not the one that the site uses,
    `AWAY` if it does not answer; empty if nothing is, or if nothing was counted yet."""
    return TROUBLES.of(str(settings.FACTS), folder) if folder else ""


def trouble_here() -> str:
    """The same of the place of the site, which is asked of the database."""
    return trouble(Place.objects.values_list("folder", flat=True).first())


def advice() -> str:
    """What is wrong and what to do about it, in English, for the log; empty if nothing is."""
    place = Place.objects.first()
    if place is None or not (found := trouble(place.folder)):
        return ""
    where = without_secrets_of_place()
    if found == AWAY:
        return f"The place of the statistics (NABU_FACTS, {where}) does not answer."
    return (
        f"This machine ({socket.gethostname()}) does not have the statistics of the site: NABU_FACTS is {where}, and "
        f"there is no folder {place.folder}, which {place.host} has made. All machines must use the same folder or "
        "object store. If it is lost, run manage.py facts rebuild --new-place."
    )


def say_if_elsewhere() -> None:
    """Write the advice to the log: what a process does when it starts, whether the database answers or not."""
    with suppress(DatabaseError):
        if found := advice():
            logger.error(found)


def place_for_writing() -> Place:
    """The place, which is made if there is none. Raises StatisticsAway.

    One that is lost is made again, and everything counted anew, only if it was this machine's own: a shared folder may
    only not be mounted, or another machine may have it.
    """
    place = Place.objects.first()
    found = trouble(place.folder) if place else ""
    if place is not None and not found:
        return place
    if found == AWAY or (place is not None and not _is_own(place)):
        raise StatisticsAway
    return make_anew(place)


def make_anew(instead_of: Place | None) -> Place:
    """Make another place with empty stores, unless somebody else has done so meanwhile. Raises FilesAway."""
    from analytics.files import Files

    folder, host, now = uuid4(), socket.gethostname(), timezone.now()
    mark = json.dumps({"host": host, "made_at": now.isoformat()}).encode()
    # First the mark, so that nobody ever misses it.
    Files(str(settings.FACTS), str(folder), str(facts_folder())).write({MARK: mark})
    with transaction.atomic():
        place, _made = Place.objects.get_or_create(pk=1, defaults={"folder": folder, "host": host})
        place = Place.objects.select_for_update().get(pk=1)
        if instead_of is not None and place.folder == instead_of.folder:
            Store.objects.filter(pk__in=[row.pk for row in Store.objects.select_for_update()]).delete()
            place.folder, place.host, place.made_at = folder, host, now
            place.save()
    return place


def _is_own(place: Place) -> bool:
    """Whether it lay in the folder for the data of this machine."""
    where = str(settings.FACTS)
    return place.host == socket.gethostname() and "://" not in where and Path(where).is_relative_to(settings.VAR)


def without_secrets_of_place() -> str:
    """The place as people may read it."""
    from analytics.files import without_secrets

    return without_secrets(str(settings.FACTS))


class Troubles:
    """What is wrong with places, asked now and then. While one thread asks, the others believe what was true."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.known: dict[tuple[str, UUID], tuple[float, str]] = {}

    def of(self, where: str, folder: UUID) -> str:
        """`ELSEWHERE`, `AWAY`, or empty."""
        asked_at, found = self.known.get((where, folder), (float("-inf"), ""))
        if time.monotonic() - asked_at < LOOK_AGAIN_SECONDS:
            return found
        if self.lock.acquire(blocking=asked_at < 0):
            try:
                found = _ask(where, folder)
                self.known[where, folder] = (time.monotonic(), found)
            finally:
                self.lock.release()
        return found

    def forget(self) -> None:
        """Ask again."""
        self.known.clear()


TROUBLES = Troubles()


def _ask(where: str, folder: UUID) -> str:
    from analytics.files import Files

    try:
        return "" if Files(where, str(folder), str(facts_folder())).has(MARK) else ELSEWHERE
    except FilesAway as error:
        logger.warning("The place of the statistics does not answer: %s", error)
        return AWAY
