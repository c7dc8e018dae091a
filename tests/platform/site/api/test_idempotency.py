"""Idempotency keys: the same request again gets the same answer, and nothing happens twice."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.client import encode_multipart
from django.utils import timezone
from rest_framework.test import APIClient

from nabu.accounts.players.models import Player, User
from nabu.accounts.players.scopes import Scope
from nabu.accounts.players.tokens import create_token
from nabu.contests.matches.models import LogSubmission
from nabu.web.idempotency import middleware
from nabu.web.idempotency.middleware import IdempotencyKeys
from nabu.web.idempotency.models import KeyedRequest
from nabu.web.idempotency.tasks import forget_keys
from tests.platform.scenario import account
from tests.platform.site.api.conftest import LOG, World

PLAYERS = "/api/v1/players/"


@pytest.fixture
def ana(db: None) -> User:
    return account("ana")


@pytest.fixture
def client(ana: User) -> APIClient:
    return client_of(ana)


def client_of(user: User, scopes: list[str] | None = None) -> APIClient:
    made = APIClient()
    made.credentials(HTTP_AUTHORIZATION=f"Token {create_token(user, 'test', scopes or Scope.values)[1]}")
    return made


def post(client: Any, name: str, key: str, address: str = PLAYERS) -> Any:
    return client.post(address, {"name": name}, headers={"Idempotency-Key": key})


@pytest.mark.both_databases
def test_the_same_request_again_gets_the_first_answer(client: APIClient) -> None:
    first = post(client, "Enki", "one")
    second = post(client, "Enki", '"one"')  # the draft quotes the key
    assert first.status_code == second.status_code == 201
    assert first.content == second.content
    assert first["Content-Type"] == second["Content-Type"]
    assert not first.has_header("Idempotency-Replayed")
    assert second["Idempotency-Replayed"] == "true"
    assert Player.objects.filter(name="Enki").count() == 1
    assert post(client, "Enki", "two").json()["id"] != first.json()["id"]


@pytest.mark.both_databases
def test_the_key_of_another_request_is_refused(client: APIClient) -> None:
    post(client, "Enki", "one")
    for answer in (post(client, "Enlil", "one"), post(client, "Enki", "one", "/api/v1/tokens/")):
        assert answer.status_code == 422
        assert "used for another request" in answer.json()["detail"]
    assert client.delete("/api/v1/entries/1/", headers={"Idempotency-Key": "one"}).status_code == 422


def test_another_account_and_other_scopes_have_keys_of_their_own(ana: User, client: APIClient) -> None:
    post(client, "Enki", "one")
    assert not post(client_of(account("bo")), "Enki", "one").has_header("Idempotency-Replayed")
    assert post(client_of(ana), "Enki", "one")["Idempotency-Replayed"] == "true"
    # A token that may only read does not get at what another one was answered.
    assert post(client_of(ana, ["read"]), "Enki", "one").status_code == 422


@pytest.mark.both_databases
def test_a_refusal_is_an_answer_too(client: APIClient) -> None:
    assert post(client, "", "one").status_code == 400
    assert post(client, "", "one")["Idempotency-Replayed"] == "true"


def test_a_form_is_the_same_whatever_its_boundary(world: World) -> None:
    client = Client()
    client.force_login(world.users["ana"], backend="django.contrib.auth.backends.ModelBackend")
    answers = [
        client.generic("POST", "/api/v1/submissions/", body, kind, headers={"Idempotency-Key": "log"})
        for body, kind in (form_of(boundary) for boundary in ("first", "second-boundary"))
    ]
    assert [answer.status_code for answer in answers] == [202, 202]
    assert answers[1]["Idempotency-Replayed"] == "true"
    assert LogSubmission.objects.count() == 1


def form_of(boundary: str) -> tuple[bytes, str]:
    body = encode_multipart(boundary, {"log": SimpleUploadedFile("game.jsonl", LOG.read_bytes())})
    return body, f"multipart/form-data; boundary={boundary}"


@pytest.mark.both_databases
def test_secrets_are_not_kept(client: APIClient) -> None:
    def ask() -> Any:
        words = {"name": "screen", "scopes": ["read"]}
        return client.post("/api/v1/tokens/", words, headers={"Idempotency-Key": "one"})

    key = ask().json()["token"]
    row = KeyedRequest.objects.get()
    assert key.encode() not in bytes(row.body)
    again = ask()
    assert again.status_code == 409
    assert "201" in again.json()["detail"]


def test_bad_keys_are_malformed(client: APIClient) -> None:
    for key in ("", '""', "a b", "ü", "x" * 256):
        assert post(client, "Enki", key).status_code == 400, key
    assert not KeyedRequest.objects.exists()


def test_visitors_bad_tokens_and_reading_are_let_through(client: APIClient) -> None:
    visitor = APIClient()
    assert post(visitor, "Enki", "one").status_code == 401
    visitor.credentials(HTTP_AUTHORIZATION="Token nonsense")
    assert post(visitor, "Enki", "one").status_code == 401
    client.get(PLAYERS, headers={"Idempotency-Key": "one"})
    assert not KeyedRequest.objects.exists()


def through(ana: User, view: Callable[[Any], HttpResponse], key: str = "one") -> HttpResponse:
    request = RequestFactory().post(PLAYERS, b"{}", content_type="application/json", headers={"Idempotency-Key": key})
    request.user = ana
    return IdempotencyKeys(view)(request)


@pytest.mark.both_databases
@pytest.mark.parametrize("status", [500, 503, 429, 401])
def test_what_was_not_carried_out_may_be_tried_again(ana: User, status: int) -> None:
    assert through(ana, lambda request: HttpResponse(status=status)).status_code == status
    assert through(ana, lambda request: HttpResponse("done", status=201)).status_code == 201


@pytest.mark.both_databases
def test_an_answer_that_is_too_large_is_not_kept_but_the_request_is_not_repeated(
    ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(middleware, "LARGEST_ANSWER", 10)
    assert through(ana, lambda request: HttpResponse("x" * 10), "fits").content == b"x" * 10
    assert through(ana, lambda request: HttpResponse("no"), "fits").content == b"x" * 10
    through(ana, lambda request: HttpResponse("x" * 11), "large")
    assert through(ana, lambda request: HttpResponse("no"), "large").status_code == 409


@pytest.mark.both_databases
def test_a_request_that_broke_off_is_never_repeated(ana: User) -> None:
    def again() -> dict[str, Any]:
        answer = through(ana, lambda request: HttpResponse("never"))
        assert answer.status_code == 409
        return dict(json.loads(answer.content))

    through(ana, lambda request: HttpResponse())
    KeyedRequest.objects.update(status=0)
    assert "still running" in again()["detail"]
    KeyedRequest.objects.update(asked_at=timezone.now() - middleware.RUNS_AT_MOST - timedelta(seconds=1))
    assert "was interrupted" in again()["detail"]


@pytest.mark.both_databases
def test_after_a_day_a_key_is_forgotten(ana: User, client: APIClient) -> None:
    post(client, "Enki", "one")
    KeyedRequest.objects.update(asked_at=timezone.now() - middleware.KEPT_FOR - timedelta(seconds=1))
    assert post(client, "Enlil", "one").status_code == 201
    assert forget_keys() == 0
    KeyedRequest.objects.update(asked_at=timezone.now() - middleware.KEPT_FOR - timedelta(seconds=1))
    assert forget_keys() == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_many_at_the_same_moment_one_is_carried_out() -> None:
    ana = account("ana")
    start, done = threading.Barrier(4), threading.Event()
    carried_out: list[int] = []
    statuses: list[int] = []

    def view(request: Any) -> HttpResponse:
        carried_out.append(1)
        done.wait(10)
        return HttpResponse("done", status=201)

    def run() -> None:
        try:
            start.wait()
            statuses.append(through(ana, view).status_code)
        finally:
            connection.close()
            if len(statuses) == 3:
                done.set()

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [201, 409, 409, 409]
    assert len(carried_out) == 1
    assert through(ana, view)["Idempotency-Replayed"] == "true"
