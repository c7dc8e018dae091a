"""Notifications about what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from nabu.contests.domain_events.subscribers import News, subscribe
from nabu.messages.push.writing import notifications_of, save_notifications


@subscribe
def write_notifications(news: Sequence[News]) -> Callable[[], None]:
    """Players of a published round are told on their devices."""
    return partial(save_notifications, notifications_of([event for one in news for event in one.events]))
