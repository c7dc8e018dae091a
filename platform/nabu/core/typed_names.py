"""Names that somebody types, of people, events, clubs and ways to play: without the two characters of markup.

Pages and JSON escape every name, so this is a second wall. Names that were there before stay, and so do those of files
that others wrote: lists of players, report files, game logs.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from nabu.core.errors import Refused

MARKUP = ("<", ">")


def check_typed(name: str, before: str = "") -> None:
    """Raises Refused for a new name with a character of markup; `before` is the name so far, which may stay."""
    if name != before and any(sign in name for sign in MARKUP):
        raise Refused(_("The name “%(name)s” must not contain “>” or “<”.") % {"name": name})
