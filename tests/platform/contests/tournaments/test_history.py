"""Everything that happened can be played again from the audit entries, and taken back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from competition.formats import StageSpec
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.history import as_bytes, rebuilt_state, state_of
from nabu.accounts.audit.models import AuditEntry
from nabu.contests.matches.models import Table
from nabu.contests.ratings.models import RatedGame
from nabu.contests.ratings.services import rebuild
from nabu.contests.results import services as matches
from nabu.contests.results.approval.services import approve_tournament, withdraw_approval
from nabu.contests.results.history.services import undo, undo_back_to
from nabu.contests.results.settling.counting import Propagation
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.presence import drop_entry, reinstate_entry
from nabu.contests.tournaments.models import Entry, Round, Stage, Tournament
from nabu.contests.tournaments.rounds import draft, pairing
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.stages import finish_stage, finish_tournament
from nabu.core.errors import NotAllowed, Refused
from tests.platform.scenario import Event, account, make_event, seats
from tests.profiles import examples

CHAINS: list[list[StageSpec]] = [
    [StageSpec("swiss", {"table_size": 2, "rounds": 3})],
    [StageSpec("swiss", {"table_size": 4, "rounds": 2, "advance": 4}), StageSpec("single_elimination", {})],
    [StageSpec("single_elimination", {"third_place": True})],
    [StageSpec("double_elimination", {})],
]


def now(event: Event) -> bytes:
    """The tournament's rows in one spelling."""
    return as_bytes(state_of(event.tournament.pk))


def last(event: Event, action: str | None = None) -> AuditEntry:
    """The latest entry, or the latest of an action."""
    entries = AuditEntry.objects.filter(tournament=event.tournament).order_by("-pk")
    return (entries.filter(action=action) if action else entries)[0]


def rule(event: Event, table: Table, rng: Random, **more: Any) -> None:
    """Some result without a tie."""
    scores = rng.sample(range(20, 90), len(seats(table)))
    matches.rule_result(event.organiser, table, Ruling(scores, reason="so it was", **more))


def step(event: Event, rng: Random) -> None:
    """One thing that may happen on the day; what is refused happens not."""
    tournament, organiser = event.refresh(), event.organiser
    tables = Table.objects.filter(round__stage__tournament=tournament, is_bye=False)
    entries = list(Entry.objects.filter(tournament=tournament).order_by("pk"))
    open_tables = list(tables.exclude(round__status=Round.Status.DRAFT).exclude(status=Table.Status.CONFIRMED))
    done = list(tables.filter(status=Table.Status.CONFIRMED))
    drafts = list(Round.objects.filter(stage__tournament=tournament, status=Round.Status.DRAFT))
    running = tournament.stages.filter(status=Stage.Status.RUNNING).first()
    choice = rng.random()
    if choice < 0.06:
        drop_entry(organiser, rng.choice(entries))
    elif choice < 0.09:
        reinstate_entry(organiser, rng.choice(entries))
    elif choice < 0.13 and done:
        rule(event, rng.choice(done), rng, propagation=Propagation(rebuild_next=rng.random() < 0.5))
    elif choice < 0.16 and done:
        matches.reopen_table(organiser, rng.choice(done), "a mistake")
    elif choice < 0.22:
        undoable = AuditEntry.objects.filter(tournament=tournament).exclude(changes=[]).order_by("-pk")[:4]
        undo(organiser, rng.choice(list(undoable)))
    elif drafts:
        two = list(drafts[0].tables.all())
        if choice < 0.4 and len(two) > 1:
            draft.swap_seats(organiser, seats(two[0])[0], seats(two[1])[0])
        else:
            publish_round(organiser, drafts[0], anyway=True, reason="as it is")
    elif open_tables:
        for table in open_tables if choice > 0.5 else open_tables[:1]:
            rule(event, table, rng)
    elif running is not None:
        try:
            pairing.pair_round(organiser, tournament)
        except Refused:
            finish_stage(organiser, running)
    elif tournament.status == Tournament.Status.RUNNING:
        finish_tournament(organiser, tournament)
    elif tournament.approved_at is None:
        approve_tournament(organiser, tournament)


def walk(event: Event, rng: Random, steps: int) -> None:
    """So many things happen."""
    for _ in range(steps):
        try:
            step(event, rng)
        except Refused:
            continue


class GeneratedEvents(TestCase):
    """Events with drops, corrections, swaps and undone changes."""

    @settings(examples(6), suppress_health_check=list(HealthCheck))
    @given(seed=st.integers(0, 2**32), players=st.integers(4, 9), chain=st.sampled_from(CHAINS))
    def test_a_tournament_is_rebuilt_from_its_entries_byte_for_byte(
        self, seed: int, players: int, chain: list[StageSpec]
    ) -> None:
        event = make_event(players, stages=chain, rated=True)
        walk(event, Random(seed), 25)
        assert as_bytes(rebuilt_state(event.tournament.pk)) == now(event)
        assert rebuild(event.tournament.game) == []

    @settings(examples(6), suppress_health_check=list(HealthCheck))
    @given(seed=st.integers(0, 2**32), players=st.integers(4, 9), chain=st.sampled_from(CHAINS))
    def test_going_back_gives_every_byte_of_the_state_before(
        self, seed: int, players: int, chain: list[StageSpec]
    ) -> None:
        rng = Random(seed)
        event = make_event(players, stages=chain, rated=True)
        walk(event, rng, 8)
        before, mark = now(event), last(event).pk
        walk(event, rng, 8)
        since = AuditEntry.objects.filter(tournament=event.tournament, pk__gt=mark).exclude(changes=[]).order_by("pk")
        ours = [each for each in since if each.undoes_id is None or each.undoes_id > mark]
        if not since or len(ours) < len(since):
            return
        undone = {each.undoes_id for each in since if each.undoes_id}
        first = next((each for each in since if each.pk not in undone and not each.undoes_id), None)
        if first is None:
            return
        try:
            undo_back_to(event.organiser, first)
        except Refused:
            return
        if first.pk == since[0].pk:
            assert now(event) == before
        assert as_bytes(rebuilt_state(event.tournament.pk)) == now(event)
        assert rebuild(event.tournament.game) == []


pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def event(db: None) -> Event:
    return make_event(4, table_size=2, rounds=3, rated=True)


def test_undo_and_redo_of_a_result(event: Event) -> None:
    """The points go and come back; a redo is the undo of the undo."""
    table = event.pair().tables.all()[0]
    before = now(event)
    matches.rule_result(event.organiser, table, Ruling([60, 50]))
    after = now(event)
    undone = undo(event.organiser, last(event), reason="the wrong table")
    assert now(event) == before
    assert (undone.reason, undone.undoes) == ("the wrong table", AuditEntry.objects.get(action="table.ruled"))
    undo(event.organiser, undone)
    assert now(event) == after


def test_columns_of_a_newer_version_are_left_alone(event: Event) -> None:
    """A site that went back one version takes back what the newer one entered, as far as it knows it."""
    before, start = now(event), last(event).pk
    matches.rule_result(event.organiser, event.pair().tables.all()[0], Ruling([60, 50]))
    entries = list(AuditEntry.objects.filter(tournament=event.tournament, pk__gt=start).order_by("-pk"))
    assert [entry.action for entry in entries] == ["table.ruled", "round.published", "round.paired"]
    for entry in entries:
        changes = [
            [label, pk, old and old | {"newer": 1}, new and new | {"newer": 2}] for label, pk, old, new in entry.changes
        ]
        AuditEntry.objects.filter(pk=entry.pk).update(changes=changes)
    for entry in entries:
        undo(event.organiser, AuditEntry.objects.get(pk=entry.pk))
    assert now(event) == before


def test_nothing_is_undone_twice(event: Event) -> None:
    drop_entry(event.organiser, event.tournament.entries.all()[0])
    dropped = last(event)
    undo(event.organiser, dropped)
    with pytest.raises(Refused, match="or was undone already"):
        undo(event.organiser, dropped)


def test_what_later_changes_are_built_on_is_named(event: Event) -> None:
    """The pairing cannot go while its tables have results; all of it together can."""
    before = now(event)
    for table in event.pair().tables.all():
        matches.rule_result(event.organiser, table, Ruling([60, 50]))
    paired = last(event, "round.paired")
    with pytest.raises(Refused, match="Later changes depend on this one"):
        undo(event.organiser, paired)
    undo_back_to(event.organiser, paired)
    assert now(event) == before
    assert not Round.objects.exists()


def test_what_has_taken_the_place_of_something_since_is_named(event: Event) -> None:
    """A round that was taken back cannot come again beside another one of its number."""
    pairing.pair_round(event.organiser, event.tournament)
    undone = undo(event.organiser, last(event, "round.paired"))
    pairing.pair_round(event.organiser, event.refresh())
    before = now(event)
    with pytest.raises(Refused, match="Later changes depend on this one"):
        undo(event.organiser, undone)
    assert now(event) == before
    undo(event.organiser, last(event, "round.paired"))
    undo(event.organiser, undone)
    assert Round.objects.get().number == 1


def test_a_published_round_with_results_does_not_become_a_draft(event: Event) -> None:
    round_ = event.pair()
    matches.rule_result(event.organiser, round_.tables.all()[0], Ruling([60, 50]))
    with pytest.raises(Refused, match="Round 1 already has results"):
        undo(event.organiser, last(event, "round.published"))
    round_.refresh_from_db()
    assert round_.status == Round.Status.PUBLISHED


def test_a_stage_whose_follower_has_been_paired_does_not_open_again() -> None:
    event = make_event(4, stages=CHAINS[1])
    for _ in range(2):
        for table in event.pair().tables.all():
            matches.rule_result(event.organiser, table, Ruling([60 - seat.position for seat in seats(table)]))
    finish_stage(event.organiser, event.tournament.stages.get(position=1))
    event.pair()
    with pytest.raises(Refused, match="The next stage already has rounds"):
        undo(event.organiser, last(event, "stage.finished"))
    undo_back_to(event.organiser, last(event, "stage.finished"))
    assert event.tournament.stages.get(position=1).status == Stage.Status.RUNNING


def test_only_directors_take_back(event: Event) -> None:
    drop_entry(event.organiser, event.tournament.entries.all()[0])
    for user in (event.players[0], account("stranger")):
        with pytest.raises(NotAllowed):
            undo(user, last(event))


def test_ratings_follow_an_undone_approval_and_an_undone_result(event: Event) -> None:
    for _ in range(3):
        for table in event.pair().tables.all():
            matches.rule_result(event.organiser, table, Ruling([60, 50]))
    finish_tournament(event.organiser, event.tournament)
    assert not RatedGame.objects.exists()
    approve_tournament(event.organiser, event.tournament)
    assert RatedGame.objects.count() == 6
    undone = undo(event.organiser, last(event))
    assert not RatedGame.objects.exists()
    undo(event.organiser, undone)
    assert RatedGame.objects.count() == 6
    withdraw_approval(event.organiser, event.tournament, "a log was wrong")
    assert not RatedGame.objects.exists()


def test_rows_that_change_without_an_entry_are_a_mistake_of_ours(event: Event) -> None:
    """Who forgets to write the entry finds out at once, and nothing is kept."""

    @audited
    def forgetful() -> None:
        Entry.objects.filter(tournament=event.tournament).update(note="?")

    with pytest.raises(AssertionError, match="without an audit entry"):
        forgetful()
    assert not Entry.objects.filter(note="?").exists()


def test_rows_that_were_changed_past_the_audit_trail_are_not_overwritten(event: Event) -> None:
    drop_entry(event.organiser, event.tournament.entries.all()[0])
    event.tournament.entries.update(status=Entry.Status.DISQUALIFIED)
    with pytest.raises(Refused, match="Something changed since without a history entry"):
        undo(event.organiser, last(event))
