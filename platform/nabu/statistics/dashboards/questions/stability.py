"""Whether a finding holds in parts of the games, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from analytics.stability import Holds, Stability
from nabu.core.charts.numbers import percent_points


def stability_in_words(found: Stability | None) -> str:
    """Whether a finding holds in both halves of the time and without the strongest player; "" if that is not known."""
    if found is None:
        return ""
    parts = {
        name: percent_points(effect.value if effect else None)
        for name, effect in (("first", found.first), ("second", found.second), ("without", found.without))
    }
    if found.holds == Holds.EVERYWHERE and found.without is None:
        return _("It holds in both halves of the time (%(first)s and %(second)s).") % parts
    sentence = {
        Holds.EVERYWHERE: _(
            "It holds in both halves of the time (%(first)s and %(second)s) and without the strongest player "
            "(%(without)s)."
        ),
        Holds.CHANGES: _("It is not the same in both halves of the time: %(first)s, then %(second)s."),
        Holds.ONE_PLAYER: _("It is mostly the strongest player; without, %(without)s is left."),
        Holds.UNKNOWN: _("There are too few games to tell whether it holds in both halves of the time."),
    }[found.holds]
    return sentence % parts
