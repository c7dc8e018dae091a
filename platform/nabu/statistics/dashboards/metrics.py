"""What Prometheus is told about the statistics. What imports pandas is imported where it is needed, as in `tasks`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from django.db import Error
from prometheus_client.core import GaugeMetricFamily, Metric

from engine.registry import GAMES
from nabu.core.collectors import of_instance, of_site
from nabu.statistics.store.place import trouble_here


@of_site
def behind() -> Iterator[Metric]:
    """How many games the workers still have to count, or to take out."""
    from nabu.statistics.dashboards.facts.queries import games_behind

    games = sum(games_behind(game) for game in GAMES.values())
    yield GaugeMetricFamily("nabu_facts_behind_games", "Games that are not counted yet", value=games)


@of_instance
def readable() -> Iterator[Metric]:
    """Whether this host reads the statistics that all others read. Nothing while the database does not answer."""
    with suppress(Error):
        value = int(not trouble_here())
        yield GaugeMetricFamily("nabu_facts_readable", "Does this host read the statistics of the site?", value=value)
