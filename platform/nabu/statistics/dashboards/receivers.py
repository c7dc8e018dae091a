"""What the statistics do when something happens below them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.dispatch import receiver

from analytics.facts import Facts
from nabu.contests.domain_events.subscribers import News, subscribe
from nabu.contests.matches.models import GameLog
from nabu.contests.ratings.models import RatingExclusion
from nabu.contests.results.signals import log_replayed
from nabu.contests.tournaments.signals import exclusion_changed
from nabu.statistics.dashboards.facts.services import store_facts
from nabu.statistics.dashboards.facts.staleness import made_stale_by, mark_stale, same_title


@receiver(log_replayed)
def keep_facts(log: GameLog, facts: Facts | None, **kwargs: Any) -> None:
    """The facts of a game are stored with its verdict."""
    store_facts(log, facts)


@receiver(exclusion_changed)
def look_at_the_title_again(exclusion: RatingExclusion, **kwargs: Any) -> None:
    """The ratings before every later game are others."""
    mark_stale(same_title(exclusion.tournament))


@subscribe
def look_again(news: Sequence[News]) -> Callable[[], None]:
    """The games of a tournament that has changed are looked at again."""
    return partial(mark_stale, {pk for one in news if one.entry for pk in made_stale_by(one.entry)})
