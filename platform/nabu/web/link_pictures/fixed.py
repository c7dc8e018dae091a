"""The pictures that never change: icons, and links to the site and to a game. They hold no word to translate."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Game
from engine.registry import GAMES
from engine.simulate import simulate_game
from engine.svg import tag
from engine.table.table import Table
from nabu.web.link_pictures.frame import (
    CLAY,
    EDGE,
    HEIGHT,
    MARK,
    TEXT_2,
    WIDTH,
    board,
    document,
    line,
    signature,
    title,
)

BOARD = 560
"""The side of the room for a board."""

SITE_BOARD = "babylonia"
"""The board on the picture of the site."""

ICONS = {"icon-180": (180, False), "icon-192": (192, False), "icon-512": (512, False), "icon-maskable-512": (512, True)}
"""Side, and whether a device cuts a shape of its own out of it."""


def pictures() -> Iterator[tuple[str, str, int, int]]:
    """The path of each below static/, its SVG, its width and height."""
    for name, (side, maskable) in ICONS.items():
        yield f"nabu/web/icons/{name}.png", icon(maskable or side == 180), side, side
    yield "nabu/web/link_pictures/site.png", site_picture(), WIDTH, HEIGHT
    for key, game in GAMES.items():
        yield f"nabu/web/link_pictures/{key}.png", game_picture(game), WIDTH, HEIGHT


def icon(filled: bool) -> str:
    """The mark; `filled` up to the edges, for devices that round the corners themselves."""
    ground = tag("rect", width=32, height=32, fill=CLAY) if filled else ""
    mark = tag("g", MARK, transform="translate(4.8 4.8) scale(.7)") if filled else MARK
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{ground}{mark}</svg>'


def site_picture() -> str:
    """The name of the site beside a board."""
    mark = tag("g", MARK, transform=f"translate({EDGE} 190) scale(4)")
    titles = " · ".join(game.title.split(":")[0] for game in GAMES.values())
    name = line(EDGE, 420, "Nabu", 96, bold=True) + line(EDGE, 476, titles, 26, fill=TEXT_2, width=620)
    return document(mark, name, _board(GAMES[SITE_BOARD]))


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
