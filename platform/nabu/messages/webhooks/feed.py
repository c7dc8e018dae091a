"""The feed of public events: what webhooks tell, for whoever asks again and again instead of being sent it.

Each event has a number, given in the short transaction that stores it, one transaction after the other: whoever
sees a number sees all before it, so a reader who goes on after the last one neither misses an event nor gets one twice.
Only kind, time and object are stored. What is said of them is what a visitor may see when the feed is read: what has
become a draft again is not told, and a player is called by the name of today.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from nabu.accounts.versions.services import FEED, FORGOTTEN, count_up, numbers, raise_to
from nabu.contests.domain_events.events import DomainEvent
from nabu.contests.domain_events.subscribers import News
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import PUBLIC as PUBLIC_TOURNAMENT
from nabu.messages.webhooks.events import PUBLIC
from nabu.messages.webhooks.models import PublicEvent
from nabu.messages.webhooks.payloads import Data, details_of, message_of

BATCH = 500
POLL_SECONDS = 15
"""So long should whoever has read everything wait before asking again."""


class Forgotten(Exception):
    """Events after this number are not kept any more. `oldest`: the number after which all are."""

    def __init__(self, oldest: int) -> None:
        super().__init__(oldest)
        self.oldest = oldest


class NeverGiven(Exception):
    """This feed has not come to this number yet."""


@dataclass(frozen=True, slots=True)
class Page:
    """Messages by their numbers, where to go on, and whether there is more already."""

    messages: Sequence[tuple[int, Data]]
    next: int
    more: bool


def public_events_of(news: Sequence[News]) -> list[PublicEvent]:
    """What of some news everybody may hear of, the oldest first; neither numbered nor saved yet."""
    return [
        PublicEvent(kind=event.kind, at=one.at, tournament=event.tournament, object_id=event.pk)
        for one in news
        for event in one.events
        if event.kind in PUBLIC and not event.tournament.practice
    ]


def save_public_events(events: Sequence[PublicEvent]) -> None:
    """Number and store them. In the caller's transaction, as the last it does: others who have events wait for it."""
    if events:
        before = count_up(FEED, len(events))
        for number, event in enumerate(events, before + 1):
            event.number = number
        PublicEvent.objects.bulk_create(events, batch_size=BATCH)


def latest_number() -> int:
    """The number of the last event, seen or not."""
    return numbers([FEED])[0]


def read_feed(since: int | None, most: int, tournament: int | None = None) -> Page:
    """The first events after a number (the oldest that are kept, with None), of one tournament or of all.

    `most` are looked at; those that are not public any more are left out. Raises Forgotten or NeverGiven.
    """
    # Read first: whatever is committed later has a greater number.
    latest = latest_number()
    if since is not None and since > latest:
        raise NeverGiven
    if since == latest:
        return Page([], latest, more=False)
    shown = Tournament.objects.filter(PUBLIC_TOURNAMENT).exclude(status=Tournament.Status.DRAFT)
    rows = PublicEvent.objects.filter(number__gt=since or 0, number__lte=latest)
    rows = rows.filter(tournament__in=shown).select_related("tournament").order_by("number")
    if tournament is not None:
        rows = rows.filter(tournament=tournament)
    found = list(rows[: most + 1])
    # Looked up afterwards: what was forgotten meanwhile is known, too.
    [forgotten] = numbers([FORGOTTEN])
    if since is not None and since < forgotten:
        raise Forgotten(forgotten)
    more, found = len(found) > most, found[:most]
    return Page(_messages(found), found[-1].number if more else latest, more)


@transaction.atomic
def forget_events_before(moment: datetime) -> int:
    """Delete what was stored before, without a gap, and note up to which number. Returns how many rows went."""
    old = PublicEvent.objects.filter(created_at__lt=moment)
    last = old.aggregate(last=Max("number"))["last"]
    if last is None:
        return 0
    raise_to(FORGOTTEN, last)
    return PublicEvent.objects.filter(number__lte=last).delete()[0]


def _messages(rows: Sequence[PublicEvent]) -> list[tuple[int, Data]]:
    details = details_of([DomainEvent(row.kind, row.tournament, row.object_id) for row in rows], published=True)
    return [
        (row.number, message_of(row.kind, row.at, row.tournament, details[row.kind, row.object_id]))
        for row in rows
        if (row.kind, row.object_id) in details
    ]
