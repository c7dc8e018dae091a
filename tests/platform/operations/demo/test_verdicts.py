"""The played demo has enough games for its statistics to find something: nobody who tries it reads only "too few"."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from analytics.seats import seat_tables
from analytics.sources import winners_against_rest
from analytics.variants_stats import variant_rows
from engine.registry import GAMES
from nabu.contests.matches.models import Verification
from nabu.contests.ratings.quality.services import refresh_quality
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.models import Tournament
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.refresh import refresh
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.sources.page import source_keys
from nabu.statistics.dashboards.questions.variants.draws import draws_between
from nabu.statistics.dashboards.questions.variants.page import compared, pair_of
from nabu.statistics.lab.models import Experiment
from nabu.statistics.lab.reports import report_of
from tests.platform.by_hand import do_job
from tests.platform.kept import kept_for_file
from tests.profiles import LONG

pytestmark = pytest.mark.skipif(not LONG, reason="plays some hundred games")

GAME = GAMES["babylonia"]


def played() -> Experiment:
    """The question of the lab, when all of Babylonia is played, verified and counted."""
    with pytest.MonkeyPatch.context() as patch:
        for key in GAMES.keys() - {GAME.key}:
            patch.delitem(GAMES, key)
        call_command("load_demo")
    for verification in Verification.objects.order_by("pk"):
        verify_log(verification.pk)
    for tournament in Tournament.objects.all():
        refresh(GAME, tournament)
    return Experiment.objects.get()


db, kept_world, changes_are_taken_back, experiment = kept_for_file(played, "experiment")


@pytest.fixture
def statistics(experiment: Experiment) -> Statistics:
    return Statistics(GameFilter(GAME))


def test_a_source_separates_winners(statistics: Statistics) -> None:
    contrast = winners_against_rest(statistics.source_sums, source_keys(GAME))
    assert any(row.finding == "differs" and row.difference > 0 for row in contrast.sources)


def test_something_is_said_of_the_seats_at_tables_of_four(statistics: Statistics) -> None:
    [table] = [table for table in seat_tables(statistics.sums) if table.players == 4]
    assert table.verdict != "too_few"


def test_the_variants_that_were_drawn_by_lot_are_compared(statistics: Statistics) -> None:
    pair = pair_of(variant_rows(statistics.sums), "", "")
    assert pair
    found = {row.finding for row in compared(statistics, *pair, draws_between(statistics, *pair)).measures}
    assert found & {"differs", "too_small", "none_that_matters"}


@pytest.mark.usefixtures("experiment")
def test_the_rating_predicts() -> None:
    quality = refresh_quality(GAME.key)
    assert quality
    assert quality.report["verdict"] == "predicts"


def test_the_lab_finds_what_the_rules_do_not_force(experiment: Experiment) -> None:
    for chunk in experiment.chunks.order_by("first"):
        do_job("experiment", f"chunk:{chunk.pk}", {"chunk": chunk.pk, "experiment": experiment.pk})
    experiment.refresh_from_db()
    assert experiment.status == Experiment.Status.DONE
    report = report_of(experiment)
    assert report
    [arm] = report.arms
    assert any(line.found.finding == "differs" and not line.found.forced for line in arm.lines)
