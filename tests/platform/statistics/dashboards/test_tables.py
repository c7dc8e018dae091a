"""CSV and API give the same rows as the page, and a spreadsheet cannot be harmed."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from engine.registry import get_game
from nabu.core import spreadsheet
from nabu.core.spreadsheet import BYTE_ORDER_MARK, csv_text, harmless
from nabu.statistics.dashboards.facts.filters import GameFilter
from nabu.statistics.dashboards.facts.statistics import Statistics
from nabu.statistics.dashboards.questions.games import api as games_api
from nabu.statistics.dashboards.questions.games.api import game_rows
from nabu.statistics.dashboards.questions.players import api as players_api
from nabu.statistics.dashboards.questions.players.api import player_rows
from nabu.statistics.dashboards.questions.tables import TABLES
from tests.cases import each
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event
from tests.platform.statistics.dashboards.proven import proven_event

BASE = "/dashboards/babylonia/"


db, kept_world, changes_are_taken_back, event = kept_for_file(proven_event, "event")


def rows(address: str) -> list[dict[str, str]]:
    response = Client().get(address)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"].startswith('attachment; filename="nabu-babylonia-')
    return list(csv.DictReader(StringIO(response.getvalue().decode("utf-8-sig"))))


def test_a_streamed_table_is_the_same_whatever_is_made_at_once(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    for table, module, rows_of in (("players", players_api, player_rows), ("games", games_api, game_rows)):
        records = list(rows_of(Statistics(GameFilter(get_game("babylonia")))))
        whole = BYTE_ORDER_MARK + csv_text(records)
        for at_once, characters in ((1000, 10**6), (1, 1), (3, 100)):
            monkeypatch.setattr(module, "AT_ONCE", at_once)
            monkeypatch.setattr(spreadsheet, "PART_CHARACTERS", characters)
            response = Client().get(f"{BASE}{table}.csv")
            assert response.streaming
            parts = list(response)
            assert b"".join(parts) == whole.encode()
            assert len(parts) == 1 if characters == 10**6 else len(parts) > 2


def test_the_games_have_a_row_a_player_whose_sources_sum_to_the_score(event: Event) -> None:
    found = rows(f"{BASE}games.csv")
    assert len(found) == 4 * 4
    keys = [source.key for source in get_game("babylonia").sources]
    for row in found:
        assert sum(int(row[key]) for key in keys) == int(row["score"])
    assert {row["tournament"] for row in found} == {"Spring in Ur"}


def test_csv_and_api_have_the_same_rows(event: Event) -> None:
    for table in ("sources", "players", "winners", "course", "games"):
        answer = Client().get(f"/api/v1/dashboards/babylonia/{table}/?players=4").json()
        assert answer["games"] == 4
        found = rows(f"{BASE}{table}.csv?players=4")
        assert found
        assert found == [
            {key: "" if value is None else str(value) for key, value in row.items()} for row in answer["rows"]
        ], table


def test_the_sources_sum_to_the_score_in_every_table(event: Event) -> None:
    """The same number everywhere: together, by variant, by player, and over the quarters of the game."""
    together = [row for row in rows(f"{BASE}sources.csv") if row["variant"] == ""]
    base = [row for row in rows(f"{BASE}sources.csv?variant=base") if row["variant"] == "base"]
    assert [{**row, "variant": ""} for row in base] == together
    mean = float(together[0]["mean_score"])
    assert sum(float(row["points_per_game"]) for row in together) == pytest.approx(mean, abs=1e-4)
    players = {row["player_id"]: float(row["mean_score"]) * int(row["games"]) for row in rows(f"{BASE}players.csv")}
    assert sum(players.values()) / 16 == pytest.approx(mean, abs=1e-4)
    scores = [int(row["score"]) for row in rows(f"{BASE}games.csv")]
    assert sum(scores) / 16 == pytest.approx(mean, abs=1e-4)
    course = rows(f"{BASE}course.csv")
    for row in rows(f"{BASE}winners.csv"):
        quarters = [float(part["winners"]) for part in course if part["source"] == row["source"]]
        assert sum(quarters) == pytest.approx(float(row["winners"]), abs=1e-4)


def test_a_tournament_alone_has_the_numbers_of_the_whole_site(event: Event) -> None:
    """The cells of the store and the games themselves give the same."""
    for table in ("sources", "winners", "course", "players"):
        assert rows(f"{BASE}{table}.csv?tournament={event.tournament.pk}") == rows(f"{BASE}{table}.csv")


def columns(address: str) -> list[str]:
    return next(csv.reader(StringIO(Client().get(address).getvalue().decode("utf-8-sig"))))


def test_a_file_without_games_has_the_columns_of_one_with_games(event: Event) -> None:
    """The order is for people; programs go by the names."""
    for table in TABLES:
        full, empty = columns(f"{BASE}{table}.csv"), columns(f"{BASE}{table}.csv?players=2")
        assert rows(f"{BASE}{table}.csv?players=2") == []
        assert rows(f"{BASE}{table}.csv") != [] or table == "card-pairs"
        assert set(empty) == set(full), table


def test_the_filter_of_the_api_says_which_value_is_wrong_and_which_are_known() -> None:
    response = Client().get("/api/v1/dashboards/babylonia/winners/?players=7&typed=odd")
    assert response.status_code == 400
    assert response.json() == {
        "players": ["“7” is unknown. Known: 2, 3, 4."],
        "typed": ["“odd” is unknown. Known: no."],
    }


@given(st.text(max_size=20))
def test_no_text_starts_a_formula(name: str) -> None:
    (row,) = csv.DictReader(StringIO(csv_text([{"player": name, "change": -1.5}]), newline=""))
    assert not row["player"].startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert row["player"].removeprefix("'") == name.removeprefix("'") or row["player"] == name
    assert row["change"] == "-1.5"


@each("name", ["=1+1", "+49", "-2", "@SUM(A1)", "\t=1", "\r=1"])
def test_dangerous_starts_get_an_apostrophe(name: str) -> None:
    assert harmless(name) == f"'{name}"


def test_numbers_and_ordinary_names_stay_as_they_are() -> None:
    assert [harmless(value) for value in (-3, -0.5, None, "Ana", "")] == [-3, -0.5, None, "Ana", ""]
