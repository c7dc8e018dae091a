"""`/metrics` for Prometheus: what the web processes have counted, and what the database and the broker say now."""

from __future__ import annotations

import hmac
from bisect import bisect_right
from collections.abc import Iterator

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import GaugeHistogramMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from nabu.core.counters import counted
from nabu.core.queueing import seconds_since_sweep
from nabu.operations.backups.state import backup_metrics
from nabu.operations.operating.queries import database_bytes, disks, failures_by_kind, queues, verdict_delays

VERDICT_BUCKETS = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """For whoever has the token, and for staff. Nobody else learns that there is something."""
    if not (_has_token(request) or (request.user.is_active and request.user.is_staff)):
        raise Http404
    registry = counted()
    registry.register(SiteNow())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class SiteNow(Collector):
    """What holds for the whole site, asked when somebody looks."""

    def collect(self) -> Iterator[Metric]:
        """One metric after the other."""
        names = ["queue"]
        messages = GaugeMetricFamily("nabu_queue_messages", "Messages that wait with the broker", labels=names)
        waiting = GaugeMetricFamily("nabu_jobs_waiting", "Jobs that wait for a worker", labels=names)
        running = GaugeMetricFamily("nabu_jobs_running", "Jobs that a worker does", labels=names)
        oldest = GaugeMetricFamily("nabu_jobs_oldest_seconds", "Age of the job that waits longest", labels=names)
        found = queues()
        for queue in found:
            if queue.messages is not None:
                messages.add_metric([queue.name], queue.messages)
            waiting.add_metric([queue.name], queue.waiting)
            running.add_metric([queue.name], queue.running)
            oldest.add_metric([queue.name], queue.oldest_seconds)
        yield from (messages, waiting, running, oldest)
        broker = any(queue.messages is not None for queue in found)
        yield GaugeMetricFamily("nabu_broker_up", "Does the broker answer?", value=int(broker))

        swept = seconds_since_sweep()
        if swept is not None:
            yield GaugeMetricFamily("nabu_sweep_age_seconds", "Since the last sweep of beat and workers", value=swept)

        failed = GaugeMetricFamily("nabu_jobs_failed", "Jobs given up in the last 24 hours", labels=["kind"])
        for kind, count in failures_by_kind().items():
            failed.add_metric([kind], count)
        yield failed
        yield _delays(verdict_delays())

        free = GaugeMetricFamily("nabu_disk_free_bytes", "Free space of the disk", labels=["folder"])
        total = GaugeMetricFamily("nabu_disk_bytes", "Size of the disk", labels=["folder"])
        for disk in disks():
            free.add_metric([disk.name], disk.free)
            total.add_metric([disk.name], disk.total)
        yield from (free, total)
        yield GaugeMetricFamily("nabu_database_bytes", "Size of the database", value=database_bytes())
        yield from backup_metrics()


def _delays(delays: list[float]) -> Metric:
    """A histogram of the last hour, not of all time: it needs no `rate`."""
    buckets = [(str(limit), float(bisect_right(delays, limit))) for limit in VERDICT_BUCKETS]
    return GaugeHistogramMetricFamily(
        "nabu_verdict_seconds",
        "From the upload of a log to its verdict, uploads of the last hour",
        buckets=[*buckets, ("+Inf", float(len(delays)))],
        gsum_value=sum(delays),
    )


def _has_token(request: HttpRequest) -> bool:
    scheme, _space, given = request.headers.get("Authorization", "").partition(" ")
    wanted = settings.METRICS_TOKEN
    return bool(wanted) and scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), wanted.encode())
