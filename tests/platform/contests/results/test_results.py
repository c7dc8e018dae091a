"""Results at a table: reported, confirmed, disputed, ruled, taken back."""

from __future__ import annotations

import pytest

from competition.formats import StageSpec
from nabu.accounts.audit.models import AuditEntry
from nabu.contests.matches.models import ResultReport, Table
from nabu.contests.ratings.models import RatedGame, RatingEntry
from nabu.contests.ratings.queries import rating_of
from nabu.contests.results import services
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.queries import standings
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import discard_round, unlock_round
from nabu.contests.tournaments.stages import finish_tournament, reopen_tournament
from nabu.core.errors import NotAllowed, Refused
from tests.cases import each
from tests.platform.kept import kept_for_file
from tests.platform.scenario import (
    Event,
    account,
    approved,
    make_event,
    seats,
    users,
)


def round_of_a_tournament() -> tuple[Event, Table]:
    event = approved(make_event(4))
    return event, event.pair().tables.get()


db, kept_world, changes_are_taken_back, event, table = kept_for_file(round_of_a_tournament, "event", "table")


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def test_a_report_counts_once_another_player_confirms_it(event: Event, table: Table) -> None:
    first, second, *_ = users(table)
    report = services.report_result(first, table, [90, 80, 80, 70])
    assert fresh(table).status == Table.Status.REPORTED
    assert report.places == [1, 2, 2, 4]
    assert not RatedGame.objects.exists()
    services.confirm_report(second, report)
    done = fresh(table)
    assert (done.status, done.basis, done.log) == (Table.Status.CONFIRMED, Table.Basis.REPORT, None)
    assert [(s.score, s.place, s.points) for s in seats(table)] == [(90, 1, 6), (80, 2, 3), (80, 2, 3), (70, 4, 0)]
    assert [row.points for row in standings(event.tournament)] == [6, 3, 3, 0]
    assert RatingEntry.objects.count() == 4
    assert done.round.status == Round.Status.FINISHED


def test_the_same_report_by_another_player_confirms(table: Table) -> None:
    first, second, *_ = users(table)
    services.report_result(first, table, [9, 8, 7, 6])
    report = services.report_result(second, table, [9, 8, 7, 6])
    assert (report.status, report.reported_by, report.confirmed_by) == ("confirmed", first, second)
    assert ResultReport.objects.count() == 1


@pytest.mark.both_databases
def test_another_report_by_another_player_is_a_dispute(table: Table) -> None:
    first, second, *_ = users(table)
    services.report_result(first, table, [9, 8, 7, 6])
    services.report_result(second, table, [8, 9, 7, 6])
    assert fresh(table).status == Table.Status.DISPUTED
    assert ResultReport.objects.filter(status="open").count() == 2


@pytest.mark.both_databases
def test_a_second_report_by_the_same_player_replaces_the_first(table: Table) -> None:
    first, second, *_ = users(table)
    wrong = services.report_result(first, table, [9, 8, 7, 6])
    right = services.report_result(first, table, [9, 8, 7, 5])
    with pytest.raises(Refused, match="This report is no longer waiting for an"):
        services.confirm_report(second, wrong)
    services.confirm_report(second, right)
    assert seats(table)[3].score == 5


@pytest.mark.both_databases
def test_confirming_twice_counts_once(table: Table) -> None:
    first, second, third, _ = users(table)
    report = services.report_result(first, table, [9, 8, 7, 6])
    services.confirm_report(second, report)
    with pytest.raises(Refused, match="This report is no longer waiting for an"):
        services.confirm_report(third, report)
    assert RatedGame.objects.count() == 1
    assert RatingEntry.objects.count() == 4


def test_nobody_confirms_or_disputes_the_own_report(event: Event, table: Table) -> None:
    first, second, *_ = users(table)
    report = services.report_result(first, table, [9, 8, 7, 6])
    for action in (services.confirm_report, services.dispute_report):
        with pytest.raises(NotAllowed):
            action(first, report)
    stranger = account("stranger")
    for user in (stranger,):
        for action in (services.confirm_report, services.dispute_report):
            with pytest.raises(NotAllowed):
                action(user, report)
    services.confirm_report(event.organiser, report)
    assert fresh(table).status == Table.Status.CONFIRMED


def test_only_players_of_the_table_report_and_only_the_organiser_rules(event: Event, table: Table) -> None:
    other = account("other_organiser")
    with pytest.raises(NotAllowed):
        services.report_result(other, table, [1, 2, 3, 4])
    with pytest.raises(NotAllowed):
        services.report_result(event.organiser, table, [1, 2, 3, 4])
    for user in (other, users(table)[0]):
        with pytest.raises(NotAllowed):
            services.rule_result(user, table, Ruling([1, 2, 3, 4]))
        with pytest.raises(NotAllowed):
            services.reopen_table(user, table, "why")
    services.rule_result(account("staff", is_staff=True), table, Ruling([1, 2, 3, 4]))
    assert fresh(table).basis == Table.Basis.RULING


def test_a_dispute_waits_for_the_organiser_who_gives_a_reason(event: Event, table: Table) -> None:
    first, second, *_ = users(table)
    report = services.report_result(first, table, [9, 8, 7, 6])
    services.dispute_report(second, report, "I had 10")
    with pytest.raises(Refused, match="disputed"):
        services.report_result(first, table, [9, 8, 7, 6])
    with pytest.raises(Refused, match="this table already has a result or a"):
        services.rule_result(event.organiser, table, Ruling([9, 10, 7, 6]))
    services.rule_result(event.organiser, table, Ruling([9, 10, 7, 6], reason="counted again"))
    assert fresh(table).basis == Table.Basis.RULING
    assert [s.place for s in seats(table)] == [2, 1, 3, 4]
    report.refresh_from_db()
    assert (report.status, report.dispute_reason) == ("set_aside", "I had 10")
    assert AuditEntry.objects.get(action="table.ruled").reason == "counted again"


def test_a_correction_moves_standings_and_ratings(event: Event, table: Table) -> None:
    services.rule_result(event.organiser, table, Ruling([9, 8, 7, 6]))
    winner, second, *_ = [seat.entry.player for seat in seats(table)]
    before = rating_of(winner, "babylonia")
    services.rule_result(event.organiser, table, Ruling([8, 9, 7, 6], reason="mixed up"))
    assert [row.entry.player for row in standings(event.tournament)][0] == second
    after = rating_of(winner, "babylonia")
    assert before
    assert after
    assert (before.value > 1500, after.games) == (True, 1)
    assert after.value < before.value
    entry = AuditEntry.objects.filter(action="table.ruled").first()
    assert entry
    assert (entry.before or {})["scores"] == [9, 8, 7, 6]
    assert (entry.after or {})["scores"] == [8, 9, 7, 6]


@pytest.mark.both_databases
def test_taking_a_result_back_leaves_nothing(event: Event, table: Table) -> None:
    services.rule_result(event.organiser, table, Ruling([9, 8, 7, 6]))
    services.reopen_table(event.organiser, table, "wrong table")
    done = fresh(table)
    assert (done.status, done.basis, done.confirmed_at) == (Table.Status.OPEN, "", None)
    assert {(s.score, s.place, s.points) for s in seats(table)} == {(None, None, None)}
    assert not RatingEntry.objects.exists()
    assert rating_of(seats(table)[0].entry.player, "babylonia") is None
    assert done.round.status == Round.Status.PUBLISHED
    with pytest.raises(Refused, match="no result"):
        services.reopen_table(event.organiser, table, "again")


@each(
    ("scores", "places", "message"),
    [
        ([1, 2, 3], None, "each of the 4 seats"),
        ([1, 2, 3, True], None, "each of the 4 seats"),
        ([1, 2, 3, 10**7], None, "at most"),
        ([4, 3, 2, 1], [1, 1, 2, 3], "after two first places comes third place"),
        ([4, 3, 2, 1], [2, 1, 3, 4], "higher score"),
        ([4, 3, 2, 1], [1, 2, 3], "after two first places comes third place"),
    ],
)
def test_impossible_results_are_refused(
    table: Table, scores: list[int], places: list[int] | None, message: str
) -> None:
    with pytest.raises(Refused, match=message):
        services.report_result(users(table)[0], table, scores, places)


def test_the_organiser_may_place_against_the_scores(event: Event, table: Table) -> None:
    """Somebody gave up while leading."""
    services.rule_result(event.organiser, table, Ruling([90, 80, 70, 60], [4, 1, 2, 3]))
    assert [s.points for s in seats(table)] == [0, 6, 4, 2]


def test_results_wait_for_the_round_to_be_published() -> None:
    event = make_event(4)
    round_ = pair_round(event.organiser, event.tournament)
    table = round_.tables.get()
    with pytest.raises(NotAllowed):
        services.report_result(event.players[0], table, [1, 2, 3, 4])
    with pytest.raises(Refused, match="not published"):
        services.rule_result(event.organiser, table, Ruling([1, 2, 3, 4]))


@pytest.mark.both_databases
def test_nothing_changes_after_the_end_until_it_is_reopened(event: Event, table: Table) -> None:
    services.rule_result(event.organiser, table, Ruling([9, 8, 7, 6]))
    finish_tournament(event.organiser, event.tournament)
    with pytest.raises(Refused, match="Reopen it first"):
        services.rule_result(event.organiser, table, Ruling([8, 9, 7, 6], reason="late"))
    reopen_tournament(event.organiser, event.tournament)
    services.rule_result(event.organiser, table, Ruling([8, 9, 7, 6], reason="late"))


@pytest.mark.both_databases
def test_a_bye_is_worth_its_points_and_no_rating() -> None:
    event = make_event(3, table_size=2)
    round_ = event.pair()
    bye = round_.tables.get(is_bye=True)
    assert (bye.status, bye.basis) == (Table.Status.CONFIRMED, Table.Basis.BYE)
    assert bye.seats.get().points == 6
    assert not RatedGame.objects.exists()
    with pytest.raises(Refused, match="bye"):
        services.rule_result(event.organiser, bye, Ruling([1], reason="x"))
    with pytest.raises(Refused, match="bye"):
        services.reopen_table(event.organiser, bye, "x")


class TestKnockout:
    @pytest.fixture
    def cup(self) -> Event:
        return make_event(4, stages=[StageSpec("single_elimination", {"third_place": True})])

    @pytest.mark.both_databases
    def test_a_shared_win_needs_the_organiser(self, cup: Event) -> None:
        table = cup.pair().tables.order_by("bracket_slot")[0]
        with pytest.raises(Refused, match="The organiser decides who advances"):
            services.report_result(users(table)[0], table, [50, 50])
        with pytest.raises(Refused, match="one player must win"):
            services.rule_result(cup.organiser, table, Ruling([50, 50]))
        services.rule_result(cup.organiser, table, Ruling([50, 50], [2, 1]))
        assert seats(table)[1].place == 1

    @pytest.mark.both_databases
    def test_a_result_that_the_next_round_is_built_on_stays(self, cup: Event) -> None:
        tables = list(cup.pair().tables.order_by("bracket_slot"))
        for table in tables:
            services.rule_result(cup.organiser, table, Ruling([60, 50]))
        final = cup.pair()
        assert final.tables.count() == 2
        with pytest.raises(Refused, match="or later rounds depend on this result"):
            services.reopen_table(cup.organiser, tables[0], "oops")
        with pytest.raises(Refused, match="or later rounds depend on this result"):
            services.rule_result(cup.organiser, tables[0], Ruling([50, 60], reason="oops"))
        services.rule_result(cup.organiser, tables[0], Ruling([70, 50], reason="typo"))
        discard_round(cup.organiser, final)
        unlock_round(cup.organiser, tables[0].round, "the final is paired anew")
        services.rule_result(cup.organiser, tables[0], Ruling([50, 60], reason="oops"))

    def test_the_cup_is_played_to_the_end(self, cup: Event) -> None:
        for _number in range(2):
            for table in cup.pair().tables.all():
                services.rule_result(cup.organiser, table, Ruling([60, 50]))
        with pytest.raises(Refused, match="All rounds"):
            pair_round(cup.organiser, cup.tournament)
        finish_tournament(cup.organiser, cup.tournament)
        assert [row.place for row in standings(cup.tournament)] == [1, 2, 3, 4]


@pytest.mark.both_databases
def test_every_change_has_one_audit_entry(event: Event, table: Table) -> None:
    first, second, *_ = users(table)
    start = AuditEntry.objects.count()
    report = services.report_result(first, table, [9, 8, 7, 6])
    services.confirm_report(second, report)
    services.rule_result(event.organiser, table, Ruling([9, 8, 6, 7], reason="typo"))
    services.reopen_table(event.organiser, table, "wrong table")
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", "actor__username"))[start:]
    assert actions == [
        ("report.made", first.username),
        ("report.confirmed", second.username),
        ("table.ruled", event.organiser.username),
        ("table.reopened", event.organiser.username),
    ]
    assert set(AuditEntry.objects.values_list("tournament", flat=True)) == {event.tournament.pk}
