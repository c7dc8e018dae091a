"""Addresses in what people write become links, as a filter for templates."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

MOST_LETTERS = 2000
"""A longer address stays text."""

# Neither spaces nor quotes, and nothing that turns the direction of reading: that would show another address.
ADDRESS = re.compile(r"(?<!\w)https?://[^\s<>\"'`\u200e\u200f\u202a-\u202e\u2066-\u2069]+", re.IGNORECASE)
AFTER_A_SENTENCE = ".,:;!?*_~)]}»«”“’…"
OPENING = {")": "(", "]": "[", "}": "{"}
LINK = '<a class="text-break" href="{0}" rel="nofollow ugc noopener">{0}</a>'


@register.filter(is_safe=True)
def linked(text: str) -> SafeString:
    """The text, escaped, with its http and https addresses as links. Their words are the whole address."""
    parts, at = [], 0
    for found in ADDRESS.finditer(text):
        address = _without_end(found[0]) if len(found[0]) <= MOST_LETTERS else ""
        if not _is_address(address):
            continue
        parts += [escape(text[at : found.start()]), LINK.format(escape(address))]
        at = found.start() + len(address)
    return mark_safe("".join([*parts, escape(text[at:])]))  # noqa: S308  # every part is escaped


def _without_end(address: str) -> str:
    """Without the punctuation of the sentence around it; a bracket that was opened in the address belongs to it."""
    while address and address[-1] in AFTER_A_SENTENCE:
        opening = OPENING.get(address[-1])
        if opening and address.count(opening) >= address.count(address[-1]):
            break
        address = address[:-1]
    return address


def _is_address(address: str) -> bool:
    """It names a host, and no account, which could look like one."""
    try:
        parts = urlsplit(address)
        return bool(parts.hostname) and "@" not in parts.netloc and parts.port != 0
    except ValueError:
        return False
