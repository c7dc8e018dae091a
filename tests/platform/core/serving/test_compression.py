"""What is sent compressed: pages unless their length could tell a secret, and the static files of a local site."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from nabu.core.serving.compression import CompressedPages, compressed_copies

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
        ("address", "signed_in"), [("/page/", False), ("/page/?search=ana", False), ("/page/", True)]
    )
    def test_a_page_is_compressed(self, address: str, signed_in: bool) -> None:
        answer = sent(HttpResponse(LONG), address, signed_in)
        assert answer["Content-Encoding"] == "gzip"
        assert gzip.decompress(answer.content).decode() == LONG
        assert "Accept-Encoding" in answer["Vary"]

    def test_a_link_cannot_put_guesses_into_the_compressed_page_of_an_account(self) -> None:
        assert "Content-Encoding" not in sent(HttpResponse(LONG), "/page/?search=token", signed_in=True).headers

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


class TestStaticFiles:
    @pytest.mark.parametrize("encoding", ["gzip", "br"])
    def test_the_local_site_compresses_scripts_and_styles(self, encoding: str) -> None:
        unpack = {"gzip": gzip.decompress, "br": brotli.decompress}[encoding]
        for name in ("vendor/tabler/tabler.min.css", "nabu/core/charts/charts.js"):
            answer = Client(headers={"accept-encoding": encoding}).get(f"/static/{name}")
            content = b"".join(answer)  # type: ignore[arg-type]  # it is a stream
            assert answer["Content-Encoding"] == encoding
            assert answer["Vary"] == "Accept-Encoding"
            assert unpack(content) == (settings.ROOT / "static" / name).read_bytes()

    def test_a_file_that_changes_is_compressed_again(self, tmp_path: Path) -> None:
        source, copies = tmp_path / "style.css", tmp_path / "copies"
        for number, text in enumerate((LONG, LONG.upper())):
            source.write_text(text)
            os.utime(source, (number, number))
            found = compressed_copies(copies, source)
            assert gzip.decompress(Path(found["gzip"]).read_bytes()).decode() == text
            assert brotli.decompress(Path(found["br"]).read_bytes()).decode() == text
        assert len(list(copies.iterdir())) == 2

    def test_without_room_for_copies_files_are_served_as_they_are(self, tmp_path: Path) -> None:
        source, blocked = tmp_path / "style.css", tmp_path / "blocked"
        source.write_text(LONG)
        blocked.write_text("not a folder")
        assert compressed_copies(blocked, source) == {}

    def test_what_is_small_has_no_copies(self, tmp_path: Path) -> None:
        source = tmp_path / "small.css"
        source.write_text("a{}")
        assert compressed_copies(tmp_path / "copies", source) == {}
