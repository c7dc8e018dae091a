"""What every answer of the API says beside its body: ETag and 304, who else may read it, what is left, what will go."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.core.cache import caches
from django.http import HttpResponse
from django.test import Client
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient, APIRequestFactory
from rest_framework.throttling import SimpleRateThrottle

from nabu.accounts.players.tokens import create_token
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.core.environment.table import RATE_ANON
from nabu.web.rest.deprecation import deprecated
from nabu.web.rest.rates import VisitorRate
from nabu.web.rest.views import ApiView
from tests.cases import each
from tests.platform.kept import kept_for_file
from tests.platform.site.api.conftest import LOG, World

db, kept_world, changes_are_taken_back, world = kept_for_file(World, "world")

ELSEWHERE = {"origin": "https://club.example"}
CROSS_ORIGIN = "Access-Control-Allow-Origin"


def again(client: Client, address: str, etag: str, **headers: str) -> Any:
    return client.get(address, headers={"if-none-match": etag, **headers})


@pytest.mark.both_databases
def test_who_has_an_answer_is_not_sent_it_again_until_it_changes(world: World) -> None:
    client = APIClient()
    address = f"/api/v1/tournaments/{world.running.pk}/"
    first = client.get(address)
    assert re.fullmatch('"[0-9a-f]{32}"', first["ETag"])
    same = again(client, address, first["ETag"])
    assert (same.status_code, same.content) == (304, b"")
    for name in ("ETag", "Vary", "Cache-Control", CROSS_ORIGIN):
        assert same[name] == first[name], name
    assert again(client, address, f'W/{first["ETag"]}, "other"').status_code == 304
    assert again(client, address, '"other"').status_code == 200
    update_tournament(world.organiser, world.running, place="Ur")
    changed = again(client, address, first["ETag"])
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]
    assert changed.json()["place"] == "Ur"


def test_the_same_bytes_have_the_same_etag_wherever_they_are_made(world: World) -> None:
    """Two web processes, or hosts, share nothing but the database."""
    address = "/api/v1/players/?page_size=2"
    assert APIClient().get(address)["ETag"] == APIClient().get(address)["ETag"]
    assert APIClient().get("/api/v1/players/?page_size=1")["ETag"] != APIClient().get(address)["ETag"]


def test_nobody_gets_the_answer_of_another_person(world: World, client_of: Callable[[str], APIClient]) -> None:
    address = "/api/v1/tournaments/?ordering=name"
    answers = {name: client_of(name).get(address) for name in ("visitor", "ana", "organiser")}
    assert answers["organiser"]["ETag"] != answers["visitor"]["ETag"], "drafts are in it"
    assert again(client_of("ana"), address, answers["organiser"]["ETag"]).status_code == 200
    own = [client_of(name).get("/api/v1/me/") for name in ("ana", "bo")]
    assert own[0]["ETag"] != own[1]["ETag"]
    for answer in (*answers.values(), *own):
        assert "private" in answer["Cache-Control"]
        assert {"Authorization", "Cookie", "Accept-Language"} <= set(answer["Vary"].split(", "))


def test_a_refusal_is_no_304_and_a_secret_has_no_etag(world: World, client_of: Callable[[str], APIClient]) -> None:
    visitor = client_of("visitor")
    hidden = f"/api/v1/tournaments/{world.draft.pk}/"
    etag = client_of("organiser").get(hidden)["ETag"]
    for refused in (again(visitor, hidden, etag), again(visitor, hidden, "*"), again(visitor, "/api/v1/me/", "*")):
        assert refused.status_code in (401, 404)
        assert "ETag" not in refused
    made = client_of("ana").post("/api/v1/tokens/", {"name": "Screen", "scopes": ["read"]}, format="json")
    assert made.status_code == 201
    assert "ETag" not in made


def test_a_log_has_an_etag_too(world: World) -> None:
    log = world.submit().log
    address = f"/api/v1/logs/{log.sha256}/raw/"
    client = APIClient()
    client.force_authenticate(world.organiser)
    first = client.get(address)
    assert first.content == LOG.read_bytes()
    assert again(client, address, first["ETag"]).status_code == 304


@each("address", ["tournaments/", "games/babylonia/", "tournaments/999999/", "nothing/", "players/?search=a&cup=1"])
def test_a_page_of_another_site_reads_what_everybody_may_read(address: str, db: None) -> None:
    answer = APIClient().get(f"/api/v1/{address}", headers=ELSEWHERE)
    assert answer[CROSS_ORIGIN] == "*"
    shown = answer["Access-Control-Expose-Headers"].split(", ")
    assert {"ETag", "RateLimit", "RateLimit-Policy", "Retry-After", "Deprecation", "Sunset"} <= set(shown)
    assert "Access-Control-Allow-Credentials" not in answer
    assert "Origin" not in answer.get("Vary", ""), "it is the same for every site"


def test_a_browser_is_told_in_advance_that_it_may_only_read(db: None) -> None:
    for method in ("GET", "POST", "DELETE"):
        wish = {"access-control-request-method": method, "access-control-request-headers": "authorization"}
        answer = APIClient().options("/api/v1/me/", headers={**ELSEWHERE, **wish})
        assert (answer.status_code, answer.content) == (204, b"")
        assert answer[CROSS_ORIGIN] == "*"
        assert answer["Access-Control-Allow-Methods"] == "GET, HEAD"
        assert answer["Access-Control-Allow-Headers"] == "If-None-Match", "so a token is not sent"
        assert "Access-Control-Allow-Credentials" not in answer


def test_no_other_site_reads_what_one_person_may_read_or_writes(
    world: World, client_of: Callable[[str], APIClient]
) -> None:
    key = create_token(world.users["ana"], "Page", ["account"])[1]
    signed_in = Client()
    signed_in.force_login(world.users["ana"], backend="django.contrib.auth.backends.ModelBackend")
    with_token = {**ELSEWHERE, "authorization": f"Token {key}"}
    answers: list[HttpResponse] = [
        signed_in.get("/api/v1/me/", headers=ELSEWHERE),
        signed_in.get("/api/v1/players/", headers=ELSEWHERE),
        APIClient().get("/api/v1/me/", headers=with_token),
        APIClient().get("/api/v1/players/", headers={**ELSEWHERE, "authorization": "Token wrong"}),
        APIClient().post("/api/v1/token/", {"username": "ana"}, headers=ELSEWHERE),
        APIClient().get("/", headers=ELSEWHERE),
        APIClient().get("/api/docs/", headers=ELSEWHERE),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 401, 400, 200, 200]
    assert not any(CROSS_ORIGIN in answer for answer in answers)


def rate_of(answer: Any) -> tuple[str, str]:
    return answer["RateLimit-Policy"], answer["RateLimit"]


def test_every_answer_says_how_often_one_may_still_ask(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": "3/min", "user": "5/h"})
    monkeypatch.setattr(SimpleRateThrottle, "timer", staticmethod(lambda: 1000.25))
    caches["throttle"].clear()
    visitor, ana = APIClient(), APIClient()
    ana.force_authenticate(world.users["ana"])
    first = visitor.get("/api/v1/games/")
    assert rate_of(first) == ('"visitor";q=3;w=60', '"visitor";r=2;t=60')
    assert rate_of(again(visitor, "/api/v1/games/", first["ETag"])) == ('"visitor";q=3;w=60', '"visitor";r=1;t=60')
    assert rate_of(visitor.get("/api/v1/games/chess/"))[1] == '"visitor";r=0;t=60'
    monkeypatch.setattr(SimpleRateThrottle, "timer", staticmethod(lambda: 1010.5))
    refused = visitor.get("/api/v1/games/")
    assert (refused.status_code, rate_of(refused)[1], refused["Retry-After"]) == (429, '"visitor";r=0;t=50', "50")
    assert rate_of(ana.get("/api/v1/games/")) == ('"account";q=5;w=3600', '"account";r=4;t=3600')


def test_a_hall_behind_one_address_is_not_refused_and_who_asks_without_end_is(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """500 people, each with six questions within a minute; by default, in one web process."""
    rate = RATE_ANON.default
    assert VisitorRate().parse_rate(rate) == (6 * 500, 60)
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": rate, "user": None})
    monkeypatch.setattr(SimpleRateThrottle, "timer", staticmethod(lambda: 1000.25))
    caches["throttle"].clear()
    hall = {VisitorRate.cache_format % {"scope": "anon", "ident": "127.0.0.1"}: [1000.0] * (6 * 500 - 1)}
    caches["throttle"].set_many(hall)
    answers = [APIClient().get("/api/v1/games/").status_code for _each in range(2)]
    assert answers == [200, 429]
    assert APIClient(REMOTE_ADDR="127.0.0.2").get("/api/v1/games/").status_code == 200


def test_without_a_rate_there_is_nothing_to_tell(db: None) -> None:
    assert "RateLimit" not in APIClient().get("/api/v1/games/")


class Old(ApiView):
    permission_classes = [AllowAny]

    @deprecated(since=date(2027, 1, 1), gone=date(2027, 7, 1))
    def get(self, request: Request) -> Response:
        return Response({})

    def post(self, request: Request) -> Response:
        return Response({})


def test_what_will_be_gone_says_so_and_until_when(db: None) -> None:
    """2027-01-01T00:00:00Z is 1798761600 seconds after the epoch."""
    answer = Old.as_view()(APIRequestFactory().get("/old/"))
    assert answer["Deprecation"] == "@1798761600"
    assert answer["Sunset"] == "Thu, 01 Jul 2027 00:00:00 GMT"
    assert answer["Link"] == '</api/docs/>; rel="deprecation"; type="text/html"'
    assert "Deprecation" not in Old.as_view()(APIRequestFactory().post("/old/"))
