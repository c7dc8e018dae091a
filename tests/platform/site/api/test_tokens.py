"""Tokens with scopes: what each scope opens, and that nothing opens without one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.urls.converters import IntConverter
from django.utils import timezone
from rest_framework.settings import api_settings
from rest_framework.test import APIClient

from nabu.accounts.players import tokens
from nabu.accounts.players.models import ApiToken
from nabu.accounts.players.scopes import Scope
from nabu.site import api_urls
from nabu.web.rest.tokens import ScopedTokens
from tests.platform.scenario import PASSWORD, account
from tests.platform.site.api.conftest import World
from tests.platform.site.api.test_permissions import routes
from tests.profiles import LONG

ROUTES = sorted(routes(api_urls.urlpatterns))
OPEN = {"token"}
CLAIMS = {("POST", "claim-list"), ("POST", "helper-list"), ("POST", "claimed-player-claim")}
ACCOUNT = {"me", "my_archive", "my_suspensions", "mail", "account-token-list", "account-token-detail"}
CONSENT = {"entry-consent", "entry-invitation", "club-rating-consent", "player_archive"}
PLAYERS = {"table", "report", "submission", "objection", "log"}
PLAYERS_TOO = {
    *("tournament-rating-objection-list", "log_review"),
    *("director-call-of-table-call-director", "director-call-cancel", "director-call-close", "director-call-take"),
}


def expected_scope(method: str, name: str) -> str | None:
    """The rule in one place, written a second time on purpose."""
    if name in OPEN:
        return None
    if name in ACCOUNT or (method, name) in CLAIMS:
        return "account"
    if method == "GET" and "webhook" not in name:
        return "read"
    if name in CONSENT:
        return "account"
    return "report" if name.split("-")[0] in PLAYERS or name in PLAYERS_TOO else "organise"


def parameters(patterns: list[Any]) -> dict[str, dict[str, Any]]:
    """For each route invented parameters. What they lead to need not exist: the scope is asked for first."""
    found: dict[str, dict[str, Any]] = {}
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            found |= parameters(pattern.url_patterns)
        elif pattern.name:
            kinds = pattern.pattern.converters
            found[pattern.name] = {name: 1 if isinstance(kind, IntConverter) else "x" for name, kind in kinds.items()}
    return found


PARAMETERS = parameters(api_urls.urlpatterns)


def address_of(name: str) -> str:
    return reverse(f"api:{name}", kwargs=PARAMETERS[name])


def client_with(scopes: list[str], username: str = "ana", **fields: Any) -> APIClient:
    user = account(username)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {tokens.create_token(user, 'test', scopes, **fields)[1]}")
    return client


@pytest.mark.django_db
def test_every_route_refuses_a_token_without_its_scope_and_names_it() -> None:
    """The short profile asks without the scope of the route, and without one of the others in turn."""
    clients = {scope: client_with([other for other in Scope.values if other != scope], scope) for scope in Scope.values}
    for number, (method, name) in enumerate(ROUTES):
        scope = expected_scope(method, name)
        others = [other for other in clients if other != scope]
        some = others if LONG else [others[number % len(others)]]
        for missing in [scope, *some] if scope else some:
            client = clients[missing]
            with transaction.atomic():
                answer = client.generic(method, address_of(name), b"{}", content_type="application/json")
                transaction.set_rollback(True)
            # The page of the documentation is HTML and has another text.
            refused = answer.status_code == 403 and (name == "docs" or "have the scope" in answer.content.decode())
            assert refused == (missing == scope), f"{method} {name} without {missing}: {answer.status_code}"
            if refused and name != "docs":
                assert f"“{scope}”" in answer.content.decode()


def test_no_view_of_the_api_has_ways_of_its_own_to_know_who_asks() -> None:
    """The scope is checked where the token is read: a view that reads tokens otherwise would be open."""
    assert api_settings.DEFAULT_AUTHENTICATION_CLASSES[0] is ScopedTokens

    def views(patterns: list[Any]) -> Any:
        for pattern in patterns:
            if hasattr(pattern, "url_patterns"):
                yield from views(pattern.url_patterns)
            elif pattern.name:
                yield pattern.callback.cls

    for view in views(api_urls.urlpatterns):
        assert list(view.authentication_classes) == api_settings.DEFAULT_AUTHENTICATION_CLASSES, view


def test_a_session_of_the_pages_has_all_scopes(world: World) -> None:
    client = Client()
    client.force_login(world.users["ana"], backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/api/v1/me/").status_code == 200
    answer = client.delete("/api/v1/token/")
    assert answer.status_code == 409
    assert "needs a token" in answer.json()["detail"]


def test_logging_in_gives_the_scopes_that_were_asked_for(world: World) -> None:
    visitor = APIClient()
    words = {"username": "ana", "password": PASSWORD}
    assert visitor.post("/api/v1/token/", words | {"scopes": ["read", "nonsense"]}).status_code == 400
    answer = visitor.post("/api/v1/token/", words | {"scopes": ["account", "read", "read"]})
    assert answer["Cache-Control"] == "no-store"
    assert tokens.token_of_key(answer.json()["token"]).scopes == ["read", "account"]  # type: ignore[union-attr]
    everything = visitor.post("/api/v1/token/", words).json()["token"]
    assert tokens.token_of_key(everything).scopes == Scope.values  # type: ignore[union-attr]


def test_a_token_is_made_listed_and_revoked_over_the_api(world: World) -> None:
    key = tokens.create_token(world.users["ana"], "boss", ["read", "account"])[1]
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {key}")
    more = client.post("/api/v1/tokens/", {"name": "too much", "scopes": ["organise"]})
    assert (more.status_code, "does not have" in more.json()["detail"]) == (403, True)
    made = client.post("/api/v1/tokens/", {"name": "  a   screen ", "scopes": ["read"]}).json()
    assert made["name"] == "a screen"
    assert made["token"].startswith(made["start"])
    listed = client.get("/api/v1/tokens/").json()["results"]
    assert [line["name"] for line in listed] == ["a screen", "boss"]
    assert all("token" not in line and "digest" not in line for line in listed)
    assert client.delete(f"/api/v1/tokens/{made['id']}/").status_code == 204
    assert client.delete(f"/api/v1/tokens/{made['id']}/").status_code == 404
    assert tokens.token_of_key(made["token"]) is None
    old = client.post("/api/v1/tokens/", {"name": "old", "scopes": ["read"], "expires_at": "2020-01-01T00:00:00Z"})
    assert old.status_code == 400


@pytest.mark.django_db
def test_a_key_is_stored_nowhere_and_ends_by_itself() -> None:
    ana = account("ana")
    token, key = tokens.create_token(ana, "a day", ["read"], timezone.now() + timedelta(days=1))
    assert key not in str(vars(ApiToken.objects.get()))
    assert tokens.token_of_key(key) == token
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert tokens.token_of_key(key) is None
    assert tokens.purge_tokens() == 0
    ApiToken.objects.update(expires_at=timezone.now() - tokens.KEPT_FOR - timedelta(days=1))
    assert tokens.purge_tokens() == 1


@pytest.mark.django_db
def test_a_token_knows_when_it_was_used_and_reading_does_not_write_every_time(
    django_assert_num_queries: Any,
) -> None:
    client = client_with(["read"])
    client.get("/api/v1/games/")
    first = ApiToken.objects.get().last_used_at
    assert first is not None
    with django_assert_num_queries(1):
        client.get("/api/v1/formats/")
    ApiToken.objects.update(last_used_at=first - timedelta(hours=1))
    client.get("/api/v1/formats/")
    assert ApiToken.objects.get().last_used_at >= first


@pytest.mark.django_db
def test_logging_in_for_ever_ends_the_log_in_that_was_not_used_for_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST_TOKENS", 3)
    ana = account("ana")
    own = tokens.create_token(ana, "by hand", ["read"])[1]
    keys = [tokens._login_token(ana, ["read"]) for _ in range(3)]
    assert [tokens.token_of_key(key) is not None for key in (own, *keys)] == [True, False, True, True]
    with pytest.raises(tokens.Refused, match="at most 3"):
        tokens.create_token(ana, "one more", ["read"])
