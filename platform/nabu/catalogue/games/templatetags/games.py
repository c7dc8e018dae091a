"""Texts of the engine, which speaks English only, in the reader's language."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext

from engine.registry import GAMES
from nabu.catalogue.games.fronts import board_file
from nabu.catalogue.games.words import edition_words, short_title

register = template.Library()


@register.simple_tag
def engine_text(text: str) -> str:
    """The translation that `locale/refresh.py` has collected; a loaded set's own words stay as they are."""
    return gettext(text) if text else ""


@register.filter
def edition(name: str, game: str) -> str:
    """A component set of a game as people call it."""
    return edition_words(game, name)


@register.filter
def without_subtitle(title: str) -> str:
    """The title of a game for a chip; the full one belongs into its `title`."""
    return short_title(title)


@register.simple_tag
def game_titles() -> str:
    """The titles of all games: what this site is about."""
    return ", ".join(game.title for game in GAMES.values())


@register.simple_tag
def front_board() -> str:
    """The board on the home page, as static files name it: that of the first game."""
    return board_file(next(iter(GAMES.values())))
