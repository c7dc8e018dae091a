"""A cache that never breaks a page: whatever happens to its server, the caller only misses what was kept.

It may live in the broker's server, beside the queue: that is why values are of a bounded size, every one of them has an
end, and `clear` forgets only them.
"""

from __future__ import annotations

import json
import logging
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis import RedisError
from redis.exceptions import ResponseError

from nabu.core.circuit_breaker import Pause

logger = logging.getLogger(__name__)

PAUSE = Pause()
"""Django has a cache object for each thread: they share what one has found."""

MOST_BYTES = 256 * 1024
"""A larger value is not kept."""


class PlainBytes:
    """Values are bytes and are written as they are; nothing that comes back is run or unpickled."""

    def dumps(self, value: bytes) -> bytes:
        """As it is."""
        return value

    def loads(self, value: bytes) -> bytes:
        """As it is."""
        return value


class Json:
    """Values are plain numbers, texts and lists."""

    def dumps(self, value: object) -> bytes:
        """As JSON."""
        return json.dumps(value).encode()

    def loads(self, value: bytes) -> Any:
        """From JSON."""
        return json.loads(value)


class SoftCache(RedisCache):
    """Django's Redis cache, with methods that do nothing while the server is away."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._server = server

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """The value, or `default`."""
        return self._softly(default, super().get, key, default, version)

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """False if somebody else has set the key. True without a server: then nobody else can be seen."""
        return bool(self._softly(True, super().add, key, value, timeout, version))

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Keep it, unless it is too large or the server is full."""
        if not isinstance(value, bytes) or len(value) <= MOST_BYTES:
            self._softly(None, super().set, key, value, timeout, version)

    def delete(self, key: str, version: int | None = None) -> bool:
        """Forget it."""
        return bool(self._softly(False, super().delete, key, version))

    def clear(self) -> None:
        """Forget what this cache keeps, and nothing else: the queue of the workers may be in the same server."""
        self._softly(None, self._forget_all)

    def _forget_all(self) -> None:
        client = self._cache.get_client(write=True)
        for key in client.scan_iter(match=self.make_key("*"), count=1000):
            client.unlink(key)

    def _softly(self, otherwise: Any, ask: Any, *arguments: Any) -> Any:
        if PAUSE.holds(self._server):
            return otherwise
        try:
            answer = ask(*arguments)
            PAUSE.end(self._server)
            return answer
        except ResponseError:  # it answers, and refuses: mostly because it is full
            return otherwise
        except (RedisError, OSError) as error:
            PAUSE.begin(self._server)
            logger.warning("cache unavailable, continuing without it: %s", error)
            return otherwise
