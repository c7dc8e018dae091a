"""Players who leave, come back, or rest for a round."""

from __future__ import annotations

import pytest

from competition.formats import StageSpec
from nabu.contests.matches.models import Table
from nabu.contests.results import services as matches
from nabu.contests.tournaments.entries.byes import ask_for_bye, byes_of, take_back_bye
from nabu.contests.tournaments.entries.presence import drop_entry, reinstate_entry
from nabu.contests.tournaments.entries.queries import in_draft, open_tables_of
from nabu.contests.tournaments.models import Entry
from nabu.contests.tournaments.queries import round_input
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import start_tournament
from nabu.core.errors import NotAllowed, Refused
from tests.platform.contests.tournaments.people import decide, entry_of, helper_of
from tests.platform.scenario import make_event

pytestmark = pytest.mark.django_db


def test_a_player_drops_himself_only_where_the_tournament_allows_it() -> None:
    event = make_event(4, table_size=2)
    with pytest.raises(NotAllowed):
        drop_entry(event.players[1], entry_of(event, 1))
    with pytest.raises(NotAllowed):
        drop_entry(helper_of(event, "scorekeeper"), entry_of(event, 1))
    drop_entry(event.players[0], entry_of(event, 1))
    assert entry_of(event, 1).status == Entry.Status.DROPPED
    with pytest.raises(NotAllowed):
        reinstate_entry(event.players[0], entry_of(event, 1))
    event.tournament.self_drop = False
    event.tournament.save(update_fields=["self_drop"])
    with pytest.raises(Refused, match="Tell the director"):
        drop_entry(event.players[1], entry_of(event, 2))
    drop_entry(helper_of(event, "director"), entry_of(event, 2))


def test_where_somebody_who_drops_still_sits_is_known() -> None:
    event = make_event(4, table_size=2)
    draft = pair_round(event.organiser, event.tournament)
    entry = entry_of(event, 1)
    assert (in_draft(entry), open_tables_of(entry)) == (draft, [])
    round_ = publish_round(event.organiser, draft)
    assert in_draft(entry) is None
    assert [table.round for table in open_tables_of(entry)] == [round_]
    decide(event, round_)
    assert open_tables_of(entry) == []


def test_a_bye_is_asked_for_in_rounds_to_come() -> None:
    event = make_event(4, table_size=2, rounds=3)
    entry, player = entry_of(event, 1), event.players[0]
    byes = byes_of(entry)
    assert byes is not None
    assert (list(byes.asked), list(byes.open)) == ([], [1, 2, 3])
    ask_for_bye(player, entry, 3)
    ask_for_bye(event.organiser, entry, 2)
    assert byes_of(entry).asked == [2, 3]
    with pytest.raises(Refused, match="already"):
        ask_for_bye(player, entry, 2)
    with pytest.raises(Refused, match="is already paired or does not exist"):
        ask_for_bye(player, entry, 4)
    with pytest.raises(NotAllowed):
        ask_for_bye(event.players[1], entry, 1)
    take_back_bye(player, entry, 3)
    with pytest.raises(Refused, match="No bye"):
        take_back_bye(player, entry, 3)
    stage = event.tournament.stages.get()
    assert round_input(stage, 2).resting == {entry.pk}
    assert round_input(stage, 3).resting == set()


def test_a_bye_is_asked_for_before_the_start() -> None:
    event = make_event(5, table_size=2, rounds=3, start=False)
    entry, player = entry_of(event, 1), event.players[0]
    byes = byes_of(entry)
    assert byes is not None
    assert (list(byes.asked), list(byes.open)) == ([], [1, 2, 3])
    ask_for_bye(player, entry, 1)
    ask_for_bye(event.organiser, entry, 3)
    take_back_bye(player, entry, 3)
    with pytest.raises(Refused, match="does not exist"):
        ask_for_bye(player, entry, 4)
    with pytest.raises(NotAllowed):
        ask_for_bye(event.players[1], entry, 2)
    start_tournament(event.organiser, event.tournament)
    assert byes_of(entry).asked == [1]
    first = pair_round(event.organiser, event.tournament)
    bye = first.tables.get(is_bye=True)
    assert (bye.requested, [seat.entry_id for seat in bye.seats.all()]) == (True, [entry.pk])


def test_a_draft_of_a_bracket_knows_no_byes_either() -> None:
    event = make_event(4, stages=[StageSpec("single_elimination", {"table_size": 2})], start=False)
    assert byes_of(entry_of(event, 1)) is None
    with pytest.raises(Refused, match="does not allow requested byes"):
        ask_for_bye(event.players[0], entry_of(event, 1), 1)


def test_a_bye_of_a_paired_round_stands() -> None:
    event = make_event(4, table_size=2, rounds=3)
    entry = entry_of(event, 1)
    ask_for_bye(event.players[0], entry, 1)
    pair_round(event.organiser, event.tournament)
    for change in (ask_for_bye, take_back_bye):
        with pytest.raises(Refused, match="draft" if change == take_back_bye else "already"):
            change(event.players[0], entry, 1)
    with pytest.raises(Refused, match="draft"):
        ask_for_bye(event.players[1], entry_of(event, 2), 1)


def test_a_bracket_knows_no_byes_that_somebody_asks_for() -> None:
    event = make_event(4, stages=[StageSpec("single_elimination", {"table_size": 2})])
    assert byes_of(entry_of(event, 1)) is None
    with pytest.raises(Refused, match="Single elimination does not allow requested byes"):
        ask_for_bye(event.players[0], entry_of(event, 1), 2)


def test_who_dropped_asks_for_nothing_and_drops_once() -> None:
    event = make_event(4, table_size=2)
    entry = entry_of(event, 1)
    drop_entry(event.organiser, entry)
    with pytest.raises(Refused, match="no longer plays"):
        ask_for_bye(event.organiser, entry, 2)
    with pytest.raises(Refused, match="already dropped"):
        drop_entry(event.organiser, entry)


def test_a_director_may_give_up_the_open_game_with_the_player() -> None:
    event = make_event(4, table_size=2)
    event.pair()
    entry = entry_of(event, 1)
    table = open_tables_of(entry)[0]
    with pytest.raises(NotAllowed):
        drop_entry(event.players[0], entry, give_up=True)
    assert entry_of(event, 1).status == Entry.Status.ACTIVE, "both or neither"
    drop_entry(event.organiser, entry, give_up=True)
    table.refresh_from_db()
    assert table.basis == Table.Basis.FORFEIT
    assert {seat.entry_id: (seat.place, seat.absent) for seat in table.seats.all()} == {
        entry.pk: (2, True), next(seat.entry_id for seat in table.seats.all() if seat.entry_id != entry.pk): (1, False)
    }  # fmt: skip
    actions = list(event.tournament.audit_entries.order_by("-pk").values_list("action", flat=True)[:2])
    assert actions == ["entry.dropped", "table.forfeited"]


def test_a_reported_game_is_not_given_up() -> None:
    event = make_event(4, table_size=2)
    event.pair()
    table = open_tables_of(entry_of(event, 1))[0]
    matches.report_result(event.players[0], table, [50, 40])
    drop_entry(event.organiser, entry_of(event, 1), give_up=True)
    table.refresh_from_db()
    assert table.status == Table.Status.REPORTED
