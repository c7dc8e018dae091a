"""Who did not come: forfeits, absent players at larger tables, and the call of those who wait."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from competition.formats import StageSpec
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.matches.models import ResultReport, Table
from nabu.contests.matches.proof import Proof, proof_of
from nabu.contests.matches.queries import no_show_calls
from nabu.contests.ratings.models import RatedGame, RatingEntry
from nabu.contests.results import services
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries import presence
from nabu.contests.tournaments.entries.queries import left_tables
from nabu.contests.tournaments.models import Role, Round
from nabu.contests.tournaments.queries import standings
from nabu.core.errors import NotAllowed, Refused
from tests.platform.contests.results.test_verification import submit
from tests.platform.kept import kept_for_file
from tests.platform.scenario import (
    Event,
    account,
    agree,
    approved,
    game_log,
    log_of,
    make_event,
    names,
    seats,
    users,
)


def events_of_four_and_two() -> tuple[Event, Event]:
    return approved(make_event(4)), approved(make_event(2, table_size=2, prefix="duel"))


db, kept_world, changes_are_taken_back, four, duel = kept_for_file(events_of_four_and_two, "four", "duel")


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def lines(table: Table) -> list[tuple[object, ...]]:
    return [(seat.score, seat.place, seat.points, seat.absent) for seat in seats(table)]


def keeper(event: Event, kind: str = "scorekeeper") -> User:
    user = account(f"{kind}_of_it")
    Role.objects.create(tournament=event.tournament, user=user, kind=kind)
    return user


def test_who_came_has_the_points_of_a_first_place_and_nobody_is_rated(duel: Event) -> None:
    table = duel.pair().tables.get()
    services.forfeit_seats(keeper(duel), table, [0])
    assert lines(table) == [(None, 2, 0, True), (None, 1, 6, False)]
    done = fresh(table)
    assert (done.status, done.basis) == (Table.Status.CONFIRMED, Table.Basis.FORFEIT)
    assert done.round.status == Round.Status.FINISHED
    assert not RatedGame.objects.exists()
    assert [row.points for row in standings(duel.tournament)] == [6, 0]


def test_a_double_forfeit_has_no_winner_and_no_points(duel: Event) -> None:
    table = duel.pair().tables.get()
    services.forfeit_seats(duel.organiser, table, [1, 0])
    assert lines(table) == [(None, 2, 0, True), (None, 2, 0, True)]
    assert [row.wins for row in standings(duel.tournament)] == [0, 0]


def test_three_absent_at_a_table_of_four(four: Event) -> None:
    table = four.pair().tables.get()
    services.forfeit_seats(four.organiser, table, [0, 1, 3])
    assert lines(table) == [(None, 2, 0, True), (None, 2, 0, True), (None, 1, 6, False), (None, 2, 0, True)]


def test_the_others_still_play_and_report_without_the_absent(four: Event) -> None:
    table = four.pair().tables.get()
    services.forfeit_seats(keeper(four), table, [1])
    assert fresh(table).status == Table.Status.OPEN
    first, _absent, third, _fourth = users(table)
    with pytest.raises(Refused, match="each of the 3 seats"):
        services.report_result(first, table, [90, None, 80, None])
    report = services.report_result(first, table, [90, None, 80, 95])
    assert (report.scores, report.places, report.absent) == ([90, None, 80, 95], [2, 4, 3, 1], [1])
    services.confirm_report(third, report)
    assert lines(table) == [(90, 2, 4, False), (None, 4, 0, True), (80, 3, 2, False), (95, 1, 6, False)]
    assert RatingEntry.objects.count() == 3


def test_the_marks_are_taken_away_again(four: Event) -> None:
    table = four.pair().tables.get()
    services.forfeit_seats(four.organiser, table, [1])
    services.forfeit_seats(four.organiser, table, [], "he came after all")
    assert not any(seat.absent for seat in seats(table))
    with pytest.raises(Refused, match="Choose who did not show up"):
        services.forfeit_seats(four.organiser, table, [])


def test_a_result_is_entered_without_the_absent(four: Event) -> None:
    table = four.pair().tables.get()
    services.rule_result(four.organiser, table, Ruling([90, None, 80, 70], absent=[1]))
    assert [seat.place for seat in seats(table)] == [1, 4, 2, 3]
    services.rule_result(four.organiser, table, Ruling([90, 95, 80, 70], reason="he did play"))
    assert lines(table)[1] == (95, 1, 6, False)
    services.rule_result(four.organiser, table, Ruling([None] * 4, reason="none of it", absent=[0, 1, 2]))
    assert fresh(table).basis == Table.Basis.FORFEIT


def test_only_a_director_overrules_by_a_forfeit_and_says_why(duel: Event) -> None:
    table = duel.pair().tables.get()
    scorekeeper = keeper(duel)
    services.rule_result(scorekeeper, table, Ruling([60, 50]))
    with pytest.raises(NotAllowed):
        services.forfeit_seats(scorekeeper, table, [0], "he left")
    with pytest.raises(Refused, match="this table already has a result or a"):
        services.forfeit_seats(keeper(duel, "director"), table, [0])
    services.forfeit_seats(duel.organiser, table, [0], "he left")
    assert lines(table) == [(None, 2, 0, True), (None, 1, 6, False)]
    assert not RatedGame.objects.exists()


def test_a_forfeit_is_taken_back_like_every_result(duel: Event) -> None:
    table = duel.pair().tables.get()
    services.forfeit_seats(duel.organiser, table, [0])
    services.reopen_table(duel.organiser, table, "he was at the wrong table")
    assert lines(table) == [(None, None, None, False)] * 2


@pytest.mark.parametrize("positions", [[2], [-1], [True], ["0"]])
def test_a_seat_that_is_not_there_is_refused(duel: Event, positions: list[object]) -> None:
    with pytest.raises(Refused, match="no such seat"):
        services.forfeit_seats(duel.organiser, duel.pair().tables.get(), positions)  # type: ignore[arg-type]


def test_players_and_strangers_declare_nothing(duel: Event) -> None:
    table = duel.pair().tables.get()
    for user in (users(table)[0], account("stranger")):
        with pytest.raises(NotAllowed):
            services.forfeit_seats(user, table, [1])


def test_a_bracket_goes_on_with_who_came() -> None:
    cup = make_event(4, stages=[StageSpec("single_elimination")])
    one, other = cup.pair().tables.order_by("bracket_slot")
    services.forfeit_seats(cup.organiser, one, [0])
    services.rule_result(cup.organiser, other, Ruling([60, 50]))
    final = cup.pair().tables.get()
    assert set(names(final)) == {names(one)[1], names(other)[0]}


def test_a_double_forfeit_lets_nobody_go_on() -> None:
    cup = make_event(4, stages=[StageSpec("single_elimination")])
    one, other = cup.pair().tables.order_by("bracket_slot")
    services.forfeit_seats(cup.organiser, one, [0, 1])
    services.rule_result(cup.organiser, other, Ruling([60, 50]))
    final = cup.pair().tables.get()
    assert (final.is_bye, names(final)) == (True, [names(other)[0]])


def test_a_log_objects_to_a_forfeit(duel: Event) -> None:
    table = duel.pair().tables.get()
    services.forfeit_seats(duel.organiser, table, [0])
    submit(users(table)[0], log_of(table), table)
    assert fresh(table).basis == Table.Basis.FORFEIT
    assert table.objections.get().made_by == users(table)[0]
    services.accept_log(duel.organiser, table, table.submissions.get(), "they played")
    assert not any(seat.absent for seat in seats(table))


def test_a_log_of_those_who_came_proves_their_game(four: Event) -> None:
    table = four.pair().tables.get()
    services.forfeit_seats(four.organiser, table, [1])
    there = [name for at, name in enumerate(names(table)) if at != 1]
    missing = names(table)[1]
    submit(users(table)[0], game_log(3, 1, "base", tuple(reversed(there))), table)
    done = agree(table)
    assert (done.status, proof_of(done)) == (Table.Status.CONFIRMED, Proof.REPLAYED)
    assert names(table) == [*reversed(there), missing]
    assert [seat.absent for seat in seats(table)] == [False, False, False, True]
    assert sorted(seat.place or 0 for seat in seats(table))[-1] == 4


def test_a_log_with_somebody_who_was_declared_absent_is_for_the_director(four: Event) -> None:
    table = four.pair().tables.get()
    services.forfeit_seats(four.organiser, table, [1])
    submit(users(table)[0], log_of(table), table)
    assert fresh(table).status == Table.Status.DISPUTED


def test_a_player_calls_once_while_the_game_is_open(duel: Event) -> None:
    table = duel.pair().tables.get()
    first, second = users(table)
    services.call_no_show(first, table)
    assert set(no_show_calls([table.pk])) == {table.pk}
    with pytest.raises(Refused, match="The organisers already know that a player is"):
        services.call_no_show(second, table)
    for user in (duel.organiser, account("stranger")):
        with pytest.raises(NotAllowed):
            services.call_no_show(user, table)
    services.rule_result(duel.organiser, table, Ruling([60, 50]))
    with pytest.raises(Refused, match="has a result"):
        services.call_no_show(first, table)


def test_forfeits_stand_in_the_audit_trail_and_among_the_rulings(duel: Event) -> None:
    table = duel.pair().tables.get()
    services.call_no_show(users(table)[1], table)
    services.forfeit_seats(duel.organiser, table, [0], "waited 15 minutes")
    entry = AuditEntry.objects.get(action="table.forfeited")
    assert (entry.after or {})["absent"] == [0]
    assert entry.reason == "waited 15 minutes"
    report = ResultReport.objects.get()
    assert (report.is_ruling, report.absent, report.scores) == (True, [0], [None, None])


def test_a_player_who_drops_leaves_a_table_that_one_press_frees(duel: Event) -> None:
    table = duel.pair().tables.get()
    user = users(table)[0]
    presence.drop_entry(user, seats(table)[0].entry)
    assert [(left.pk, people) for left, people in left_tables(duel.tournament)] == [(table.pk, names(table)[:1])]
    with pytest.raises(NotAllowed):
        services.free_table(user, table)
    services.free_table(duel.organiser, table)
    done = fresh(table)
    assert (done.status, done.basis) == (Table.Status.CONFIRMED, Table.Basis.FORFEIT)
    assert [seat.place for seat in seats(table)] == [2, 1]
    assert left_tables(duel.tournament) == []
    with pytest.raises(Refused, match="result or a report"):
        services.free_table(duel.organiser, table)


def test_the_others_of_a_freed_table_of_four_play_on(four: Event) -> None:
    table = four.pair().tables.get()
    with pytest.raises(Refused, match="Nobody"):
        services.free_table(four.organiser, table)
    presence.drop_entry(four.organiser, seats(table)[2].entry)
    services.free_table(four.organiser, table)
    assert fresh(table).status == Table.Status.OPEN
    assert [seat.absent for seat in seats(table)] == [False, False, True, False]
    assert left_tables(four.tournament) == []


def test_the_page_says_whether_the_others_still_play(client: Client, four: Event, duel: Event) -> None:
    said = []
    for event in (four, duel):
        table = event.pair().tables.get()
        presence.drop_entry(event.organiser, seats(table)[0].entry)
        client.force_login(event.organiser, backend="django.contrib.auth.backends.ModelBackend")
        said.append(client.post(reverse("table:free", args=[table.pk]), follow=True).content.decode())
    assert ["Forfeit recorded at table 1." in page for page in said] == [False, True]
    assert "The other players of table 1 can still play." in said[0]


def test_a_reported_game_of_a_player_who_left_stays_to_be_confirmed(duel: Event) -> None:
    table = duel.pair().tables.get()
    services.report_result(users(table)[0], table, [60, 50])
    presence.drop_entry(duel.organiser, seats(table)[0].entry)
    assert left_tables(duel.tournament) == []
