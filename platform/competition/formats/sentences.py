"""What formats say alike that decide themselves who meets whom: brackets, round robin, pods, ladder."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competition.records import INFO, WARNING, Concern, PairedTable


def size_concern(rounds: int, matches: int) -> Concern:
    """How much there is to play."""
    text = _("Rounds: %(rounds)s. Matches: at most %(matches)s.") % {"rounds": rounds, "matches": matches}
    return Concern(INFO, text, key="size")


def unheeded(forbidden: int) -> list[Concern]:
    """Before the start: so many pairs must not meet, and this format does not keep them apart."""
    if not forbidden:
        return []
    text = ngettext(
        "%(count)s pair must not meet, but this format decides by itself who meets whom: change the tables by hand if "
        "it comes to that.",
        "%(count)s pairs must not meet, but this format decides by itself who meets whom: change the tables by hand if "
        "it comes to that.",
        forbidden,
    )
    return [Concern(WARNING, text % {"count": forbidden}, key="forbidden")]


def start_sentence(table: PairedTable, starts: Mapping[int, int], named: Mapping[int, str]) -> str:
    """Who starts, and how often before."""
    first = table.seats[0]
    return _("%(name)s starts (games started before: %(starts)s).") % {"name": named[first], "starts": starts[first]}
