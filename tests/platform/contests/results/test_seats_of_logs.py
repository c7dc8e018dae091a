"""Who has which seat of a log is what its names say, all of them, or what somebody says; never a guess."""

from __future__ import annotations

import pytest

from nabu.accounts.players.models import User
from nabu.contests.domain_events import subscribers
from nabu.contests.matches.models import LogSubmission, Table, Verification
from nabu.contests.matches.proof import Proof, proof_of
from nabu.contests.results import services, tasks
from nabu.contests.results.settling.rules import seats_by_name
from nabu.contests.results.table.queries import history, tables_with_everything
from nabu.core.errors import NotAllowed, Refused
from nabu.web.jobs import running
from nabu.web.jobs.models import Job
from tests.cases import each
from tests.platform.scenario import (
    Event,
    account,
    agree,
    game_log,
    log_of,
    make_event,
    names,
    report_of,
    seats,
    users,
)

pytestmark = pytest.mark.django_db

OTHERS = ("one", "two", "three")


@pytest.fixture
def event() -> Event:
    return make_event(3, table_size=3)


@pytest.fixture
def table(event: Event) -> Table:
    return event.pair().tables.get()


def send(user: User, data: bytes, table: Table) -> LogSubmission:
    submission = services.submit_log(user, data, table)
    for verification in submission.log.verifications.exclude(status=Verification.Status.DONE):
        tasks.verify_log(verification.pk)
    submission.refresh_from_db()
    return submission


def entries(table: Table, *order: int) -> list[int]:
    there = [seat.entry_id for seat in seats(table)]
    return [there[position] for position in order]


@each(
    ("there", "in_log", "found"),
    [
        (["Ana", "Bo"], ["Bo", "Ana"], [2, 1]),
        (["Ana", "Bo"], ["Ana", "Cem"], None),
        (["Ana", "Bo"], ["Ana", "Ana"], None),
        (["Ana", "Ana"], ["Ana", "Ana"], None),
        (["Ana", "Bo"], ["bo", "ANA"], [2, 1]),
        (["José", "Jose"], ["Jose", "José"], [2, 1]),
        (["José", "Ana"], ["Ana", "Jose\u0301"], [2, 1]),
        (["José", "Ana"], ["Ana", "Jose"], [2, 1]),
        (["Hùng", "Ana"], ["Ana", "Hưng"], None),
        (["Hùng", "Hưng"], ["Hung", "Hùng"], None),
        (["Ana", "Bo"], ["Ana", "Bo", "Cem"], None),
    ],
)
def test_names_say_it_all_or_nothing(there: list[str], in_log: list[str], found: list[int] | None) -> None:
    assert seats_by_name(list(enumerate(there, start=1)), in_log) == found


def test_some_of_the_right_names_are_not_enough(table: Table) -> None:
    submission = send(users(table)[0], game_log(3, seats=(*names(table)[:2], "somebody")), table)
    assert (submission.outcome, submission.seats) == ("seats", None)
    assert table.reports.count() == 0


def test_the_sender_says_who_is_who_and_the_others_read_it(table: Table) -> None:
    sender, other, _third = users(table)
    data = game_log(3, seats=OTHERS)
    submission = send(sender, data, table)
    for wrong in (entries(table, 0, 1), entries(table, 0, 1, 1), [*entries(table, 0, 1), 0]):
        with pytest.raises(Refused, match="one seat"):
            services.assign_seats(sender, submission, wrong)
    for nobody in (other, account("visitor")):
        with pytest.raises(NotAllowed):
            services.assign_seats(nobody, submission, entries(table, 0, 1, 2))
    services.assign_seats(sender, submission, entries(table, 2, 0, 1))
    report, by_seat = table.reports.get(), report_of(data)
    assert report.scores == [by_seat.scores[1], by_seat.scores[2], by_seat.scores[0]]
    at_table = names(table)
    [said] = [line.reason for line in history(tables_with_everything().get(pk=table.pk)) if "assigned" in line.reason]
    assert f"Seats assigned by {sender.player.name}: {at_table[2]}, {at_table[0]}, {at_table[1]}." in said
    assert "The log names them one, two, three." in said
    with pytest.raises(Refused, match="The seats of this log are already assigned"):
        services.assign_seats(sender, submission, entries(table, 0, 1, 2))
    assert proof_of(agree(table)) == Proof.REPLAYED
    assert names(table) == [at_table[2], at_table[0], at_table[1]], "who started in the log has the first seat"


def test_who_keeps_score_may_assign_too(event: Event, table: Table) -> None:
    sender = users(table)[0]
    submission = send(sender, game_log(3, seats=OTHERS), table)
    services.assign_seats(event.organiser, submission, entries(table, 0, 1, 2))
    report = table.reports.get()
    assert (report.reported_by, report.status) == (sender, "open"), "it is still what its sender says"


def test_two_who_assign_otherwise_dispute(table: Table) -> None:
    first, second, _third = users(table)
    data = game_log(3, seats=OTHERS)
    for user, order in ((first, (0, 1, 2)), (second, (1, 0, 2))):
        services.assign_seats(user, send(user, data, table), entries(table, *order))
    table.refresh_from_db()
    assert table.status == "disputed"
    assert set(table.submissions.values_list("outcome", flat=True)) == {"dispute"}


def test_two_who_assign_the_same_agree(table: Table) -> None:
    first, second, _third = users(table)
    data = game_log(3, seats=OTHERS)
    for user in (first, second):
        services.assign_seats(user, send(user, data, table), entries(table, 1, 0, 2))
    table.refresh_from_db()
    assert (table.basis, proof_of(table)) == ("report", Proof.REPLAYED)


def test_a_renamed_player_does_not_move(table: Table) -> None:
    """What the names said when the log came is remembered."""
    submission = send(users(table)[0], log_of(table, order=[2, 1, 0]), table)
    assert submission.seats == entries(table, 2, 1, 0)
    player = users(table)[0].player
    player.name = "Another player"
    player.save()
    assert proof_of(agree(table)) == Proof.REPLAYED


def test_a_mail_or_webhook_that_breaks_delays_no_verdict(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(news: object) -> None:
        raise RuntimeError("the mail server is made of clay")

    monkeypatch.setattr(subscribers, "SUBSCRIBERS", [broken])
    monkeypatch.setattr("nabu.contests.domain_events.tasks.SUBSCRIBERS", [broken])
    submission = send(users(table)[0], log_of(table), table)
    waiting = list(Job.objects.filter(kind="announce").values_list("pk", flat=True))
    assert waiting
    for pk in waiting:
        running.run(pk, "here")
    submission.refresh_from_db()
    assert submission.outcome == "reported"
    assert Job.objects.filter(kind="announce", pk__in=waiting).exists(), "they are tried again"
