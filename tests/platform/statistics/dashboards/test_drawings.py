"""The drawings of sources of points: served for what is a source, and nowhere asked for in vain."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from engine.game import Game
from engine.registry import GAMES
from nabu.statistics.dashboards.drawings import source_icons
from tests.platform.kept import kept_for_file
from tests.platform.scenario import Event
from tests.platform.statistics.dashboards.proven import proven_event

db, kept_world, changes_are_taken_back, event = kept_for_file(proven_event, "event")


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
        assert client.get(f"/dashboards/{game}/sources/{source}.svg").status_code == 404


def test_sources_carry_their_drawings_where_statistics_name_them(event: Event, client: Client) -> None:
    table = event.tournament.stages.first().rounds.first().tables.first()
    for address in (
        "/dashboards/babylonia/sources/",
        "/dashboards/babylonia/players/",
        reverse("table:anatomy", args=[table.pk]),
    ):
        page = client.get(address).content.decode()
        drawn = re.findall(
            r'<img (?:class="chart-key-icon" )?src="(/dashboards/babylonia/sources/\w+\.svg)" alt=""', page
        )
        assert len(set(drawn)) >= 4, address
        assert set(drawn) <= set(source_icons(GAMES["babylonia"]).values())
    assert '"name": "row-icon", "source": "/dashboards/babylonia/sources/' in page, "rows of a picture have them too"
