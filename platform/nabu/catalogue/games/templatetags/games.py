"""Texts of the engine, which speaks English only, in the reader's language."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext

from nabu.catalogue.games.words import edition_words

register = template.Library()


@register.simple_tag
def engine_text(text: str) -> str:
    """The translation that `locale/refresh.py` has collected; a loaded set's own words stay as they are."""
    return gettext(text) if text else ""


@register.filter
def edition(name: str, game: str) -> str:
    """A component set of a game as people call it."""
    return edition_words(game, name)
