"""Tokens: wrong passwords are counted, and too many requests are slowed down."""

from __future__ import annotations

import pytest
from django.core.cache import caches
from rest_framework.test import APIClient
from rest_framework.throttling import SimpleRateThrottle

from tests.platform.scenario import PASSWORD
from tests.platform.site.api.conftest import World

TOKEN = "/api/v1/token/"


@pytest.mark.both_databases
def test_every_log_in_gets_a_token_of_its_own_and_ends_only_that_one(world: World) -> None:
    visitor = APIClient()
    words = {"username": "ana", "password": PASSWORD}
    first, second = (visitor.post(TOKEN, words).json()["token"] for _ in range(2))
    assert first != second
    visitor.credentials(HTTP_AUTHORIZATION=f"Token {first}")
    assert visitor.delete(TOKEN).status_code == 204
    assert visitor.get("/api/v1/me/").status_code == 401
    visitor.credentials(HTTP_AUTHORIZATION=f"Token {second}")
    assert visitor.get("/api/v1/me/").status_code == 200


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(world: World) -> None:
    answers = [APIClient().post(TOKEN, {"username": name, "password": "wrong"}) for name in ("ana", "nobody at all")]
    assert [answer.status_code for answer in answers] == [401, 401]
    assert answers[0].json() == answers[1].json()


def test_an_inactive_account_gets_no_token(world: World) -> None:
    ana = world.users["ana"]
    ana.is_active = False
    ana.save()
    assert APIClient().post(TOKEN, {"username": "ana", "password": PASSWORD}).status_code == 401


@pytest.mark.both_databases
def test_too_many_failed_logins_lock_the_name_even_for_the_right_password(
    world: World, settings: pytest.FixtureRequest
) -> None:
    limit = settings.AXES_FAILURE_LIMIT  # type: ignore[attr-defined]
    visitor = APIClient()
    codes = [visitor.post(TOKEN, {"username": "ana", "password": "wrong"}).status_code for _ in range(limit + 1)]
    assert codes[: limit - 1] == [401] * (limit - 1)
    assert codes[-1] == 429
    right = visitor.post(TOKEN, {"username": "ana", "password": PASSWORD})
    assert right.status_code == 429
    assert "Wait" in right.json()["detail"]
    assert visitor.post(TOKEN, {"username": "bo", "password": PASSWORD}).status_code == 200


def test_requests_have_a_rate(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": "3/min", "user": None})
    caches["throttle"].clear()
    codes = [APIClient().get("/api/v1/games/").status_code for _ in range(4)]
    assert codes == [200, 200, 200, 429]
