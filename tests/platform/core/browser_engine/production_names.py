"""The engine's scripts under the names that they have in production."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from nabu.core.browser_engine.config import digest_of_worker


@contextmanager
def production_names(folder: Path) -> Iterator[None]:
    """What `collectstatic` makes of them is in this folder, and named by everything."""
    storage = {"staticfiles": {"BACKEND": "nabu.core.serving.assets.HashedAssets"}}
    others = [path.name for path in (settings.ROOT / "static" / "nabu").iterdir() if path.name != "core"]
    ignored = ["vendor", "django_htmx", "admin", "rest_framework", "drf_spectacular_sidecar", *others]
    with override_settings(STATIC_ROOT=str(folder), STORAGES=storage):
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=ignored)
        digest_of_worker.cache_clear()
        yield
    digest_of_worker.cache_clear()
