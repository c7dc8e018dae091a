"""The packed files: Python for browsers (Pyodide) with its standard library, and our engine as byte code.

They are kept as Brotli has compressed them, which takes half a minute when they are packed and a moment to undo. Each
bundle has its digest in its address, so a browser asks for it once.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import brotli

PACKED = Path(__file__).resolve().parent / "packed"
INDEX = PACKED / "index.json"

KINDS = {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".bin": "application/octet-stream",
    ".txt": "text/plain; charset=utf-8",
}
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python.bin")
ENGINE = ("engine.bin",)
NOTICES = ("NOTICE.txt", "LICENSE-Pyodide.txt", "LICENSE-Python.txt", "LICENSE-libraries.txt")
DIGITS = 12


@dataclass(frozen=True, slots=True)
class Index:
    """What was packed: the digest of each bundle, of the engine's sources that are in it, and the Pyodide it is for.

    `pyodide` are the words that a list of packages for this Pyodide begins with: it does not start without them.
    """

    runtime: str
    engine: str
    sources: str
    pyodide: dict[str, str]


@cache
def index() -> Index:
    """The index of the files that are there."""
    found: dict[str, Any] = json.loads(INDEX.read_text("utf-8"))
    return Index(found["runtime"], found["engine"], found["sources"], found["pyodide"])


def packed(name: str, encoding: str) -> bytes:
    """A file as it goes over the wire: "br", "gzip", or "" as it is.

    Brotli is what browsers ask a site with HTTPS for; it is read anew, as the system keeps files for all processes.
    Without HTTPS they ask for gzip only. What is not compressed costs 0.1 s each time, and nobody but programs asks
    for it.
    """
    if encoding == "gzip":
        return gzipped(name)
    stored = (PACKED / f"{name}.br").read_bytes()
    plain: bytes = stored if encoding == "br" else brotli.decompress(stored)
    return plain


@cache
def gzipped(name: str) -> bytes:
    """Takes a second for the largest file, so each process keeps them: 6 MB, if all are asked for."""
    return gzip.compress(packed(name, ""), 6, mtime=0)


def notice(name: str) -> bytes:
    """One of the texts about licences."""
    return (PACKED / name).read_bytes()


def bundle_of(name: str) -> str | None:
    """The digest under which a file has its address; None if there is no such file."""
    if name in RUNTIME:
        return index().runtime
    return index().engine if name in ENGINE else None


def digest_of_files(names: tuple[str, ...]) -> str:
    """The digest of a bundle, of its files as they are used."""
    digest = hashlib.sha256()
    for name in names:
        digest.update(hashlib.sha256(packed(name, "")).digest())
    return digest.hexdigest()[:DIGITS]
