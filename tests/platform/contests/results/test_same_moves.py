"""A game that is told again with other draws, another setup or no draws at all does not count twice."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from nabu.accounts.audit.models import AuditEntry
from nabu.contests.matches.models import DuplicateAnswer, GameLog, GameMoves, LogSubmission, PlayedGame, Table
from nabu.contests.results import services
from nabu.contests.results.history.services import undo, undo_back_to
from nabu.contests.results.organised import organised
from nabu.core.errors import Refused
from tests.platform.contests.results.test_same_game import decided, disguised, submit, tables
from tests.platform.scenario import Event, agree, log_of, names, report_of, users, without_draws

pytestmark = pytest.mark.django_db


def waiting(event: Event, one: Table, two: Table) -> LogSubmission:
    """The game counts at one table, and waits without its draws at another one."""
    data = log_of(one)
    decided(event, one, data)
    return submit(users(two)[0], without_draws(data, names(two)), two)


def state(submission: LogSubmission) -> tuple[str, str]:
    """Of the log, and of its table."""
    found = LogSubmission.objects.select_related("table").get(pk=submission.pk)
    assert found.table is not None
    return found.outcome, found.table.status


@pytest.mark.both_databases
@pytest.mark.parametrize("hidden_first", [False, True])
def test_a_game_without_its_draws_is_no_result_until_a_director_says_so(hidden_first: bool) -> None:
    event, (one, two) = tables()
    data = log_of(one)
    versions = (
        (without_draws(data, names(one)), disguised(data, two))
        if hidden_first
        else (data, without_draws(data, names(two)))
    )
    assert [report_of(version).verdict for version in versions] == ["verified", "verified"]
    decided(event, one, versions[0])
    submission = submit(users(two)[0], versions[1], two)
    assert state(submission) == ("same_moves", "open")
    assert "same moves as the game of table 1 in round 1." in submission.message
    assert (PlayedGame.objects.count(), GameMoves.objects.count()) == (2, 1)
    assert Table.objects.get(pk=one.pk).log == GameLog.objects.earliest("pk"), "the other one stays what it is"
    third = submit(users(two)[1], disguised(data, two), two)
    assert third.outcome == ("same_moves" if hidden_first else "not_used"), "a third file has no better luck"


@pytest.mark.both_databases
def test_a_director_compares_both_games_and_answers() -> None:
    event, (one, two) = tables()
    submission = waiting(event, one, two)
    [here] = [each for each in organised(event.organiser) if each.tournament == event.tournament]
    assert (list(here.duplicates), here.waits) == ([submission], 1)
    client = Client()
    client.force_login(event.organiser)
    address = reverse("table:page", args=[two.pk])
    page = client.get(address).content.decode()
    for log in GameLog.objects.all():
        assert reverse("table:replay", args=[log.sha256]) in page
    assert "Draws left out" in page
    client.force_login(users(two)[0])
    assert "Different games" not in client.get(address).content.decode()
    client.force_login(event.organiser)
    answer = {f"duplicate-{submission.pk}-answer": "same"}
    to = reverse("table:answer_duplicate", args=[submission.pk])
    assert "This field is required" in client.post(to, answer).content.decode()
    client.post(to, answer | {f"duplicate-{submission.pk}-reason": "You sat at table 1."})
    assert state(submission) == ("not_used", "open")
    page = client.get(address).content.decode()
    assert page.count("You sat at table 1.") == 3, "at the log, in its history line and in that of the answer"
    assert "Different games" not in page
    # What was answered is answered for every other file with these moves.
    again = without_draws(log_of(one), names(two)).rstrip().rpartition(b"\n")[0]  # without the result
    assert state(submit(users(two)[1], again, two)) == ("not_used", "open")


@pytest.mark.both_databases
def test_different_games_both_count_and_the_answer_can_be_undone_and_redone() -> None:
    event, (one, two) = tables()
    submission = waiting(event, one, two)
    services.answer_duplicate(event.organiser, submission, False, "I saw both.")
    assert state(submission) == ("reported", "reported")
    entry = AuditEntry.objects.get(action="table.different_game")
    with pytest.raises(Refused, match="in use at table 2"):
        undo(event.organiser, entry)
    *_report, undone = undo_back_to(event.organiser, entry)
    assert state(submission) == ("same_moves", "open")
    assert not DuplicateAnswer.objects.exists()
    undo(event.organiser, undone)
    assert state(submission) == ("reported", "reported")
    agree(two)
    assert state(submission) == ("applied", "confirmed")
    # The other one can be withdrawn and put back: a director of this tournament has said that they are two games.
    services.reopen_table(event.organiser, one, "The wrong table.")
    undo(event.organiser, AuditEntry.objects.get(action="table.reopened"))
    assert Table.objects.exclude(log=None).count() == 2


@pytest.mark.both_databases
def test_undoing_that_it_is_the_same_game_asks_again() -> None:
    event, (one, two) = tables()
    submission = waiting(event, one, two)
    services.answer_duplicate(event.organiser, submission, True, "Sent twice.")
    with pytest.raises(Refused, match="does not wait"):
        services.answer_duplicate(event.organiser, submission, False, "Or not.")
    undone = undo(event.organiser, AuditEntry.objects.get(action="table.same_game"))
    assert state(submission) == ("same_moves", "open")
    undo(event.organiser, undone)
    assert state(submission) == ("not_used", "open")


def test_what_a_director_of_another_tournament_said_frees_no_game() -> None:
    """The attack: an organiser has the copy declared a game of its own, and takes the first one away."""
    event, (one, two) = tables()
    submission = waiting(event, one, two)
    services.answer_duplicate(event.organiser, submission, False, "Two games, I swear.")
    agree(two)
    services.reopen_table(event.organiser, one, "The wrong table.")
    _other, (third, _table) = tables("guest")
    data = disguised(log_of(one), third)
    assert state(submit(users(third)[0], data, third)) == ("same_moves", "open")


def test_a_ruling_or_an_undo_does_not_get_around_it() -> None:
    event, (one, two) = tables()
    data = log_of(one)
    decided(event, one, data)
    services.reopen_table(event.organiser, one, "The wrong table.")
    decided(event, two, without_draws(data, names(two)))
    assert Table.objects.get(pk=two.pk).log is not None
    with pytest.raises(Refused, match="same moves as the game of table 2"):
        undo(event.organiser, AuditEntry.objects.get(action="table.reopened"))
    again = submit(event.organiser, disguised(data, one), one)
    with pytest.raises(Refused, match="same moves as the game of table 2"):
        services.accept_log(event.organiser, one, again, "I say so.")
    assert state(again) == ("same_moves", "open")


def test_a_report_with_a_log_that_got_a_twin_meanwhile_is_confirmed_without_it() -> None:
    event, (one, _table) = tables()
    other, (two, _table) = tables("guest")
    data = log_of(one)
    first = submit(users(one)[0], data, one)
    second = submit(users(two)[0], without_draws(data, names(two)), two)
    assert (state(first)[0], state(second)[0]) == ("reported", "same_moves")
    services.answer_duplicate(other.organiser, second, False, "I saw both.")
    agree(two)
    agree(one)
    assert Table.objects.get(pk=one.pk).log is None
    assert state(first) == ("same_moves", "confirmed")
    services.answer_duplicate(event.organiser, first, False, "I saw both.")
    assert state(first) == ("applied", "confirmed")


def test_an_older_game_gets_its_moves_when_a_log_tells_it_again() -> None:
    """A site may have games of which only the game digest is known."""
    event, (one, two) = tables()
    data = log_of(one)
    decided(event, one, data)
    moves = PlayedGame.objects.get().moves_id
    PlayedGame.objects.update(moves=None)
    submit(users(one)[1], disguised(data, one), one)
    assert PlayedGame.objects.get().moves_id == moves
    assert submit(users(two)[0], without_draws(data, names(two)), two).outcome == "same_moves"
