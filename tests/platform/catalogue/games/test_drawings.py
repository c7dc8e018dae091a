"""The drawings of sources of points: served for what is a source, and for nothing else."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from django.test import Client

from engine.game import Game
from engine.registry import GAMES
from nabu.catalogue.games.drawings import source_icons


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_source_has_a_picture_that_a_browser_keeps(game: Game, client: Client) -> None:
    icons = source_icons(game)
    assert icons.keys() == {source.key for source in game.sources}
    for address in icons.values():
        found = client.get(address)
        assert (found.status_code, found["Content-Type"]) == (200, "image/svg+xml")
        assert "max-age=" in found["Cache-Control"]
        assert ElementTree.fromstring(found.content).tag.endswith("svg")


def test_what_is_no_source_is_not_drawn(client: Client) -> None:
    for game, source in (("babylonia", "chess"), ("babylonia", "palace"), ("chess", "ziggurat")):
        assert client.get(f"/games/{game}/sources/{source}.svg").status_code == 404
