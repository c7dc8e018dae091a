"""The static files of a local site: collected once for each change of their sources, and sent compressed."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import brotli
import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import RequestFactory, override_settings
from whitenoise.middleware import WhiteNoiseMiddleware

from nabu.core.serving.collected import collect

LONG = "words { color: red }\n" * 100


@pytest.fixture
def sources(tmp_path: Path) -> Iterator[Path]:
    """A folder of sources beside those of packages, which would take long."""
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "style.css").write_text(LONG)
    finders = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    with override_settings(STATICFILES_DIRS=[folder], STATICFILES_FINDERS=finders):
        yield folder


def names(folder: Path) -> dict[str, str]:
    """The name of each file by that of its source."""
    found: dict[str, str] = json.loads((folder / "staticfiles.json").read_text())["paths"]
    return found


@pytest.mark.django_db
@pytest.mark.parametrize(("encoding", "unpack"), [("gzip", gzip.decompress), ("br", brotli.decompress)])
def test_files_are_sent_compressed_and_kept_for_ever(
    sources: Path, tmp_path: Path, encoding: str, unpack: Callable[[bytes], bytes]
) -> None:
    folder = tmp_path / "static"
    collect(folder)
    storages = {"staticfiles": {"BACKEND": "nabu.core.serving.assets.HashedAssets"}}
    no_sources = {"WHITENOISE_USE_FINDERS": False, "WHITENOISE_AUTOREFRESH": False}
    with override_settings(STATIC_ROOT=str(folder), STORAGES=storages, **no_sources):
        serve = WhiteNoiseMiddleware(lambda _request: HttpResponse(status=404))
        address = f"{settings.STATIC_URL}{names(folder)['style.css']}"
        answer = serve(RequestFactory(headers={"accept-encoding": encoding}).get(address))
    content = b"".join(answer)
    answer.close()
    assert answer["Content-Encoding"] == encoding
    assert "immutable" in answer["Cache-Control"]
    assert unpack(content).decode() == LONG


def test_a_second_start_collects_nothing(sources: Path, tmp_path: Path) -> None:
    folder = tmp_path / "static"
    collect(folder)
    made = (folder / "staticfiles.json").stat().st_ino
    collect(folder)
    assert (folder / "staticfiles.json").stat().st_ino == made


def test_what_has_changed_gets_another_name_and_the_one_before_is_gone(sources: Path, tmp_path: Path) -> None:
    folder = tmp_path / "static"
    collect(folder)
    before = names(folder)["style.css"]
    (sources / "style.css").write_text(LONG.replace("red", "blue"))
    collect(folder)
    after = names(folder)["style.css"]
    assert after != before
    assert "blue" in (folder / after).read_text()
    assert not (folder / before).exists()


def test_what_was_not_collected_to_the_end_is_collected_again(sources: Path, tmp_path: Path) -> None:
    folder, draft = tmp_path / "static", tmp_path / "static.draft"
    draft.mkdir()
    (draft / "half.css").write_text("a")
    collect(folder)
    assert not draft.exists()
    assert not (folder / "half.css").exists()


def test_where_nothing_can_be_written_the_folder_stays_as_it_was(sources: Path, tmp_path: Path) -> None:
    folder = tmp_path / "static"
    collect(folder)
    (sources / "style.css").write_text("a {}")
    (tmp_path / "static.draft").write_text("not a folder")
    with pytest.raises(OSError, match=r"static\.draft"):
        collect(folder)
    assert (folder / names(folder)["style.css"]).read_text() == LONG
