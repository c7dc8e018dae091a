"""Objections to confirmed results: a director answers, and until then nothing changes."""

from __future__ import annotations

import pytest

from competition.formats import StageSpec
from nabu.accounts.audit.history import as_bytes, rebuilt_state, state_of
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.domain_events.events import OBJECTION_ANSWERED, OBJECTION_MADE, events_of
from nabu.contests.matches.models import LogSubmission, Objection, Table, Verification
from nabu.contests.matches.proof import Proof, proof_of
from nabu.contests.ratings.models import RatedGame
from nabu.contests.results import services, tasks
from nabu.contests.results.history.services import undo
from nabu.contests.results.settling.counting import Propagation
from nabu.contests.results.settling.objecting import MOST_OBJECTIONS
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Role
from nabu.contests.tournaments.stages import finish_tournament
from nabu.core.errors import NotAllowed, Refused
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, approved, game_log, log_of, make_event, report_of, seats, users


def started() -> Event:
    return approved(make_event(3, table_size=3))


def with_a_result() -> tuple[Event, Table]:
    """An event and its table with a result that players have agreed on."""
    event = started()
    table = event.pair().tables.get()
    first, second, _third = users(table)
    services.confirm_report(second, services.report_result(first, table, [50, 40, 30]))
    return event, table


db, kept_world, changes_are_taken_back, event, table = kept_for_file(with_a_result, "event", "table")


def send(user: User, data: bytes, table: Table) -> LogSubmission:
    submission = services.submit_log(user, data, table)
    for verification in submission.log.verifications.exclude(status=Verification.Status.DONE):
        tasks.verify_log(verification.pk)
    submission.refresh_from_db()
    return submission


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def scores(table: Table) -> list[int | None]:
    return [seat.score for seat in seats(table)]


def answers(table: Table) -> list[str]:
    return list(table.objections.order_by("pk").values_list("answer", flat=True))


def test_a_player_objects_with_a_reason_and_the_result_stands(event: Event, table: Table) -> None:
    third = users(table)[2]
    for nobody in (account("visitor"), event.organiser):
        with pytest.raises(NotAllowed):
            services.object_to_result(nobody, table, "Not mine to say")
    with pytest.raises(Refused, match="what is wrong"):
        services.object_to_result(third, table, " ")
    objection = services.object_to_result(third, table, "We counted twice")
    assert (fresh(table).status, fresh(table).basis, scores(table)) == ("confirmed", "report", [50, 40, 30])
    assert RatedGame.objects.count() == 1
    with pytest.raises(Refused, match="Your objection is already open"):
        services.object_to_result(third, table, "Again")
    with pytest.raises(NotAllowed):
        services.reject_objection(third, objection, "Mine")
    with pytest.raises(Refused, match="Enter a reason for rejecting the objection"):
        services.reject_objection(event.organiser, objection, "")
    services.reject_objection(event.organiser, objection, "I watched the game")
    objection.refresh_from_db()
    assert (objection.answer, objection.answer_reason) == ("rejected", "I watched the game")
    with pytest.raises(Refused, match="already answered"):
        services.reject_objection(event.organiser, objection, "Once more")


def test_nobody_objects_for_ever(event: Event, table: Table) -> None:
    third = users(table)[2]
    for _time in range(MOST_OBJECTIONS):
        services.reject_objection(event.organiser, services.object_to_result(third, table, "No"), "Yes")
    with pytest.raises(Refused, match="3 times"):
        services.object_to_result(third, table, "No")
    submission = send(third, log_of(table), table)
    assert submission.outcome == "not_used"
    assert "3 times" in submission.message


def test_an_open_table_has_nothing_to_object_to() -> None:
    event = started()
    table = event.pair().tables.get()
    with pytest.raises(Refused, match="no confirmed result"):
        services.object_to_result(users(table)[0], table, "No")


@pytest.mark.both_databases
def test_a_log_joins_the_objection_of_its_sender(event: Event, table: Table) -> None:
    third = users(table)[2]
    objection = services.object_to_result(third, table, "We counted twice")
    first = send(third, log_of(table, seed=1), table)
    second = send(third, log_of(table, seed=2), table)
    first.refresh_from_db()
    objection.refresh_from_db()
    assert (first.outcome, second.outcome) == ("not_used", "objection")
    assert (objection.submission, objection.reason, answers(table)) == (second, "We counted twice", [""])
    services.reject_objection(event.organiser, objection, "Another game")
    second.refresh_from_db()
    assert (second.outcome, second.message) == ("not_used", "The director rejected the objection: Another game")


def test_to_accept_a_log_is_to_correct_the_result(event: Event, table: Table) -> None:
    submission = send(users(table)[2], log_of(table), table)
    services.object_to_result(users(table)[0], table, "I objected too")
    keeper = account("keeper")
    Role.objects.create(tournament=event.tournament, user=keeper, kind="scorekeeper")
    with pytest.raises(NotAllowed):
        services.accept_log(keeper, table, submission, "The sheet says so")
    services.accept_log(event.organiser, table, submission, "The sheet says so")
    assert scores(table) == report_of(log_of(table)).scores
    assert (fresh(table).basis, proof_of(fresh(table))) == ("ruling", Proof.REPLAYED)
    assert answers(table) == ["accepted", "accepted"]
    submission.refresh_from_db()
    assert submission.outcome == "applied"


@pytest.mark.both_databases
@pytest.mark.parametrize(("ruled", "answer"), [([40, 50, 30], "accepted"), ([50, 40, 30], "rejected")])
def test_a_director_who_decides_again_has_answered(event: Event, table: Table, ruled: list[int], answer: str) -> None:
    services.object_to_result(users(table)[2], table, "We counted twice")
    services.rule_result(event.organiser, table, Ruling(ruled, reason="Counted again"))
    objection = Objection.objects.get()
    assert (objection.answer, objection.answer_reason) == (answer, "Counted again")


@pytest.mark.both_databases
def test_a_result_that_is_taken_back_answers_too(event: Event, table: Table) -> None:
    send(users(table)[2], log_of(table), table)
    services.reopen_table(event.organiser, table, "Play it again")
    assert (fresh(table).status, answers(table)) == ("open", ["accepted"])
    assert set(table.submissions.values_list("outcome", flat=True)) == {"not_used"}


def test_an_accepted_log_changes_what_is_built_on_the_result() -> None:
    event = make_event(4, stages=[StageSpec("single_elimination", {"table_size": 2})])
    one, other = event.pair().tables.order_by("bracket_slot")
    data = next(data for seed in range(1, 50) if report_of(data := log_of(one, seed=seed)).places == [2, 1])
    for table in (one, other):
        services.rule_result(event.organiser, table, Ruling([50, 40]))
    final = event.pair().tables.get()
    submission = send(users(one)[1], data, one)
    assert submission.outcome == "objection"
    with pytest.raises(Refused, match="or later rounds depend on this result"):
        services.accept_log(event.organiser, one, submission, "The log is right")
    assert answers(one) == [""]
    services.accept_log(event.organiser, one, submission, "The log is right", Propagation())
    assert users(one)[1] in users(fresh(final))
    assert answers(one) == ["accepted"]


def test_after_the_end_a_director_reads_and_rejects(event: Event, table: Table) -> None:
    finish_tournament(event.organiser, event.tournament)
    objection = services.object_to_result(users(table)[2], table, "Too late?")
    submission = send(users(table)[0], log_of(table), table)
    with pytest.raises(Refused, match="finished"):
        services.accept_log(event.organiser, table, submission, "Yes")
    services.reject_objection(event.organiser, objection, "Too late")
    assert answers(table) == ["rejected", ""]


@pytest.mark.both_databases
def test_objections_are_history_like_all_else() -> None:
    """Undone, done again, rebuilt byte for byte, and told."""
    event = make_event(3, table_size=3)
    table = event.pair().tables.get()
    services.rule_result(event.organiser, table, Ruling([50, 40, 30]))

    def now() -> bytes:
        assert as_bytes(rebuilt_state(event.tournament.pk)) == as_bytes(state_of(event.tournament.pk))
        return as_bytes(state_of(event.tournament.pk))

    def last() -> AuditEntry:
        return AuditEntry.objects.filter(tournament=event.tournament).latest("pk")

    submission = send(users(table)[2], log_of(table), table)
    made, before = last(), now()
    assert [one.kind for one in events_of(made)] == [OBJECTION_MADE]
    services.accept_log(event.organiser, table, submission, "The sheet says so")
    answered, after = last(), now()
    assert OBJECTION_ANSWERED in [one.kind for one in events_of(answered)]
    undone = undo(event.organiser, answered)
    submission.refresh_from_db()
    assert (now(), scores(table), submission.outcome) == (before, [50, 40, 30], "objection")
    undo(event.organiser, undone)
    submission.refresh_from_db()
    assert (now(), submission.outcome) == (after, "applied")


# --- Logs of those who keep score -------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_the_log_of_who_keeps_score_enters_the_result() -> None:
    event = started()
    table = event.pair().tables.get()
    keeper = account("keeper")
    Role.objects.create(tournament=event.tournament, user=keeper, kind="scorekeeper")
    services.report_result(users(table)[0], table, [1, 2, 3])
    submission = send(keeper, log_of(table), table)
    assert (submission.outcome, fresh(table).basis) == ("applied", "ruling")
    assert scores(table) == report_of(log_of(table)).scores
    ruling = table.reports.get(is_ruling=True)
    assert (ruling.submission, ruling.reported_by) == (submission, keeper)
    assert table.reports.get(is_ruling=False).status == "set_aside"


def test_the_log_of_a_director_overrules_nothing_by_itself(event: Event, table: Table) -> None:
    submission = send(event.organiser, log_of(table), table)
    assert (submission.outcome, scores(table), fresh(table).basis) == ("objection", [50, 40, 30], "report")


def test_a_director_who_plays_here_reports_like_the_others() -> None:
    organiser = account("olga")
    event = make_event(2, table_size=3, organiser=organiser, start=False)
    from nabu.contests.tournaments.entries.services import add_entry
    from nabu.contests.tournaments.setup.services import start_tournament

    add_entry(organiser, event.tournament, organiser.player)
    start_tournament(organiser, event.tournament)
    table = event.pair().tables.get()
    assert send(organiser, log_of(table), table).outcome == "reported"
    assert fresh(table).status == "reported"


def test_who_has_left_sends_nothing_any_more() -> None:
    """The right to keep score was taken away between the upload and the verdict."""
    event = started()
    table = event.pair().tables.get()
    keeper = account("keeper")
    role = Role.objects.create(tournament=event.tournament, user=keeper, kind="scorekeeper")
    submission = services.submit_log(keeper, log_of(table), table)
    role.delete()
    tasks.verify_log(submission.log.verifications.get().pk)
    submission.refresh_from_db()
    assert (submission.outcome, fresh(table).status) == ("not_used", "open")


# --- Reports with logs ------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_the_own_log_proves_a_report_that_waits() -> None:
    event = started()
    table = event.pair().tables.get()
    first, second, _third = users(table)
    data = log_of(table)
    services.report_result(first, table, report_of(data).scores, report_of(data).places)
    assert send(first, data, table).outcome == "reported"
    # Typed in once more the report keeps its proof; another result takes it away.
    services.report_result(first, table, report_of(data).scores, report_of(data).places)
    services.confirm_report(second, table.reports.get(status="open"))
    assert proof_of(fresh(table)) == Proof.REPLAYED


def test_another_result_by_the_reporter_sets_the_own_log_aside() -> None:
    event = started()
    table = event.pair().tables.get()
    first, second, _third = users(table)
    submission = send(first, log_of(table), table)
    services.report_result(first, table, [3, 2, 1])
    submission.refresh_from_db()
    assert submission.outcome == "not_used"
    services.confirm_report(second, table.reports.get(status="open"))
    assert (scores(table), proof_of(fresh(table))) == ([3, 2, 1], Proof.AGREED)


def test_a_log_that_waits_at_a_table_is_reported_at_no_other() -> None:
    """One game counts once, and the table that reported it first has it."""
    event = approved(make_event(6, table_size=3))
    tables = list(event.pair().tables.order_by("number"))
    data = game_log(3)
    waiting = send(users(tables[0])[0], data, tables[0])
    services.assign_seats(users(tables[0])[0], waiting, [seat.entry_id for seat in seats(tables[0])])
    assert fresh(tables[0]).status == "reported"
    again = send(users(tables[1])[0], data, tables[1])
    assert (again.outcome, fresh(tables[1]).status) == ("not_used", "open")
    services.confirm_report(users(tables[0])[1], tables[0].reports.get())
    assert proof_of(fresh(tables[0])) == Proof.REPLAYED
