"""Where a page is told that it has changed."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from nabu.live.tickets import address_of
from nabu.shared_pages.making import notes

register = template.Library()


@register.simple_tag
def live(kind: str, number: int | None = None) -> SafeString:
    """{% live "tournament" tournament.pk %}: an attribute with the address of the stream, for `static/nabu/live.js`.

    A page that is made for everybody names the versions that were read before it was made. For a page of one person
    nobody has read them: version 0 has it look once more when the stream begins.
    """
    making = notes.get()
    topic = kind if number is None else f"{kind}-{number}"
    version = making.versions.get(topic, 0) if making is not None else 0
    return format_html(' data-live="{}"', address_of([(topic, version)]))
