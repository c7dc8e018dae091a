"""Where a page is told that it has changed."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from nabu.web.live.tickets import address_of
from nabu.web.shared_pages.making import known_before, notes

register = template.Library()


@register.simple_tag
def live(kind: str, number: int | None = None, *more: str | int) -> SafeString:
    """{% live "tournament" tournament.pk %}: an attribute with the address of the stream, for
    `static/nabu/web/live/live.js`.

    `more`: kinds and numbers of further topics.

    A page names the versions that were read before it was made, and when. Where nobody has read them, version 0 has it
    look once more when the stream begins.
    """
    topics = [kind if number is None else f"{kind}-{number}"]
    topics += [f"{kind}-{number}" for kind, number in zip(more[::2], more[1::2], strict=True)]
    known = known_before()
    versions = [(topic, known.versions.get(topic, 0)) for topic in topics]
    return format_html(' data-live="{}"', address_of(versions, known.read_at))


@register.simple_tag
def live_part() -> SafeString:
    """{% live_part %}: an attribute of a part that asks for itself again, and that shows everybody the same.

    On a page for everybody it names the language, so that the answer may be what visitors get, whoever asks: no
    account has to be looked up. Whoever has a page of their own gets a part of their own.
    """
    return format_html('hx-headers=\'{{"Nabu-Live": "{}"}}\'', get_language() if notes.get() is not None else "own")
