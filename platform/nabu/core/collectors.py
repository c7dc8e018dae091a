"""Who answers when Prometheus asks: for this instance of the web server (`/metrics`), and for the whole site
(`/metrics/site`). An app adds its metrics to either in a module `metrics.py`, which its `AppConfig.ready` imports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client.core import Metric

Collect = Callable[[], Iterable[Metric]]

OF_INSTANCE: list[Collect] = []
"""What differs from host to host. Each host is scraped, so what is here is in Prometheus once for each of them."""

OF_SITE: list[Collect] = []
"""What the database and the broker say, whichever host is asked: scraped once."""


def of_instance(collect: Collect) -> Collect:
    """This function is called at every scrape of a host (a decorator)."""
    OF_INSTANCE.append(collect)
    return collect


def of_site(collect: Collect) -> Collect:
    """This function is called at every scrape of the site (a decorator)."""
    OF_SITE.append(collect)
    return collect
