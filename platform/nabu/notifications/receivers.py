"""Mails about what happened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from nabu.announcements.subscribers import News, subscribe
from nabu.notifications.writing import mails_of, save_mails, verdict_mails


@subscribe
def write_mails(news: News) -> Callable[[], None]:
    """Whom it concerns is told by mail."""
    if news.submission is not None:
        return partial(save_mails, verdict_mails(news.submission))
    return partial(save_mails, mails_of(news.events, news.entry.actor_id if news.entry else None))
