"""Messages about what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from nabu.contests.domain_events.subscribers import News, subscribe, subscribe_last
from nabu.messages.webhooks.feed import public_events_of, save_public_events
from nabu.messages.webhooks.writing import deliveries_of, save_deliveries


@subscribe
def write_deliveries(news: Sequence[News]) -> Callable[[], None]:
    """Webhooks that asked for it get a message."""
    return partial(save_deliveries, [found for one in news for found in deliveries_of(one.events, one.at)])


@subscribe_last
def note_public_events(news: Sequence[News]) -> Callable[[], None]:
    """Whoever follows the feed finds what happened in public."""
    return partial(save_public_events, public_events_of(news))
