"""A player's page draws the rating from the journal."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from nabu.contests.ratings.journal import rating_history
from nabu.contests.ratings.queries import rating_of
from tests.platform.scenario import account, make_event
from tests.platform.statistics.dashboards.proven import prove, proven_event

pytestmark = pytest.mark.django_db


def test_the_line_ends_at_the_current_rating() -> None:
    event = proven_event(4, rounds=3)
    player = event.players[0].player
    figure = rating_history(player, "babylonia")
    rating = rating_of(player, "babylonia")
    assert rating is not None
    assert len(figure.data[0]["y"]) == rating.games == 3
    assert figure.data[0]["y"][-1] == rating.value
    assert "Spring in Ur, place" in figure.data[0]["text"][0]
    page = Client().get(f"/players/{player.pk}/").content.decode()
    (drawn,) = re.findall(r'<script id="history-babylonia" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert json.loads(drawn)["data"] == figure.data
    assert f"the rating after 3 rated games is {rating.value:.0f}" in page


def test_one_game_is_no_line_yet() -> None:
    event = make_event(4)
    prove(event.pair().tables.get())
    page = Client().get(f"/players/{event.players[0].player.pk}/").content.decode()
    assert "history-babylonia" not in page
    assert "plotly" not in page


def test_a_player_without_games_has_an_empty_history() -> None:
    assert rating_history(account("nobody").player, "babylonia").data == []
