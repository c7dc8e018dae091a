"""Pages are sent compressed unless their length could tell a secret."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from nabu.core.serving.compression import CompressedPages

TAKES_GZIP = {"accept-encoding": "gzip, deflate"}

LONG = "words " * 1000


def sent(
    response: HttpResponse, address: str = "/page/", signed_in: bool = False, accepted: str = "gzip, deflate"
) -> HttpResponse:
    """The response as the middleware hands it on."""
    request: HttpRequest = RequestFactory(headers={"accept-encoding": accepted}).get(address)
    if signed_in:
        request.COOKIES[settings.SESSION_COOKIE_NAME] = "session"
    answer: Any = CompressedPages(lambda _request: response)(request)
    assert isinstance(answer, HttpResponse)
    return answer


class TestPages:
    @pytest.mark.parametrize(
        ("address", "signed_in"),
        [("/page/", False), ("/page/?search=ana", False), ("/page/", True), ("/page/?move=20", True)],
    )
    def test_a_page_is_compressed(self, address: str, signed_in: bool) -> None:
        answer = sent(HttpResponse(LONG), address, signed_in)
        assert answer["Content-Encoding"] == "gzip"
        assert gzip.decompress(answer.content).decode() == LONG
        assert "Accept-Encoding" in answer["Vary"]

    @pytest.mark.parametrize("query", ["search=token", "move=token", "move=20&search=token", "move=1234567"])
    def test_a_link_cannot_put_guesses_into_the_compressed_page_of_an_account(self, query: str) -> None:
        assert "Content-Encoding" not in sent(HttpResponse(LONG), f"/page/?{query}", signed_in=True).headers

    def test_a_page_with_a_secret_is_not_compressed(self) -> None:
        answer = HttpResponse(LONG, headers={"Cache-Control": "private, no-store"})
        assert "Content-Encoding" not in sent(answer).headers

    def test_a_client_that_refuses_gzip_gets_the_page_as_it_is(self) -> None:
        answer = sent(HttpResponse(LONG), accepted="gzip;q=0")
        assert answer.content.decode() == LONG
        assert "Accept-Encoding" in answer["Vary"]

    def test_two_answers_of_the_same_page_differ_in_length(self) -> None:
        assert len({len(sent(HttpResponse(LONG)).content) for _time in range(20)}) > 1

    @pytest.mark.parametrize("kind", ["image/png", "application/json", "text/event-stream"])
    def test_other_types_stay_as_they_are(self, kind: str) -> None:
        assert "Content-Encoding" not in sent(HttpResponse(LONG, content_type=kind)).headers

    @pytest.mark.django_db
    def test_the_site_sends_its_forms_compressed(self) -> None:
        answer = Client(headers=TAKES_GZIP).get("/accounts/password/reset/")
        assert answer.status_code == 200
        assert answer["Content-Encoding"] == "gzip"
