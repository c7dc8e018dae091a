"""The sources of the engine that go into the browser, and their digest."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import engine

ROOT = Path(engine.__file__).resolve().parent
LEFT_OUT = ("cli.py", "__main__.py", "component_files.py", "schema.json")
"""The command line, and what checks component files: they need what a browser does not have."""


def sources() -> Mapping[str, bytes]:
    """Every file by its path below the folder of the engine, in a fixed order."""
    found = sorted(
        path for path in ROOT.rglob("*") if path.suffix in (".py", ".json", ".svg") and path.name not in LEFT_OUT
    )
    return {f"engine/{path.relative_to(ROOT).as_posix()}": path.read_bytes() for path in found}


@cache
def digest_of_sources() -> str:
    """What tells apart two engines, whatever they say of their version."""
    digest = hashlib.sha256()
    for name, content in sources().items():
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()
