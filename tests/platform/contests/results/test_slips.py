"""Reporting without an account: what the QR code of a slip and the code of a seat allow, and what they do not."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player
from nabu.contests.matches.models import ResultReport, Table
from nabu.contests.matches.proof import Proof, proof_of
from nabu.contests.matches.slips import CODE_LENGTH, LETTERS, MOST_WRONG_CODES, seat_code, serials, slip_token
from nabu.contests.results import services
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.rounds.services import lock_round
from nabu.contests.tournaments.setup.services import start_tournament
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, make_event, seats

db, kept_world, changes_are_taken_back, event = kept_for_file(lambda: make_event(4, table_size=2), "event")


@pytest.fixture
def table(event: Event) -> Table:
    return event.pair().tables.order_by("number")[0]


def address(table: Table) -> str:
    return reverse("table:slip", args=[slip_token(table, serials([table])[table.pk])])


def codes(table: Table) -> list[str]:
    """The codes of the seats in order of position."""
    return [seat_code(seat, serials([table])[table.pk]) for seat in seats(table)]


def report(client: Client, table: Table, code: str, scores: tuple[int, int] = (70, 60)) -> str:
    fields = {f"report-score_{position}": score for position, score in enumerate(scores)}
    return send(client, table, do="report", **fields, **{"report-code": code})


def confirm(client: Client, table: Table, code: str) -> str:
    return send(client, table, do="confirm", report=shown(table), **{"confirm-code": code})


def dispute(client: Client, table: Table, code: str) -> str:
    return send(
        client, table, do="dispute", report=shown(table), **{"dispute-code": code, "dispute-reason": "It was 60 to 70."}
    )


def shown(table: Table) -> str:
    """The report that the page shows."""
    found = re.search(r'name="report" value="(\d+)"', Client().get(address(table)).content.decode())
    return found[1] if found else ""


def send(client: Client, table: Table, **fields: object) -> str:
    response = client.post(address(table), fields, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def test_two_people_without_an_account_report_and_confirm(client: Client, table: Table) -> None:
    first, second = codes(table)
    assert "Result reported" in report(client, table, first)
    table.refresh_from_db()
    assert (table.status, proof_of(table)) == (Table.Status.REPORTED, Proof.REPORTED)
    assert "Result confirmed" in confirm(Client(), table, second.lower())
    table.refresh_from_db()
    assert (table.status, proof_of(table)) == (Table.Status.CONFIRMED, Proof.AGREED)
    assert [seat.score for seat in seats(table)] == [70, 60]


def test_nobody_confirms_for_the_seat_that_reported(client: Client, table: Table, event: Event) -> None:
    """Neither with the same code, nor with the account of the same player, nor the other way round."""
    first, _second = codes(table)
    report(client, table, first)
    confirm(client, table, first)
    player = seats(table)[0].entry.player.user
    assert player is not None
    client.force_login(player)
    waiting = ResultReport.objects.get(table=table)
    assert client.post(reverse("table:confirm", args=[waiting.pk])).status_code == 403
    table.refresh_from_db()
    assert table.status == Table.Status.REPORTED
    services.report_result(player, table, [71, 60])
    confirm(Client(), table, first)
    table.refresh_from_db()
    assert table.status == Table.Status.REPORTED, "the player has replaced the own report, and confirmed nothing"


def test_nobody_confirms_what_was_put_in_place_of_the_report_they_read(client: Client, table: Table) -> None:
    """Attack: report the true result, and another one while the other player types the code."""
    first, second = codes(table)
    report(client, table, first, (60, 70))
    read = shown(table)
    report(client, table, first, (70, 60))
    answer = send(Client(), table, do="confirm", report=read, **{"confirm-code": second})
    assert "This report is no longer waiting for an" in answer
    table.refresh_from_db()
    assert table.status == Table.Status.REPORTED


def test_a_report_that_waited_for_the_network_is_not_saved_over_another_one(client: Client, table: Table) -> None:
    """Nobody looked at the page when it went off by itself."""
    first, second = codes(table)
    before = re.findall(r'name="reported_so_far" value="([^"]+)"', client.get(address(table)).content.decode())[0]
    report(Client(), table, second, (60, 70))
    late = {"do": "report", "report-score_0": 70, "report-score_1": 60, "report-code": first, "reported_so_far": before}
    assert "has changed meanwhile" in send(client, table, **late, **{"Nabu-Again": "true"})
    assert list(table.reports.values_list("scores", flat=True)) == [[60, 70]]
    assert "Result reported" in send(client, table, **late), "whoever presses the button has the page in view"


def test_the_other_seat_disputes(client: Client, table: Table) -> None:
    first, second = codes(table)
    report(client, table, first)
    dispute(client, table, first)
    table.refresh_from_db()
    assert table.status == Table.Status.REPORTED
    assert "disputed" in dispute(client, table, second)
    table.refresh_from_db()
    assert table.status == Table.Status.DISPUTED


def test_the_same_result_from_the_other_seat_confirms_and_another_one_disputes(client: Client, event: Event) -> None:
    one, other = event.pair().tables.order_by("number")
    for table, scores, status in ((one, (70, 60), "confirmed"), (other, (60, 70), "disputed")):
        report(client, table, codes(table)[0])
        report(client, table, codes(table)[1], scores)
        table.refresh_from_db()
        assert table.status == status


def test_a_slip_opens_one_table_only(client: Client, event: Event) -> None:
    """The code of another table is wrong here, and a token that somebody has changed opens nothing."""
    one, other = event.pair().tables.order_by("number")
    assert "No seat at this table has this code" in report(client, one, codes(other)[0])
    token = slip_token(one, 0)
    for forged in (
        token.replace(str(one.pk), str(other.pk), 1),
        token[:-1],
        f"{one.pk}-0",
        "x",
        f"{other.pk}-0:{token}",
    ):
        assert client.get(reverse("table:slip", args=[forged])).status_code == 404
    one.refresh_from_db()
    assert one.status == Table.Status.OPEN


def test_a_slip_ends_with_its_round(client: Client, event: Event) -> None:
    round_ = event.pair()
    one, other = round_.tables.order_by("number")
    services.rule_result(event.organiser, one, Ruling([70, 60]))
    assert "Report result" in client.get(address(other)).content.decode()
    services.rule_result(event.organiser, other, Ruling([70, 60]))
    assert "no longer valid" in client.get(address(other)).content.decode()
    assert "no longer valid" in report(client, other, codes(other)[0])
    lock_round(event.organiser, round_)
    services_before = AuditEntry.objects.count()
    assert "no longer valid" in report(client, other, codes(other)[0])
    assert AuditEntry.objects.count() == services_before


def test_a_replaced_slip_and_its_codes_are_worth_nothing(client: Client, event: Event, table: Table) -> None:
    old, old_codes = address(table), codes(table)
    client.force_login(event.organiser)
    client.post(reverse("table:slip_replace", args=[table.pk]))
    assert Client().get(old).status_code == 404
    assert "No seat at this table has this code" in report(Client(), table, old_codes[0])
    assert "Result reported" in report(Client(), table, codes(table)[0])
    assert AuditEntry.objects.filter(action="table.slip_replaced", actor=event.organiser).count() == 1


def test_codes_cannot_be_guessed(client: Client, table: Table) -> None:
    """After too many wrong ones the right one does nothing either, until the slip is replaced."""
    assert len(LETTERS) ** CODE_LENGTH > 20_000_000
    for _attempt in range(MOST_WRONG_CODES):
        report(client, table, "22222")
    assert "Too many wrong codes" in report(client, table, codes(table)[0])
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN


def test_codes_of_all_seats_of_a_hall_are_different(event: Event) -> None:
    tables = list(event.pair().tables.all())
    found = [code for table in tables for serial in range(3) for code in (seat_code(s, serial) for s in seats(table))]
    assert len(set(found)) == len(found)
    assert all(re.fullmatch(f"[{LETTERS}]{{{CODE_LENGTH}}}", code) for code in found)


def test_only_who_keeps_score_prints_codes(event: Event, table: Table) -> None:
    page = reverse("tournaments:print_round", args=[table.round_id, "slips"])
    organiser, player = Client(), Client()
    organiser.force_login(event.organiser)
    player.force_login(event.players[0])
    assert all(code in organiser.get(page).content.decode() for code in codes(table))
    for client in (player, Client()):
        html = client.get(page).content.decode()
        assert not any(code in html for code in codes(table))
        assert "slip-strips" not in html


def test_the_audit_trail_names_the_player_who_had_no_account(client: Client, event: Event) -> None:
    """A guest has no account: history, report and audit name the player, not the platform."""
    guests = make_event(0, table_size=2, prefix="guests", start=False)
    add_entries_by_name(guests.organiser, guests.tournament, ["Inanna", "Dumuzi"])
    start_tournament(guests.organiser, guests.tournament)
    table = guests.pair().tables.get()
    assert Player.objects.filter(name__in=["Inanna", "Dumuzi"], user=None).count() == 2
    first, second = (seat.entry.player.name for seat in seats(table))
    report(client, table, codes(table)[0])
    confirm(client, table, codes(table)[1])
    entries = AuditEntry.objects.filter(action__startswith="report.").order_by("pk")
    assert [entry.entry.player.name for entry in entries if entry.entry] == [first, second]
    html = client.get(reverse("table:page", args=[table.pk])).content.decode()
    assert f"<bdi>{first}</bdi> · " in html
    assert f"<bdi>{second} (player, table {table.number})</bdi> · " in html
    client.force_login(guests.organiser)
    audit = client.get(reverse("tournaments:audit", args=[guests.tournament.pk])).content.decode()
    assert second in audit


def test_a_visitor_is_asked_to_sign_in_and_comes_back(client: Client, table: Table) -> None:
    page = reverse("table:page", args=[table.pk])
    html = client.get(page).content.decode()
    assert "Sign in to report" in html
    assert f"?next={page}" in html
    client.force_login(seats(table)[0].entry.player.user)  # type: ignore[arg-type]
    assert "Sign in to report" not in client.get(page).content.decode()
