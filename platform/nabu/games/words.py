"""What games say of themselves, in words for pages."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.text import get_text_list
from django.utils.translation import gettext as _


def in_words(name: str) -> str:
    """The name of a ruleset or a switch as people read it."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def option_words(option: str | int | bool) -> str:
    """One option of a switch as people read it."""
    if isinstance(option, bool):
        return _("yes") if option else _("no")
    return str(option).replace("_", " ")


def either(choices: Iterable[object]) -> str:
    """“2, 3 or 4”."""
    return get_text_list([str(choice) for choice in choices], _("or"))
