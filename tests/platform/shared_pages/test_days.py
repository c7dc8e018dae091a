"""No number on a shared page is ever older than the last commit, and nobody sees what belongs to somebody else."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from competition.formats import StageSpec
from nabu.results.table.shared import tournament_of_table
from nabu.shared_pages.store import store
from nabu.tournaments import queries
from nabu.tournaments.kept_results import forget_rankings
from nabu.tournaments.models import Stage, Tournament
from nabu.tournaments.rounds.cards import forget_cards
from nabu.tournaments.topics import forget_numbers
from tests.engine.strategies import examples
from tests.platform.scenario import Event, approved, make_event
from tests.platform.shared_pages.days import LANGUAGES, audience, happen, pages_of
from tests.platform.tournaments.test_history import CHAINS


def check_rankings(event: Event) -> None:
    """What is kept is what is computed anew, now and after the first round."""
    for stage in Stage.objects.filter(tournament=event.tournament).exclude(status=Stage.Status.PENDING):
        for after in (None, 1):
            assert queries.ranking(stage, after) == queries._computed_ranking(stage, after)
        assert queries.rounds_planned(stage) == queries._computed_rounds(stage)


class RandomDays(TestCase):
    """Days with everything that may happen."""

    @settings(examples(4), suppress_health_check=list(HealthCheck), phases=(Phase.generate,))
    @given(seed=st.integers(0, 2**32), players=st.integers(4, 9), chain=st.sampled_from(CHAINS), rated=st.booleans())
    def test_every_shared_page_is_the_page_that_is_made_anew(
        self, seed: int, players: int, chain: list[StageSpec], rated: bool
    ) -> None:
        store.forget()
        forget_numbers()
        forget_cards()
        forget_rankings()
        tournament_of_table.cache_clear()
        rng = Random(seed)
        event = make_event(players, stages=chain)
        if rated:
            approved(event)
        crowd = audience(event)
        for _ in range(14):
            happen(event, rng)
            check_rankings(event)
            addresses = pages_of(Tournament.objects.get(pk=event.tournament.pk))
            for _look in range(6):
                crowd.check(rng.choice(list(crowd.people)), rng.choice(LANGUAGES), rng.choice(addresses))
        for address in addresses:
            crowd.check(rng.choice(list(crowd.people)), rng.choice(LANGUAGES), address)
