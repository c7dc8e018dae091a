"""Who wants to know what happened. Higher apps subscribe in their `AppConfig.ready`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from nabu.accounts.audit.models import AuditEntry
from nabu.contests.domain_events.events import DomainEvent
from nabu.contests.matches.models import LogSubmission


@dataclass(frozen=True, slots=True)
class News:
    """One change (`entry`) or the verdict on one log (`submission`), and the domain events that follow from it."""

    events: Sequence[DomainEvent]
    at: datetime
    entry: AuditEntry | None = None
    submission: LogSubmission | None = None


Save = Callable[[], None]
Subscriber = Callable[[Sequence[News]], Save]
"""Works out what follows from some news, the oldest first, outside any transaction; what it returns stores that, inside
one."""

SUBSCRIBERS: list[Subscriber] = []
LAST: list[Subscriber] = []
"""What these store comes after what all others do: whoever else has news waits for it."""


def subscribe(subscriber: Subscriber) -> Subscriber:
    """Let this function hear of everything that happens (a decorator)."""
    SUBSCRIBERS.append(subscriber)
    return subscriber


def subscribe_last(subscriber: Subscriber) -> Subscriber:
    """The same for one that locks what all news need (a decorator)."""
    LAST.append(subscriber)
    return subscriber
