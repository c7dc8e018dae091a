"""What a verified log does to a table, and why a log is not used. The task is called directly; see test_workers.py."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from django.utils.translation import gettext, override

from competition.formats import StageSpec
from engine import ENGINE_VERSION
from nabu.contests.matches.models import GameLog, LogSubmission, ResultReport, Table, Verification
from nabu.contests.matches.proof import Proof, proof_of
from nabu.contests.ratings.models import RatedGame, RatingEntry
from nabu.contests.results import services, tasks
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.results.settling.verification import reason_of
from nabu.contests.tournaments.models import Round
from nabu.core.errors import NotAllowed, Refused
from nabu.core.sentences import sentence
from nabu.statistics.dashboards.models import GameFacts
from nabu.web.jobs.models import Job
from tests.platform.by_hand import long_ago, sweep_by_hand
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
    report_of,
    seats,
    users,
)

EXAMPLES = Path(__file__).parents[3] / "engine/examples/babylonia"


def round_of_a_tournament() -> tuple[Event, Table]:
    event = approved(make_event(3, table_size=3))
    return event, event.pair().tables.get()


db, kept_world, changes_are_taken_back, event, table = kept_for_file(round_of_a_tournament, "event", "table")


def work() -> None:
    """What the worker does with everything that is queued."""
    for verification in Verification.objects.exclude(status=Verification.Status.DONE):
        tasks.verify_log(verification.pk)


def submit(user: object, data: bytes, table: Table | None = None) -> LogSubmission:
    """Submit a log and let it be verified."""
    submission = services.submit_log(user, data, table)  # type: ignore[arg-type]
    work()
    submission.refresh_from_db()
    return submission


def assigned(submission: LogSubmission) -> LogSubmission:
    """Its sender assigns the seats of the log in the order of the table."""
    assert submission.table is not None
    entries = [seat.entry_id for seat in seats(submission.table)]
    return services.assign_seats(submission.submitted_by, submission, entries)


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def result(table: Table) -> list[tuple[str, int | None, int | None]]:
    return [(seat.entry.player.name, seat.score, seat.place) for seat in seats(table)]


def proven(table: Table, data: bytes, order: Sequence[int] | None = None) -> list[tuple[str, int, int]]:
    """What `result` must be after the log; `order` names the positions in the order of the log."""
    report, at_table = report_of(data), names(table)
    return [
        (at_table[position], report.scores[seat], report.places[seat])
        for seat, position in enumerate(order or range(len(at_table)))
    ]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_recorded_game_becomes_the_result_of_a_table(path: Path) -> None:
    data = path.read_bytes()
    players = int(path.stem[1])
    ruleset = "seven_of_nine" if "seven" in path.stem else "base"
    event = approved(make_event(players, table_size=players, ruleset=ruleset))
    table = event.pair().tables.get()
    expected = proven(table, data)
    submission = submit(users(table)[0], data, table)
    if submission.outcome == "seats":
        services.assign_seats(users(table)[0], submission, [seat.entry_id for seat in seats(table)])
        submission.refresh_from_db()
    assert (submission.outcome, fresh(table).status) == ("reported", "reported")
    assert not RatedGame.objects.exists()
    done = agree(table)
    submission.refresh_from_db()
    assert (submission.outcome, submission.message) == ("applied", "The log proves the result of the table.")
    assert result(table) == expected
    assert (done.status, done.basis, proof_of(done)) == ("confirmed", "report", Proof.REPLAYED)
    assert done.log == GameLog.objects.get()
    assert RatingEntry.objects.count() == players
    assert done.round.status == Round.Status.FINISHED
    verification = Verification.objects.get()
    assert (verification.verdict, verification.engine) == ("verified", ENGINE_VERSION)
    assert sum(e[4] for e in GameFacts.objects.get().facts["score_events"]) == sum(s for _n, s, _p in expected)


def test_seats_follow_the_names_of_the_log(table: Table) -> None:
    data = log_of(table, order=[2, 0, 1])
    expected = proven(table, data, order=[2, 0, 1])
    submit(users(table)[0], data, table)
    agree(table)
    assert result(table) == expected


def test_reported_scores_move_with_the_seats(table: Table) -> None:
    data = log_of(table, order=[1, 2, 0])
    report = report_of(data)
    at_table = [report.scores[[1, 2, 0].index(position)] for position in range(3)]
    reported = services.report_result(users(table)[0], table, at_table)
    assert submit(users(table)[1], data, table).outcome == "applied"
    reported.refresh_from_db()
    assert reported.scores == report.scores
    assert reported.status == ResultReport.Status.CONFIRMED


def test_a_log_that_equals_the_report_confirms_it(table: Table) -> None:
    data = log_of(table)
    services.report_result(users(table)[0], table, report_of(data).scores)
    submission = submit(users(table)[1], data, table)
    assert (submission.outcome, fresh(table).basis) == ("applied", "report")
    assert table.reports.get().confirmed_by == users(table)[1]
    assert result(table) == proven(table, data)


@pytest.mark.both_databases
def test_a_log_proves_a_confirmed_report_without_touching_ratings(table: Table) -> None:
    data = log_of(table)
    report = report_of(data)
    first = services.report_result(users(table)[0], table, report.scores, report.places)
    services.confirm_report(users(table)[1], first)
    before = list(RatingEntry.objects.order_by("player").values_list("player", "before", "after"))
    assert submit(users(table)[2], data, table).outcome == "applied"
    assert proof_of(fresh(table)) == Proof.REPLAYED
    assert list(RatingEntry.objects.order_by("player").values_list("player", "before", "after")) == before
    assert RatedGame.objects.count() == 1


@pytest.mark.both_databases
def test_a_log_that_contradicts_a_report_is_a_dispute(event: Event, table: Table) -> None:
    data = log_of(table)
    services.report_result(users(table)[0], table, [1, 2, 3])
    submission = submit(users(table)[1], data, table)
    assert submission.outcome == "dispute"
    assert "contradicts" in submission.message
    assert (fresh(table).status, fresh(table).log) == ("disputed", None)
    assert not RatedGame.objects.exists()
    with pytest.raises(Refused, match="Enter a reason for using this log"):
        services.accept_log(event.organiser, table, submission, " ")
    with pytest.raises(NotAllowed):
        services.accept_log(users(table)[0], table, submission, "mine")
    services.accept_log(event.organiser, table, submission, "the log is right")
    assert result(table) == proven(table, data)
    assert (fresh(table).basis, proof_of(fresh(table))) == ("ruling", Proof.REPLAYED)
    assert set(table.reports.filter(is_ruling=False).values_list("status", flat=True)) == {"set_aside"}


@pytest.mark.both_databases
def test_a_dispute_that_began_before_an_upgrade_can_still_be_settled(event: Event, table: Table) -> None:
    """The log was verified by the engine before the running one."""
    services.report_result(users(table)[0], table, [1, 2, 3])
    submission = submit(users(table)[1], log_of(table), table)
    Verification.objects.update(engine="0.9.0")
    services.accept_log(event.organiser, table, submission, "the log is right")
    assert fresh(table).log == submission.log


def test_two_verified_logs_that_contradict_each_other_are_a_dispute(event: Event, table: Table) -> None:
    first = submit(users(table)[0], log_of(table, seed=1), table)
    second = submit(users(table)[1], log_of(table, seed=2), table)
    first.refresh_from_db()
    assert (first.outcome, second.outcome, fresh(table).log) == ("dispute", "dispute", None)
    services.accept_log(event.organiser, table, second, "the first was a forgery")
    first.refresh_from_db()
    assert (first.outcome, fresh(table).log) == ("not_used", second.log)


def test_a_log_for_a_disputed_table_leaves_the_decision_to_the_organiser(table: Table) -> None:
    data = log_of(table)
    report = services.report_result(users(table)[0], table, report_of(data).scores)
    services.dispute_report(users(table)[1], report, "no")
    submission = submit(users(table)[0], data, table)
    assert (submission.outcome, fresh(table).status) == ("dispute", "disputed")


def test_a_game_counts_for_one_table_only() -> None:
    event = approved(make_event(6, table_size=3))
    one, two = event.pair().tables.order_by("number")
    data = game_log(3)
    services.rule_result(event.organiser, one, Ruling(report_of(data).scores, report_of(data).places))
    assigned(submit(event.organiser, data, one))
    assert fresh(one).log is not None
    submission = submit(users(two)[0], data, two)
    assert submission.outcome == "not_used"
    assert "table 1 in round 1" in submission.message
    assert fresh(two).status == "open"
    services.rule_result(event.organiser, two, Ruling([1, 2, 3]))
    with pytest.raises(Refused, match="table 1 in round 1"):
        services.accept_log(event.organiser, two, submission, "anyway")
    assert RatedGame.objects.count() == 2


def test_the_same_log_again_changes_nothing(table: Table) -> None:
    data = log_of(table)
    submit(users(table)[0], data, table)
    agree(table)
    before = (result(table), list(RatingEntry.objects.values_list("pk", "after")))
    again = services.submit_log(users(table)[1], data, table)
    assert (again.outcome, again.message) == ("applied", "This log was the result of the table already.")
    assert (result(table), list(RatingEntry.objects.values_list("pk", "after"))) == before
    assert (GameLog.objects.count(), Verification.objects.count(), GameFacts.objects.count()) == (1, 1, 1)
    assert LogSubmission.objects.count() == 2


def test_a_log_that_was_verified_before_is_applied_at_once(table: Table) -> None:
    data = log_of(table)
    assert submit(account("somebody"), data).outcome == "no_table"
    submission = services.submit_log(users(table)[0], data, table)
    assert submission.outcome == "reported"


@pytest.mark.parametrize(
    ("event_of", "log", "message"),
    [
        ({"players": 4, "table_size": 4}, game_log(3), "3 players, but 4"),
        (
            {"players": 3, "table_size": 3, "ruleset": "seven_of_nine"},
            game_log(3),
            "“Base”, but “Seven of nine” is",
        ),
    ],
)
def test_a_log_of_another_game_is_not_used_and_says_why(event_of: dict[str, object], log: bytes, message: str) -> None:
    table = make_event(**event_of).pair().tables.get()  # type: ignore[arg-type]
    submission = submit(users(table)[0], log, table)
    assert submission.outcome == "not_used"
    assert message in submission.message
    assert fresh(table).status == "open"
    assert not RatedGame.objects.exists()


def test_a_log_with_other_switches_is_not_used_and_names_the_switch() -> None:
    from engine.registry import get_game

    switch = next(s for s in get_game("babylonia").switches if len(s.options) > 1)
    other = next(option for option in switch.options if option != switch.default)
    table = make_event(3, table_size=3, switches={switch.name: other}).pair().tables.get()
    submission = submit(users(table)[0], log_of(table), table)
    assert submission.outcome == "not_used"
    assert switch.title in submission.message
    assert switch.labels[switch.options.index(other)] in submission.message
    with override("de"):
        assert gettext(switch.title) in submission.message
    plain = make_event(3, table_size=3, switches={switch.name: switch.default}, prefix="plain").pair().tables.get()
    assert submit(users(plain)[0], log_of(plain), plain).outcome == "reported"


def cut(data: bytes) -> bytes:
    return b"\n".join(data.splitlines()[:-4])


def wrong_claim(data: bytes) -> bytes:
    *lines, last = data.splitlines()
    return b"\n".join([*lines, last.replace(b'"winners":[', b'"winners":[3,')])


@pytest.mark.parametrize(
    ("spoil", "verdict", "reason"),
    [
        (cut, "unfinished", ""),
        (wrong_claim, "rejected", "Line"),
        (lambda data: data[:40], "unreadable", ""),
        (lambda data: b"{}" + data, "unreadable", ""),
        (lambda data: b"{" * 5000, "unreadable", ""),
        (lambda data: b'{"gamelog":1,"meta":"\\u0000\\ud800"}', "unreadable", ""),
    ],
)
def test_a_log_that_is_not_verified_is_not_used_and_says_why(
    table: Table, spoil: object, verdict: str, reason: str
) -> None:
    data = spoil(log_of(table))  # type: ignore[operator]
    submission = submit(users(table)[0], data, table)
    verification = Verification.objects.get()
    assert (submission.outcome, verification.verdict, verification.status) == ("not_used", verdict, "done")
    assert verification.reason
    assert sentence(reason_of(verification)) in submission.message
    assert submission.message.startswith(reason)
    assert fresh(table).status == "open"
    assert not GameFacts.objects.exists()


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b"{" + b" " * (4 * 2**20), "at most 4 MB"),
        (b"\x89PNG\r\n", "not a game log"),
        (b"\xef\xbb\xbf{}", "byte order mark"),
        (b'{"a":"\xff\xfe"}', "not UTF-8"),
        (b"hello", "not a game log"),
    ],
)
def test_what_cannot_be_a_log_is_refused_and_not_stored(table: Table, data: bytes, message: str) -> None:
    with pytest.raises(Refused, match=message):
        services.submit_log(users(table)[0], data, table)
    assert not GameLog.objects.exists()
    assert not LogSubmission.objects.exists()


def test_only_players_of_the_table_and_the_organiser_send_its_log(event: Event, table: Table) -> None:
    data = log_of(table)
    with pytest.raises(NotAllowed):
        services.submit_log(account("stranger"), data, table)
    with pytest.raises(NotAllowed):
        services.submit_log(account("other_organiser"), data, table)
    services.submit_log(event.organiser, data, table)


@pytest.mark.both_databases
def test_a_shared_win_in_a_knockout_is_decided_by_the_organiser() -> None:
    """A made-up verified verdict with a tie that the game itself cannot break."""
    event = make_event(2, stages=[StageSpec("single_elimination")])
    table = event.pair().tables.get()
    submission = services.submit_log(users(table)[0], log_of(table), table)
    verification = Verification.objects.get()
    report = report_of(log_of(table)).to_json() | {"scores": [50, 50], "places": [1, 1], "winners": [0, 1]}
    Verification.objects.update(status="done", verdict="verified", report=report)
    verification.refresh_from_db()
    from nabu.contests.results.settling.verdicts import apply_verification

    apply_verification(verification)
    submission.refresh_from_db()
    assert (submission.outcome, fresh(table).status) == ("dispute", "disputed")
    assert "who advances" in submission.message
    with pytest.raises(Refused, match="one player must win"):
        services.accept_log(event.organiser, table, submission, "x")
    services.rule_result(event.organiser, table, Ruling([50, 50], [1, 2], reason="lots were drawn"))


def test_a_log_after_the_end_of_the_tournament_only_objects(event: Event, table: Table) -> None:
    from nabu.contests.tournaments.stages import finish_tournament

    early = services.submit_log(users(table)[0], log_of(table), table)
    services.rule_result(event.organiser, table, Ruling([1, 2, 3]))
    finish_tournament(event.organiser, event.tournament)
    work()
    early.refresh_from_db()
    late = submit(users(table)[1], log_of(table, seed=2), table)
    assert [submission.outcome for submission in (early, late)] == ["objection", "objection"]
    assert (fresh(table).basis, proof_of(fresh(table))) == ("ruling", Proof.AGREED)


@pytest.mark.both_databases
def test_a_proof_is_welcome_after_the_end(event: Event, table: Table) -> None:
    from nabu.contests.tournaments.stages import finish_tournament

    data = log_of(table)
    submission = services.submit_log(users(table)[0], data, table)
    services.rule_result(event.organiser, table, Ruling(report_of(data).scores, report_of(data).places))
    entries = list(RatingEntry.objects.values_list("pk", "after"))
    finish_tournament(event.organiser, event.tournament)
    work()
    submission.refresh_from_db()
    assert (submission.outcome, proof_of(fresh(table))) == ("applied", Proof.REPLAYED)
    assert list(RatingEntry.objects.values_list("pk", "after")) == entries


def test_messages_are_in_the_language_of_whoever_sent_the_log(table: Table, settings: object) -> None:
    """The worker has no request: the account says which language."""
    user = users(table)[0]
    user.language = "en"
    user.save()
    assert "The log reports the result" in submit(user, log_of(table), table).message


@pytest.mark.both_databases
def test_an_error_of_the_engine_ends_as_failed(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: bytes, library: object) -> None:
        raise RuntimeError("out of clay")

    monkeypatch.setattr(tasks, "extract_facts", broken)
    submission = services.submit_log(users(table)[0], log_of(table), table)
    for _attempt in range(tasks.MOST_ATTEMPTS):
        work()
    verification = Verification.objects.get()
    assert verification.status == "failed"
    assert Job.objects.get(kind="verify").attempts == tasks.MOST_ATTEMPTS
    assert "out of clay" in verification.reason
    submission.refresh_from_db()
    assert submission.outcome == "not_used"
    work()
    assert Verification.objects.get().status == "failed"
    monkeypatch.undo()
    assert submit(users(table)[0], log_of(table), table).outcome == "reported"


@pytest.mark.both_databases
def test_a_log_that_ends_its_worker_every_time_is_given_up(table: Table) -> None:
    """The job of a killed worker stays at running, with its attempts counted."""
    submission = services.submit_log(users(table)[0], log_of(table), table)
    Job.objects.filter(kind="verify").update(status="running", attempts=tasks.MOST_ATTEMPTS, again=False)
    long_ago()
    sweep_by_hand()
    submission.refresh_from_db()
    assert Verification.objects.get().status == "failed"
    assert submission.outcome == "not_used"


def test_a_second_delivery_of_a_task_does_nothing(table: Table) -> None:
    submit(users(table)[0], log_of(table), table)
    before = Verification.objects.values().get()
    tasks.verify_log(before["id"])
    assert Verification.objects.values().get() == before
    assert ResultReport.objects.count() == 1
