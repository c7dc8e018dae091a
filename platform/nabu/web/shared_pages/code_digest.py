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
def code_digest() -> str:
    """The same in every process that runs the same code with the same settings of time and address."""
    seen = hashlib.sha256(f"{django.__version__} {settings.TIME_ZONE} {settings.SITE_ADDRESS}".encode())
    root = Path(settings.ROOT)
    files = (path for folder in FOLDERS for path in (root / folder).rglob("*") if path.suffix in KINDS)
    for path in [*sorted(files), Path(settings.STATIC_ROOT) / "staticfiles.json"]:
        if path.is_file():
            seen.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return seen.hexdigest()[:16]
