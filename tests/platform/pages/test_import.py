"""Importing players and report files: what the preview says, what is stored, and that nothing is stored before."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competition.trf.reader import read_trf
from nabu.audit.models import AuditEntry
from nabu.matches.models import Table
from nabu.players.models import Player, User
from nabu.tournaments.entries.services import add_entries_by_name
from nabu.tournaments.imports.report_files import report_of
from nabu.tournaments.imports.services import import_entries
from nabu.tournaments.models import Entry, Round, Tournament
from nabu.tournaments.queries import standings, tables_of
from tests.platform.scenario import Event, make_event

pytestmark = [pytest.mark.usefixtures("db"), pytest.mark.one_database]

DATA = Path(__file__).parents[2] / "competition" / "data"
LIST = "Name;Club;Rating;FIDE ID;Seed;Table;Note\nEnlil;Nippur;1850;77;2;4;wheelchair\nEa;Eridu;;;1;;\nAna;;;;;;\n"

SignIn = Callable[[User], Client]


def address(name: str, event: Event) -> str:
    return reverse(f"tournaments:{name}", args=[event.tournament.pk])


@pytest.fixture
def draft(db: None) -> Event:
    """A draft for two at a table that nobody is entered in."""
    return make_event(0, table_size=2, rounds=9, start=False)


def entries(event: Event) -> list[Entry]:
    return list(event.tournament.entries.select_related("player").order_by("seed"))


def test_the_preview_shows_every_row_and_stores_nothing(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    before = AuditEntry.objects.count()
    response = client.post(address("import_preview", draft), {"text": LIST + "Bad;;abc\n"})
    html = response.content.decode()
    assert response.status_code == 200
    assert "Row 5: the rating “abc” is not a number." in html
    assert html.count("new player") == 3
    assert "Import the 3 valid rows" in html
    assert (Entry.objects.count(), AuditEntry.objects.count()) == (0, before)
    assert not Player.objects.filter(name="Enlil").exists()


def test_a_clean_list_is_entered_with_everything_it_says(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    response = client.post(address("import_confirm", draft), {"text": LIST, "what": "all"})
    assert response.status_code == 302
    first, second, third = entries(draft)
    assert [entry.player.name for entry in (first, second, third)] == ["Ea", "Enlil", "Ana"]
    assert (second.club, second.rating, second.fide_id, second.fixed_table, second.note) == (
        "Nippur",
        1850,
        "77",
        4,
        "wheelchair",
    )
    assert (third.club, third.rating, third.fide_id, third.fixed_table) == ("", None, "", None)
    entry = AuditEntry.objects.get(action="entries.imported")
    assert entry.after is not None
    assert entry.after["names"] == ["Ea", "Enlil", "Ana"]


def test_a_list_with_mistakes_is_imported_only_by_its_good_rows(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    text = LIST + "Enlil;;\n"
    assert client.post(address("import_confirm", draft), {"text": text, "what": "all"}).status_code == 200
    assert not entries(draft)
    assert client.post(address("import_confirm", draft), {"text": text, "what": "good"}).status_code == 302
    assert len(entries(draft)) == 3


def test_a_file_comes_in_by_the_same_form(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    latin = SimpleUploadedFile("list.csv", "Name,Club\nJürgen,Köln\n".encode("latin-1"))
    html = client.post(address("import_preview", draft), {"file": latin}).content.decode()
    assert "Jürgen" in html
    assert "Köln" in html
    workbook = SimpleUploadedFile("list.xlsx", b"PK\x03\x04rest")
    assert "Save it as CSV" in client.post(address("import_preview", draft), {"file": workbook}).content.decode()
    assert "Choose a file or paste a list." in client.post(address("import_preview", draft)).content.decode()


def test_guests_of_earlier_tournaments_are_found_again(sign_in: SignIn, draft: Event) -> None:
    """But nobody with an account, who might only have the same name."""
    earlier = make_event(2, table_size=2, prefix="earlier", organiser=draft.organiser, start=False)
    elsewhere = make_event(2, table_size=2, prefix="elsewhere", start=False)
    for event in (earlier, elsewhere):
        add_entries_by_name(event.organiser, event.tournament, ["Guest"])
    client = sign_in(draft.organiser)
    text = "Guest\nEarlier 1\nNewcomer"
    html = client.post(address("import_preview", draft), {"text": text}).content.decode()
    assert (html.count("known player"), html.count("new player")) == (1, 2)
    client.post(address("import_confirm", draft), {"text": text})
    players = [entry.player for entry in entries(draft)]
    assert players[0] == earlier.tournament.entries.get(player__name="Guest").player
    assert players[1] != earlier.players[0].player
    html = client.post(address("import_preview", draft), {"text": text}).content.decode()
    assert "Guest is already in the tournament." in html


def test_late_players_join_a_running_swiss(sign_in: SignIn) -> None:
    event = make_event(4, table_size=2, rounds=3)
    sign_in(event.organiser).post(address("import_confirm", event), {"text": "Late One\nLate Two"})
    assert [entry.player.name for entry in entries(event)][-2:] == ["Late One", "Late Two"]
    assert event.tournament.stages.get().stage_entries.count() == 6


@pytest.mark.one_database
def test_the_preview_asks_the_database_as_often_for_many_rows_as_for_few(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    counts = []
    for amount in (2, 200):
        text = "\n".join(f"Player number {n}" for n in range(amount))
        client.post(address("import_preview", draft), {"text": text})
        with CaptureQueriesContext(connection) as captured:
            client.post(address("import_preview", draft), {"text": text})
        counts.append(len(captured))
    assert counts[0] == counts[1]


@pytest.mark.one_database
def test_script_in_a_name_stays_text(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    text = 'Name\n<script>alert(1)</script>\n"><b>'
    html = client.post(address("import_preview", draft), {"text": text}).content.decode()
    assert "<script>alert" not in html
    assert "&lt;script&gt;" in html
    assert '"><b>' not in html


def test_a_report_file_brings_players_only_where_rounds_do_not_fit(sign_in: SignIn) -> None:
    event = make_event(1, table_size=2, rounds=9, start=False)
    client = sign_in(event.organiser)
    text = (DATA / "bbp_11p5r_s42.trf").read_text()
    html = client.post(address("import_preview", event), {"text": text}).content.decode()
    assert "The report file has 5 rounds." in html
    assert "rounds and results</button>" not in html
    assert client.post(address("import_confirm", event), {"text": text, "what": "all"}).status_code == 302
    assert [entry.rating for entry in entries(event)][:2] == [None, 2568]
    assert event.refresh().status == Tournament.Status.DRAFT


@pytest.mark.parametrize("name", ["bbp_11p5r_s42.trf", "medium_9p7r_forfeits.trf"])
def test_a_whole_report_is_played_after(sign_in: SignIn, draft: Event, name: str) -> None:
    """Rounds, results, byes and forfeits; the report that is written of it says the same of every player."""
    client = sign_in(draft.organiser)
    text = (DATA / name).read_text()
    html = client.post(address("import_preview", draft), {"text": text}).content.decode()
    assert "rounds and results</button>" in html
    assert client.post(address("import_confirm", draft), {"text": text, "what": "rounds"}).status_code == 302
    tournament = draft.refresh()
    assert tournament.status == Tournament.Status.RUNNING
    stage = tournament.stages.get()
    given = read_trf(text)
    assert list(stage.rounds.values_list("status", flat=True)) == [Round.Status.FINISHED] * given.last_round()
    written = report_of(stage)
    for old, new in zip(sorted(given.players, key=lambda player: player.number), written.players, strict=True):
        assert (new.name, new.rating) == (old.name, old.rating)
        assert [cell and cell.result for cell in new.rounds] == [cell.result if cell else "Z" for cell in old.rounds]
        assert new.points == old.points
    # Six points for a win and for a bye, three for a draw: six times those of the file.
    assert {row.entry.player.name: row.points for row in standings(tournament)} == {
        player.name: 6 * player.points for player in given.players
    }
    assert Table.objects.filter(basis=Table.Basis.RULING).exists()
    assert all(table.confirmed for table in tables_of(stage))
    assert AuditEntry.objects.filter(action="rounds.imported").count() == 1
    assert client.get(reverse("tournaments:round", args=[stage.rounds.last().pk])).status_code == 200
    assert client.get(address("standings", draft)).status_code == 200


def test_more_rounds_than_the_stage_has_are_refused_with_a_sentence(sign_in: SignIn) -> None:
    event = make_event(0, table_size=2, rounds=3, start=False)
    client = sign_in(event.organiser)
    text = (DATA / "bbp_11p5r_s42.trf").read_text()
    html = client.post(address("import_confirm", event), {"text": text, "what": "rounds"}).content.decode()
    assert "The file has 5 rounds and the stage only 3." in html
    assert not Player.objects.filter(name__startswith="Test0001").exists()


def test_a_broken_report_is_refused_by_its_lines(sign_in: SignIn, draft: Event) -> None:
    text = (DATA / "bbp_11p5r_s42.trf").read_text().replace("     6 b 1", "    66 b 1", 1)
    html = sign_in(draft.organiser).post(address("import_preview", draft), {"text": text}).content.decode()
    assert "Line 2: in round 1 the opponent is 66, and no such player is in the file." in html


def test_an_unfinished_report_goes_on_here(draft: Event, sign_in: SignIn) -> None:
    """The last round has no results yet; its tables are open. Who is absent next (XXZ) rests."""
    text = (
        "012 Half a tournament\n"
        "001    1      Enlil                                                              1.0    1     2 w 1     3 w\n"
        "001    2      Ea                                                                 0.0    4     1 b 0     4 b\n"
        "001    3      Ana                                                                0.5    2     4 w =     1 b\n"
        "001    4      Sin                                                                0.5    3     3 b =     2 w\n"
        "XXZ 4\n"
    )
    sign_in(draft.organiser).post(address("import_confirm", draft), {"text": text, "what": "rounds"})
    stage = draft.tournament.stages.get()
    assert list(stage.rounds.values_list("status", flat=True)) == ["finished", "published"]
    assert [table.status for table in Table.objects.filter(round__number=2)] == ["open", "open"]
    assert stage.stage_entries.get(entry__player__name="Sin").rests == [3]
    assert standings(draft.tournament)[0].points == Decimal(6)


@pytest.mark.one_database
def test_import_needs_few_queries_for_many_players(draft: Event) -> None:
    from nabu.tournaments.imports.player_list import read_player_list

    found = read_player_list("\n".join(f"Player number {n}" for n in range(300)))
    with CaptureQueriesContext(connection) as captured:
        import_entries(draft.organiser, draft.tournament, found.players)
    assert len(captured) < 40
