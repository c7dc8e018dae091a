"""The season table of a club: which tournaments count, who is in it, as page, CSV and API."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from nabu.accounts.versions.services import touch, tournament_topic
from nabu.contests.clubs.services import create_club
from nabu.contests.matches.models import Table
from nabu.contests.results.services import rule_result
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.people.profiles.clubs.season import SEASON_COLUMNS
from tests.platform.scenario import make_event

MOST_QUERIES = 17
"""For one tournament whose ranking is not kept yet."""

pytestmark = pytest.mark.django_db


def test_only_finished_public_tournaments_of_the_year_count() -> None:
    event = make_event(4, table_size=2)
    club = create_club(event.organiser, "Players of Ur")
    event.pair()
    for table in Table.objects.filter(round__stage__tournament=event.tournament):
        rule_result(event.organiser, table, Ruling([30, 20]))
    out = Entry.objects.filter(seats__place=2).order_by("pk")[0]
    Entry.objects.filter(pk=out.pk).update(status=Entry.Status.DISQUALIFIED)
    mine = Tournament.objects.filter(pk=event.tournament.pk)
    address, client = f"/clubs/{club.pk}/season/", Client()

    def change(**values: object) -> None:
        mine.update(**values)
        touch(tournament_topic(event.tournament.pk))

    change(club=club, starts_on=date(2025, 5, 1))
    assert "No finished tournaments yet." in client.get(address).content.decode(), "it is still running"
    change(status=Tournament.Status.FINISHED, practice=True)
    assert client.get(f"/api/v1{address}").json()["results"] == [], "a practice event"
    change(practice=False)

    page = client.get(address).content.decode()
    assert "Season 2025" in page
    assert "place 1, points: 13" in page
    rows = client.get(f"/api/v1{address}?year=2025").json()["results"]
    assert [(row["place"], row["points"]) for row in rows] == [(1, 13.0), (2, 11.0), (3, 9.0)]
    assert out.player_id not in [row["player_id"] for row in rows], "disqualified"
    csv = client.get(f"/clubs/{club.pk}/season.csv").content.decode("utf-8-sig").splitlines()
    assert len(csv) == 4
    assert csv[0] == ",".join(SEASON_COLUMNS), "what a season without points begins with"
    assert csv[1].startswith("1,")


@pytest.mark.parametrize("players", [4, 12])
def test_players_do_not_cost_queries(players: int, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    event = make_event(players, table_size=2)
    club = create_club(event.organiser, "Players of Ur")
    event.pair()
    for table in Table.objects.filter(round__stage__tournament=event.tournament):
        rule_result(event.organiser, table, Ruling([30, 20]))
    Tournament.objects.filter(pk=event.tournament.pk).update(club=club, status=Tournament.Status.FINISHED)
    with django_assert_max_num_queries(MOST_QUERIES):
        rows = Client().get(f"/api/v1/clubs/{club.pk}/season/").json()["results"]
    assert len(rows) == players
    with django_assert_max_num_queries(MOST_QUERIES):
        Client().get(f"/clubs/{club.pk}/season/")
