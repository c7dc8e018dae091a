"""Component sets over the API: as a body, as a form, listed, taken home, chosen for a tournament."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from engine.registry import GAMES
from nabu.catalogue.games.models import ComponentSet
from tests.platform.kept import kept_for_file
from tests.platform.scenario import component_file
from tests.platform.site.api.conftest import World

db, kept_world, changes_are_taken_back, world = kept_for_file(World, "world")

ADDRESS = "/api/v1/games/{}/component-sets/"
BABYLONIA = ADDRESS.format("babylonia")


def post(client: APIClient, content: bytes, address: str = BABYLONIA) -> object:
    return client.generic("POST", address, content, content_type="application/json")


@pytest.mark.parametrize("game", GAMES)
def test_a_set_is_sent_listed_and_taken_home(world: World, client_of: Callable[[str], APIClient], game: str) -> None:
    address = ADDRESS.format(game)
    made = post(client_of("ana"), component_file("mine", game), address)
    assert made.status_code == 201, made.content
    detail = made.json()
    assert (detail["name"], detail["built_in"], detail["loaded_by"], detail["withdrawn_at"]) == (
        "mine",
        False,
        "Ana",
        None,
    )
    assert [section["key"] for section in detail["sections"]] == list(GAMES[game].sections)
    visitor = client_of("visitor")
    assert visitor.get(f"{address}mine/").json() == detail
    assert [line["name"] for line in visitor.get(address).json()["results"]] == [*GAMES[game].component_sets, "mine"]
    assert visitor.get(f"{address}mine/file/").content == component_file("mine", game)
    built_in = GAMES[game].component_sets[0]
    assert visitor.get(f"{address}{built_in}/file/").json() == GAMES[game].components(built_in).data
    assert (
        visitor.get(f"{address}{built_in}/").json() == visitor.get(f"/api/v1/games/{game}/").json()["component_sets"][0]
    )
    assert visitor.get(f"/api/v1/games/{game}/schema/").json()["type"] == "object"


def test_a_set_is_sent_as_a_file_of_a_form(world: World, client_of: Callable[[str], APIClient]) -> None:
    ana = client_of("ana")
    upload = SimpleUploadedFile("mine.json", component_file("mine"))
    assert ana.post(BABYLONIA, {"file": upload}, format="multipart").status_code == 201
    assert ana.post(BABYLONIA, {"file": "mine"}, format="multipart").status_code == 400
    assert ana.post(BABYLONIA, {}, format="multipart").status_code == 400


def test_what_is_wrong_is_listed_and_what_is_there_is_a_conflict(
    world: World, client_of: Callable[[str], APIClient]
) -> None:
    ana = client_of("ana")
    wrong = post(ana, component_file("Mine", second=2))
    assert wrong.status_code == 400
    assert len(wrong.json()["file"]) >= 2
    other = post(ana, component_file("mine", "ishtar"))
    assert other.status_code == 400
    assert other.json()["file"] == ["$.game: this is a component set of ishtar, not of babylonia"]
    assert not ComponentSet.objects.exists()
    assert post(ana, b" " * (2**20 + 1)).status_code == 413
    large = SimpleUploadedFile("mine.json", b" " * (2**20 + 1))
    assert ana.post(BABYLONIA, {"file": large}, format="multipart").status_code == 413
    assert post(ana, component_file("mine"), ADDRESS.format("chess")).status_code == 404
    assert post(ana, component_file("mine")).status_code == 201
    assert post(ana, component_file("mine")).status_code == 409
    assert ana.post(BABYLONIA, "name=mine", content_type="text/plain").status_code == 415
    assert ana.get(f"{BABYLONIA}yours/").status_code == 404
    assert ana.get(f"{BABYLONIA}yours/file/").status_code == 404
    assert ana.post(f"{BABYLONIA}babylonia-2019/withdraw/").status_code == 404


def test_a_withdrawn_set_stays_but_is_chosen_no_more(world: World, client_of: Callable[[str], APIClient]) -> None:
    ana = client_of("ana")
    digest = post(ana, component_file("mine")).json()["sha256"]
    new = {"name": "Cup", "game": "babylonia", "ruleset": "base", "components": "mine"}
    new["stages"] = [{"format": "swiss"}]
    made = ana.post("/api/v1/tournaments/", new)
    assert made.status_code == 201
    assert (made.json()["components"], made.json()["components_sha256"]) == ("mine", digest)
    assert ana.post(f"{BABYLONIA}mine/withdraw/").json()["withdrawn_at"]
    assert ana.post(f"{BABYLONIA}mine/withdraw/").status_code == 409
    refused = ana.post("/api/v1/tournaments/", new)
    assert refused.status_code == 400
    assert "withdrawn" in refused.json()["detail"]
    assert ana.get(f"{BABYLONIA}mine/file/").status_code == 200
    assert ana.post(f"{BABYLONIA}mine/restore/").json()["withdrawn_at"] is None
    assert ana.post("/api/v1/tournaments/", new | {"components": "babylonia-2019"}).json()["components_sha256"] is None


def test_a_list_of_sets_takes_the_same_number_of_queries(
    world: World, client_of: Callable[[str], APIClient], django_assert_num_queries: Callable[..., object]
) -> None:
    visitor = client_of("visitor")
    for number, person in enumerate(("ana", "bo", "cem")):
        assert post(client_of(person), component_file(f"mine-{number}")).status_code == 201
        with django_assert_num_queries(1):
            assert len(visitor.get(BABYLONIA).json()["results"]) == number + 2
    assert json.loads(visitor.get(BABYLONIA, {"page_size": 2}).content)["next"]
