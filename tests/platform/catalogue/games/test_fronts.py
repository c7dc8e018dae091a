"""The fronts of the games: the kept pictures and figures are those of today's rules, and the pages show them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from engine.colours import COLOURS
from engine.game import Game
from engine.registry import GAMES
from engine.simulate import play
from nabu.catalogue.games.fronts import board_file, drawn_board, usual_game

STATIC = Path(__file__).parents[4] / "static"

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@EVERY_GAME
def test_the_kept_board_is_the_one_that_is_drawn_now(game: Game) -> None:
    assert (STATIC / board_file(game)).read_text("utf-8") == drawn_board(game), "run manage.py draw_fronts"


@EVERY_GAME
def test_a_board_that_stands_alone_has_the_colours_of_both_themes(game: Game) -> None:
    board = drawn_board(game)
    for name in set(re.findall(r"var\(--nabu-([a-z0-9-]+)", board)):
        assert f"--nabu-{name}:light-dark({','.join(COLOURS[name])})" in board
    assert "greedy" not in board, "nobody is named"


@EVERY_GAME
def test_the_usual_game_is_like_one_that_is_played(game: Game) -> None:
    usual = usual_game(game)
    assert usual is not None
    played = [play(game.key, players, game.rulesets[0], ["greedy"], "like it") for players in game.player_counts]
    assert min(one.turns for one in played) * 0.5 < usual.turns < max(one.turns for one in played) * 1.5
    assert any(usual.low <= score <= usual.high for one in played for score in one.scores)


@EVERY_GAME
@pytest.mark.django_db
def test_a_game_opens_with_its_picture_and_how_it_is_played_before_how_sure_its_data_are(
    game: Game, client: Client
) -> None:
    page = client.get(reverse("games:detail", args=[game.key])).content.decode()
    assert len(game.summary) == 6
    order = [page.index(part) for part in (board_file(game), 'class="numbered"', 'id="data-title"')]
    assert order == sorted(order)
