"""Names that somebody types, of people, events, clubs and ways to play: without the two characters of markup, and
without e-mail addresses, because a name is public.

Pages and JSON escape every name, so the first is a second wall. Names that were there before stay, and so do those of
files that others wrote: lists of players (whose addresses the import takes apart), report files, game logs.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from nabu.core.errors import Refused
from nabu.core.mail_addresses import addresses_in

MARKUP = ("<", ">")


def check_typed(name: str, before: str = "") -> None:
    """Raises Refused for a new name with a character of markup or an address; `before` is the name so far, which may
    stay."""
    if name == before:
        return
    if any(sign in name for sign in MARKUP):
        raise Refused(_("The name “%(name)s” must not contain “>” or “<”.") % {"name": name})
    if addresses_in(name):
        raise Refused(_("The name “%(name)s” must not contain an e-mail address.") % {"name": name})
