"""A round is computed before the tournament is locked: others work meanwhile, and what they do is seen."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from competition.formats import get_format
from nabu.accounts.audit.models import AuditEntry
from nabu.contests.matches.models import Table
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.presence import drop_entry, reinstate_entry
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.roles.services import give_role
from nabu.contests.tournaments.rounds import pairing
from nabu.contests.tournaments.rounds.cost import estimated_seconds
from nabu.contests.tournaments.rounds.jobs import PATIENCE, pair_or_ask
from nabu.contests.tournaments.rounds.pairing import pair_round, repair_round
from nabu.contests.tournaments.rounds.services import discard_round
from nabu.core.errors import NotAllowed, Refused
from nabu.web.jobs.models import Job
from tests.cases import each
from tests.platform.scenario import Event, account, make_event

pytestmark = pytest.mark.both_databases

Meanwhile = Callable[..., list[int]]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Return `meanwhile(*actions)`: each time a round is computed the next action is done first, in the middle of it.
    The list it gives grows by the number of each round that is computed from then on."""
    compute = pairing._computed
    computed: list[int] = []
    todo: list[Callable[[], object]] = []

    def disturbed(stage: Any, number: int, again: bool) -> Any:
        found = compute(stage, number, again)
        computed.append(number)
        if todo:
            todo.pop(0)()
        return found

    def prepare(*actions: Callable[[], object]) -> list[int]:
        todo.extend(actions)
        computed.clear()
        return computed

    monkeypatch.setattr(pairing, "_computed", disturbed)
    return prepare


@pytest.fixture
def event(db: None) -> Event:
    return make_event(4, table_size=2, rounds=3)


def played(event: Event) -> Round:
    """A round with all its results."""
    round_ = event.pair()
    for table in round_.tables.all():
        rule_result(event.organiser, table, Ruling([5, 4]))
    return round_


def test_a_result_that_comes_meanwhile_is_paired_with(event: Event, meanwhile: Meanwhile) -> None:
    table = played(event).tables.order_by("number")[0]
    computed = meanwhile(lambda: rule_result(event.organiser, table, Ruling([1, 9], reason="Typed in wrong.")))
    made = pair_round(event.organiser, event.refresh())
    assert computed == [2, 2]
    discard_round(event.organiser, made)
    assert pair_round(event.organiser, event.refresh()).proposal == made.proposal


def test_of_two_organisers_one_pairs_and_the_other_is_told(event: Event, meanwhile: Meanwhile) -> None:
    other = account("second_director")
    give_role(event.organiser, event.tournament, other.username, "director")
    computed = meanwhile(lambda: pair_round(other, event.refresh()))
    with pytest.raises(Refused, match="Round 1 is still a draft"):
        pair_round(event.organiser, event.refresh())
    assert computed == [1, 1]
    assert AuditEntry.objects.get(action="round.paired").actor == other


def test_of_two_who_pair_a_draft_again_the_later_one_sees_what_the_other_made(
    event: Event, meanwhile: Meanwhile
) -> None:
    draft = pair_round(event.organiser, event.tournament)
    computed = meanwhile(lambda: repair_round(event.organiser, draft))
    assert repair_round(event.organiser, draft).pk == draft.pk
    assert computed == [1, 1, 1]
    assert draft.tables.count() == 2


def test_a_draft_that_is_discarded_meanwhile_is_not_brought_back(event: Event, meanwhile: Meanwhile) -> None:
    draft = pair_round(event.organiser, event.tournament)
    meanwhile(lambda: discard_round(event.organiser, draft))
    with pytest.raises(Refused, match="no longer exists"):
        repair_round(event.organiser, draft)
    assert not Round.objects.exists()


def test_where_something_happens_all_the_time_it_is_refused(
    event: Event, meanwhile: Meanwhile, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sum(pairing.PAUSES) <= 2, "whoever pairs waits for the answer"
    attempts = len(pairing.PAUSES) + 1
    monkeypatch.setattr(pairing, "PAUSES", (0,) * len(pairing.PAUSES))

    def leaves_or_comes_back() -> None:
        entry = event.tournament.entries.earliest("pk")
        (drop_entry if entry.status == "active" else reinstate_entry)(event.organiser, entry)

    computed = meanwhile(*[leaves_or_comes_back] * attempts)
    with pytest.raises(Refused, match="changed while"):
        pair_round(event.organiser, event.refresh())
    assert computed == [1] * attempts
    assert not Round.objects.exists()


def test_what_makes_no_sense_because_it_was_read_in_the_middle_of_a_change_is_read_again(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    compute = pairing._computed
    broken = [True]

    def torn(*words: Any) -> Any:
        if broken:
            broken.clear()
            drop_entry(event.organiser, event.tournament.entries.order_by("pk")[0])
            raise KeyError("an entry that is not there")
        return compute(*words)

    monkeypatch.setattr(pairing, "_computed", torn)
    assert pair_round(event.organiser, event.refresh()).tables.count() == 2
    monkeypatch.setattr(pairing, "_computed", lambda *words: {}[0])
    with pytest.raises(KeyError):
        repair_round(event.organiser, Round.objects.get())


def test_who_may_not_pair_does_not_make_the_server_compute(event: Event, meanwhile: Meanwhile) -> None:
    computed = meanwhile()
    for pair in (pair_round, pair_or_ask):
        with pytest.raises(NotAllowed):
            pair(event.players[0], event.refresh())
    played(event)
    pair_round(event.organiser, event.refresh())
    with pytest.raises(Refused, match="still a draft"):
        pair_round(event.organiser, event.refresh())
    assert computed == [1, 2]


@pytest.mark.django_db(transaction=True)
def test_others_write_while_a_round_is_computed(meanwhile: Meanwhile) -> None:
    """Also into the same tournament, and on SQLite, where there is one writer."""
    event = make_event(4, table_size=2)
    entry = event.tournament.entries.order_by("pk")[0]
    problems: list[BaseException] = []

    def write() -> None:
        try:
            drop_entry(event.organiser, entry)
        except BaseException as error:  # a thread's exception would be lost
            problems.append(error)
        finally:
            connection.close()

    def write_in_another_connection() -> None:
        thread = threading.Thread(target=write)
        thread.start()
        thread.join(timeout=10)
        assert not thread.is_alive(), "it waits for a lock that nobody should hold"

    computed = meanwhile(write_in_another_connection)
    round_ = pair_round(event.organiser, event.refresh())
    assert problems == []
    assert computed == [1, 1]
    assert not Table.objects.filter(round=round_, seats__entry=entry).exists()


@each(
    ("key", "config", "at_once", "by_a_worker"),
    [
        ("swiss", {"table_size": 4}, 1000, 2000),
        ("swiss", {"table_size": 2}, 200, 1000),
        ("swiss", {"table_size": 2, "pairing": "dutch"}, 50, 100),
        ("single_elimination", {}, 1024, 4096),
    ],
)
def test_cost_decides_and_not_the_number_of_players(
    key: str, config: dict[str, Any], at_once: int, by_a_worker: int
) -> None:
    fmt = get_format(key)
    read = fmt.read_config({**config, "rounds": 9} if key == "swiss" else config)
    assert estimated_seconds(fmt, read, at_once) < PATIENCE < estimated_seconds(fmt, read, by_a_worker)


def test_what_takes_long_is_a_job(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(pair_or_ask(event.organiser, event.refresh()), Round)
    discard_round(event.organiser, Round.objects.get())
    monkeypatch.setattr("nabu.contests.tournaments.rounds.jobs.estimated_seconds", lambda *_words: PATIENCE + 1)
    assert isinstance(pair_or_ask(event.organiser, event.refresh()), Job)
