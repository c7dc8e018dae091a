"""Behind the question mark: unknown parameters are refused with the known ones, and so are values that cannot be."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from engine.registry import GAMES
from nabu.accounts.audit.models import AuditEntry
from nabu.contests.clubs.services import create_club
from nabu.contests.tournaments.models import Tournament
from tests.cases import each
from tests.platform.kept import kept_for_file
from tests.platform.site.api.conftest import World

db, kept_world, changes_are_taken_back, world = kept_for_file(World, "world")

TAKES = re.compile(r"Unknown parameter\. This address takes(?:: (.*)| none)\.")


def found(client: Client, address: str, **query: object) -> Any:
    return client.get(f"/api/v1/{address}", {name.rstrip("_"): value for name, value in query.items()})


def names(client: Client, address: str, **query: object) -> list[str]:
    answer = found(client, address, **query)
    assert answer.status_code == 200, answer.content
    return [row["name"] for row in answer.json()["results"]]


def test_a_filter_that_nobody_reads_is_refused_with_the_known_ones(
    world: World, client_of: Callable[[str], APIClient]
) -> None:
    """`?cup=…` once answered with everything."""
    answer = found(client_of("visitor"), "tournaments/", cup="Spring", page=1)
    assert answer.status_code == 400
    (sentence,) = answer.json()["cup"]
    takes = TAKES.fullmatch(sentence)
    assert takes is not None
    assert takes[1].split(", ") == [
        "changed_since", "club", "free", "game", "ordering", "page", "page_size", "place", "rated", "search",
        "starts_from", "starts_until", "state", "status",
    ]  # fmt: skip


def test_many_unknown_parameters_do_not_make_a_long_answer(db: None) -> None:
    answer = APIClient().get("/api/v1/games/?" + "&".join(f"p{number}=" for number in range(1000)))
    assert answer.status_code == 400
    assert len(answer.json()) == 10


def test_an_unknown_game_is_answered_with_the_known_ones(world: World, client_of: Callable[[str], APIClient]) -> None:
    for address in ("tournaments/", "variants/", "players/", "experiments/"):
        answer = found(client_of("visitor"), address, game="chess")
        assert answer.status_code == 400, address
        (sentence,) = answer.json()["game"]
        assert sentence == f"“chess” is unknown. Known: {', '.join(GAMES)}."


@each(
    "query",
    [
        "tournaments/?status=odd",
        "tournaments/?club=first",
        "tournaments/?club=0",
        "tournaments/?starts_from=yesterday",
        "tournaments/?starts_from=2026-02-30",
        "tournaments/?starts_from=2026-03-01&starts_until=2026-02-28",
        "tournaments/?changed_since=now",
        "tournaments/?changed_since=0001-01-01T00:00:00%2B14:00",
        "tournaments/?ordering=lot",
        "tournaments/?ordering=-name,id",
        "tournaments/?game=babylonia&game=ishtar",
        "tournaments/?search=a%00b",
        "tournaments/?page_size=many",
        "tournaments/?page_size=0",
        "tournaments/?page_size=-1",
        "players/?search=" + "a" * 201,
        "players/?ordering=rating",
        "clubs/?ordering=members",
        "ratings/babylonia/?everybody=perhaps",
    ],
)
def test_a_value_that_cannot_be_is_refused(query: str, db: None) -> None:
    answer = APIClient().get(f"/api/v1/{query}")
    assert answer.status_code == 400
    assert "detail" not in answer.json(), "the message stands at its parameter"


@pytest.mark.both_databases
def test_an_empty_value_is_none(world: World, client_of: Callable[[str], APIClient]) -> None:
    visitor = client_of("visitor")
    empty = {"game": "", "status": "", "club": "", "search": "", "starts_from": "", "changed_since": "", "ordering": ""}
    assert found(visitor, "tournaments/", **empty).json() == found(visitor, "tournaments/").json()


def test_who_may_not_read_hears_nothing_about_parameters(world: World, client_of: Callable[[str], APIClient]) -> None:
    assert found(client_of("visitor"), f"tournaments/{world.draft.pk}/", cup=1).status_code == 404
    visitor, ana, running = client_of("visitor"), client_of("ana"), f"tournaments/{world.running.pk}"
    assert found(ana, f"{running}/registrations/", status="odd").status_code == 403
    assert found(ana, f"{running}/check-in/entries/", here="perhaps").status_code == 403
    assert found(visitor, f"stages/{world.draft.stages.get().pk}/standings/", after="last").status_code == 404


@pytest.mark.both_databases
def test_tournaments_by_club_day_and_words_of_their_name(world: World, client_of: Callable[[str], APIClient]) -> None:
    organiser = client_of("organiser")
    club = create_club(world.organiser, "Players of Ur")
    for name, day, of in (("Frühlings Cup", date(2027, 3, 1), club), ("Herbst-Cup", date(2027, 9, 30), None)):
        made = world.new_tournament(name)
        made.starts_on, made.club = day, of
        made.save()
    assert names(organiser, "tournaments/", club=club.pk) == ["Frühlings Cup"]
    assert names(organiser, "tournaments/", club=club.pk + 1) == []
    assert names(organiser, "tournaments/", search="CUP fruhl") == ["Frühlings Cup"]
    assert names(organiser, "tournaments/", search="cup", ordering="-name") == ["Herbst-Cup", "Frühlings Cup"]
    assert names(organiser, "tournaments/", starts_from="2027-03-01", starts_until="2027-03-01") == ["Frühlings Cup"]
    assert names(organiser, "tournaments/", starts_from="2027-03-02") == ["Herbst-Cup"]
    undated = {"Draft", "Running"}
    by_day = names(organiser, "tournaments/", ordering="starts_on")
    assert by_day[:2] == ["Frühlings Cup", "Herbst-Cup"]
    assert set(by_day[2:]) == undated
    backwards = names(organiser, "tournaments/", ordering="-starts_on")
    assert backwards[:2] == ["Herbst-Cup", "Frühlings Cup"], "those without a date are last either way"
    Tournament.objects.filter(name="Herbst-Cup").update(name="Winter")
    assert names(organiser, "tournaments/", search="herbst") == []
    assert names(organiser, "tournaments/", search="winter") == ["Winter"]


@pytest.mark.both_databases
def test_tournaments_that_have_changed_since_a_moment(world: World, client_of: Callable[[str], APIClient]) -> None:
    organiser = client_of("organiser")
    AuditEntry.objects.update(at=datetime(2026, 1, 1, 12, tzinfo=UTC))
    AuditEntry.objects.filter(tournament=world.draft).update(at=datetime(2026, 1, 2, 12, tzinfo=UTC))
    assert names(organiser, "tournaments/", changed_since="2026-01-02T12:00:00Z") == ["Draft"]
    assert names(organiser, "tournaments/", changed_since="2026-01-02T13:00:00+01:00") == ["Draft"]
    assert names(organiser, "tournaments/", changed_since="2026-01-02T12:00:00") == ["Draft"], "UTC, if it does not say"
    assert names(organiser, "tournaments/", changed_since="2026-01-02T12:00:01Z") == []
    assert names(client_of("visitor"), "tournaments/", changed_since="2026-01-02T12:00:00Z") == []
    changes = found(organiser, "changes/", tournament=world.draft.pk, changed_since="2026-01-02T12:00:01Z")
    assert changes.json()["count"] == 0


def test_filters_cost_no_query_more(world: World, client_of: Callable[[str], APIClient]) -> None:
    organiser = client_of("organiser")
    query = {"game": "babylonia", "search": "r", "changed_since": "2026-01-01T00:00:00Z", "ordering": "-name"}
    organiser.get("/api/v1/tournaments/")
    counts = []
    for wanted in ({}, query):
        with CaptureQueriesContext(connection) as captured:
            assert found(organiser, "tournaments/", **wanted).json()["count"] == 2
        counts.append(len(captured))
    assert counts[0] == counts[1]


@pytest.mark.both_databases
def test_players_clubs_and_entries_are_searched_and_sorted(world: World, client_of: Callable[[str], APIClient]) -> None:
    organiser = client_of("organiser")
    everybody = names(organiser, "players/")
    assert names(organiser, "players/", ordering="-name") == everybody[::-1]
    assert names(organiser, "players/", game="ishtar") == []
    for name in ("Ur", "Uruk", "Kish"):
        create_club(world.organiser, name)
    assert names(organiser, "clubs/", search="ur", ordering="-name") == ["Uruk", "Ur"]
    entries = found(organiser, f"tournaments/{world.running.pk}/entries/", search="an", status="active").json()
    assert [entry["player"]["name"] for entry in entries["results"]] == ["Ana"]
    assert found(organiser, f"tournaments/{world.running.pk}/entries/", status="dropped").json()["count"] == 0


def test_a_season_that_there_is_not_is_refused(world: World, client_of: Callable[[str], APIClient]) -> None:
    club = create_club(world.organiser, "Players of Ur")
    assert found(client_of("visitor"), f"clubs/{club.pk}/season/").status_code == 200
    assert found(client_of("visitor"), f"clubs/{club.pk}/season/", year="1999").status_code == 400
    assert found(client_of("visitor"), f"clubs/{club.pk}/season/", year="last").status_code == 400


@pytest.mark.parametrize("address", ["tournaments/", "players/"])
def test_a_page_has_at_most_200_rows(world: World, address: str, client_of: Callable[[str], APIClient]) -> None:
    assert found(client_of("visitor"), address, page_size=1000).status_code == 200
