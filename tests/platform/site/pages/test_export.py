"""What can be taken out of a tournament: complete, the same for everybody, and never a draft round."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competition.trf.reader import read_trf
from nabu.accounts.players.models import Player, User
from nabu.contests.results import services as matches
from nabu.contests.tournaments.exports.tables import CSV_COLUMNS
from nabu.contests.tournaments.imports.player_list import read_player_list
from nabu.contests.tournaments.models import Entry
from nabu.contests.tournaments.rounds.pairing import pair_round
from tests.platform.scenario import Event, make_event, users

pytestmark = pytest.mark.usefixtures("db")

SignIn = Callable[[User], Client]
TABLES = ("players", "pairings", "results", "standings")


def play(event: Event, scores: tuple[int, int] = (90, 80)) -> None:
    """A round in which the first seat wins everywhere."""
    for table in event.pair().tables.filter(is_bye=False):
        report = matches.report_result(users(table)[0], table, list(scores))
        matches.confirm_report(users(table)[1], report)


def table_of(client: Client, event: Event, name: str) -> list[dict[str, str]]:
    response = client.get(reverse("tournaments:export_csv", args=[event.tournament.pk, name]))
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/csv")
    text = response.content.decode().removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    found = csv.DictReader(StringIO(text))
    assert tuple(found.fieldnames or ())[: len(CSV_COLUMNS[name])] == CSV_COLUMNS[name], "also without rows"
    return list(found)


def everything_of(client: Client, event: Event) -> Any:
    return json.loads(client.get(reverse("tournaments:export_json", args=[event.tournament.pk])).content)


@pytest.fixture
def event(db: None) -> Event:
    """Five players, one round played, the second one a draft."""
    event = make_event(5, table_size=2, rounds=3)
    play(event)
    pair_round(event.organiser, event.refresh())
    Entry.objects.filter(seed=1).update(club="Nippur", rating=1850, fide_id="77", note="private")
    return event


def test_a_table_without_rows_has_its_header_line(sign_in: Callable[[User], Client]) -> None:
    event = make_event(0, start=False)
    client = sign_in(event.organiser)
    for name in CSV_COLUMNS:
        assert table_of(client, event, name) == []
    prizes = client.get(reverse("tournaments:prizes_csv", args=[event.tournament.pk])).content.decode("utf-8-sig")
    assert prizes.split() == ["prize,player,amount,why"]


def test_tables_have_a_row_for_everybody_and_every_seat(event: Event) -> None:
    client = Client()
    players = table_of(client, event, "players")
    assert [row["name"] for row in players] == [f"Player {number}" for number in range(1, 6)]
    assert (players[0]["club"], players[0]["rating"], players[0]["fide_id"]) == ("Nippur", "1850", "77")
    pairings = table_of(client, event, "pairings")
    assert [row["bye"] for row in pairings] == ["0", "0", "1"]
    assert sorted(row[f"player_{at}"] for row in pairings for at in (1, 2) if row[f"player_{at}"]) == [
        row["name"] for row in players
    ]
    results = table_of(client, event, "results")
    assert [(row["score"], row["place"], row["points"]) for row in results[:2]] == [
        ("90", "1", "6.0"),
        ("80", "2", "0.0"),
    ]
    standings = table_of(client, event, "standings")
    assert [row["points"] for row in standings] == ["6.0", "6.0", "6.0", "0.0", "0.0"]
    assert {row["entry"] for row in standings} == {row["entry"] for row in players}


@pytest.mark.parametrize("who", ["visitor", "organiser"])
def test_a_draft_round_is_in_no_download(event: Event, sign_in: SignIn, who: str) -> None:
    client = sign_in(event.organiser) if who == "organiser" else Client()
    assert {row["round"] for name in ("pairings", "results") for row in table_of(client, event, name)} == {"1"}
    assert [line["round"] for line in everything_of(client, event)["rounds"]] == [1]
    trf = client.get(reverse("tournaments:export_trf", args=[event.tournament.pk])).content.decode()
    assert read_trf(trf).last_round() == 1


def test_notes_on_players_are_the_organisers(event: Event, sign_in: SignIn) -> None:
    assert "private" not in json.dumps(everything_of(Client(), event))
    assert "note" not in table_of(Client(), event, "players")[0]
    client = sign_in(event.organiser)
    assert everything_of(client, event)["players"][0]["note"] == "private"
    assert table_of(client, event, "players")[0]["note"] == "private"


def test_the_list_of_players_can_be_imported_again(event: Event, sign_in: SignIn) -> None:
    response = sign_in(event.organiser).get(reverse("tournaments:export_csv", args=[event.tournament.pk, "players"]))
    found = read_player_list(response.content.decode())
    assert not found.errors
    assert [player.name for player in found.players] == [f"Player {number}" for number in range(1, 6)]
    first = found.players[0]
    assert (first.club, first.rating, first.fide_id, first.note) == ("Nippur", 1850, "77", "private")


def test_a_formula_in_a_name_is_made_harmless(event: Event) -> None:
    Player.objects.filter(name="Player 1").update(name='=HYPERLINK("http://example.org")')
    for name in ("players", "pairings", "results", "standings"):
        response = Client().get(reverse("tournaments:export_csv", args=[event.tournament.pk, name]))
        assert "'=HYPERLINK" in response.content.decode()


def test_everything_in_one_file(event: Event) -> None:
    found = everything_of(Client(), event)
    assert (found["version"], found["tournament"]["name"], found["tournament"]["status"]) == (
        1,
        "Spring in Ur",
        "running",
    )
    assert [stage["format"] for stage in found["stages"]] == ["swiss"]
    tables = found["rounds"][0]["tables"]
    assert [len(table["seats"]) for table in tables] == [2, 2, 1]
    assert tables[0]["seats"][0]["points"] == 6
    assert len(found["players"]) == len(found["standings"]) == 5


def test_the_report_file_says_who_met_whom(event: Event) -> None:
    response = Client().get(reverse("tournaments:export_trf", args=[event.tournament.pk]))
    assert response["Content-Disposition"] == f'attachment; filename="nabu-{event.tournament.pk}.trf"'
    report = read_trf(response.content.decode())
    assert (report.name, report.rounds) == ("Spring in Ur", 3)
    assert (report.players[0].rating, report.players[0].fide_id) == (1850, "77")
    results = sorted(cell.result for player in report.players for cell in player.rounds if cell)
    assert results == sorted("1100U")
    assert sorted(player.points for player in report.players) == [0, 0, 1, 1, 1]


def test_a_tournament_for_four_has_no_report_file(sign_in: SignIn) -> None:
    event = make_event(4, table_size=4)
    assert Client().get(reverse("tournaments:export_trf", args=[event.tournament.pk])).status_code == 404
    html = Client().get(reverse("tournaments:export", args=[event.tournament.pk])).content.decode()
    assert "TRF" not in html
    assert Client().get(reverse("tournaments:export_csv", args=[event.tournament.pk, "secrets"])).status_code == 404


def test_downloads_ask_the_database_as_often_for_much_as_for_little() -> None:
    found: dict[str, list[int]] = {}
    for amount, rounds in ((4, 1), (10, 4)):
        event = make_event(amount, table_size=2, rounds=5, prefix=f"event{amount}")
        for _ in range(rounds):
            play(event)
        addresses = [reverse("tournaments:export_csv", args=[event.tournament.pk, name]) for name in TABLES]
        addresses += [
            reverse(f"tournaments:{name}", args=[event.tournament.pk])
            for name in ("export", "export_json", "export_trf")
        ]
        for address in addresses:
            client = Client()
            client.get(address)
            with CaptureQueriesContext(connection) as captured:
                assert client.get(address).status_code == 200
            found.setdefault(address.split("/", 3)[-1], []).append(len(captured))
    assert all(few == many for few, many in found.values()), found
