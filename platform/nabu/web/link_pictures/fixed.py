"""The pictures that never change: icons, and links to the site and to a game. They hold no word to translate."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Game
from engine.registry import GAMES
from engine.simulate import simulate_game
from engine.svg import tag
from engine.table.table import Table
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
    return document(sign, name, _board(GAMES[SITE_BOARD]))


def game_picture(game: Game) -> str:
    """The title of a game beside its board."""
    heading, _below = title(EDGE, 320, game.title, width=WIDTH - BOARD - 2 * EDGE)
    return document(signature(), heading, _board(game))


def _board(game: Game) -> str:
    """A board in the middle of a game between bots."""
    players = max(game.player_counts)
    log = simulate_game(game.key, players, game.rulesets[0], ["random"], "link picture")
    table, _report = Table.of_log(log)
    assert table is not None, "a simulated game can be replayed"
    position = table.at(len(table.moves) // 2)
    return board(position.screen_picture(), WIDTH - BOARD - 44, 42, BOARD, BOARD)
