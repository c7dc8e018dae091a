"""What is said when the engine does not take rules or a component set."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.game import BadSetup
from nabu.core.errors import Refused
from nabu.core.sentences import sentence


def impossible_rules(problem: BadSetup) -> Refused:
    """The refusal to raise, with the reason in the language of whoever asks."""
    return Refused(_("These rules are not possible: %(problem)s.") % {"problem": sentence(problem.message)})
