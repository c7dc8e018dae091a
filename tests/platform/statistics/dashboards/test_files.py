"""The files of the statistics for everybody: what the list says, what can be read, and what does not stand in them."""

from __future__ import annotations

import importlib
import io
from collections.abc import Iterable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from analytics.facts import LAYOUT
from analytics.families import FAMILIES
from analytics.frames import UNIT
from analytics.parts import KEPT
from engine.registry import GAMES
from nabu.accounts.players.models import Player
from nabu.contests.matches.models import Table
from nabu.contests.results import services
from nabu.contests.tournaments.models import Tournament
from nabu.people.profiles.privacy.deletion import delete_person
from nabu.statistics.dashboards.facts.refresh import store_of
from nabu.statistics.store.lists import clear, tidy
from nabu.statistics.store.models import StoredPart
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event, account, log_of, users
from tests.platform.sheets import points_of
from tests.platform.statistics.dashboards.notebook import DATA, run_notebook
from tests.platform.statistics.dashboards.proven import counted, prove, proven_event

LIST = "/api/v1/dashboards/babylonia/files/"


def frame_of(one: dict[str, Any]) -> pd.DataFrame:
    rows: pd.DataFrame = pq.read_table(io.BytesIO(read(one["address"])[1])).to_pandas()
    return rows


db, kept_world, changes_are_taken_back, event = kept_for_file(proven_event, "event")


def listed() -> dict[str, Any]:
    answer = Client().get(LIST)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def read(address: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    answer = Client().get(address, headers=headers)
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return answer.status_code, content, dict(answer.items())


def test_the_list_has_every_game_once_in_every_table(event: Event) -> None:
    found = listed()
    assert (found["game"], found["layout"]) == ("babylonia", LAYOUT)
    assert [(one["kind"], one["games"]) for one in found["stores"]] == [("replayed", 4), ("typed", 0)]
    frames = store_of(GAMES["babylonia"]).frames()
    for table in KEPT:
        contents = [read(one["address"])[1] for one in found["files"] if one["table"] == table]
        rows = [pq.read_table(io.BytesIO(content)) for content in contents]
        assert sum(len(one) for one in rows) == len(frames.tables()[table]) > 0
        assert all(set(KEPT[table]) <= set(one.column_names) for one in rows)
    assert sum(one["games"] for one in found["files"] if one["table"] == "sums") == 4


def test_a_file_has_the_size_that_the_list_says_and_is_kept_for_ever(event: Event) -> None:
    one = listed()["files"][0]
    status, content, headers = read(one["address"])
    assert (status, len(content)) == (200, one["bytes"])
    assert "immutable" in headers["Cache-Control"]
    assert read(one["address"], if_none_match=headers["ETag"])[:2] == (304, b"")


def test_a_range_of_a_file(event: Event) -> None:
    """DuckDB and Polars read the end of a file first, then the columns that they need."""
    one = listed()["files"][0]
    whole = read(one["address"])[1]
    status, content, headers = read(one["address"], range="bytes=-8")
    assert (status, content, headers["Content-Range"]) == (
        206,
        whole[-8:],
        f"bytes {len(whole) - 8}-{len(whole) - 1}/{len(whole)}",
    )
    assert read(one["address"], range="bytes=4-11")[1] == whole[4:12]
    head = Client().head(one["address"])
    assert (head.status_code, head["Content-Length"], head["Accept-Ranges"]) == (200, str(one["bytes"]), "bytes")


def test_what_was_replaced_can_be_read_for_ten_minutes(event: Event) -> None:
    before = listed()
    Tournament.objects.update(practice=True)
    clear("babylonia")
    assert listed()["files"] == []
    assert listed()["stores"][0]["version"] > before["stores"][0]["version"]
    address = before["files"][0]["address"]
    assert read(address)[0] == 200
    StoredPart.objects.update(retired_at=timezone.now() - timedelta(minutes=11))
    status, content, headers = read(address)
    assert status == 404
    assert f"Get the list of files again: http://testserver{LIST}" in content.decode()
    assert "immutable" not in headers.get("Cache-Control", "")
    tidy()
    assert read(address)[0] == 404


def test_a_file_that_is_lost_is_no_file_that_was_replaced(event: Event) -> None:
    one = listed()["files"][0]
    [path] = settings.FACTS.rglob(f"facts/{one['table']}/*/{one['part']}.parquet")
    path.unlink()
    status, content, _headers = read(one["address"])
    assert status == 503
    assert b"replaced" not in content


def test_only_files_of_the_list_can_be_read(event: Event) -> None:
    one = listed()["files"][0]
    name = one["name"].partition("/")[2]
    assert read(f"/dashboards/babylonia/files/replayed/{name}")[0] == 200
    (settings.FACTS / "outside.parquet").write_bytes(b"secret")
    for other in (
        f"/dashboards/babylon/files/replayed/{name}",
        f"/dashboards/babylonia/files/typed/{name}",
        f"/dashboards/babylonia/files/drafts/{name}",
        f"/dashboards/babylonia/files/replayed/{name.replace('games', 'turns', 1)}x",
        "/dashboards/babylonia/files/replayed/../../outside.parquet",
        "/dashboards/babylonia/files/replayed/place.json",
        f"/dashboards/chess/files/replayed/{name}",
    ):
        assert read(other)[0] == 404, other
    assert Client().get("/api/v1/dashboards/chess/files/").status_code == 404
    assert Client().post(one["address"]).status_code == 405


def test_no_file_has_a_name(event: Event) -> None:
    """Of people: numbers. What is a text is a key of the game."""
    names = {name.encode() for name in Player.objects.values_list("name", flat=True)}
    names |= {str(event.tournament.name).encode(), event.organiser.username.encode()}
    for one in listed()["files"]:
        table = pq.read_table(io.BytesIO(read(one["address"])[1]))
        texts = {text for column in table.columns for text in column.to_pylist() if isinstance(text, str)}
        assert not {text.encode() for text in texts} & names


def test_drafts_and_practice_are_in_no_file(event: Event) -> None:
    other = proven_event(prefix="other")
    assert listed()["stores"][0]["games"] == 8
    Tournament.objects.filter(pk=other.tournament.pk).update(practice=True)
    clear("babylonia")
    counted()
    found = listed()
    assert found["stores"][0]["games"] == 4
    games = [pq.read_table(io.BytesIO(read(one["address"])[1])) for one in found["files"] if one["table"] == "games"]
    tournaments = {pk for one in games for pk in one.column("tournament_id").to_pylist()}
    assert tournaments == {event.tournament.pk}


def test_the_files_hold_the_games_that_pages_can_show(event: Event) -> None:
    """Line by line: the rows of all files are those of the list of games with the weakest level of proof, without the
    names."""
    Table.objects.filter(pk=Table.objects.filter(log__isnull=False).earliest("pk").pk).update(basis=Table.Basis.LOG)
    gone = Player.objects.filter(entries__tournament=event.tournament).earliest("pk")
    name = gone.name
    delete_person(account("staff", is_staff=True), player=gone)
    counted()
    shown = Client().get("/api/v1/dashboards/babylonia/games/?proof=reported").json()["rows"]
    assert {row["proof"] for row in shown} == {"reported", "replayed"}
    assert gone.pk in {row["player_id"] for row in shown}
    assert name not in {row["player"] for row in shown}
    files = listed()["files"]
    own = {table: pd.concat([frame_of(one) for one in files if one["table"] == table]) for table in KEPT}
    held = own["player_games"].fillna({source.key: 0 for source in GAMES["babylonia"].sources})
    held = held.merge(own["games"], on="game_id").rename(columns={"game_id": "table_id"})
    held["win"] = (held["win"] / UNIT).round(6)
    columns = ["table_id", "tournament_id", "variant", "seat", "player_id", "place", "win", "score"]
    columns += [source.key for source in GAMES["babylonia"].sources if source.key in held]

    def rows(found: Iterable[Mapping[Any, Any]]) -> list[list[Any]]:
        return sorted([row[name] for name in columns] for row in found)

    assert rows(held.to_dict("records")) == rows(shown)


def test_every_column_is_explained(event: Event) -> None:
    page = (DATA.parent / "data.md").read_text()
    for table, schema in KEPT.items():
        part = page.partition(f"**{table}**")[2].partition("\n**")[0]
        assert part
        for name, kind in schema.items():
            first = name.rpartition("_")[0] + "_0"
            assert f"`{name}`" in part or f"`{first}` …" in part, (table, name)
            assert ("text" if kind == "category" else kind) in part, (table, name)
    for family in FAMILIES:
        assert all(f"`{name}`" in page for name in (family.name, *family.keys))


def test_what_list_and_file_ask_the_database_does_not_grow(event: Event) -> None:
    def queries(address: str) -> int:
        read(address)
        with CaptureQueriesContext(connection) as found:
            assert read(address)[0] == 200
        return len(found)

    before = queries(LIST), queries(listed()["files"][0]["address"])
    for table in event.pair().tables.all():
        prove(table, seed=900 + table.number)
    counted()
    assert (queries(LIST), queries(listed()["files"][0]["address"])) == before
    assert max(before) <= 3


@pytest.fixture
def from_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let the examples of docs/data.md ask this process instead of a site. Returns a folder for their files."""

    def get(address: str) -> bytes:
        status, content, _headers = read(address)
        assert status == 200, address
        return content

    monkeypatch.syspath_prepend(str(DATA))
    read_facts = importlib.import_module("read_facts")
    monkeypatch.setattr(read_facts, "get", get)
    for name, value in {"SITE": "http://testserver", "GAME": "babylonia", "FOLDER": str(tmp_path)}.items():
        monkeypatch.setenv(f"NABU_{name}", value)
    return tmp_path


def test_the_notebook_gives_what_the_pages_say_to_the_last_digit(event: Event, from_here: Path) -> None:
    """Its cells compare every number with the API; here, that they did, with games that do not count and typed ones."""
    typed, _other = event.pair().tables.all()
    points = points_of(log_of(typed, 7))
    services.confirm_report(users(typed)[1], services.report_result(users(typed)[0], typed, (), points=points))
    only_a_log_says = Table.objects.filter(log__isnull=False).earliest("pk")
    Table.objects.filter(pk=only_a_log_says.pk).update(basis=Table.Basis.LOG)
    Tournament.objects.update(statistics_need="agreed")
    counted()
    found = run_notebook("statistics.ipynb")
    assert len(found["typed_games"]) == 1
    assert (len(found["games"]), len(found["replayed"].games())) == (3, 4)
    assert len(found["sources"]) == 2 * len(GAMES["babylonia"].sources)
    assert found["cards"]
    assert found["cards"] == Client().get("/api/v1/dashboards/babylonia/cards/").json()["rows"]


def test_the_pages_of_a_title_lead_to_the_list(event: Event) -> None:
    for page in ("/dashboards/babylonia/", "/dashboards/babylonia/cards/"):
        assert f'<a href="{LIST}">Data</a>' in Client().get(page).content.decode()
    of_tournament = Client().get(f"/tournaments/{event.tournament.pk}/dashboard/").content.decode()
    assert LIST not in of_tournament
