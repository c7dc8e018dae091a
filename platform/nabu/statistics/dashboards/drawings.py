"""The drawings of cards as pictures of their own, for figures and tables."""

from __future__ import annotations

from functools import cache, lru_cache

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.colours import SHARED_STYLE
from engine.game import Game
from engine.registry import GAMES
from engine.symbols import used_in
from nabu.catalogue.games.drawings import KEPT_SECONDS, drawn
from nabu.web.pages import game_or_404


def drawing_address(game: Game, card: str) -> str:
    """Where the drawing of a card is; "" if the engine draws none in the game's first component set."""
    return reverse("dashboards:drawing", args=[game.key, card]) if drawing_of(game, card) else ""


@cache_control(public=True, max_age=KEPT_SECONDS)
@require_safe
def drawing(_request: HttpRequest, game: str, card: str) -> HttpResponse:
    """The drawing of a card, as a picture. Raises Http404 for what has none."""
    return drawn(drawing_of(game_or_404(game), card))


def drawing_of(game: Game, card: str) -> str:
    """The picture of a card, "" if there is none. What is no card of the game is not drawn: anybody may ask."""
    return _drawn(game.key, card) if card in _cards(game.key) else ""


@cache
def _cards(game: str) -> frozenset[str]:
    played = GAMES[game]
    return frozenset(card.key for card in played.components(played.component_sets[0]).cards)


@lru_cache(maxsize=512)
def _drawn(game: str, card: str) -> str:
    played = GAMES[game]
    piece = played.piece(played.components(played.component_sets[0]), "card", card)
    if piece is None:
        return ""
    left, top, width, height = piece.to_json()["b"]
    shapes = played.piece_shapes
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" width="{width}" '
        f'height="{height}"><style>{SHARED_STYLE}{played.piece_style}</style>'
        f"<defs>{shapes}{used_in(shapes + piece.content)}</defs>{piece.content}</svg>"
    )
