"""The channel on which processes tell each other what has changed: topics and their new numbers."""

from __future__ import annotations

import json
import logging
from functools import cache

import redis
from django.conf import settings
from django.utils.crypto import salted_hmac

from nabu.core.circuit_breaker import Pause

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 0.25


@cache
def channel() -> str:
    """Its name: sites that share a server do not hear each other."""
    return f"nabu-live-{salted_hmac('nabu.web.live.channel', '').hexdigest()[:16]}"


class Publisher:
    """Tells all web processes. After a failure it does not try again for a while: nobody must wait for it twice."""

    def __init__(self) -> None:
        self.client: redis.Redis | None = None
        self.pause = Pause()

    def publish(self, versions: dict[str, int]) -> None:
        """Say that these topics have these numbers now. What is not heard, pages find when they ask by themselves."""
        if self.pause.holds(settings.REDIS_URL):
            return
        if self.client is None:
            limits = {"socket_connect_timeout": PATIENCE_SECONDS, "socket_timeout": PATIENCE_SECONDS}
            self.client = redis.Redis.from_url(settings.REDIS_URL, retry=None, **limits)
        try:
            self.client.publish(channel(), json.dumps(versions))
            self.pause.end(settings.REDIS_URL)
        except (redis.RedisError, OSError) as error:
            self.pause.begin(settings.REDIS_URL)
            logger.warning("live updates not sent: broker unavailable: %s", error)


publisher = Publisher()
