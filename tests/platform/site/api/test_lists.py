"""Lists come in pages. What they cost is in tests/platform/site/test_query_counts.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from competition import formats as formats_services
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import start_tournament
from tests.platform.kept import kept_for_file
from tests.platform.site.api.conftest import World

db, kept_world, changes_are_taken_back, world = kept_for_file(World, "world")


@pytest.mark.both_databases
def test_pages_follow_each_other_and_hold_everything_once(world: World, client_of: Callable[[str], APIClient]) -> None:
    visitor = client_of("visitor")
    address: str | None = "/api/v1/players/?page_size=3"
    names = []
    while address:
        page = visitor.get(address).json()
        assert page["count"] == 4
        assert len(page["results"]) <= 3
        names += [player["name"] for player in page["results"]]
        address = page["next"]
    assert names == sorted(names)
    assert len(set(names)) == 4


@pytest.mark.parametrize("query", ["page=0", "page=words", "page=99", f"page={'9' * 5000}"])
def test_a_page_that_is_not_there_is_not_found(db: None, query: str) -> None:
    response = APIClient().get(f"/api/v1/players/?{query}")
    assert response.status_code == 404
    assert response.json()["detail"]


@pytest.mark.both_databases
def test_the_search_finds_parts_of_names_and_refuses_nonsense(
    world: World, client_of: Callable[[str], APIClient]
) -> None:
    visitor = client_of("visitor")
    found = visitor.get("/api/v1/players/", {"search": "AN"}).json()["results"]
    assert {player["name"] for player in found} == {"Ana"}
    assert visitor.get("/api/v1/players/", {"search": "a\x00b"}).status_code == 400


@pytest.mark.both_databases
def test_tournaments_can_be_narrowed_down(world: World, client_of: Callable[[str], APIClient]) -> None:
    organiser = client_of("organiser")
    drafts = organiser.get("/api/v1/tournaments/", {"status": "draft", "game": "babylonia"}).json()["results"]
    assert [tournament["name"] for tournament in drafts] == ["Draft"]
    assert drafts[0]["players"] == 4
    assert organiser.get("/api/v1/tournaments/", {"game": "ishtar"}).json()["count"] == 0
    assert organiser.get("/api/v1/tournaments/", {"status": "odd"}).status_code == 400


def test_the_bracket_has_slots_for_the_rounds_to_come(world: World, client_of: Callable[[str], APIClient]) -> None:
    cup = world.new_tournament("Cup", formats_services.StageSpec("single_elimination"))
    start_tournament(world.organiser, cup)
    stage = cup.stages.get()
    visitor = client_of("visitor")
    address = f"/api/v1/stages/{stage.pk}/bracket/"
    (section,) = visitor.get(address).json()["sections"]
    before = [slot["table"] for column in section["columns"] for slot in column["slots"]]
    assert before == [None, None, None], "it is drawn before its first round is paired"
    draft = pair_round(world.organiser, cup)
    assert client_of("organiser").get(address).json()["sections"] == [section], "a draft changes nothing"
    round_ = publish_round(world.organiser, draft)
    (section,) = visitor.get(address).json()["sections"]
    first, final = section["columns"]
    tables = {slot["table"]: {seat["name"] for seat in slot["seats"]} for slot in first["slots"]}
    assert set(tables) == set(round_.tables.values_list("pk", flat=True))
    assert set().union(*tables.values()) == {"Ana", "Bo", "Cem", "Dia"}
    assert [slot["feeds"] for slot in first["slots"]] == [[2, 0], [2, 0]]
    assert (final["title"], final["slots"][0]["table"], final["slots"][0]["feeds"]) == ("Final", None, None)
    assert [seat["coming"] for seat in final["slots"][0]["seats"]] == ["winner of M1", "winner of M2"]
    assert visitor.get(f"/api/v1/stages/{world.stage.pk}/bracket/").status_code == 404


def test_a_game_describes_its_switches_sources_and_cards(db: None) -> None:
    game = APIClient().get("/api/v1/games/babylonia/").json()
    assert game["player_counts"] == [2, 3, 4]
    assert {"name", "default", "options", "note"} == set(game["switches"][0])
    assert {source["key"] for source in game["sources"]} >= {"farm_value", "city_tiles"}
    built_in = game["component_sets"][0]
    assert (built_in["name"], built_in["built_in"], built_in["note"]) == ("babylonia-2019", True, None)
    assert len(built_in["cards"]) == 9
    assert {section["confidence"] for section in built_in["sections"]} == {"confirmed", "one source"}
    assert APIClient().get("/api/v1/games/chess/").status_code == 404
    formats = APIClient().get("/api/v1/formats/").json()["results"]
    assert {"swiss", "single_elimination"} <= {fmt["key"] for fmt in formats}
