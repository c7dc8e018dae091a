"""No number on a shared page is ever older than the last commit, and nobody sees what belongs to somebody else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from django.test import override_settings
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from competition.formats import StageSpec
from nabu.contests.tournaments import queries
from nabu.contests.tournaments.models import Stage, Tournament
from tests.platform.contests.tournaments.test_history import CHAINS
from tests.platform.scenario import Event, approved, make_event
from tests.platform.web.shared_pages.days import LANGUAGES, audience, happen, pages_of
from tests.profiles import LONG, examples

T = TypeVar("T")
HAPPENINGS = 14 if LONG else 7
"""In each day."""

LOOKS = 6 if LONG else 4
"""After each of them."""


def check_rankings(event: Event) -> None:
    """What is kept is what is computed anew, now and after the first round."""
    for stage in Stage.objects.filter(tournament=event.tournament).exclude(status=Stage.Status.PENDING):
        for after in (None, 1):
            assert queries.ranking(stage, after) == anew(queries.ranking, stage, after)
            assert queries.standings(stage, after) == anew(queries.standings, stage, after)
        assert queries.rounds_planned(stage) == anew(queries.rounds_planned, stage)


def anew(query: Callable[..., T], *arguments: object) -> T:
    """From the database, with nothing that is kept."""
    with override_settings(NABU_SHARED_PAGES=False):
        return query(*arguments)


class RandomDays(TestCase):
    """Days with everything that may happen."""

    @settings(examples(4), suppress_health_check=list(HealthCheck), phases=(Phase.generate,))
    @given(seed=st.integers(0, 2**32), players=st.integers(4, 9), chain=st.sampled_from(CHAINS), rated=st.booleans())
    def test_every_shared_page_is_the_page_that_is_made_anew(
        self, seed: int, players: int, chain: list[StageSpec], rated: bool
    ) -> None:
        rng = Random(seed)
        event = make_event(players, stages=chain)
        if rated:
            approved(event)
        crowd = audience(event)
        for _ in range(HAPPENINGS):
            happen(event, rng)
            check_rankings(event)
            addresses = pages_of(Tournament.objects.get(pk=event.tournament.pk))
            for _look in range(LOOKS):
                crowd.check(rng.choice(list(crowd.people)), rng.choice(LANGUAGES), rng.choice(addresses))
        for address in addresses:
            crowd.check(rng.choice(list(crowd.people)), rng.choice(LANGUAGES), address)
