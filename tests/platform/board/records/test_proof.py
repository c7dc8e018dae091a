"""What a recorded game proves: only what was written down here, at this table, before anybody reported a result."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from nabu.accounts.audit.models import AuditEntry
from nabu.board.records.models import Record
from nabu.board.records.services import finish_record, set_setup
from nabu.contests.matches.models import LogSubmission, ResultReport, Table
from nabu.contests.matches.proof import Proof, is_proven, proof_of
from nabu.contests.matches.slips import SeatHolder, replace_slips, seat_code, slip_token
from nabu.contests.results import services as results
from nabu.contests.results.history.services import undo
from nabu.core.errors import NotAllowed
from tests.platform.board.records.conftest import (
    Device,
    arrived,
    chosen_lines,
    device,
    played,
    table_to_record,
    verify_all,
)
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, agree, make_event, seats, users


def two_tables() -> Event:
    """A running tournament for two at a table, with a published round."""
    made = make_event(4, table_size=2)
    made.pair()
    return made


db, kept_world, changes_are_taken_back, event = kept_for_file(two_tables, "event")


def recorded(table: Table) -> Device:
    """A game that is over, in the record of its table, at the pace of people."""
    record, lines = table_to_record(table)
    phone = device(users(table)[0], record)
    phone.append(*lines)
    arrived(record)
    return phone


def finished(table: Table, phone: Device) -> Table:
    """Sent, verified and confirmed by the other player."""
    phone.client.post(phone.address("finish"))
    verify_all()
    return agree(table)


def level_in_database(table: Table) -> Proof:
    """The strongest level that the database finds."""
    return [level for level in Proof if level and Table.objects.filter(is_proven(level), pk=table.pk).exists()][-1]


def test_the_result_waits_for_another_seat_and_is_recorded_then(table: Table) -> None:
    phone = recorded(table)
    phone.client.post(phone.address("finish"))
    verify_all()
    table.refresh_from_db()
    assert proof_of(table) == Proof.REPORTED
    assert table.recorded is None
    found = agree(table)
    assert proof_of(found) == level_in_database(found) == Proof.RECORDED
    entries = AuditEntry.objects.filter(tournament=found.round.stage.tournament, action__startswith="record.")
    assert [entry.action for entry in entries.order_by("pk")] == ["record.issued", "record.sent"]


def test_the_same_log_sent_as_a_file_is_only_replayed(table: Table) -> None:
    phone = recorded(table)
    log = phone.client.get(phone.address("log")).content
    results.submit_log(users(table)[0], log, table)
    verify_all()
    assert proof_of(agree(table)) == Proof.REPLAYED


def test_a_result_that_was_reported_before_the_last_move_spoils_the_level(table: Table) -> None:
    record, lines = table_to_record(table)
    phone = device(users(table)[0], record)
    phone.append(*lines[:-1])
    results.report_result(users(table)[1], table, [1, 0])
    phone.append(lines[-1])
    phone.client.post(phone.address("finish"))
    submission = LogSubmission.objects.get()
    assert submission.recorded
    assert submission.recorded["shortfall"] == "reported_first"


def test_the_level_goes_with_the_result_and_comes_back_with_it(table: Table) -> None:
    found = finished(table, recorded(table))
    organiser = found.round.stage.tournament.organiser
    results.reopen_table(organiser, found, "Wrong table.")
    found.refresh_from_db()
    assert found.recorded is None
    undo(organiser, AuditEntry.objects.filter(action="table.reopened").latest("pk"))
    found.refresh_from_db()
    assert proof_of(found) == Proof.RECORDED


def test_a_record_without_a_table_proves_nothing_about_one(table: Table) -> None:
    recorded(table)
    Record.objects.update(table=None, entries=None)
    record = Record.objects.get()
    record.header = record.header | {"seats": ["Ana", "Bo"]}
    record.save()
    submission = finish_record(users(table)[0], record)
    assert submission.recorded is None
    assert submission.table is None


def test_an_unfinished_game_is_not_sent(table: Table) -> None:
    record, lines = table_to_record(table)
    phone = device(users(table)[0], record)
    phone.append(*lines[:5])
    answer: Any = phone.client.post(phone.address("finish"), follow=True)
    assert "The game is not over yet." in answer.content.decode()
    assert not LogSubmission.objects.exists()


# --- the code of a seat


def by_slip(table: Table, code: str, client: Client | None = None) -> tuple[Client, Any]:
    client = client or Client()
    return client, client.post(reverse("records:by_slip", args=[slip_token(table, 0)]), {"record-code": code})


def test_a_seat_without_an_account_records_a_whole_game(table: Table) -> None:
    first, second = seats(table)
    page = Client().get(reverse("table:slip", args=[slip_token(table, 0)])).content.decode()
    assert "Record this game" in page
    client, answer = by_slip(table, seat_code(first, 0))
    record = Record.objects.get()
    assert answer["Location"].endswith(f"/records/{record.public_id}/setup/")
    assert record.opened_by is None
    assert record.opened_entry_id == first.entry_id
    game = played("babylonia")
    set_setup(SeatHolder(first), record, game.header.setup)
    phone = Device(client, record)
    phone.append(*chosen_lines(game))
    arrived(record)
    client.post(phone.address("finish"))
    verify_all()
    submission = LogSubmission.objects.get()
    assert submission.submitted_by is None
    assert submission.submitted_entry_id == first.entry_id
    report = ResultReport.objects.get()
    assert report.reported_by is None
    assert report.reported_entry_id == first.entry_id
    results.confirm_report(SeatHolder(second), report)
    table.refresh_from_db()
    assert proof_of(table) == Proof.RECORDED
    shown = Client().get(reverse("table:page", args=[table.pk])).content.decode()
    assert first.entry.player.name in shown
    assert "Recorded the game" in shown


def test_a_code_opens_one_record_and_only_as_long_as_the_slip_is_good(table: Table) -> None:
    first, _second = seats(table)
    client, _answer = by_slip(table, seat_code(first, 0))
    record = Record.objects.get()
    address = reverse("records:state", args=[record.public_id])
    assert client.get(address).status_code == 200
    assert Client().get(address).status_code == 401
    other = Table.objects.filter(round=table.round).exclude(pk=table.pk)[0]
    elsewhere, _lines = table_to_record(other)
    assert client.get(reverse("records:state", args=[elsewhere.public_id])).status_code == 401
    replace_slips([table])
    assert client.get(address).status_code == 401


def test_a_wrong_code_opens_nothing(table: Table) -> None:
    _client, answer = by_slip(table, "22222")
    assert answer["Location"] == reverse("table:slip", args=[slip_token(table, 0)])
    assert not Record.objects.exists()


def test_a_seat_of_another_table_may_not_finish(table: Table) -> None:
    phone = recorded(table)
    other = Table.objects.filter(round=table.round).exclude(pk=table.pk)[0]
    with pytest.raises(NotAllowed):
        finish_record(SeatHolder(seats(other)[0]), phone.record)
