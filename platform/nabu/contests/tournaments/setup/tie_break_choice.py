"""An ordered choice of tie-breaks: up, down, remove, add, by buttons that work with a thumb and without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from competition.formats.base import Format
from competition.tie_breaks import TIE_BREAKS, TieBreak
from nabu.core.sentences import lazy_sentence, sentence

UP, DOWN, REMOVE, ADD = "up", "down", "remove", "add"


class TieBreaksField(forms.MultipleChoiceField):
    """Keys of tie-breaks in the order in which they decide. The template draws them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            choices=[(key, lazy_sentence(tie_break.name)) for key, tie_break in TIE_BREAKS.items()],
            widget=forms.MultipleHiddenInput,
            required=False,
            **kwargs,
        )


class AnotherTieBreak(forms.ChoiceField):
    """The one that is added next, of those that the format offers."""

    def __init__(self, fmt: Format[Any], **kwargs: Any) -> None:
        super().__init__(
            label=gettext_lazy("Add tie-break"),
            required=False,
            choices=lambda: [
                ("", "–"),
                *(
                    (key, f"{sentence(each.name)} ({each.code})")
                    for key, each in TIE_BREAKS.items()
                    if fmt.offers(each)
                ),
            ],
            **kwargs,
        )


def chosen(keys: Sequence[str]) -> list[TieBreak]:
    """The tie-breaks of a choice that may have been tampered with."""
    return [TIE_BREAKS[key] for key in keys if key in TIE_BREAKS]


def rearranged(keys: Sequence[str], action: str, key: str) -> list[str]:
    """The choice after one button."""
    result = [each for each in dict.fromkeys(keys) if each in TIE_BREAKS]
    if action == ADD and key in TIE_BREAKS and key not in result:
        return [*result, key]
    if key not in result:
        return result
    at = result.index(key)
    if action == REMOVE:
        return result[:at] + result[at + 1 :]
    to = at + {UP: -1, DOWN: 1}.get(action, 0)
    if 0 <= to < len(result):
        result[at], result[to] = result[to], result[at]
    return result
