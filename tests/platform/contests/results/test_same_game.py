"""One game counts once, in whichever file it comes; games of bots are no results."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from django.db import connection, transaction

from engine.simulate import simulate_game
from nabu.accounts.players.models import User
from nabu.contests.matches.models import GameLog, GameMoves, LogSubmission, PlayedGame, Table, Verification
from nabu.contests.results import services, tasks
from nabu.contests.results.history.services import undo
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.settling.same_game import lock_game
from nabu.contests.tournaments.models import Tournament
from nabu.core.errors import Refused
from tests.platform.scenario import Event, account, game_log, log_of, make_event, names, report_of, users, without_draws

pytestmark = pytest.mark.django_db


def work() -> None:
    """What the worker does with everything that is queued."""
    for verification in Verification.objects.exclude(status=Verification.Status.DONE).order_by("pk"):
        tasks.verify_log(verification.pk)


def submit(user: User, data: bytes, table: Table | None = None) -> LogSubmission:
    """Submit a log and let it be verified."""
    submission = services.submit_log(user, data, table)
    work()
    submission.refresh_from_db()
    return submission


def tables(prefix: str = "player", **more: Any) -> tuple[Event, list[Table]]:
    """A running event of two tables of three."""
    event = make_event(6, table_size=3, prefix=prefix, **more)
    return event, list(event.pair().tables.order_by("number"))


def disguised(data: bytes, table: Table) -> bytes:
    """The same game as if others had played it: their names, other remarks, shuffled draws, no result, CRLF."""
    first, *lines = [json.loads(line) for line in data.splitlines()]
    first |= {"seats": names(table), "meta": {"event": "ours"}, "rules": 99}
    for line in lines:
        if "tokens" in line:
            line["tokens"].sort(reverse=True)
    return "".join(json.dumps(line) + "\r\n" for line in [first, *lines[:-1]]).encode()


def decided(event: Event, table: Table, data: bytes) -> LogSubmission:
    """The organiser has entered what the log says, and the log is sent."""
    report = report_of(data)
    services.rule_result(event.organiser, table, Ruling(report.scores, report.places))
    return submit(event.organiser, data, table)


def test_the_same_game_in_another_file_is_recognised() -> None:
    event, (one, two) = tables()
    data = log_of(one)
    decided(event, one, data)
    again = disguised(data, two)
    assert report_of(again).verdict == "verified"
    submission = submit(users(two)[0], again, two)
    assert submission.outcome == "not_used"
    assert "already belongs to table 1 in round 1" in submission.message
    assert Table.objects.get(pk=two.pk).status == "open"
    assert (GameLog.objects.count(), PlayedGame.objects.count()) == (2, 1)


def test_another_tournament_is_named() -> None:
    event, (one, _two) = tables()
    _other, (elsewhere, _table) = tables("guest")
    data = log_of(one)
    decided(event, one, data)
    submission = submit(users(elsewhere)[0], disguised(data, elsewhere), elsewhere)
    assert submission.outcome == "not_used"
    assert "table 1 in round 1 of “Spring in Ur”" in submission.message


@pytest.mark.both_databases
def test_a_practice_event_is_not_named() -> None:
    event, (one, _two) = tables()
    data = log_of(one)
    decided(event, one, data)
    Tournament.objects.filter(pk=event.tournament.pk).update(practice=True, name="Secret")
    _other, (elsewhere, _table) = tables("guest")
    submission = submit(users(elsewhere)[0], disguised(data, elsewhere), elsewhere)
    assert submission.outcome == "not_used"
    assert "a table in another tournament" in submission.message
    assert "Secret" not in submission.message


def test_a_file_sent_for_two_other_tables_does_not_become_the_result_of_a_third() -> None:
    """The attack: it contradicts the first table, and is another player's word at the second."""
    event, (one, two) = tables()
    _other, (third, _table) = tables("guest")
    data = game_log(3, seats=("Somebody", "Or", "Other"))
    services.rule_result(event.organiser, one, Ruling([1, 2, 3]))
    first = submit(users(one)[0], data, one)
    assert first.outcome != "not_used", "it waits for the organiser"
    for table in (two, third):
        submission = submit(users(table)[0], data, table)
        assert (submission.outcome, Table.objects.get(pk=table.pk).status) == ("not_used", "open")
        submission = submit(users(table)[0], disguised(data, table), table)
        assert (submission.outcome, Table.objects.get(pk=table.pk).status) == ("not_used", "open")


def test_two_files_of_one_game_that_wait_for_their_verdicts_at_the_same_time() -> None:
    _event, (one, two) = tables()
    data = log_of(one)
    first = services.submit_log(users(one)[0], data, one)
    second = services.submit_log(users(two)[0], disguised(data, two), two)
    work()
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.outcome != "not_used"
    assert (second.outcome, Table.objects.get(pk=two.pk).status) == ("not_used", "open")


def test_what_was_not_used_keeps_nobody_from_the_game() -> None:
    event, (one, two) = tables()
    data = log_of(one)
    decided(event, one, data)
    services.reopen_table(event.organiser, one, "The wrong table.")
    assert submit(users(two)[0], disguised(data, two), two).outcome != "not_used"


def test_the_same_table_may_get_its_game_in_a_second_file() -> None:
    event, (one, _two) = tables()
    data = log_of(one)
    decided(event, one, data)
    assert "belongs to" not in submit(users(one)[1], disguised(data, one), one).message


@pytest.mark.both_databases
def test_a_ruling_that_is_taken_back_does_not_bring_a_game_to_a_second_table() -> None:
    event, (one, two) = tables()
    data = log_of(one)
    decided(event, one, data)
    services.reopen_table(event.organiser, one, "The wrong table.")
    reopened = event.tournament.audit_entries.filter(action="table.reopened").get()
    again = disguised(data, two)
    decided(event, two, again)
    with pytest.raises(Refused, match="table 2 in round 1"):
        undo(event.organiser, reopened)
    assert Table.objects.get(pk=one.pk).log is None


@pytest.mark.both_databases
def test_a_log_that_is_not_verified_any_more_tells_no_game() -> None:
    event, (one, _two) = tables()
    log = decided(event, one, log_of(one)).log
    tasks.recognise(log, None)
    assert GameLog.objects.get(pk=log.pk).game is None


def bots_log(table: Table) -> bytes:
    """A game of bots, with the names of the people at the table."""
    return simulate_game("babylonia", 3, "base", ["greedy"], 5, seats=names(table))


def test_a_game_of_bots_is_no_result() -> None:
    """The attack: one player uploads a log of bots at an open table, and it is the result."""
    event, (one, two) = tables()
    submission = submit(users(one)[0], bots_log(one), one)
    assert submission.outcome == "not_used"
    assert submission.message.startswith("The log says that bots played")
    assert Table.objects.get(pk=one.pk).status == "open"
    second = decided(event, two, bots_log(two))
    table = Table.objects.get(pk=two.pk)
    assert (second.outcome, table.status, table.basis, table.log) == ("not_used", "confirmed", "ruling", None)


@pytest.mark.both_databases
def test_a_practice_event_is_played_by_bots() -> None:
    event, (one, _two) = tables()
    Tournament.objects.filter(pk=event.tournament.pk).update(practice=True)
    assert submit(event.organiser, bots_log(one), one).outcome != "not_used"


def test_a_log_of_bots_without_a_table_is_verified_with_a_remark() -> None:
    log = simulate_game("babylonia", 3, "base", ["greedy"], 5)
    submission = submit(account("ana"), log)
    assert submission.outcome == "no_table"
    assert submission.message.startswith("The log says that bots played")
    assert submit(account("bo"), game_log(3)).message == ""


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("draws", [True, False])
def test_two_workers_with_two_files_of_one_game_at_the_same_moment(draws: bool) -> None:
    """Each has its verdict and decides in a transaction of its own: the row of the moves lets one go first."""
    _one, (first, _table) = tables()
    _other, (second, _table) = tables("guest")
    data = log_of(first)
    again = disguised(data, second) if draws else without_draws(data, names(second))
    for table, log in ((first, data), (second, again)):
        services.submit_log(users(table)[0], log, table)
    errors: list[BaseException] = []
    start = threading.Barrier(2)

    def work_on(verification: int) -> None:
        try:
            start.wait()
            tasks.verify_log(verification)
        except BaseException as error:  # a thread's exception would be lost
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=work_on, args=(pk,)) for pk in Verification.objects.values_list("pk", flat=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    outcomes = list(LogSubmission.objects.values_list("outcome", flat=True))
    assert outcomes.count("not_used" if draws else "same_moves") == 1
    assert "pending" not in outcomes
    assert (PlayedGame.objects.count(), GameMoves.objects.count()) == (1 if draws else 2, 1)
    assert Table.objects.filter(status="open", is_bye=False).count() == 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor == 'sqlite'", reason="there a transaction locks the whole database")
def test_whoever_holds_a_game_keeps_others_waiting() -> None:
    event, (one, _two) = tables()
    log = decided(event, one, log_of(one)).log
    held = threading.Event()
    done: list[str] = []

    def wait_for_it() -> None:
        held.wait()
        with transaction.atomic():
            lock_game(log)
            done.append("second")
        connection.close()

    thread = threading.Thread(target=wait_for_it)
    thread.start()
    with transaction.atomic():
        lock_game(log)
        held.set()
        thread.join(timeout=0.5)
        done.append("first")
    thread.join()
    assert done == ["first", "second"]
