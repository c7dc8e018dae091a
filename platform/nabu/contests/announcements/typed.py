"""The text of an announcement as it is stored: line breaks and spaces as typed, nothing that nobody sees."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from nabu.contests.announcements.models import MOST_CHARACTERS
from nabu.core.errors import Refused
from nabu.core.name_keys.tidy import is_printable, visible


def checked_text(text: str) -> str:
    """The text without control characters, marks of direction and blank ends. Raises Refused if nothing is left, or
    more than `MOST_CHARACTERS`."""
    lines = [_printable(visible(line)).rstrip() for line in text.splitlines()]
    found = "\n".join(lines).strip()
    if not found:
        raise Refused(_("Enter a text."))
    if over := max(0, len(found) - MOST_CHARACTERS):
        words = ngettext(
            "The text is %(over)s character too long. An announcement has at most %(most)s.",
            "The text is %(over)s characters too long. An announcement has at most %(most)s.",
            over,
        )
        raise Refused(words % {"over": over, "most": MOST_CHARACTERS})
    return found


def _printable(line: str) -> str:
    """A tab and other blanks count as spaces."""
    spaced = "".join(" " if sign.isspace() else sign for sign in line)
    return "".join(sign for sign in spaced if is_printable(sign))
