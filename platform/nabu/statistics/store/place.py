"""Where the files of the statistics lie, and whether this machine reads the place that all others read.

The first who writes makes a folder in the place (`NABU_FACTS`), named in the database, with a mark in it. A host that
does not find the mark reads another place than the others: it says so, and never shows what it cannot read as nothing.
"""

from __future__ import annotations

import json
import logging
import socket
import time
from contextlib import suppress
from functools import lru_cache
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils.translation import gettext as _

from analytics.files_away import FilesAway
from nabu.core.disk import facts_folder
from nabu.core.errors import TryLater
from nabu.statistics.store.models import Place

logger = logging.getLogger(__name__)

MARK = "place.json"
LOOK_AGAIN_SECONDS = 15.0
"""So long it is believed that the place is the right one."""

RETRY_SECONDS = 30
ELSEWHERE = "elsewhere"
AWAY = "away"


class StatisticsAway(TryLater):
    """The statistics cannot be read on this machine now. The answer is 503."""

    def __init__(self) -> None:
        text = _("The statistics cannot be read on this server right now. Everything else works. Try again later.")
        super().__init__(text, status=503, seconds=RETRY_SECONDS)


UNREADABLE = (StatisticsAway, FilesAway)
"""What whoever asks for statistics beside other things must live with."""


def trouble(folder: UUID | None) -> str:
    """What is wrong with the place of this folder on this machine: `ELSEWHERE` if it is not the one that the site uses,
    `AWAY` if it does not answer; empty if nothing is, or if nothing was counted yet."""
    return _trouble(str(settings.FACTS), folder, int(time.monotonic() / LOOK_AGAIN_SECONDS)) if folder else ""


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
        "object store. If it is lost, run manage.py facts rebuild."
    )


def say_if_elsewhere() -> None:
    """Write the advice to the log: what a process does when it starts, whether the database answers or not."""
    with suppress(DatabaseError):
        if found := advice():
            logger.error(found)


def place_for_writing() -> Place:
    """The place, which is made if there is none, or if its folder was lost on the machine that had made it. Then
    everything is counted anew. Raises StatisticsAway."""
    place = Place.objects.first()
    found = trouble(place.folder) if place else ""
    if place is not None and not found:
        return place
    if found == AWAY or (place is not None and place.host != socket.gethostname()):
        raise StatisticsAway
    return make_anew(place)


def make_anew(instead_of: Place | None) -> Place:
    """Make another place with empty stores, unless somebody else has done so meanwhile."""
    with transaction.atomic():
        Place.objects.get_or_create(pk=1, defaults={"host": socket.gethostname()})
        place = Place.objects.select_for_update().get(pk=1)
        if instead_of is not None and place.folder == instead_of.folder:
            place.delete()
            place = Place.objects.create(pk=1, host=socket.gethostname())
    _write_mark(place)
    _trouble.cache_clear()
    return place


def without_secrets_of_place() -> str:
    """The place as people may read it."""
    from analytics.files import without_secrets

    return without_secrets(str(settings.FACTS))


def _write_mark(place: Place) -> None:
    from analytics.files import Files

    about = {"host": place.host, "made_at": place.made_at.isoformat()}
    Files(str(settings.FACTS), str(place.folder), str(facts_folder())).write({MARK: json.dumps(about).encode()})


@lru_cache(maxsize=4)
def _trouble(where: str, folder: UUID, _moment: int) -> str:
    """Asked once for each moment."""
    from analytics.files import Files

    try:
        return "" if Files(where, str(folder), str(facts_folder())).has(MARK) else ELSEWHERE
    except FilesAway as error:
        logger.warning("The place of the statistics does not answer: %s", error)
        return AWAY
