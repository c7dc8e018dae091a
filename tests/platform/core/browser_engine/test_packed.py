"""The packed files are those of the engine that is here. Whoever changes engine/ packs it again."""

from __future__ import annotations

import io
import zipfile

from nabu.core.browser_engine.files import ENGINE, PACKED, RUNTIME, digest_of_files, index, packed
from nabu.core.browser_engine.sources import digest_of_sources, sources

PACK_AGAIN = "engine/ is not what was packed: run `python3 dev.py manage pack_engine` and commit what it writes"


def test_the_packed_engine_is_the_engine() -> None:
    assert index().sources == digest_of_sources(), PACK_AGAIN


def test_the_archive_holds_a_file_for_each_source() -> None:
    with zipfile.ZipFile(io.BytesIO(packed(ENGINE[0], ""))) as archive:
        assert archive.testzip() is None
        names = {name.removesuffix("c") if name.endswith(".pyc") else name: name for name in archive.namelist()}
        found = {name: archive.read(stored) for name, stored in names.items()}
    assert found.keys() == sources().keys(), PACK_AGAIN
    data = {name: content for name, content in sources().items() if name.endswith(".json")}
    assert data
    assert {name: found[name] for name in data} == data, PACK_AGAIN


def test_each_digest_is_that_of_its_files() -> None:
    assert (digest_of_files(RUNTIME), digest_of_files(ENGINE)) == (index().runtime, index().engine)


def test_nothing_else_was_packed() -> None:
    compressed = {path.name.removesuffix(".br") for path in PACKED.glob("*.br")}
    assert compressed == {*RUNTIME, *ENGINE}
