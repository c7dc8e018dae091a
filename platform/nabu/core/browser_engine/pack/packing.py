"""What goes into the packed files. The same sources give the same bytes."""

from __future__ import annotations

import base64
import io
import json
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import brotli

from nabu.core.browser_engine import files
from nabu.core.browser_engine.files import ENGINE, INDEX, PACKED, RUNTIME, Index
from nabu.core.browser_engine.pack.browser import PackBrowser, pack_browser
from nabu.core.browser_engine.sources import digest_of_sources, sources

PYODIDE = "314.0.7"
"""The version on the npm registry; its number begins with that of Python, 3.14."""

LIBRARY, PACKAGES = "python_stdlib.zip", "pyodide-lock.json"
MOUNTED = "/lib/python314.zip"
AS_IT_IS, WITHOUT_DOCSTRINGS = 0, 2
"""Our own code does the same as on the server, assertions included."""

EXERCISE = Path(__file__).with_name("exercise.py")


def pack_runtime() -> dict[str, str]:
    """Fetch Pyodide with npm, find out what of the standard library the engine uses, and pack both.

    Returns what its list of packages begins with.
    """
    shipped = _fetch()
    info: dict[str, str] = json.loads(shipped[PACKAGES])["info"]
    archive = zipfile.ZipFile(io.BytesIO(shipped[LIBRARY]))
    with pack_browser(shipped, LIBRARY, info) as browser:
        browser.put("/engine.zip", _stored(sources()))
        browser.run(f"import sys; sys.path.insert(0, '/engine.zip')\n{EXERCISE.read_text('utf-8')}")
        used: list[str] = json.loads(browser.call("used_of_the_library", MOUNTED))
    with pack_browser(shipped, LIBRARY, info) as browser:
        wanted = {name: archive.read(name) for name in used if name in archive.namelist()}
        library = _compiled(browser, wanted, WITHOUT_DOCSTRINGS)
    for name in RUNTIME:
        _write(name, _stored(library) if name == "python.bin" else shipped[name])
    return info


def pack_engine(info: Mapping[str, str]) -> None:
    """Compile the engine inside the packed Pyodide, pack it, and write the index of all files."""
    with pack_browser(runtime_files(), "python.bin", info) as browser:
        _write(ENGINE[0], engine_archive(browser))
    files.gzipped.cache_clear()
    found = Index(files.digest_of_files(RUNTIME), files.digest_of_files(ENGINE), digest_of_sources(), dict(info))
    INDEX.write_text(json.dumps(asdict(found), indent=2) + "\n")
    files.index.cache_clear()


def runtime_files() -> dict[str, bytes]:
    """The packed Pyodide."""
    return {name: files.packed(name, "") for name in RUNTIME}


def engine_archive(browser: PackBrowser) -> bytes:
    """The engine as byte code, with its data."""
    return _stored(_compiled(browser, sources(), AS_IT_IS))


def _compiled(browser: PackBrowser, found: Mapping[str, bytes], optimize: int) -> dict[str, bytes]:
    """The same files with byte code in the place of Python; `optimize` as for Python's `compile`."""
    programs = {name: base64.b64encode(text).decode() for name, text in found.items() if name.endswith(".py")}
    made = json.loads(browser.call("compiled", json.dumps({"sources": programs, "optimize": optimize})))
    others = {name: content for name, content in found.items() if name not in programs}
    return others | {f"{name}c": base64.b64decode(text) for name, text in made.items()}


def _stored(found: Mapping[str, bytes]) -> bytes:
    """A ZIP archive that is not compressed: what goes over the wire is, as a whole and better."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(found):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), found[name])
    return content.getvalue()


def _write(name: str, content: bytes) -> None:
    (PACKED / f"{name}.br").write_bytes(brotli.compress(content, quality=11, lgwin=24))


def _fetch() -> dict[str, bytes]:
    """The files of Pyodide's npm package."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", "--pack-destination", folder, f"pyodide@{PYODIDE}"]
        name = subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder).stdout.split()[-1]
        with tarfile.open(Path(folder) / name) as tar:
            found = {}
            for wanted in (*(name for name in RUNTIME if name != "python.bin"), LIBRARY, PACKAGES):
                file = tar.extractfile(f"package/{wanted}")
                assert file is not None, wanted
                found[wanted] = file.read()
    return found
