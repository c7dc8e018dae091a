"""What may come in as a game log, and how everything else is turned away: always in JSON, always with the reason."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable, Iterator
from copy import deepcopy

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django import DjangoDbBlocker
from rest_framework.test import APIClient

from nabu.contests.matches.models import GameLog, LogSubmission
from tests.cases import each
from tests.platform.scenario import one_transaction, own_changes
from tests.platform.site.api.conftest import LOG, World

MEGABYTE = 2**20
DATA = LOG.read_bytes()


@pytest.fixture(scope="module")
def db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """One transaction for the whole file."""
    with one_transaction(django_db_blocker):
        yield


@pytest.fixture(scope="module")
def made_once(db: None) -> World:
    """One world for all tests of the file: making it takes longer than turning a body away."""
    return World()


@pytest.fixture
def world(made_once: World) -> Iterator[World]:
    """A copy for one test."""
    with own_changes():
        yield deepcopy(made_once)


@pytest.fixture
def ana(client_of: Callable[[str], APIClient]) -> APIClient:
    return client_of("ana")


def addresses(world: World) -> tuple[str, str]:
    return "/api/v1/submissions/", f"/api/v1/tables/{world.table.pk}/logs/"


@pytest.mark.parametrize("content_type", ["application/x-ndjson", "text/plain", "text/plain; charset=utf-8"])
def test_a_raw_body_is_kept_byte_for_byte(ana: APIClient, world: World, content_type: str) -> None:
    for address in addresses(world):
        response = ana.generic("POST", address, DATA, content_type=content_type)
        assert response.status_code == 202, response.content
        answer = response.json()
        assert answer["waiting"]
        assert answer["submitted_by"] == "Ana"
        raw = ana.get(f"/api/v1/logs/{answer['sha256']}/raw/")
        assert raw.content == DATA


def test_a_file_of_a_form_is_the_same_log(ana: APIClient, world: World) -> None:
    for address in addresses(world):
        file = SimpleUploadedFile("game.jsonl", DATA, "application/octet-stream")
        assert ana.post(address, {"log": file}, format="multipart").status_code == 202
    assert GameLog.objects.count() == 1
    assert LogSubmission.objects.count() == 2


BAD = {
    "empty": b"",
    "not a log": b"hello",
    "byte order mark": b"\xef\xbb\xbf" + DATA,
    "packed": gzip.compress(DATA),
    "not UTF-8": b'{"gamelog":1,"seats":["\xff\xfe"]}\n',
    "binary": bytes(range(256)) * 16,
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_a_log_is_refused_with_a_reason(ana: APIClient, world: World, name: str) -> None:
    for address in addresses(world):
        raw = ana.generic("POST", address, BAD[name], content_type="application/x-ndjson")
        form = ana.post(address, {"log": SimpleUploadedFile("x.jsonl", BAD[name])}, format="multipart")
        for response in (raw, form):
            assert response.status_code == 400, (name, response.content)
            assert response.json()["detail"].endswith(".")
    assert not GameLog.objects.exists()


def test_deep_nesting_is_a_verdict_not_an_error(ana: APIClient) -> None:
    data = b'{"gamelog":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
    assert ana.generic("POST", "/api/v1/submissions/", data, content_type="text/plain").status_code == 202


@pytest.mark.parametrize("size", [4 * MEGABYTE + 1, 7 * MEGABYTE])
def test_more_than_a_log_may_have_is_refused(ana: APIClient, world: World, size: int) -> None:
    data = b"{" * size
    for address in addresses(world):
        raw = ana.generic("POST", address, data, content_type="text/plain")
        form = ana.post(address, {"log": SimpleUploadedFile("x.jsonl", data)}, format="multipart")
        for response in (raw, form):
            assert response.status_code == 413
            assert "4 MB" in response.json()["detail"]


def test_fifty_megabytes_are_refused_by_their_announcement_alone(ana: APIClient, world: World) -> None:
    class Body(io.BytesIO):
        def read(self, *_: object) -> bytes:
            raise AssertionError("nothing may be read")

    for address in addresses(world):
        response = ana.generic(
            "POST", address, content_type="text/plain", **{"CONTENT_LENGTH": 50 * MEGABYTE, "wsgi.input": Body()}
        )
        assert response.status_code == 413
        assert "larger than 8 MB" in response.json()["detail"]


def test_other_bodies_get_a_clear_answer(ana: APIClient, world: World) -> None:
    for address in addresses(world):
        for content_type in ("application/json", "application/pdf", "nonsense"):
            response = ana.generic("POST", address, DATA, content_type=content_type)
            assert response.status_code == 415, content_type
            assert response.json()["detail"]
        no_file = ana.post(address, {"other": "words"}, format="multipart")
        assert no_file.status_code == 400
        assert "log" in no_file.json()["detail"]
        broken = ana.generic("POST", address, b"--x\r\nbroken", content_type="multipart/form-data; boundary=y")
        assert broken.status_code == 400


NONSENSE = [
    (b"{", "application/json"),
    (b"[" * 200_000, "application/json"),
    (b'{"name": "\xff"}', "application/json"),
    (b'{"name": "\\ud800"}', "application/json"),
    (b'{"name": "a\\u0000b"}', "application/json"),
    (b'{"name": NaN}', "application/json"),
    (b'{"name": {"a": 1}}', "application/json"),
    (b'"words"', "application/json"),
    (b"null", "application/json"),
    (b"[]", "application/json"),
    (b"", "application/json"),
    (b"{}", "application/json; charset=bz2"),
]


@each(("body", "content_type"), NONSENSE)
@each("address", ["players/", "tournaments/", "token/"])
def test_nonsense_in_json_bodies_is_a_bad_request(ana: APIClient, body: bytes, content_type: str, address: str) -> None:
    response = ana.generic("POST", f"/api/v1/{address}", body, content_type=content_type)
    assert response.status_code == 400
    assert response.headers["Content-Type"] == "application/json"


def test_nonsense_as_stage_settings_or_switches_is_a_bad_request(ana: APIClient) -> None:
    good = {
        "name": "Cup",
        "game": "babylonia",
        "ruleset": "base",
        "components": "babylonia-2019",
        "stages": [{"format": "swiss"}],
    }
    assert ana.post("/api/v1/tournaments/", good, format="json").status_code == 201
    bad: list[dict[str, object]] = [
        {"game": "chess"},
        {"ruleset": "odd"},
        {"components": "none"},
        {"switches": {"farm_support_token": "nobody"}},
        {"switches": {"farm_support_same_turn": 1}},
        {"switches": {"farm_support_same_turn": {"deep": []}}},
        {"switches": []},
        {"stages": []},
        {"stages": [{"format": "swis"}]},
        {"stages": [{"format": "swiss", "config": {"rounds": "many"}}]},
        {"stages": [{"format": "swiss", "config": {"rounds": 10**30}}]},
        {"stages": [{"format": "swiss", "config": {"points": {"2": [{}, []]}}}]},
        {"stages": [{"format": "swiss", "config": {"points": {"2": [1e308, "1e-400"]}}}]},
        {"stages": [{"format": "swiss", "config": {"bye_points": "\ud800"}}]},
        {"stages": [{"format": "swiss", "config": {"schedule": ""}}]},
        {"stages": [{"format": "league", "config": {"schedule": [[[1, 2]]]}}]},
        {"stages": [{"format": "league", "config": {"schedule": "1,1,1,1"}}]},
        {"stages": [{"format": "round_robin", "config": {"schedule": "1,1,1,1\n1,1,2,\u0663"}}]},
        {"stages": [{"format": "swiss", "config": {"\ud800": 1}}]},
        {"stages": [{"format": "swiss", "config": {"a\0b": 1}}]},
        {"stages": [{"format": "swiss"}, {"format": "swiss"}]},
        {"starts_on": "tomorrow"},
    ]
    for change in bad:
        body = json.dumps(good | change)
        response = ana.generic("POST", "/api/v1/tournaments/", body, content_type="application/json")
        assert response.status_code == 400, (change, response.content)


def test_an_own_schedule_comes_as_text_and_the_forecast_says_what_it_repeats(ana: APIClient) -> None:
    schedule = "round,table,seat,number\n1,1,1,1\n1,1,2,2\n2,1,1,2\n2,1,2,1"
    config = {"table_size": 2, "rounds": 2, "schedule": schedule}
    rules = {"game": "babylonia", "ruleset": "base", "components": "babylonia-2019"}
    body = {"name": "Cup", **rules, "stages": [{"format": "league", "config": config}]}
    made = ana.post("/api/v1/tournaments/", body, format="json")
    assert made.status_code == 201, made.content
    assert made.json()["stages"][0]["config"]["schedule"] == schedule

    def said(players: int) -> list[str]:
        forecast = ana.get(f"/api/v1/tournaments/{made.json()['id']}/forecast/?players={players}").json()
        return [concern["text"] for concern in forecast["stages"][0]["concerns"]]

    assert said(2) == [
        "The organiser's schedule: 2 rounds for 2 players.",
        "The organiser's schedule has 1 repeated meeting.",
    ]
    assert said(3) == ["Players in the schedule: 2. Players of the stage: 3. They must be equal."]
