"""A digest of everything a page is made with: after a deploy no page of the old code is served."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import django
from django.conf import settings

FOLDERS = ("platform", "engine", "analytics", "templates")
KINDS = {".py", ".html", ".mo", ".json"}


@cache
def sources_digest() -> str:
    """The same in every process that runs the same code, of web servers and workers."""
    seen = hashlib.sha256(django.__version__.encode())
    root = Path(settings.ROOT)
    files = (path for folder in FOLDERS for path in (root / folder).rglob("*") if path.suffix in KINDS)
    for path in sorted(files):
        if path.is_file():
            seen.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return seen.hexdigest()[:16]


@cache
def code_digest() -> str:
    """The same in every process that runs the same code with the same settings of time and address, and serves the same
    static files."""
    seen = hashlib.sha256(f"{sources_digest()} {settings.TIME_ZONE} {settings.SITE_ADDRESS}".encode())
    collected = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if collected.is_file():
        seen.update(collected.read_bytes())
    return seen.hexdigest()[:16]
