"""A round from the draft to its lock: what each step needs, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from competition.formats import StageSpec
from competition.proposal import moves
from competition.records import SERIOUS
from nabu.accounts.audit.history import rebuilt_state, state_of
from nabu.accounts.audit.models import AuditEntry
from nabu.contests.matches.models import Seat, Table
from nabu.contests.results import services as matches
from nabu.contests.results.history.lines import audit_lines
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.presence import drop_entry
from nabu.contests.tournaments.models import Role, Round, StageEntry, Tournament
from nabu.contests.tournaments.rounds.check import check_round
from nabu.contests.tournaments.rounds.draft import back_to_proposal, move_seat, renumber_table, swap_seats
from nabu.contests.tournaments.rounds.pairing import pair_round, repair_round
from nabu.contests.tournaments.rounds.services import (
    discard_round,
    lock_round,
    publish_round,
    unlock_round,
    unpublish_round,
)
from nabu.contests.tournaments.stages import finish_stage
from nabu.core.errors import NotAllowed, Refused
from nabu.core.sentences import sentence
from tests.platform.scenario import Event, account, enter_account, make_event, names, seats

pytestmark = pytest.mark.django_db


def decide(event: Event, round_: Round) -> None:
    for table in round_.tables.filter(is_bye=False):
        matches.rule_result(event.organiser, table, Ruling(list(range(10, 10 + table.seats.count()))))


def draft_of(event: Event) -> Round:
    return pair_round(event.organiser, event.refresh())


def sitting(round_: Round) -> list[list[str]]:
    """Names by table, in order of numbers."""
    return [names(table) for table in round_.tables.order_by("number")]


def is_rebuilt(event: Event) -> bool:
    return rebuilt_state(event.tournament.pk) == state_of(event.tournament.pk)


class TestDraft:
    """Changes by hand."""

    def test_a_draft_keeps_the_proposal_and_a_reason_for_each_table(self) -> None:
        draft = draft_of(make_event(10))
        assert [[seat.entry_id for seat in seats(table)] for table in draft.tables.order_by("number")] == draft.proposal
        assert all(table.reason["sentences"] for table in draft.tables.all())

    def test_a_swap_is_explained_anew_and_differs_from_the_proposal(self) -> None:
        event = make_event(8)
        draft = draft_of(event)
        one, two = draft.tables.order_by("number")
        swap_seats(event.organiser, seats(one)[0], seats(two)[1])
        draft.refresh_from_db()
        check = check_round(draft)
        assert {move.player for move in moves(check.proposed(draft), check.tables)} == {
            seats(one)[0].entry_id,
            seats(two)[1].entry_id,
        }

    def test_a_player_joins_another_table_and_who_is_left_alone_has_a_bye(self) -> None:
        event = make_event(5, table_size=3)
        draft = draft_of(event)
        three, two = draft.tables.order_by("number")
        assert [len(row) for row in sitting(draft)] == [3, 2]
        a, b, c = names(three)
        d, e = names(two)
        move_seat(event.organiser, seats(three)[1], two, 0)
        assert sitting(draft) == [[a, c], [b, d, e]]
        move_seat(event.organiser, seats(three)[0])
        assert sitting(draft) == [[c], [b, d, e], [a]]
        assert list(draft.tables.order_by("number").values_list("is_bye", flat=True)) == [True, False, True]
        alone = draft.tables.order_by("number")[2]
        move_seat(event.organiser, seats(alone)[0], three)
        assert sitting(draft) == [[c, a], [b, d, e]], "the emptied table is gone, the bye is a table again"
        assert not draft.tables.filter(is_bye=True).exists()
        assert is_rebuilt(event)

    @pytest.mark.parametrize(("position", "order"), [(0, [2, 0, 1]), (1, [0, 2, 1]), (None, [0, 1, 2]), (7, [0, 1, 2])])
    def test_a_player_is_moved_within_a_table(self, position: int | None, order: list[int]) -> None:
        event = make_event(3, table_size=3)
        [table] = draft_of(event).tables.all()
        before = names(table)
        move_seat(event.organiser, seats(table)[2], table, position)
        assert names(table) == [before[at] for at in order]
        assert [seat.position for seat in seats(table)] == [0, 1, 2]

    def test_a_table_holds_no_more_than_the_stage_allows(self) -> None:
        event = make_event(4, table_size=2)
        one, two = draft_of(event).tables.order_by("number")
        with pytest.raises(Refused, match="Tables of 3"):
            move_seat(event.organiser, seats(one)[0], two)

    def test_the_tables_of_a_bracket_stay(self) -> None:
        event = make_event(4, stages=[StageSpec("single_elimination")])
        draft = draft_of(event)
        one, two = draft.tables.order_by("bracket_slot")
        for target in (None, two):
            with pytest.raises(Refused, match="Tables in a bracket are fixed"):
                move_seat(event.organiser, seats(one)[0], target)
        before = sitting(draft)
        swap_seats(event.organiser, seats(one)[0], seats(two)[0])
        assert sitting(draft) != before
        back_to_proposal(event.organiser, draft)
        assert sitting(draft) == before
        assert sorted(draft.tables.values_list("bracket_slot", flat=True)) == [0, 1]

    def test_a_bye_is_the_asked_for_one_while_it_is_that_players(self) -> None:
        event = make_event(5, table_size=2)
        draft_of(event)
        entry = event.tournament.entries.get(seed=2)
        StageEntry.objects.filter(entry=entry).update(rests=[1])
        draft = repair_round(event.organiser, Round.objects.get())
        [bye] = draft.tables.filter(is_bye=True)
        assert bye.requested
        other = Seat.objects.filter(table__round=draft, table__is_bye=False)[0]
        swap_seats(event.organiser, seats(bye)[0], other)
        bye.refresh_from_db()
        assert (bye.is_bye, bye.requested) == (True, False)

    def test_back_to_the_proposal(self) -> None:
        event = make_event(7, table_size=4)
        draft = draft_of(event)
        before = sitting(draft)
        with pytest.raises(Refused, match="The tables already match the proposal"):
            back_to_proposal(event.organiser, draft)
        one, two = draft.tables.order_by("number")
        move_seat(event.organiser, seats(one)[3])
        renumber_table(event.organiser, two, 12)
        back_to_proposal(event.organiser, draft)
        assert sitting(draft) == before
        assert list(draft.tables.order_by("number").values_list("number", flat=True)) == [1, 2]
        assert is_rebuilt(event)

    def test_tables_exchange_their_numbers(self) -> None:
        event = make_event(8)
        draft = draft_of(event)
        one, two = draft.tables.order_by("number")
        renumber_table(event.organiser, one, 2)
        assert [table.pk for table in draft.tables.order_by("number")] == [two.pk, one.pk]
        renumber_table(event.organiser, one, 40)
        assert sorted(draft.tables.values_list("number", flat=True)) == [1, 40]
        for number in (0, 1000):
            with pytest.raises(Refused, match="Table numbers are"):
                renumber_table(event.organiser, one, number)

    def test_a_fixed_table_is_kept_and_the_others_are_numbered_around_it(self) -> None:
        event = make_event(6, table_size=2)
        event.tournament.entries.filter(seed=1).update(fixed_table=2)
        draft = draft_of(event)
        assert "Player 1" in names(draft.tables.get(number=2))
        assert sorted(draft.tables.values_list("number", flat=True)) == [1, 2, 3]

    @pytest.mark.parametrize("key", ["swiss", "league", "round_robin", "ladder", "single_elimination"])
    def test_two_with_fixed_tables_who_meet_are_explained_in_every_format(self, key: str) -> None:
        """A schedule and a bracket say who meets, and so they do not avoid it: in a round robin nothing was said."""
        event = make_event(2, stages=[StageSpec(key)])
        for seed, number in ((1, 7), (2, 9)):
            event.tournament.entries.filter(seed=seed).update(fixed_table=number)
        draft = draft_of(event)
        assert draft.tables.get().number == 7
        [text] = [sentence(each.text) for each in check_round(draft).concerns if each.key == "fixed_table"]
        assert text == "Player 2 needs table 9 but meets Player 1, who needs table 7: they sit at table 7."

    def test_a_drop_makes_the_draft_serious_and_pairing_again_heals_it(self) -> None:
        event = make_event(5, table_size=2)
        draft = draft_of(event)
        gone = seats(draft.tables.filter(is_bye=False)[0])[0].entry
        drop_entry(event.organiser, gone)
        texts = [sentence(concern.text) for concern in check_round(draft).concerns if concern.level == SERIOUS]
        assert any(gone.player.name in text for text in texts)
        with pytest.raises(Refused, match="does not play in this round"):
            publish_round(event.organiser, draft)
        again = repair_round(event.organiser, draft)
        assert again.pk == draft.pk
        assert [len(row) for row in sitting(again)] == [2, 2]
        publish_round(event.organiser, again)

    def test_who_is_entered_late_plays_if_the_draft_is_paired_again(self) -> None:
        event = make_event(4, table_size=2, rounds=3)
        decide(event, event.pair())
        draft = draft_of(event)
        late = account("late")
        enter_account(event.organiser, event.refresh(), late)
        assert [concern.key for concern in check_round(draft).concerns if concern.key == "late"] == ["late"]
        repair_round(event.organiser, draft)
        assert Seat.objects.filter(table__round=draft, entry__player=late.player).exists()
        assert not [concern for concern in check_round(draft).concerns if concern.key in ("late", "not_active")]
        assert is_rebuilt(event)

    def test_only_a_draft_is_changed(self) -> None:
        event = make_event(4, table_size=2)
        round_ = event.pair()
        one, two = round_.tables.all()
        changes: list[Callable[[], Any]] = [
            lambda: swap_seats(event.organiser, seats(one)[0], seats(two)[0]),
            lambda: move_seat(event.organiser, seats(one)[0]),
            lambda: back_to_proposal(event.organiser, round_),
            lambda: repair_round(event.organiser, round_),
        ]
        before = sitting(round_)
        for change in changes:
            with pytest.raises(Refused, match="Only a draft can be changed"):
                change()
        assert sitting(round_) == before


class TestPublishing:
    """From the draft to everybody's eyes, and back."""

    def test_serious_concerns_need_a_tick_and_a_reason_which_stands_in_the_history(self) -> None:
        event = make_event(4, table_size=2)
        draft = draft_of(event)
        drop_entry(event.organiser, seats(draft.tables.all()[0])[0].entry)
        for anyway, reason in ((False, "They agreed."), (True, " ")):
            with pytest.raises(Refused, match="enter a reason"):
                publish_round(event.organiser, draft, anyway, reason)
        publish_round(event.organiser, draft, True, "They agreed.")
        entry = AuditEntry.objects.get(action="round.published")
        assert entry.reason == "They agreed."
        assert [concern["key"] for concern in (entry.after or {})["concerns"]] == ["concern.not_in_round"]
        (line,) = audit_lines(event.tournament, [entry])
        (said,) = [after for name, _before, after in line.changes if name == "warnings"]
        assert said.endswith(" does not play in this round.")

    def test_a_given_bye_and_one_that_was_asked_for_have_their_own_points(self) -> None:
        event = make_event(4, table_size=2, stages=[StageSpec("swiss", {"table_size": 2, "bye_points": 4})])
        asked = event.tournament.entries.get(seed=3)
        StageEntry.objects.filter(entry=asked).update(rests=[1])
        Tournament.objects.filter(pk=event.tournament.pk).update(round_minutes=50)
        round_ = event.pair()
        byes = Seat.objects.filter(table__round=round_, table__is_bye=True)
        points = {seat.entry_id == asked.pk: seat.points for seat in byes}
        assert points[False] == Decimal(4)
        assert points[True] == Decimal(0)
        assert round_.minutes == 50
        assert round_.published_at is not None

    def test_a_published_round_goes_back_to_a_draft_until_something_is_sent(self) -> None:
        event = make_event(5, table_size=2)
        round_ = event.pair()
        unpublish_round(event.organiser, round_)
        round_.refresh_from_db()
        assert (round_.status, round_.published_at, round_.minutes) == (Round.Status.DRAFT, None, 0)
        [bye] = round_.tables.filter(is_bye=True)
        assert (bye.status, bye.seats.get().points, bye.confirmed_at) == (Table.Status.OPEN, None, None)
        with pytest.raises(Refused, match="is already a draft"):
            unpublish_round(event.organiser, round_)
        publish_round(event.organiser, round_)
        table = round_.tables.filter(is_bye=False)[0]
        user = seats(table)[0].entry.player.user
        assert user is not None
        matches.report_result(user, table, [5, 4])
        with pytest.raises(Refused, match="already sent"):
            unpublish_round(event.organiser, round_)
        assert is_rebuilt(event)

    def test_the_next_publication_locks_what_was_before(self) -> None:
        event = make_event(4, table_size=2, rounds=3)
        first = event.pair()
        decide(event, first)
        second = draft_of(event)
        first.refresh_from_db()
        assert first.locked_at is None, "a draft locks nothing"
        publish_round(event.organiser, second)
        first.refresh_from_db()
        second.refresh_from_db()
        assert first.locked_at is not None
        assert second.locked_at is None
        assert first.locked_at - second.published_at < timedelta(seconds=5)

    def test_a_round_is_locked_by_hand_once_it_is_finished_and_unlocked_with_a_reason(self) -> None:
        event = make_event(2, table_size=2)
        round_ = event.pair()
        with pytest.raises(Refused, match="Only a finished"):
            lock_round(event.organiser, round_)
        decide(event, round_)
        lock_round(event.organiser, round_)
        with pytest.raises(Refused, match="already locked"):
            lock_round(event.organiser, round_)
        with pytest.raises(Refused, match="Enter a reason"):
            unlock_round(event.organiser, round_, " ")
        unlocked = unlock_round(event.organiser, round_, "Two scores were exchanged.")
        assert unlocked.locked_at is None
        with pytest.raises(Refused, match="not locked"):
            unlock_round(event.organiser, round_, "again")
        actions = ["round.locked", "round.unlocked"]
        assert list(AuditEntry.objects.filter(action__in=actions).order_by("pk").values_list("action", "reason")) == [
            ("round.locked", ""),
            ("round.unlocked", "Two scores were exchanged."),
        ]


@pytest.mark.parametrize(("kind", "allowed"), [(Role.Kind.DIRECTOR, True), (Role.Kind.SCOREKEEPER, False), ("", False)])
def test_rounds_are_the_directors(kind: str, allowed: bool) -> None:
    event = make_event(4, table_size=2)
    helper = account("helper")
    if kind:
        Role.objects.create(tournament=event.tournament, user=helper, kind=kind)
    draft = draft_of(event)
    one, two = draft.tables.all()
    actions: list[Callable[[], Any]] = [
        lambda: swap_seats(helper, seats(one)[0], seats(two)[0]),
        lambda: renumber_table(helper, one, 5),
        lambda: back_to_proposal(helper, draft),
        lambda: repair_round(helper, draft),
        lambda: publish_round(helper, draft),
        lambda: unpublish_round(helper, draft),
        lambda: discard_round(helper, draft),
        lambda: pair_round(helper, event.refresh()),
    ]
    for action in actions:
        if allowed:
            action()
        else:
            with pytest.raises(NotAllowed):
                action()


def test_the_stage_before_counts_for_who_starts(db: None) -> None:
    event = make_event(2, stages=[StageSpec("round_robin", {"advance": 2}), StageSpec("single_elimination")])
    first = event.pair().tables.get()
    matches.rule_result(event.organiser, first, Ruling([60, 50]))
    finish_stage(event.organiser, event.refresh().stages.get(position=1))
    final = event.pair().tables.get()
    assert names(final) == names(first)[::-1]
