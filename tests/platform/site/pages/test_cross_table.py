"""The page of the cross table, its file, and the calendar file as they are downloaded."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from datetime import date
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from competition.formats import StageSpec
from nabu.accounts.players.models import Player, User
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.setup.services import update_tournament
from tests.platform.scenario import Event, make_event

pytestmark = pytest.mark.usefixtures("db")


def played(event: Event) -> Event:
    """A round in which the first seat wins everywhere."""
    for table in event.pair().tables.filter(is_bye=False):
        matches.rule_result(event.organiser, table, Ruling([90 - 10 * n for n in range(table.seats.count())]))
    return event


def address(event: Event, name: str = "cross_table") -> str:
    return reverse(f"tournaments:{name}", args=[event.tournament.stages.get(position=1).pk])


def rows(html: str) -> list[str]:
    body = html.partition("<tbody>")[2].partition("</tbody>")[0]
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", row)).strip() for row in body.split("</tr>")[:-1]]


def test_a_list_by_rounds_for_tables_of_three_and_four(client: Client) -> None:
    event = played(make_event(4, table_size=4))
    html = client.get(address(event)).content.decode()
    winner = event.tournament.entries.get(seats__position=0).player.name
    assert rows(html)[0] == f"1 {winner} 2 3 4 • first seat 1. 6 = agreed sum (6) 6"
    assert [row.split()[-1] for row in rows(html)] == ["6", "4", "2", "0"]


def test_a_square_for_a_round_robin(client: Client) -> None:
    event = played(make_event(2, stages=[StageSpec("round_robin", {})]))
    html = client.get(address(event)).content.decode()
    first, second = rows(html)
    assert (first.split()[-4:], second.split()[-4:]) == (["1", "=", "agreed", "1"], ["0", "=", "agreed", "0"])
    assert html.count("cross-self") == 2


def test_a_draft_round_is_not_in_it(client: Client, sign_in: Callable[[User], Client]) -> None:
    event = played(make_event(4, table_size=2))
    pair_round(event.organiser, event.refresh())
    for reader in (client, sign_in(event.organiser)):
        assert reader.get(address(event)).content.decode().count('<th scope="col" class="cross-cell">') == 1


def test_the_file_has_a_line_for_each_player_and_no_formulas(client: Client) -> None:
    event = played(make_event(4, table_size=2))
    Player.objects.filter(pk=event.players[0].player.pk).update(name='=HYPERLINK("x") <b>')
    response = client.get(address(event, "cross_table_csv"))
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert f"nabu-{event.tournament.pk}-cross-table-1.csv" in response["Content-Disposition"]
    lines = list(csv.DictReader(StringIO(response.content.decode("utf-8-sig"))))
    assert list(lines[0]) == [
        "number",
        "place",
        "player",
        "round_1_opponents",
        "round_1_place",
        "round_1_proof",
        "round_1_points",
        "points",
        "points_exact",
    ]
    assert [line["points"] for line in lines] == ["6.0", "6.0", "0.0", "0.0"]
    assert {line["player"] for line in lines} == {'\'=HYPERLINK("x") <b>', "Player 2", "Player 3", "Player 4"}
    for line in lines:
        opponent = lines[int(line["round_1_opponents"]) - 1]
        assert opponent["round_1_opponents"] == line["number"]
    assert "&lt;b&gt;" in client.get(address(event)).content.decode()


def test_groups_are_in_one_file(client: Client) -> None:
    event = played(make_event(6, stages=[StageSpec("round_robin", {"groups": 2})]))
    lines = list(csv.DictReader(StringIO(client.get(address(event, "cross_table_csv")).content.decode("utf-8-sig"))))
    assert [line["group"] for line in lines] == ["1", "1", "1", "2", "2", "2"]
    assert set(lines[0]) >= {"against_1", "against_2", "against_3"}


def test_a_bracket_and_a_stage_to_come_have_none(client: Client) -> None:
    cup = make_event(4, stages=[StageSpec("single_elimination", {})])
    draft = make_event(4, prefix="draft", start=False)
    assert client.get(address(cup)).status_code == 404
    assert client.get(address(cup, "cross_table_csv")).status_code == 404
    assert client.get(address(draft)).status_code == 404


def test_the_calendar_file_is_offered_when_there_is_a_date(client: Client) -> None:
    event = make_event(2, table_size=2)
    overview = reverse("tournaments:detail", args=[event.tournament.pk])
    file = reverse("tournaments:calendar", args=[event.tournament.pk])
    assert client.get(file).status_code == 404
    assert file not in client.get(overview).content.decode()
    update_tournament(event.organiser, event.refresh(), starts_on=date(2026, 12, 5))
    assert file in client.get(overview).content.decode()
    response = client.get(file)
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert f"UID:tournament-{event.tournament.pk}@testserver\r\n".encode() in response.content
    assert f"http://testserver{overview}".encode() in response.content.replace(b"\r\n ", b"")
