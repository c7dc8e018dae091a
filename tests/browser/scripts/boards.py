"""A board in the empty page, and pictures of games for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from playwright.sync_api import Page

from engine.table.table import Table
from tests.platform.scenario import short_log

# `tapped` are the places that were tapped, and "back".
START = """async (options) => {
  const { Board } = await import("/static/nabu/board/drawing/board.js");
  document.body.innerHTML = '<div id="board"></div><div id="choices"></div>';
  window.tapped = [];
  window.board = new Board(document.getElementById("board"), {
    onTap: (place) => window.tapped.push(place),
    onBack: () => window.tapped.push("back"),
    ...options,
  });
}"""


def begin_board(page: Page, picture: str | None = None, **options: Any) -> Page:
    """A board, as `window.board`, and an element for choices under it."""
    page.evaluate(START, options)
    if picture is not None:
        page.evaluate("picture => board.show(picture)", picture)
    return page


@cache
def game_of(key: str) -> Table:
    """A whole game of two bots."""
    table, _report = Table.of_log(short_log(key))
    assert table is not None
    return table


def pictures(key: str, every: int) -> Iterator[str]:
    """The setup of a game and the position after every so many of its moves."""
    whole = game_of(key)
    table = whole.at(0)
    yield table.screen_picture(("Ana", "Bo"))
    for number, line in enumerate(whole.lines, 1):
        table.apply(line)
        if number % every == 0:
            yield table.screen_picture(("Ana", "Bo"))


@cache
def middle(key: str) -> str:
    """A position with much on the board."""
    return game_of(key).at(len(game_of(key).moves) * 2 // 3).screen_picture(("Ana", "Bo"))
