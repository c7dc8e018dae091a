"""Messages on pages, in the language of whoever reads them."""

from __future__ import annotations

from typing import Any

from django import template

from engine.message import Message
from nabu.core import sentences

register = template.Library()


@register.filter
def sentence(message: Message | None) -> str:
    """A message in words."""
    return sentences.sentence(message)


@register.filter
def in_words(stored: Any) -> Any:
    """Stored JSON with every message in words."""
    return sentences.in_words(stored)
