"""Tickets: what a page may be told about, signed, so that a stream needs neither account nor database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from math import inf

from django.conf import settings
from django.core.signing import BadSignature, Signer

from nabu.core.database_clock import OFFSET

MOST_TOPICS = 300
MOST_TICKETS = 20
"""In one stream: of the windows of a browser."""

VALID = timedelta(days=2)
MADE = "0"
"""Stands in a ticket as a topic with the time at which the versions of its page were read (Unix, milliseconds), which
nothing is told about."""


def _signer() -> Signer:
    return Signer(salt="nabu.web.live.ticket")


def address_of(versions: Iterable[tuple[str, int]], made: datetime | None = None) -> str:
    """The address of the stream for a page that shows these versions of its topics. `made`: when they were read, by the
    clock of the site; now if not given. But for that time it is the same all day
    (`nabu.web.shared_pages.entry.MADE_AT`)."""
    at = int(1000 * (made or _now()).timestamp())
    topics = ".".join(f"{topic}_{number}" for topic, number in [*versions, (MADE, at)])
    ticket = _signer().sign(f"{_today():%Y%m%d}.{topics}")
    return f"{settings.LIVE_PATH}?ticket={ticket}"


def read_ticket(ticket: str) -> dict[str, int] | None:
    """The topics of a ticket with the versions that the page shows; None if it is forged, old or none at all."""
    try:
        day, *topics = _signer().unsign(ticket).split(".")
        made = datetime.strptime(day, "%Y%m%d").date()
        found = {topic: int(number) for topic, _underscore, number in (part.rpartition("_") for part in topics if part)}
    except (BadSignature, ValueError):
        return None
    found.pop(MADE, None)
    return found if _today() - made < VALID and len(found) <= MOST_TOPICS else None


def read_tickets(written: Sequence[str]) -> dict[str, int] | None:
    """The topics of several pages, each with the oldest version that one of them shows. None if a ticket is none, or
    they are too many."""
    found: dict[str, int] = {}
    for ticket in written[: MOST_TICKETS + 1]:
        topics = read_ticket(ticket)
        if topics is None:
            return None
        for topic, number in topics.items():
            found[topic] = min(number, found.get(topic, number))
    return found if len(written) <= MOST_TICKETS and len(found) <= MOST_TOPICS else None


def age_of(ticket: str) -> float:
    """Seconds since the page of a ticket was made, at least 0; infinite for one that does not say so, or is none."""
    try:
        _topics, _dot, made = _signer().unsign(ticket).rpartition(f".{MADE}_")
        return max(0.0, _now().timestamp() - int(made) / 1000)
    except (BadSignature, ValueError):
        return inf


def _now() -> datetime:
    """The time of the site (`nabu.core.database_clock`), without asking the database: the event loop must not wait."""
    return datetime.now(UTC) + OFFSET.behind


def _today() -> date:
    return datetime.now(UTC).date()
