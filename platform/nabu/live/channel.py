"""The channel on which processes tell each other what has changed: topics and their new numbers."""

from __future__ import annotations

import json
import logging
import time
from functools import cache

import redis
from django.conf import settings
from django.utils.crypto import salted_hmac

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 0.25
PAUSE_SECONDS = 5.0


@cache
def channel() -> str:
    """Its name: sites that share a server do not hear each other."""
    return f"nabu-live-{salted_hmac('nabu.live.channel', '').hexdigest()[:16]}"


class Publisher:
    """Tells all web processes. After a failure it does not try again for a while: nobody must wait for it twice."""

    def __init__(self) -> None:
        self.client: redis.Redis | None = None
        self.silent_until = 0.0

    def publish(self, versions: dict[str, int]) -> None:
        """Say that these topics have these numbers now. What is not heard, pages find when they ask by themselves."""
        if time.monotonic() < self.silent_until:
            return
        if self.client is None:
            limits = {"socket_connect_timeout": PATIENCE_SECONDS, "socket_timeout": PATIENCE_SECONDS}
            self.client = redis.Redis.from_url(settings.REDIS_URL, **limits)
        try:
            self.client.publish(channel(), json.dumps(versions))
        except (redis.RedisError, OSError) as error:
            self.silent_until = time.monotonic() + PAUSE_SECONDS
            logger.warning("live pages are not told, the broker is away: %s", error)


publisher = Publisher()
