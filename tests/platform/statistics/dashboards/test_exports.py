"""What people take along: only their own, complete, and as the receiving program wants it."""

from __future__ import annotations

import csv
import json
from io import BytesIO, StringIO
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from nabu.accounts.players.models import User
from nabu.contests.matches.models import Seat, Table
from nabu.contests.results import services
from nabu.contests.results.settling.ruling import Ruling
from nabu.statistics.dashboards.exports.bg_stats import play_link, play_of
from nabu.statistics.dashboards.exports.tables import COLUMNS, PersonalExport
from tests.platform.scenario import account, make_event, seats
from tests.platform.statistics.dashboards.proven import prove, proven_event

pytestmark = pytest.mark.django_db


def archive_of(user: User) -> dict[str, list[dict[str, str]]]:
    client = Client()
    client.force_login(user)
    response = client.get(reverse("players:everything"))
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    with ZipFile(BytesIO(response.content)) as files:
        return {
            name: list(csv.DictReader(StringIO(files.read(name).decode("utf-8-sig"))))
            for name in files.namelist()
            if name.endswith(".csv")
        }


def test_the_archive_has_everything_about_me_and_nobody_else() -> None:
    event = proven_event(players=4, rounds=2)
    user = event.players[0]
    tables = archive_of(user)
    for name, rows in tables.items():
        assert all(tuple(row) == COLUMNS[name.removesuffix(".csv")] for row in rows), name
    mine = Seat.objects.filter(entry__player__user=user, table__status=Table.Status.CONFIRMED)
    assert [int(row["score"]) for row in tables["games.csv"]] == [seat.score for seat in mine.order_by("table_id")]
    for row in tables["games.csv"]:
        points = [int(one["points"]) for one in tables["sources.csv"] if one["table_id"] == row["table_id"]]
        assert sum(points) == int(row["score"])
    assert len(tables["ratings.csv"]) == 2
    assert tables["ratings.csv"][0]["after"] == tables["ratings.csv"][1]["before"]
    sent = {str(table.pk) for table in Table.objects.filter(submissions__submitted_by=user)}
    assert {row["table_id"] for row in tables["logs.csv"]} == sent
    assert set(archive_of(account("stranger"))) == set(tables)
    assert not any(archive_of(User.objects.get(username="stranger")).values())


def test_a_hostile_reason_runs_in_no_spreadsheet() -> None:
    event = make_event(2, table_size=2)
    table = event.pair().tables.get()
    services.rule_result(event.organiser, table, Ruling([7, 5], reason="=1+1"))
    assert archive_of(event.organiser)["reports.csv"][0]["reason"] == "'=1+1"


def test_more_games_are_not_more_queries() -> None:
    def queries(rounds: int) -> int:
        event = proven_event(players=4, rounds=rounds, prefix=f"of{rounds}")
        with CaptureQueriesContext(
            connection,
        ) as captured:
            PersonalExport(event.players[0]).tables()
        return len(captured)

    # Who sent a log needs one more query for its verdict; who sent which is the draw's affair.
    assert queries(3) <= queries(1) + 1


def test_a_play_is_what_bg_stats_documents() -> None:
    """Every field that the page of the makers names as required; a missing `startPlayer` makes the app refuse."""
    table = make_event(3, table_size=3).pair().tables.get()
    assert play_of(table) is None
    prove(table)
    table.refresh_from_db()
    link = play_link(table)
    assert link is not None
    address = urlsplit(link)
    assert (address.scheme, address.netloc, address.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    play = json.loads(parse_qs(address.query)["data"][0])
    assert play["sourceName"] == "Nabu"
    assert play["sourcePlayId"] == str(table.pk)
    assert table.confirmed_at is not None
    assert play["playDate"] == f"{table.confirmed_at:%Y-%m-%d %H:%M:%S}"
    assert play["game"] == {
        "name": "Babylonia",
        "sourceGameId": "babylonia",
        "highestWins": True,
        "noPoints": False,
    }
    assert [(one["name"], one["score"], one["rank"], one["winner"]) for one in play["players"]] == [
        (seat.entry.player.name, seat.score, seat.place, seat.place == 1) for seat in seats(table)
    ]
    assert [one["startPlayer"] for one in play["players"]] == [True, False, False]
    client = Client()
    client.force_login(table.seats.all()[0].entry.player.user)
    assert "app.bgstatsapp.com" in client.get(reverse("players:exports")).content.decode()
