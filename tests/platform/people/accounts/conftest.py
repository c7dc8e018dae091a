"""What tests of limits share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings as site
from django.core.cache import cache
from django.test import override_settings


@pytest.fixture
def counting() -> Iterator[None]:
    """A cache that is there: most tests have none."""
    with override_settings(
        CACHES={**site.CACHES, "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    ):
        cache.clear()
        yield
        cache.clear()
