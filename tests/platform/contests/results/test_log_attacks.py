"""What somebody at the table could do with a legal log of a game that was not played there, and what it does now.

A legal log is a possible game, not this game. Each of these was a way to a result that nobody else agreed to.
"""

from __future__ import annotations

import pytest

from nabu.accounts.players.models import User
from nabu.contests.matches.models import LogSubmission, Table, Verification
from nabu.contests.matches.proof import Proof, proof_of
from nabu.contests.ratings.models import RatedGame
from nabu.contests.results import services, tasks
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.stages import finish_tournament
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, approved, game_log, log_of, make_event, report_of, seats, users

BOTS = ("greedy 1", "greedy 2", "greedy 3")


def round_of_a_tournament() -> tuple[Event, Table]:
    event = approved(make_event(3, table_size=3))
    return event, event.pair().tables.get()


db, kept_world, changes_are_taken_back, event, table = kept_for_file(round_of_a_tournament, "event", "table")


def send(user: User, data: bytes, table: Table) -> LogSubmission:
    submission = services.submit_log(user, data, table)
    for verification in submission.log.verifications.exclude(status=Verification.Status.DONE):
        tasks.verify_log(verification.pk)
    submission.refresh_from_db()
    return submission


def state(table: Table) -> tuple[str, str, list[int | None]]:
    now = Table.objects.get(pk=table.pk)
    return now.status, now.basis, [seat.score for seat in seats(now)]


def level(table: Table) -> Proof:
    return proof_of(Table.objects.get(pk=table.pk))


def test_a_log_of_bots_is_no_result(table: Table) -> None:
    """Their names are not those of the table, so the log does not even report."""
    submission = send(users(table)[0], game_log(3, seats=BOTS), table)
    assert state(table) == ("open", "", [None, None, None])
    assert submission.outcome == "seats"
    assert not RatedGame.objects.exists()


def test_a_log_with_the_right_names_decides_nothing_alone(table: Table) -> None:
    """Names prove nothing: anybody can write them into a file."""
    submission = send(users(table)[0], log_of(table), table)
    assert state(table) == ("reported", "", [None, None, None])
    assert (submission.outcome, level(table)) == ("reported", Proof.REPORTED)
    assert not RatedGame.objects.exists()


def test_who_sent_a_log_does_not_confirm_it(table: Table) -> None:
    sender = users(table)[0]
    send(sender, log_of(table), table)
    send(sender, log_of(table), table)
    services.report_result(sender, table, report_of(log_of(table)).scores, report_of(log_of(table)).places)
    assert state(table)[0] == "reported"
    assert not RatedGame.objects.exists()


@pytest.mark.parametrize("how", ["agreed", "ruled", "forfeited", "locked", "approved"])
def test_a_players_log_takes_no_confirmed_result_away(event: Event, table: Table, how: str) -> None:
    first, second, third = users(table)
    if how == "forfeited":
        services.forfeit_seats(event.organiser, table, [0, 2])
    elif how == "ruled":
        services.rule_result(event.organiser, table, Ruling([1, 2, 3]))
    else:
        services.confirm_report(second, services.report_result(first, table, [1, 2, 3]))
    if how == "locked":
        event.pair()
    if how == "approved":
        finish_tournament(event.organiser, event.tournament)
    before, games = state(table), RatedGame.objects.count()
    submission = send(third, log_of(table), table)
    assert (state(table), RatedGame.objects.count()) == (before, games)
    assert submission.outcome == "objection"


def test_a_log_does_not_break_a_tie_that_is_agreed(table: Table) -> None:
    """The scores are the same, the places are not: ratings would move."""
    first, second, third = users(table)
    sent = services.submit_log(third, log_of(table), table)
    services.confirm_report(second, services.report_result(first, table, [50, 50, 40]))
    words = report_of(log_of(table)).to_json() | {"scores": [50, 50, 40], "places": [2, 1, 3], "winners": [1]}
    Verification.objects.update(status="done", verdict="verified", report=words)
    before = [seat.place for seat in seats(table)]
    from nabu.contests.results.settling import submission as way_in

    way_in.apply_verification(Verification.objects.get())
    sent.refresh_from_db()
    assert [seat.place for seat in seats(table)] == before == [1, 1, 3]
    assert sent.outcome == "objection"


def test_a_log_does_not_break_a_tie_that_another_seat_reported(table: Table) -> None:
    """Its places wait for an answer instead."""
    first, second, _third = users(table)
    sent = services.submit_log(second, log_of(table), table)
    services.report_result(first, table, [50, 50, 40])
    words = report_of(log_of(table)).to_json() | {"scores": [50, 50, 40], "places": [2, 1, 3], "winners": [1]}
    Verification.objects.update(status="done", verdict="verified", report=words)
    from nabu.contests.results.settling import submission as way_in

    way_in.apply_verification(Verification.objects.get())
    sent.refresh_from_db()
    assert (state(table)[0], sent.outcome) == ("reported", "reported")
    waiting = table.reports.get(status="open")
    assert (waiting.reported_by, waiting.places) == (second, [2, 1, 3])
    services.confirm_report(first, waiting)
    assert [seat.place for seat in seats(table)] == [2, 1, 3]
    assert level(table) == Proof.REPLAYED


def test_a_log_of_a_table_never_becomes_the_result_of_another() -> None:
    """One file for two tables: where it came first it waits for its seats, at the other it is not used."""
    event = approved(make_event(6, table_size=3))
    one, two = event.pair().tables.order_by("number")
    data = game_log(3, seats=BOTS)
    assert [send(users(table)[0], data, table).outcome for table in (one, two)] == ["seats", "not_used"]
    assert {state(one)[0], state(two)[0]} == {"open"}
