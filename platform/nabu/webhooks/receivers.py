"""Messages about what happened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from nabu.announcements.subscribers import News, subscribe
from nabu.webhooks.writing import deliveries_of, save_deliveries


@subscribe
def write_deliveries(news: News) -> Callable[[], None]:
    """Webhooks that asked for it get a message."""
    return partial(save_deliveries, deliveries_of(news.events, news.at))
