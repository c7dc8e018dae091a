"""What messages say in English."""

from __future__ import annotations

from collections.abc import Iterable

from competition.texts import ENGLISH
from engine.message import Message


def english(message: Message | None) -> str:
    """The sentence; empty for none."""
    return "" if message is None else ENGLISH.render(message)


def sentences(messages: Iterable[Message]) -> list[str]:
    """Each of them in words."""
    return ENGLISH.render_all(messages)
