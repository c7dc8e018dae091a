"""The addresses of the pages before and after one of a long list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page


def neighbours(page: Page[Any], values: Mapping[str, str | int]) -> dict[str, str]:
    """The addresses with these values, the filter; "previous_page" and "next_page", each only if it is there."""
    addresses = {}
    if page.has_previous():
        addresses["previous_page"] = f"?{urlencode({**values, 'page': page.previous_page_number()})}"
    if page.has_next():
        addresses["next_page"] = f"?{urlencode({**values, 'page': page.next_page_number()})}"
    return addresses
