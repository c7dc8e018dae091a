"""What every answer says; the matrices of permissions look at each address."""

from __future__ import annotations

import json

import pytest
from django.http import HttpResponse, JsonResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from nabu.accounts.players.tokens import create_token
from nabu.core.answers import OF_ONE_PERSON, Answers, escaped
from tests.platform.scenario import make_event
from tests.platform.web.shared_pages.days import audience

WORDS = {"name": "</script><!-- R&D \u2028\u2029 “é” \\< "}


@pytest.mark.parametrize("kind", ["application/json", "application/manifest+json; charset=utf-8"])
def test_json_has_no_markup_and_says_the_same(kind: str) -> None:
    answer = HttpResponse(json.dumps(WORDS, ensure_ascii=False), content_type=kind)
    answer["Content-Length"] = str(len(answer.content))
    sent = Answers(lambda _request: answer)(RequestFactory().get("/"))
    assert isinstance(sent, HttpResponse)
    assert not set("<>&\u2028\u2029") & set(sent.content.decode())
    assert json.loads(sent.content) == WORDS
    assert sent["Content-Length"] == str(len(sent.content))
    again = escaped(lambda: JsonResponse(WORDS))()
    assert b"\\u003c!--" in again.content


def test_logs_and_pages_stay_what_they_are() -> None:
    for kind in ("application/jsonl", "application/x-ndjson", "application/octet-stream", "text/html; charset=utf-8"):
        log = HttpResponse(json.dumps(WORDS), content_type=kind)
        assert Answers(lambda _request, log=log: log)(RequestFactory().get("/")).content == json.dumps(WORDS).encode()


@pytest.mark.django_db
def test_what_one_person_sees_says_so() -> None:
    event = make_event(4, table_size=2)
    round_ = reverse("tournaments:round", args=[event.pair().pk])
    crowd = audience(event)
    for who, address in (
        ("organiser", round_),
        ("first", round_),
        ("first", "/tournaments/"),
        ("first", "/api/v1/me/"),
    ):
        assert crowd.client(who, "en").get(address)["Cache-Control"] == OF_ONE_PERSON, (who, address)
    _token, key = create_token(event.organiser, "Screen", ["read"])
    assert Client(headers={"authorization": f"Token {key}"}).get("/api/v1/games/")["Cache-Control"] == OF_ONE_PERSON
    assert Client().get(round_)["Cache-Control"] == "no-cache", "a visitor's page is the same for all"
