"""What all processes of all hosts count together, workers too: in the broker, which all of them reach.

Each metric is a hash of the broker whose fields only grow. Whoever takes a message from the broker has it at hand, one
round trip counts, and nobody waits for a row that all verdicts would have to lock. If the broker loses its data, the
counts begin at zero again, which `rate` takes for the restart that it is. What cannot be counted is not counted: no
work fails because of it.
"""

from __future__ import annotations

import json
import logging
import time
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import redis
from django.conf import settings
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from redis.backoff import NoBackoff
from redis.retry import Retry

from nabu.core.circuit_breaker import Pause
from nabu.core.queueing import ANSWER_SECONDS, SLOW_SECONDS

logger = logging.getLogger(__name__)

PAUSE = Pause()
SUM = "sum"
LAST = "+Inf"


class SiteCounter:
    """A counter of the whole site. `name` ends in `_total`; `labels` are the names of its labels."""

    def __init__(self, name: str, documentation: str, labels: Sequence[str]) -> None:
        self.name, self.documentation, self.labels = name, documentation, labels

    def inc(self, *values: str, by: float = 1) -> None:
        """So many more with these values of the labels."""
        _add(self.name, {json.dumps(values): by})

    def metric(self, known: Iterable[Sequence[str]]) -> Metric:
        """As Prometheus reads it; the values that are `known` are there before the first is counted, so that `increase`
        sees it. Empty while the broker does not answer."""
        family = CounterMetricFamily(self.name, self.documentation, labels=self.labels)
        counted = _counted(self.name)
        if counted is not None:
            values = {
                **dict.fromkeys(map(tuple, known), 0.0),
                **{tuple(json.loads(key)): counted[key] for key in counted},
            }
            for labels, value in values.items():
                family.add_metric(labels, value)
        return family


class SiteHistogram:
    """A cumulative histogram of the whole site. `buckets` are the upper limits, without infinity."""

    def __init__(self, name: str, documentation: str, buckets: Sequence[float]) -> None:
        self.name, self.documentation, self.buckets = name, documentation, buckets

    def observe(self, values: Iterable[float]) -> None:
        """These were measured. The broker adds all of them at once."""
        added: dict[str, float] = {}
        for value in values:
            place = bisect_left(self.buckets, value)
            bucket = str(float(self.buckets[place])) if place < len(self.buckets) else LAST
            added[bucket] = added.get(bucket, 0) + 1
            added[SUM] = added.get(SUM, 0.0) + value
        if added:
            _add(self.name, added)

    def metric(self) -> Metric:
        """As Prometheus reads it. Empty while the broker does not answer."""
        family = HistogramMetricFamily(self.name, self.documentation)
        counted = _counted(self.name)
        if counted is not None:
            total = counted.pop(SUM, 0.0)
            # Another version may have counted into other buckets: each is in the next larger one of ours.
            buckets = [
                (str(float(limit)), sum(n for name, n in counted.items() if float(name) <= limit))
                for limit in (*self.buckets, float("inf"))
            ]
            family.add_metric([], [*buckets[:-1], (LAST, buckets[-1][1])], total)
        return family


def _add(name: str, added: Mapping[str, float]) -> None:
    if PAUSE.holds(settings.REDIS_URL):
        return
    start = time.monotonic()
    try:
        with _broker(settings.REDIS_URL).pipeline(transaction=True) as asked:
            for field, by in added.items():
                asked.hincrbyfloat(_key(name), field, by)
            asked.execute()
    except (redis.RedisError, OSError) as error:
        if time.monotonic() - start > SLOW_SECONDS:
            PAUSE.begin(settings.REDIS_URL)
        else:
            PAUSE.end(settings.REDIS_URL)
        logger.info("%s not counted: broker unavailable: %s", name, error)
    else:
        PAUSE.end(settings.REDIS_URL)


def _counted(name: str) -> dict[str, float] | None:
    """What the broker has. None if it does not answer: zero would say that it has forgotten everything."""
    try:
        found: dict[bytes, bytes] = _broker(settings.REDIS_URL).hgetall(_key(name))  # type: ignore[assignment]
    except (redis.RedisError, OSError):
        return None
    return {field.decode(): float(value) for field, value in found.items()}


@cache
def _broker(url: str) -> redis.Redis:
    # The connections stay: making one costs five times what counting does. After a restart of the broker they are
    # closed, so another one is tried at once. What was not answered in time is not sent again, for it may be counted.
    retry = Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,))
    limits = {"socket_connect_timeout": ANSWER_SECONDS, "socket_timeout": ANSWER_SECONDS}
    return redis.Redis.from_url(url, retry=retry, **limits)


def _key(name: str) -> str:
    return f"nabu:count:{name}"
