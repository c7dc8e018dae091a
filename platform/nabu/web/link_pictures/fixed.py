"""The pictures that never change: icons, and links to the site and to a game. They hold no word to translate."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from engine.game import Game
from engine.registry import GAMES
from engine.svg import tag
from nabu.web.link_pictures.frame import (
    EDGE,
    HEIGHT,
    TEXT_2,
    WIDTH,
    board,
    document,
    line,
    mark,
    signature,
    title,
)
from nabu.web.link_pictures.icons import ICONS

STATIC = Path(settings.ROOT) / "static"
BOARD = 560
"""The side of the room for a board."""

SITE_BOARD = "babylonia"
"""The board on the picture of the site."""


def pictures() -> Iterator[tuple[str, str, int, int]]:
    """The path of each below static/, its SVG, its width and height."""
    for icon in ICONS:
        yield icon.path, icon.svg(), icon.side, icon.side
    yield "nabu/web/link_pictures/site.png", site_picture(), WIDTH, HEIGHT
    for key, game in GAMES.items():
        yield f"nabu/web/link_pictures/{key}.png", game_picture(game), WIDTH, HEIGHT


def site_picture() -> str:
    """The name of the site beside a board."""
    sign = tag("g", mark(), transform=f"translate({EDGE} 190) scale(4)")
    titles = " · ".join(game.title.split(":")[0] for game in GAMES.values())
    name = line(EDGE, 420, "Nabu", 96, bold=True) + line(EDGE, 476, titles, 26, fill=TEXT_2, width=620)
    return document(sign, name, _board(SITE_BOARD))


def game_picture(game: Game) -> str:
    """The title of a game beside its board."""
    heading, _below = title(EDGE, 320, game.title, width=WIDTH - BOARD - 2 * EDGE)
    return document(signature(), heading, _board(game.key))


def _board(game: str) -> str:
    """The board that the page of the game opens with."""
    drawn = STATIC / f"nabu/catalogue/games/boards/{game}.svg"
    return board(drawn.read_text("utf-8"), WIDTH - BOARD - 44, 42, BOARD, BOARD)
