"""What every page has: headers, languages, error pages, and the health page."""

from __future__ import annotations

import http.client
import json
import re
import socket
import sys
from collections.abc import Callable
from contextlib import closing

import pytest
from django.contrib.auth import get_user_model
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.urls import path

from nabu.core.errors import NotAllowed
from nabu.site.urls import urlpatterns as real_urls
from tests.conftest import celery_uses

LIMIT = 8 * 2**20


def plain(request: HttpRequest) -> HttpResponse:
    """A page like any other."""
    return HttpResponse(render_to_string("base.html", request=request))


def not_allowed(request: HttpRequest) -> HttpResponse:
    """A page for somebody else."""
    raise NotAllowed("This table is not yours.")


def broken(request: HttpRequest) -> HttpResponse:
    """A page with a fault."""
    raise RuntimeError


def suspicious(request: HttpRequest) -> HttpResponse:
    """A page that was sent nonsense."""
    raise SuspiciousOperation


urlpatterns = [
    path("plain", plain),
    path("not-allowed", not_allowed),
    path("broken", broken),
    path("suspicious", suspicious),
    *real_urls,
]


@pytest.fixture
def pages(settings: pytest.FixtureRequest, db: None) -> Client:
    settings.ROOT_URLCONF = __name__  # type: ignore[attr-defined]
    return Client(raise_request_exception=False)


def test_scripts_come_only_from_us(pages: Client) -> None:
    policy = pages.get("/plain")["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives["script-src"] == "'self'"
    assert directives["default-src"] == directives["frame-ancestors"] == "'none'"
    assert "unsafe-eval" not in policy


def test_every_link_of_the_frame_leads_somewhere(pages: Client) -> None:
    frame = pages.get("/plain").content.decode()
    links = set(re.findall(r'href="(/[^"#]*)"', frame)) - set(re.findall(r'<link[^>]*href="([^"]*)"', frame))
    assert len(links) >= 9
    for link in links:
        assert pages.get(link, follow=True).status_code == 200, link


def test_security_headers(pages: Client) -> None:
    page = pages.get("/plain")
    assert page["X-Frame-Options"] == "DENY"
    assert page["X-Content-Type-Options"] == "nosniff"
    assert page["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/nothing-here", 404, "Page not found"),
        ("/not-allowed", 403, "This table is not yours."),
        ("/suspicious", 400, "This request could not be read"),
        ("/broken", 500, "Something went wrong on our side"),
    ],
)
def test_error_pages(pages: Client, address: str, status: int, words: str) -> None:
    page = pages.get(address)
    assert page.status_code == status
    assert words in page.content.decode()
    assert "Traceback" not in page.content.decode()


def test_a_form_without_its_token_is_explained(settings: pytest.FixtureRequest, db: None) -> None:
    page = Client(enforce_csrf_checks=True).post("/accounts/signup/", {"username": "scribe"})
    assert page.status_code == 403
    assert "Please submit the form again" in page.content.decode()


@pytest.mark.parametrize(("language", "code"), [("es", "es"), ("de", "de"), ("en", "en"), ("xx", "en")])
def test_a_visitor_chooses_a_language(pages: Client, language: str, code: str) -> None:
    pages.post("/language/", {"language": language, "next": "/plain"})
    assert f'<html lang="{code}">' in pages.get("/plain").content.decode()


@pytest.mark.parametrize(
    "sent_from",
    [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://elsewhere.example"}],
)
def test_another_site_does_not_choose_a_visitors_language(pages: Client, sent_from: dict[str, str]) -> None:
    answer = pages.post("/language/", {"language": "de", "next": "/plain"}, headers=sent_from)
    assert answer.status_code == 403
    assert '<html lang="en">' in pages.get("/plain").content.decode()


def test_the_own_site_does(pages: Client) -> None:
    own = {"Sec-Fetch-Site": "same-origin", "Origin": "http://testserver"}
    assert pages.post("/language/", {"language": "de", "next": "/plain"}, headers=own).status_code == 302
    del own["Sec-Fetch-Site"]
    assert pages.post("/language/", {"language": "es", "next": "/plain"}, headers=own).status_code == 302


def test_an_account_needs_its_token_to_choose_a_language(pages: Client) -> None:
    account = get_user_model().objects.create_user("scribe", password="clay-and-reed")
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    assert browser.post("/language/", {"language": "de"}).status_code == 403


def test_the_language_of_an_account_follows_it_to_another_browser(pages: Client) -> None:
    account = get_user_model().objects.create_user("scribe", password="clay-and-reed")
    pages.force_login(account)
    pages.post("/language/", {"language": "de", "next": "/plain"})
    elsewhere = Client(headers={"accept-language": "es"})
    elsewhere.force_login(account)
    with override_settings(ROOT_URLCONF=__name__):
        assert '<html lang="de">' in elsewhere.get("/plain").content.decode()


def test_the_language_is_never_a_way_to_another_site(pages: Client) -> None:
    assert pages.post("/language/", {"language": "de", "next": "https://elsewhere.example/"})["Location"] == "/"


def test_health_without_a_broker(pages: Client) -> None:
    with celery_uses("unix:///nowhere/broker.sock"):
        page = pages.get("/healthz")
    assert page.status_code == 200
    assert page.json() == {"status": "ok", "database": True, "broker": False, "space": True, "statistics": True}
    assert "no-cache" in page["Cache-Control"]


@pytest.mark.broker
def test_health_with_a_broker(pages: Client, broker: str) -> None:
    assert pages.get("/healthz").json()["broker"] is True


def test_a_request_that_says_it_is_too_large(pages: Client) -> None:
    page = pages.post("/language/", b"x", content_type="text/plain", CONTENT_LENGTH=str(LIMIT + 1))
    assert page.status_code == 413
    assert "larger than 8 MB" in page.content.decode()
    api = pages.post("/api/v1/token/", b"x", content_type="application/json", CONTENT_LENGTH=str(LIMIT + 1))
    assert api.status_code == 413
    assert "larger than 8 MB" in api.json()["detail"]


@pytest.fixture
def web(site_environment: dict[str, str], start_process: Callable[..., object], wait_until: Callable[..., None]) -> int:
    """The port of a real gunicorn."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    start_process(
        [sys.executable, "-m", "gunicorn", "--config", "python:nabu.gunicorn_conf", "--bind", f"127.0.0.1:{port}"],
        site_environment,
    )

    def answers() -> bool:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
            try:
                connection.request("GET", "/healthz")
                return connection.getresponse().status == 200
            except OSError:
                return False

    wait_until(answers, seconds=60, what="the web server's answer")
    return port


def test_fifty_megabytes_get_a_clear_answer_from_the_real_server(web: int) -> None:
    """Whether they are announced or come in chunks."""
    block = b"x" * 2**20
    for chunked in (False, True):
        with closing(http.client.HTTPConnection("127.0.0.1", web, timeout=60)) as connection:
            headers = {"Content-Type": "application/octet-stream"}
            if not chunked:
                headers["Content-Length"] = str(50 * len(block))
            connection.request("POST", "/logs/", (block for _ in range(50)), headers, encode_chunked=chunked)
            answer = connection.getresponse()
            assert answer.status == 413
            assert "larger than 8 MB" in answer.read().decode()
            connection.request("GET", "/healthz")
            assert json.loads(connection.getresponse().read())["status"] == "ok"
