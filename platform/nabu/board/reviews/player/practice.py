"""Where the positions of a loss are practised."""

from __future__ import annotations

from django.urls import reverse
from django.utils.http import urlencode

from engine.game import Game


def practice_address(game: Game, source: str, phase: str) -> str:
    """The page of exercises with those of a game, a source of points and a phase (opening, middle, end) first."""
    return f"{reverse('exercises:exercises')}?{urlencode({'game': game.key, 'source': source, 'phase': phase})}"
