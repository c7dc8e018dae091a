"""What is said once for the whole site, whichever host is asked; workers on hosts without a web server are in it."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client.core import GaugeMetricFamily, Metric

from nabu.contests.results.counts import VERDICT_SECONDS
from nabu.core.collectors import of_site
from nabu.core.queueing import seconds_since_sweep
from nabu.operations.operating.queries import database_bytes, database_connections, queues
from nabu.web.jobs.counts import JOB_SECONDS, JOBS_ENDED
from nabu.web.jobs.kinds import KINDS
from nabu.web.jobs.models import Job

ENDINGS = (Job.Status.DONE, Job.Status.FAILED, Job.Status.CANCELLED)


@of_site
def waiting_jobs() -> Iterator[Metric]:
    """The jobs by their rows, and the messages of the broker that point to them."""
    messages = GaugeMetricFamily("nabu_queue_messages", "Messages that wait in the broker", labels=["queue"])
    waiting = GaugeMetricFamily("nabu_jobs_waiting", "Jobs that are due and wait for a worker", labels=["queue"])
    running = GaugeMetricFamily("nabu_jobs_running", "Jobs that a worker is doing", labels=["queue"])
    oldest = GaugeMetricFamily("nabu_jobs_oldest_seconds", "How long the oldest due job has waited", labels=["queue"])
    for queue in queues():
        if queue.messages is not None:
            messages.add_metric([queue.name], queue.messages)
        waiting.add_metric([queue.name], queue.waiting)
        running.add_metric([queue.name], queue.running)
        oldest.add_metric([queue.name], queue.oldest_seconds)
    yield from (messages, waiting, running, oldest)


@of_site
def jobs() -> Iterator[Metric]:
    """What the workers of all hosts have done."""
    yield JOBS_ENDED.metric((kind, ending.value) for kind in KINDS for ending in ENDINGS)
    yield JOB_SECONDS.metric((kind,) for kind in KINDS)


@of_site
def verdicts() -> Iterator[Metric]:
    """How long people wait for a verdict."""
    yield VERDICT_SECONDS.metric()


@of_site
def sweeps() -> Iterator[Metric]:
    """Whether beat and at least one worker live. Nothing before the first sweep, or without a broker."""
    swept = seconds_since_sweep()
    if swept is not None:
        yield GaugeMetricFamily("nabu_sweep_age_seconds", "Time since the last sweep of the workers", value=swept)


@of_site
def database() -> Iterator[Metric]:
    """Its size, and the connections of all hosts to it."""
    yield GaugeMetricFamily("nabu_database_bytes", "Size of the database", value=database_bytes())
    found = database_connections()
    if found is not None:
        used, most = found
        yield GaugeMetricFamily("nabu_database_connections", "Connections to the PostgreSQL server", value=used)
        yield GaugeMetricFamily("nabu_database_connections_limit", "Connections that it allows", value=most)
