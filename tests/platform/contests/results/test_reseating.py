"""Changing seats in a published round: at once without results, else shown first, and results stay with their seats."""

from __future__ import annotations

import pytest

from competition.formats import StageSpec
from nabu.accounts.audit.history import rebuilt_state, state_of
from nabu.accounts.audit.models import AuditEntry
from nabu.contests.domain_events.events import STANDINGS_CHANGED, TABLE_SEATS, events_of
from nabu.contests.matches.models import Seat, Table
from nabu.contests.matches.slips import seat_code, seat_holder, serials
from nabu.contests.ratings.models import RatingEntry
from nabu.contests.results import services as matches
from nabu.contests.results.history.services import undo
from nabu.contests.results.reseating.services import NEEDS_LOOK, change_seats, preview_seats
from nabu.contests.results.settling.counting import Propagation
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.models import Restriction, Round
from nabu.contests.tournaments.queries import standings
from nabu.contests.tournaments.rounds.draft import renumber_table
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.core.errors import NotAllowed, Refused
from nabu.messages.notifications.models import Mail
from tests.platform.scenario import Event, account, approved, make_event, names, seats, users

pytestmark = pytest.mark.django_db

SEEN = Propagation()


def tables_of(round_: Round) -> list[Table]:
    return list(round_.tables.order_by("number", "game_number"))


def newest() -> AuditEntry:
    return AuditEntry.objects.order_by("-pk")[0]


def points(event: Event) -> dict[str, float]:
    return {row.entry.player.name: float(row.points) for row in standings(event.tournament)}


def is_rebuilt(event: Event) -> bool:
    return rebuilt_state(event.tournament.pk) == state_of(event.tournament.pk)


def elo() -> dict[str, float]:
    return dict(RatingEntry.objects.values_list("player__name", "after"))


class TestWithoutAResult:
    """Tables at which nothing was reported."""

    def test_two_players_swap_while_another_table_has_a_result(self) -> None:
        event = make_event(6, table_size=2)
        one, two, three = tables_of(event.pair())
        matches.rule_result(event.organiser, three, Ruling([5, 4]))
        (a, b), (c, d) = names(one), names(two)
        change_seats(event.organiser, seats(one)[0], seats(two)[1])
        assert (names(one), names(two)) == ([d, b], [c, a])
        assert [seat.points for seat in seats(three)] != [None, None]
        assert is_rebuilt(event)

    def test_old_slips_are_void_and_those_who_sit_there_now_are_told(self) -> None:
        event = make_event(4, table_size=2)
        one, two = tables_of(event.pair())
        left = seats(one)[0]
        old = seat_code(left, serials([one])[one.pk])
        change_seats(event.organiser, left, seats(two)[0])
        with pytest.raises(Refused):
            seat_holder(Table.objects.get(pk=one.pk), old)
        told = [(event_.kind, event_.pk) for event_ in events_of(newest())]
        assert told == [(TABLE_SEATS, one.pk), (TABLE_SEATS, two.pk)]

    def test_a_swap_at_one_table_is_no_news_of_another_table(self) -> None:
        event = make_event(4, table_size=2)
        [one, _two] = tables_of(event.pair())
        before = names(one)
        change_seats(event.organiser, *seats(one))
        assert names(one) == before[::-1]
        assert events_of(newest()) == []

    def test_a_bye_counts_for_who_has_it_now(self) -> None:
        event = make_event(5, table_size=2)
        one, two, alone = tables_of(event.pair())
        assert alone.is_bye
        was_alone = names(alone)[0]
        comes = names(one)[0]
        change_seats(event.organiser, seats(one)[0], seats(alone)[0])
        assert points(event)[comes] > 0 == points(event)[was_alone]
        assert names(alone) == [comes]
        assert [(seat.place, seat.points) for seat in seats(one)] == [(None, None)] * 2
        assert is_rebuilt(event)

    def test_who_has_a_bye_joins_a_table_and_the_bye_is_gone(self) -> None:
        event = make_event(7, table_size=4)
        four, three = tables_of(event.pair())
        mover = seats(four)[0]
        change_seats(event.organiser, mover, None)
        alone = event.tournament.stages.get().rounds.get().tables.get(is_bye=True)
        assert alone.status == Table.Status.CONFIRMED
        assert points(event)[names(alone)[0]] > 0
        change_seats(event.organiser, seats(alone)[0], three)
        assert not Table.objects.filter(is_bye=True).exists()
        assert all(seat.points is None and seat.place is None for seat in Seat.objects.all())
        assert is_rebuilt(event)

    def test_who_leaves_a_stand_in_has_a_bye_and_the_stand_in_is_not_needed(self) -> None:
        event = make_event(3, table_size=2)
        [spare] = add_entries_by_name(event.organiser, event.tournament, ["Spare"], stand_in=True)
        event.pair()
        table = spare.seats.get().table
        [player, _stands_in] = seats(table)
        change_seats(event.organiser, player, None)
        assert not spare.seats.exists()
        assert not Table.objects.filter(pk=table.pk).exists()
        assert points(event)[player.entry.player.name] > 0
        assert is_rebuilt(event)

    def test_a_number_of_players_that_the_stage_does_not_allow(self) -> None:
        event = make_event(4, table_size=2)
        one, two = tables_of(event.pair())
        with pytest.raises(Refused, match="Tables of 3"):
            change_seats(event.organiser, seats(one)[0], two)

    def test_a_forbidden_pair_is_looked_at_first(self) -> None:
        event = make_event(4, table_size=2)
        one, two = tables_of(event.pair())
        family = seats(one)[1].entry, seats(two)[0].entry
        Restriction.objects.create(tournament=event.tournament, one=family[0], other=family[1], kind="forbidden")
        with pytest.raises(Refused) as refusal:
            change_seats(event.organiser, seats(one)[0], seats(two)[0])
        assert refusal.value.why == NEEDS_LOOK
        kept, rebuilt = preview_seats(event.organiser, seats(one)[0], seats(two)[0])
        assert rebuilt is None
        assert any(family[0].player.name in line for line in kept.lines)
        change_seats(event.organiser, seats(one)[0], seats(two)[0], propagation=SEEN)
        assert {family[0].player.name, family[1].player.name} == set(names(one))

    def test_a_table_gets_another_number_until_the_round_is_locked(self) -> None:
        event = make_event(4, table_size=2)
        round_ = event.pair()
        one, two = tables_of(round_)
        renumber_table(event.organiser, one, two.number)
        assert [table.pk for table in tables_of(round_)] == [two.pk, one.pk]
        assert {each.pk for each in events_of(newest()) if each.kind == TABLE_SEATS} == {one.pk, two.pk}
        for table in (one, two):
            matches.rule_result(event.organiser, table, Ruling([5, 4]))
        publish_round(event.organiser, pair_round(event.organiser, event.refresh()))
        with pytest.raises(Refused, match="locked"):
            renumber_table(event.organiser, one, 9)


class TestWithAResult:
    """Something depends on the seats."""

    def test_players_who_sat_at_each_others_tables_have_their_own_games_afterwards(self) -> None:
        event = approved(make_event(4, table_size=2))
        one, two = tables_of(event.pair())
        matches.rule_result(event.organiser, one, Ruling([9, 4]))
        matches.rule_result(event.organiser, two, Ruling([3, 8]))
        winner, loser = seats(one)[0], seats(two)[0]
        names_before = winner.entry.player.name, loser.entry.player.name
        rated = elo()
        with pytest.raises(Refused) as refusal:
            change_seats(event.organiser, winner, loser)
        assert refusal.value.why == NEEDS_LOOK
        with pytest.raises(Refused, match="Enter a reason"):
            change_seats(event.organiser, winner, loser, propagation=SEEN)
        kept, _rebuilt = preview_seats(event.organiser, winner, loser, "wrong tables")
        assert {move.name for move in kept.moves} == set(names_before)
        assert points(event)[names_before[0]] > points(event)[names_before[1]], "a preview changes nothing"

        change_seats(event.organiser, winner, loser, "wrong tables", SEEN)
        assert points(event)[names_before[0]] < points(event)[names_before[1]]
        assert [seat.score for seat in [*seats(one), *seats(two)]] == [9, 4, 3, 8], "results stay with their seats"
        assert elo()[names_before[1]] == pytest.approx(rated[names_before[0]])
        kinds = {each.kind for each in events_of(newest())}
        assert kinds == {TABLE_SEATS, STANDINGS_CHANGED}

        undo(event.organiser, newest())
        assert points(event)[names_before[0]] > points(event)[names_before[1]]
        assert elo() == pytest.approx(rated)

    def test_two_seats_of_one_table_exchange_their_results(self) -> None:
        event = make_event(4)
        [table] = tables_of(event.pair())
        matches.rule_result(event.organiser, table, Ruling([40, 30, 20, 10]))
        before = names(table)
        change_seats(event.organiser, seats(table)[0], seats(table)[3], "typed the wrong way round", SEEN)
        assert names(table) == [before[3], before[1], before[2], before[0]]
        assert [seat.score for seat in seats(table)] == [40, 30, 20, 10]
        assert points(event)[before[3]] > points(event)[before[0]]
        assert is_rebuilt(event)

    def test_every_game_of_a_match_goes_along(self) -> None:
        event = make_event(4, stages=[StageSpec("single_elimination", {"best_of": 3})])
        one, two = event.pair().tables.order_by("number")
        matches.rule_result(event.organiser, one, Ruling([9, 4]))
        a, b = seats(one)[0].entry_id, seats(two)[0].entry_id
        change_seats(event.organiser, seats(one)[0], seats(two)[0], "wrong tables", SEEN)
        games = Table.objects.filter(round=one.round, number=one.number)
        assert games.count() == 2
        for game in games:
            assert {seat.entry_id for seat in seats(game)} >= {b}
            assert a not in {seat.entry_id for seat in seats(game)}
        assert is_rebuilt(event)

    def test_only_a_swap_once_a_result_depends_on_a_table(self) -> None:
        event = make_event(7, table_size=4)
        four, three = tables_of(event.pair())
        matches.rule_result(event.organiser, three, Ruling([3, 2, 1]))
        for goal in (three, seats(three)[0].table):
            with pytest.raises(Refused, match="only be swapped"):
                change_seats(event.organiser, seats(four)[0], goal, "late", SEEN)

    def test_a_result_that_waits_is_decided_first(self) -> None:
        event = make_event(4, table_size=2)
        one, two = tables_of(event.pair())
        matches.report_result(users(one)[0], one, [9, 4])
        with pytest.raises(Refused, match=f"table {one.number} is not decided"):
            change_seats(event.organiser, seats(one)[0], seats(two)[0], "wrong tables", SEEN)

    def test_later_rounds_of_a_bracket_follow(self) -> None:
        event = make_event(4, stages=[StageSpec("single_elimination")])
        one, two = event.pair().tables.order_by("bracket_slot")
        for table in (one, two):
            matches.rule_result(event.organiser, table, Ruling([9, 4]))
        final = event.pair()
        assert set(names(final.tables.get())) == {names(one)[0], names(two)[0]}
        change_seats(event.organiser, seats(one)[0], seats(two)[1], "wrong tables", SEEN)
        assert set(names(final.tables.get())) == {names(one)[0], names(two)[0]}
        with pytest.raises(Refused, match="round before decide"):
            change_seats(event.organiser, *seats(final.tables.get()), "no", SEEN)
        assert is_rebuilt(event)


def test_only_directors() -> None:
    event = make_event(4, table_size=2)
    one, two = tables_of(event.pair())
    for actor in (users(one)[0], account("somebody")):
        with pytest.raises(NotAllowed):
            change_seats(actor, seats(one)[0], seats(two)[0])


def test_who_acts_on_an_old_page_is_told() -> None:
    event = make_event(6, table_size=2)
    one, two, three = tables_of(event.pair())
    gone = seats(one)[0]
    Seat.objects.filter(pk=gone.pk).delete()
    with pytest.raises(Refused, match="no longer sits there"):
        change_seats(event.organiser, gone, seats(two)[0])
    assert not Mail.objects.filter(content__table=three.pk).exists()
