"""Tickets: what a page may be told about, signed, so that a stream needs neither account nor database."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from django.conf import settings
from django.core.signing import BadSignature, Signer

MOST_TOPICS = 300
VALID = timedelta(days=2)


def _signer() -> Signer:
    return Signer(salt="nabu.web.live.ticket")


def address_of(versions: Iterable[tuple[str, int]]) -> str:
    """The address of the stream for a page that shows these versions of its topics.

    It is the same all day for the same versions, so that a stored page can hold it.
    """
    topics = ".".join(f"{topic}_{number}" for topic, number in versions)
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
    return found if _today() - made < VALID and len(found) <= MOST_TOPICS else None


def _today() -> date:
    return datetime.now(UTC).date()
