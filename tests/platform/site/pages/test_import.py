"""Importing players and report files: what the preview says, what is stored, and that nothing is stored before."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competition.trf.reader import read_trf
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import Player, User
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.entries.services import add_entries_by_name
from nabu.contests.tournaments.imports.report_files import report_of
from nabu.contests.tournaments.imports.services import import_entries
from nabu.contests.tournaments.models import Entry, Round, Tournament
from nabu.contests.tournaments.queries import standings, tables_of
from tests.platform.contests.tournaments.test_workbook import workbook
from tests.platform.scenario import Event, make_event, names

pytestmark = pytest.mark.usefixtures("db")

DATA = Path(__file__).parents[3] / "competition" / "data"
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
    workbook = SimpleUploadedFile("list.ods", b"PK\x03\x04rest")
    assert (
        "Save it as .xlsx or CSV" in client.post(address("import_preview", draft), {"file": workbook}).content.decode()
    )
    assert "Choose a file or paste a list." in client.post(address("import_preview", draft)).content.decode()


def test_a_spreadsheet_is_previewed_as_its_cells(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    file = SimpleUploadedFile("list.xlsx", workbook([["Cup"], ["Name", "RtgI"], ["Berg, Anna a@x.org", "=1"]]))
    html = client.post(address("import_preview", draft), {"file": file}).content.decode()
    assert "1 cell with a formula has no value in the file" in html
    assert "1 e-mail address found. It becomes the player&#x27;s e-mail" in html
    assert "Read as" not in html
    client.post(address("import_confirm", draft), {**_fields(html), "what": "all"})
    assert [(entry.player.name, entry.email) for entry in entries(draft)] == [("Berg, Anna", "a@x.org")]


def test_a_list_that_numbers_its_players_is_no_report_file(sign_in: SignIn, draft: Event) -> None:
    text = "No.\tName\n001\tEa\n012\tSin\n"
    sign_in(draft.organiser).post(address("import_confirm", draft), {"text": text, "what": "all"})
    assert [entry.player.name for entry in entries(draft)] == ["Ea", "Sin"]


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
    assert "Line 2: in round 1 the opponent is 66, but no other player in the file has this number." in html


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


def test_a_report_with_a_round_that_nobody_played_goes_on_here(draft: Event, sign_in: SignIn) -> None:
    text = (
        "012 A week without chess\n"
        "001    1      Enlil                                                              2.0    1"
        "     2 w 1  0000 - Z     3 w 1\n"
        "001    2      Ea                                                                 1.0    2"
        "     1 b 0  0000 - Z     4 b 1\n"
        "001    3      Ana                                                                1.0    3"
        "     4 w 1  0000 - Z     1 b 0\n"
        "001    4      Sin                                                                0.0    4"
        "     3 b 0  0000 - Z     2 w 0\n"
    )
    sign_in(draft.organiser).post(address("import_confirm", draft), {"text": text, "what": "rounds"})
    stage = draft.tournament.stages.get()
    assert [round_.tables.count() for round_ in stage.rounds.order_by("number")] == [2, 0, 2]
    fourth = draft.pair()
    assert fourth.number == 4
    assert {frozenset(names(table)) for table in fourth.tables.all()} == {
        frozenset({"Enlil", "Sin"}),
        frozenset({"Ea", "Ana"}),
    }


def test_import_needs_few_queries_for_many_players(draft: Event) -> None:
    from nabu.contests.tournaments.imports.player_list import read_player_list

    found = read_player_list("\n".join(f"Player number {n}" for n in range(300)))
    with CaptureQueriesContext(connection) as captured:
        import_entries(draft.organiser, draft.tournament, found.players)
    assert len(captured) < 40


class _Inputs(HTMLParser):
    """The inputs of a page, and the text of its text area."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.area: str | None = None
        self._inside = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._inside = tag == "textarea"
        if tag == "input" and given.get("type") != "checkbox" and given.get("name") != "csrfmiddlewaretoken":
            self.values[given.get("name") or ""] = given.get("value") or ""

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.area, self._inside = data, False


def _fields(html: str) -> dict[str, str]:
    """What a browser would send of the preview: its hidden text and the fields of its rows."""
    return {name: value for name, value in _Inputs(html).values.items() if name == "text" or name.startswith("row-")}


def test_a_wrong_row_is_corrected_in_place_and_the_others_stay_as_they_are(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    shown = _fields(client.post(address("import_preview", draft), {"text": LIST + "Bad;;abc\n"}).content.decode())
    assert {name for name in shown if name.startswith("row-")} == {
        f"row-5-{column}" for column in ("name", "club", "rating", "fide_id", "seed", "fixed_table", "note")
    }
    assert (shown["row-5-name"], shown["row-5-rating"]) == ("Bad", "abc")
    still = {**shown, "row-5-rating": "99999", "row-5-club": "Ur; old"}
    html = client.post(address("import_confirm", draft), {**still, "what": "check"}).content.decode()
    again = _fields(html)
    assert "the rating 99999 is not between" in html
    assert (again["row-5-rating"], again["row-5-club"]) == ("99999", "Ur; old")
    html = client.post(
        address("import_confirm", draft), {**again, "row-5-rating": "990", "what": "check"}
    ).content.decode()
    assert "Import 4 players" in html
    assert not entries(draft)
    client.post(address("import_confirm", draft), {**_fields(html), "what": "all"})
    assert [(entry.player.name, entry.club, entry.rating) for entry in entries(draft)] == [
        ("Ea", "Eridu", None),
        ("Enlil", "Nippur", 1850),
        ("Ana", "", None),
        ("Bad", "Ur; old", 990),
    ]


def test_going_back_to_the_list_loses_nothing(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    shown = _fields(client.post(address("import_preview", draft), {"text": LIST + "Bad;;abc\n"}).content.decode())
    html = client.post(
        address("import_confirm", draft), {**shown, "row-5-name": "Good", "what": "back"}
    ).content.decode()
    assert (_Inputs(html).area or "").strip() == LIST + "Good;;abc"


def test_the_good_rows_do_not_leave_out_in_silence_what_was_just_typed(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    shown = _fields(client.post(address("import_preview", draft), {"text": LIST + "Bad;;abc\n"}).content.decode())
    response = client.post(address("import_confirm", draft), {**shown, "row-5-rating": "abcd", "what": "good"})
    assert response.status_code == 200
    assert _fields(response.content.decode())["row-5-rating"] == "abcd"
    assert not entries(draft)


def test_a_wrong_row_can_be_left_out(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    shown = _fields(client.post(address("import_preview", draft), {"text": "Ana\nBo\nAna\nCem\n"}).content.decode())
    client.post(address("import_confirm", draft), {**shown, "row-3-leave_out": "on", "what": "all"})
    assert [entry.player.name for entry in entries(draft)] == ["Ana", "Bo", "Cem"]


def test_a_player_of_a_report_file_is_corrected_in_its_line(sign_in: SignIn) -> None:
    event = make_event(1, start=False)
    name = event.tournament.entries.get().player.name
    text = "012 Open\n" + "".join(
        f"001 {number:4}      {player:33}{'':4} {'':3} {'':11} {'':10} {0:4.1f}\n"
        for number, player in enumerate((name, "Bo"), start=1)
    )
    client = sign_in(event.organiser)
    html = client.post(address("import_preview", event), {"text": text}).content.decode()
    assert "is already in the tournament" in html
    client.post(address("import_confirm", event), {**_fields(html), "row-1-name": "Somebody Else", "what": "all"})
    assert [entry.player.name for entry in entries(event)] == [name, "Somebody Else", "Bo"]


def test_a_player_of_a_report_file_who_is_only_an_address_is_a_row_to_be_corrected(
    sign_in: SignIn, draft: Event
) -> None:
    text = "012 Open\n" + "".join(
        f"001 {number:4}      {player:33}{'':4} {'':3} {'':11} {'':10} {0:4.1f}\n"
        for number, player in enumerate(("Ana", "bo@x.org"), start=1)
    )
    client = sign_in(draft.organiser)
    html = client.post(address("import_preview", draft), {"text": text}).content.decode()
    assert "Row 2: A player needs a name." in html
    client.post(address("import_confirm", draft), {**_fields(html), "row-2-name": "Bo", "what": "all"})
    assert [entry.player.name for entry in entries(draft)] == ["Ana", "Bo"]


def test_a_list_of_five_hundred_wrong_rows_fits_into_a_request(sign_in: SignIn, draft: Event) -> None:
    client = sign_in(draft.organiser)
    text = LIST + "".join(f"Player {number};Ur;much;;;;\n" for number in range(500))
    html = client.post(address("import_preview", draft), {"text": text}).content.decode()
    assert "500 rows have an error" in html
    shown = {name: "1500" if name.endswith("-rating") else value for name, value in _fields(html).items()}
    html = client.post(address("import_confirm", draft), {**shown, "what": "check"}).content.decode()
    corrected = sum(name.endswith("-rating") for name in shown)
    assert corrected > 100
    assert f"{500 - corrected} rows have an error" in html
