"""The board over a player's games: the same on page, CSV and API, and all points are there."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from nabu.contests.matches.models import Seat
from nabu.statistics.dashboards.player.board.records import PLACE_COLUMNS
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event
from tests.platform.statistics.dashboards.proven import proven_event

GAME = "babylonia"

db, kept_world, changes_are_taken_back, event = kept_for_file(proven_event, "event")


def test_all_points_of_the_games_are_there_on_page_csv_and_api(event: Event) -> None:
    player = event.players[0].player
    found = Client().get(f"/api/v1/players/{player.pk}/statistics/{GAME}/board/").json()
    seats = Seat.objects.filter(entry__player=player, table__log__isnull=False)
    assert (found["players"], found["games"]) == (4, 2)
    points = found["elsewhere"] + sum(row["points_per_game"] for row in found["places"])
    assert points == pytest.approx(sum(seat.score or 0 for seat in seats) / 2, abs=1e-3)
    others = found["elsewhere_others"] + sum(row["points_per_game_others"] for row in found["places"])
    behind = [sum(other.score or 0 for other in seat.table.seats.exclude(pk=seat.pk)) / 3 for seat in seats]
    assert others == pytest.approx(sum(behind) / 2, abs=1e-3)
    best = [max(other.score or 0 for other in seat.table.seats.all()) for seat in seats]
    of_winners = found["elsewhere_winners"] + sum(row["points_per_game_winners"] for row in found["places"])
    assert of_winners == pytest.approx(sum(best) / 2, abs=1e-3)
    address = reverse("players:board_csv", args=[player.pk, GAME])
    rows = list(csv.DictReader(StringIO(Client().get(address).content.decode("utf-8-sig"))))
    assert [tuple(row) for row in rows] == [PLACE_COLUMNS] * len(found["places"])
    page = Client().get(reverse("players:board", args=[player.pk, GAME])).content.decode()
    assert "Too few games to tell a difference from chance: at least 20 are needed." in page
    for name in ("difference", "mine", "winners"):
        [figure] = re.findall(rf'<script id="{name}-figure" type="application/json">(.*?)</script>', page)
        assert json.loads(figure)["data"][-1]["text"]
    statistics = Client().get(reverse("players:statistics", args=[player.pk, GAME])).content.decode()
    assert reverse("players:board", args=[player.pk, GAME]) in statistics


def test_only_tables_of_one_size_count(event: Event) -> None:
    player = event.players[0].player
    address = reverse("players:board", args=[player.pk, GAME])
    assert "2 games at tables of 4 players." in Client().get(address).content.decode()
    assert "No verified game matches this filter." in Client().get(f"{address}?players=2").content.decode()
    assert Client().get(f"{address}?players=9").status_code == 400
    none = Client().get(reverse("players:board", args=[player.pk, "ishtar"])).content.decode()
    assert "No verified game of Ishtar" in none
    empty = Client().get(f"/api/v1/players/{player.pk}/statistics/{GAME}/board/?players=2").json()
    assert (empty["games"], empty["places"], empty["elsewhere"]) == (0, [], None)
