"""Facts are stored once per log, whatever happens, and taken away when the log is not verified; only proven and public
games count.
"""

from __future__ import annotations

import pytest

from analytics.facts import FACTS_VERSION, extract_facts
from engine.registry import get_game
from nabu.contests.matches.models import GameLog, Table
from nabu.contests.results import services
from nabu.contests.results.tasks import verify_log
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.services import remove_facts, store_facts
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.models import GameFacts
from tests.platform.scenario import game_log, log_of, make_event, users
from tests.platform.statistics.dashboards.proven import counted, prove

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
ALL = GameFilter(get_game("babylonia"))


@pytest.fixture
def log() -> GameLog:
    data = game_log(2)
    return GameLog.objects.create(sha256="a" * 64, content=data, size=len(data))


def test_storing_twice_keeps_one_set_of_facts(log: GameLog) -> None:
    _, facts = extract_facts(bytes(log.content))
    store_facts(log, facts)
    digest = GameFacts.objects.get().digest
    store_facts(log, facts)
    stored = GameFacts.objects.get()
    assert (stored.log, stored.facts_version, stored.facts, stored.digest) == (log, FACTS_VERSION, facts, digest)
    assert digest > 0


def test_a_log_that_is_not_verified_has_no_facts(log: GameLog) -> None:
    _, facts = extract_facts(bytes(log.content))
    store_facts(log, facts)
    store_facts(log, None)
    assert not GameFacts.objects.exists()
    remove_facts(log)


def test_a_verified_log_counts_with_the_people_in_the_order_of_play() -> None:
    table = make_event(4).pair().tables.get()
    entered = [seat.entry.player_id for seat in table.seats.order_by("position")]
    prove(table, order=[2, 0, 3, 1])
    frames = counted().frames()
    assert frames.player_games["player_id"].tolist() == [entered[i] for i in (2, 0, 3, 1)]
    scores = {seat.entry.player_id: seat.score for seat in table.seats.select_related("entry")}
    assert frames.player_games["score"].tolist() == [scores[entered[i]] for i in (2, 0, 3, 1)]


def test_the_same_log_twice_counts_once() -> None:
    table = make_event(4).pair().tables.get()
    first = prove(table)
    services.submit_log(users(table)[0], log_of(table), table)
    for verification in first.log.verifications.all():
        verify_log(verification.pk)
    assert len(counted().games()) == 1


def test_a_log_without_a_table_does_not_count() -> None:
    event = make_event(4)
    submission = services.submit_log(event.players[0], game_log(4, seed=5))
    verify_log(submission.log.verifications.get().pk)
    assert GameFacts.objects.count() == 1
    assert len(counted().games()) == 0


def test_a_reported_result_does_not_count() -> None:
    table = make_event(4).pair().tables.get()
    first, second, *_ = users(table)
    services.confirm_report(second, services.report_result(first, table, [90, 80, 70, 60]))
    assert Table.objects.get().status == Table.Status.CONFIRMED
    assert len(counted().games()) == 0
    assert Statistics(ALL).waiting == 0


def test_facts_of_another_version_wait() -> None:
    prove(make_event(4).pair().tables.get())
    GameFacts.objects.update(facts_version=FACTS_VERSION - 1)
    assert len(counted().games()) == 0
    assert Statistics(ALL).waiting == 1
    GameFacts.objects.all().delete()
    assert Statistics(ALL).waiting == 1
