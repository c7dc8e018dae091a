"""Names in a sentence. Each stands for itself: one that is written from the right does not turn the others, or the
figures beside them."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def bdi(name: str) -> SafeString:
    """One name, for the page and not for an attribute."""
    return format_html("<bdi>{}</bdi>", name)


@register.filter
def names(people: Iterable[str]) -> SafeString:
    """Names one after the other."""
    return format_html_join(", ", "{}", ((bdi(name),) for name in people))
