"""The page of one game: it sums to the verified score everywhere, leads to the log, and is silent without proof."""

from __future__ import annotations

import csv
import re
from io import StringIO

from django.test import Client
from django.urls import reverse

from nabu.contests.matches.models import Table
from nabu.contests.results import services
from nabu.contests.results.settling.ruling import Ruling
from nabu.statistics.dashboards.models import GameFacts
from tests.platform.kept import kept_for_file
from tests.platform.scenario import make_event, seats
from tests.platform.statistics.dashboards.proven import prove


def proven_table() -> Table:
    table = make_event(3, table_size=3).pair().tables.get()
    prove(table)
    table.refresh_from_db()
    return table


db, kept_world, changes_are_taken_back, table = kept_for_file(proven_table, "table")


def page_of(table: Table, query: str = "") -> str:
    response = Client().get(reverse("table:anatomy", args=[table.pk]) + query)
    assert response.status_code == 200
    return response.content.decode()


def test_the_page_answers_first_and_its_totals_are_the_verified_scores(table: Table) -> None:
    page = page_of(table)
    by_place = sorted(seats(table), key=lambda seat: (seat.place or 0, seat.position))
    first, second = by_place[:2]
    assert first.score is not None
    assert second.score is not None
    assert f"{first.entry.player.name} won by {first.score - second.score} points" in page
    footer = re.search(r"<tfoot>(.*?)</tfoot>", page, re.DOTALL)
    assert footer is not None
    totals = [int(cell) for cell in re.findall(r'<td class="text-end">(\d+)</td>', footer[1])]
    assert totals[:3] == [seat.score for seat in by_place]
    assert totals[3] == sum(seat.score or 0 for seat in by_place)
    assert table.log is not None
    assert f"{reverse('table:replay', args=[table.log.sha256])}?line=" in page


def test_the_points_of_a_game_belong_to_the_statistics_in_the_menu(table: Table) -> None:
    marked = re.findall(r'<a href="([^"]+)" aria-current="true">', page_of(table))
    assert marked == 2 * [reverse("dashboards:index")], "in the head and at the foot of a phone"


def test_one_player_can_be_looked_at_on_the_board(table: Table) -> None:
    assert "board-figure" in page_of(table, "?seat=2")
    for nonsense in ("4", "0", "x"):
        assert Client().get(reverse("table:anatomy", args=[table.pk]), {"seat": nonsense}).status_code == 404


def test_csv_and_api_have_the_same_points(table: Table) -> None:
    text = Client().get(reverse("table:anatomy_csv", args=[table.pk])).content.decode("utf-8-sig")
    rows = list(csv.DictReader(StringIO(text)))
    found = Client().get(f"/api/v1/tables/{table.pk}/anatomy/").json()
    for seat in seats(table):
        at = seat.position
        assert sum(int(row["points"]) for row in rows if row["seat"] == str(at)) == seat.score
        assert sum(row["points"][at] for row in found["sources"]) == seat.score
        assert found["course"][-1]["scores"][at] == found["seats"][at]["score"] == seat.score
        assert found["seats"][at]["player"]["name"] == seat.entry.player.name


def test_without_proof_or_facts_the_page_says_why() -> None:
    event = make_event(2, table_size=2)
    table = event.pair().tables.get()
    services.rule_result(event.organiser, table, Ruling([7, 5]))
    assert "No log proves this game." in page_of(table)
    for address in (reverse("table:anatomy_csv", args=[table.pk]), f"/api/v1/tables/{table.pk}/anatomy/"):
        assert Client().get(address).status_code == 404


def test_a_game_whose_facts_are_not_there_yet_says_so(table: Table) -> None:
    GameFacts.objects.all().delete()
    assert "not ready yet" in page_of(table)


def test_the_pages_around_lead_here(table: Table) -> None:
    assert table.log is not None
    address = reverse("table:anatomy", args=[table.pk])
    for page in (reverse("table:page", args=[table.pk]), reverse("table:log", args=[table.log.sha256])):
        assert address in Client().get(page).content.decode()
