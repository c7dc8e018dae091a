"""How browsers get the packed engine: compressed as they ask for it, kept for ever, allowed nothing but WebAssembly."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import brotli
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, ngettext

from engine.browser.language import Translated
from engine.catalogue import CATALOGUE
from engine.message import Plural
from nabu.core.browser_engine import config
from nabu.core.browser_engine.config import digest_of_worker, engine_config
from nabu.core.browser_engine.files import ENGINE, KINDS, NOTICES, RUNTIME, bundle_of, index, packed
from nabu.core.browser_engine.pack.packing import PYODIDE
from nabu.core.browser_engine.words import digest_of_words
from nabu.core.serving.encoding import best_encoding
from tests.cases import each
from tests.platform.core.browser_engine.production_names import production_names

LANGUAGES = [code for code, _name in settings.LANGUAGES]
FILES = (*RUNTIME, *ENGINE)


def address_of(name: str) -> str:
    return reverse("browser_engine:file", args=[bundle_of(name), name])


@each(
    ("accepted", "expected"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("gzip;q=1.0, br;q=0.1", "gzip"),
        ("BR", "br"),
        ("*", "br"),
        ("*, br;q=0", "gzip"),
        ("*;q=0", ""),
        ("identity", ""),
        ("identity;q=0", ""),
        ("bro, x-gzip", ""),
        ("br;q=high", ""),
        ("br;level=11", ""),
        (" br ; q=0.3 ,,", "br"),
        ("", ""),
    ],
)
def test_a_client_gets_the_compression_it_likes_best(accepted: str, expected: str) -> None:
    assert best_encoding(accepted) == expected


@each("name", FILES)
@each("encoding", ["br", "gzip", ""])
def test_every_file_is_sent_as_it_is_asked_for(name: str, encoding: str) -> None:
    answer = Client(headers={"accept-encoding": encoding}).get(address_of(name))
    unpacked = {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}[encoding](answer.content)
    same = unpacked == packed(name, "")  # pytest would look for what differs in megabytes
    assert same
    assert answer.get("Content-Encoding", "") == encoding
    assert answer["Content-Length"] == str(len(answer.content))
    assert answer["Content-Type"] == KINDS[Path(name).suffix]
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Vary"] == "Accept-Encoding"


def test_nothing_varies_by_account_or_language() -> None:
    """A browser that keeps an answer by its cookies loads it again when somebody signs in."""
    client = Client(headers={"accept-encoding": "gzip", "accept-language": "de"})
    client.cookies["sessionid"] = "0123456789abcdef0123456789abcdef"
    places = [address_of(name) for name in FILES]
    places += [reverse("browser_engine:words", args=[digest_of_words(language), language]) for language in LANGUAGES]
    places += [reverse("browser_engine:worker", args=["records", digest_of_worker()])]
    for place in places:
        answer = client.head(place)
        assert answer.get("Vary", "Accept-Encoding") == "Accept-Encoding"
        assert not answer.cookies


def test_another_digest_is_not_found() -> None:
    kept = [("file", bundle_of(name) or "", name) for name in FILES]
    kept += [("words", digest_of_words(language), language) for language in LANGUAGES]
    for name, digest, other in kept:
        assert Client().head(reverse(f"browser_engine:{name}", args=[digest, other])).status_code == 200
        answer = Client().head(reverse(f"browser_engine:{name}", args=[digest[::-1], other]))
        assert answer.status_code == 404
        assert "immutable" not in answer.get("Cache-Control", "")


@each("name", ["index.json", "nothing.bin", "files.py", "NOTICE.txt"])
def test_other_files_have_no_address_of_this_kind(name: str) -> None:
    for digest in (index().runtime, index().engine):
        assert Client().get(f"/engine/{digest}/{name}").status_code == 404


def test_a_head_request_gets_the_same_headers_and_no_body() -> None:
    client = Client(headers={"accept-encoding": "br"})
    places = [address_of(name) for name in FILES]
    places += [reverse("browser_engine:notice", args=[name]) for name in NOTICES]
    places += [reverse("browser_engine:worker", args=["records", digest_of_worker()])]
    for place in places:
        head, whole = client.head(place), client.get(place)
        assert head.content == b""
        assert {**head.headers, "X-Request-ID": ""} == {**whole.headers, "X-Request-ID": ""}
        assert client.post(place).status_code == 405


def test_the_worker_may_run_webassembly_and_scripts_of_this_site_and_nothing_else() -> None:
    for area in ("records", "play", "logs", "practise"):
        answer = Client().get(reverse("browser_engine:worker", args=[area, digest_of_worker()]))
        assert answer["Content-Type"] == "text/javascript"
        assert answer["Content-Security-Policy"] == (
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
        )
        assert "immutable" in answer["Cache-Control"]
    assert Client().get(reverse("browser_engine:worker", args=["records", digest_of_worker()[::-1]])).status_code == 404
    assert Client().get(f"/tournaments/engine/{digest_of_worker()}/worker.js").status_code == 404


def test_no_other_address_allows_webassembly() -> None:
    """`test_pages` looks at the answers of all addresses; nobody but the worker says anything of it."""
    assert "wasm" not in json.dumps(settings.CONTENT_SECURITY_POLICY)
    sources = (settings.ROOT / "platform" / "nabu").rglob("*.py")
    assert [path.name for path in sources if "unsafe-eval" in path.read_text()] == ["views.py"]
    for name in FILES:
        policy = Client().head(address_of(name))["Content-Security-Policy"]
        assert "unsafe-eval" not in policy


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_say_what_the_server_says(language: str) -> None:
    answer = Client().get(reverse("browser_engine:words", args=[digest_of_words(language), language]))
    assert answer["Content-Type"] == "application/json"
    assert "immutable" in answer["Cache-Control"]
    page = Translated(json.loads(answer.content))
    with translation.override(language):
        for text in CATALOGUE.values():
            if isinstance(text, Plural):
                for number in (0, 1, 2, 7):
                    assert page.plural(text, number) == ngettext(text.one, text.many, number)
            else:
                assert page.text(text) == gettext(text)


@pytest.mark.gettext
@pytest.mark.parametrize("language", ["es", "de"])
def test_words_are_sent_small(language: str) -> None:
    client = Client(headers={"accept-encoding": "gzip"})
    answer = client.get(reverse("browser_engine:words", args=[digest_of_words(language), language]))
    assert answer["Content-Encoding"] == "gzip"
    texts = json.loads(gzip.decompress(answer.content))["texts"]
    assert len(texts) > 100
    assert len(answer.content) < 30_000


def test_a_page_names_addresses_that_are_there() -> None:
    for language in LANGUAGES:
        with translation.override(language):
            found = engine_config("records")
        runtime = {found["runtime"] + name for name in RUNTIME}
        named = {found["worker"], found["engine"], *runtime} | ({found["words"]} if language != "en" else set())
        assert named <= set(found["files"])
        assert [place for place in found["files"] if Client().head(place).status_code != 200] == []


def test_a_page_gets_no_worker_while_another_engine_is_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "digest_of_sources", lambda: "another")
    assert engine_config("records")["worker"] is None


def test_in_production_the_worker_begins_with_a_script_whose_name_changes(tmp_path: Path) -> None:
    with production_names(tmp_path):
        source = Client().get(engine_config("records")["worker"]).content.decode()
    found = re.fullmatch(r'import "/static/(nabu/core/browser_engine/worker\.[0-9a-f]{12}\.js)";\n', source)
    assert found
    assert (tmp_path / found[1]).exists()


@each("name", NOTICES)
def test_licences_can_be_read_at_an_address_that_stays(name: str) -> None:
    answer = Client().get(f"/engine/{name}")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert "immutable" not in answer["Cache-Control"]


def test_the_notice_names_the_versions_and_all_texts() -> None:
    notice = Client().get("/engine/NOTICE.txt").content.decode()
    assert f"tag {PYODIDE}" in notice
    assert f"CPython {index().pyodide['python']}" in notice
    assert all(name in notice for name in (*FILES, *NOTICES[1:]))
    assert Client().get("/engine/LICENSE-Nobody.txt").status_code == 404
