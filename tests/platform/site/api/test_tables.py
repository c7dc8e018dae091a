"""REST API: who did not come, the clock, matches and photos of score sheets."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from rest_framework.test import APIClient

from competition import formats
from nabu.contests.results import services as matches
from nabu.contests.results.settling.ruling import Ruling
from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.contests.tournaments.setup.services import start_tournament
from tests.cases import each
from tests.platform.kept import kept_for_file
from tests.platform.site.api.conftest import World, picture

db, kept_world, changes_are_taken_back, world = kept_for_file(World, "world")

ClientOf = Callable[[str], APIClient]


def send(client: APIClient, world: World, data: bytes) -> Any:
    file = SimpleUploadedFile("sheet.png", data)
    return client.post(f"/api/v1/tables/{world.table.pk}/photos/", {"photo": file}, format="multipart")


def test_a_forfeit_is_the_result(world: World, client_of: ClientOf) -> None:
    done = client_of("organiser").post(f"/api/v1/tables/{world.table.pk}/forfeit/", {"absent": [1]}, format="json")
    assert (done.json()["status"], done.json()["basis"]) == ("confirmed", "forfeit")
    assert [(seat["score"], seat["place"], seat["absent"]) for seat in done.json()["seats"]] == [
        (None, 1, False),
        (None, 2, True),
    ]
    assert done.json()["reports"][0]["absent"] == [1]


@each("absent", [[2], [-1], ["x"], [0] * 9, None])
def test_a_forfeit_of_nobody_there_is_refused(world: World, client_of: ClientOf, absent: Any) -> None:
    sent = client_of("organiser").post(f"/api/v1/tables/{world.table.pk}/forfeit/", {"absent": absent}, format="json")
    assert sent.status_code in (400, 409)


def test_the_clock_is_kept(world: World, client_of: ClientOf) -> None:
    address = f"/api/v1/rounds/{world.round.pk}/clock/"
    organiser = client_of("organiser")
    assert client_of("visitor").get(address).json()["state"] == "off"
    assert organiser.post(address, {"do": "start"}, format="json").status_code == 409
    assert organiser.post(address, {"minutes": 50}, format="json").json()["state"] == "ready"
    started = organiser.post(address, {"do": "start"}, format="json").json()
    assert (started["state"], started["seconds_left"]) == ("running", 3000)
    assert started["no_show_from"] > started["started_at"]
    assert organiser.post(address, {"do": "pause"}, format="json").json()["state"] == "paused"
    for wrong in ({}, {"do": "start", "minutes": 5}, {"do": "wind up"}, {"minutes": 601}):
        assert organiser.post(address, wrong, format="json").status_code == 400
    more = organiser.post(f"/api/v1/tables/{world.table.pk}/extend/", {"minutes": 5}, format="json")
    assert more.json()["extra_seconds"] == 300


def test_photos_go_in_and_out(world: World, client_of: ClientOf) -> None:
    ana = client_of("ana")
    made = send(ana, world, picture())
    assert (made.status_code, made.json()["media_type"]) == (201, "image/jpeg")
    address = f"/api/v1/tables/{world.table.pk}/photos/"
    assert [photo["id"] for photo in ana.get(address).json()["results"]] == [made.json()["id"]]
    content = ana.get(f"{address}{made.json()['id']}/")
    assert Image.open(BytesIO(content.content)).size == (30, 20)
    assert content.headers["X-Content-Type-Options"] == "nosniff"
    removed = client_of("organiser").post(f"{address}{made.json()['id']}/remove/", {"reason": "a child"}, format="json")
    assert removed.status_code == 204
    assert ana.get(address).json()["results"] == []


@pytest.mark.parametrize(("data", "status"), [(b"GIF89a", 400), (b"", 400), (b"\0" * (7 * 2**20 + 1), 413)])
def test_what_is_no_photo_is_refused(world: World, client_of: ClientOf, data: bytes, status: int) -> None:
    assert send(client_of("ana"), world, data).status_code == status


def test_the_games_of_a_match_have_one_number(world: World, client_of: ClientOf) -> None:
    cup = world.new_tournament("Cup", formats.StageSpec("single_elimination", {"best_of": 3}))
    start_tournament(world.organiser, cup)
    round_ = publish_round(world.organiser, pair_round(world.organiser, cup))
    first = round_.tables.order_by("number")[0]
    matches.rule_result(world.organiser, first, Ruling([60, 50]))
    tables = client_of("visitor").get(f"/api/v1/rounds/{round_.pk}/").json()["tables"]
    assert [(table["number"], table["game_number"]) for table in tables] == [(1, 1), (1, 2), (2, 1)]
