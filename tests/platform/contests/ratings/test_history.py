"""A player's page draws the rating from the journal."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from nabu.contests.ratings.history import rating_history
from nabu.contests.ratings.models import RatedGame
from nabu.contests.ratings.queries import rating_of, standing_of
from tests.platform.contests.ratings.played import GAME, rated
from tests.platform.scenario import account, make_event
from tests.platform.statistics.dashboards.proven import prove, proven_event

pytestmark = pytest.mark.django_db


def test_the_line_ends_at_the_current_rating() -> None:
    event = proven_event(4, rounds=3)
    player = event.players[0].player
    history, rating = rating_history(player, GAME), rating_of(player, GAME)
    assert rating is not None
    assert history is not None
    assert (history.games, history.rating, history.by_day) == (3, rating.value, False)
    assert (history.first, history.last) == ("game 1", "game 3")
    assert [said for _spot, said in history.spots][-1] == f"game 3: {rating.value:.0f} ± {rating.margin:.0f}"
    page = Client().get(f"/players/{player.pk}/").content.decode()
    assert history.drawing.line in page
    assert f"the rating after 3 rated games is {rating.value:.0f}" in page
    assert "plotly" not in page


def test_a_season_is_drawn_by_day() -> None:
    event = proven_event(4, rounds=3)
    for number, game in enumerate(RatedGame.objects.order_by("sequence")):
        RatedGame.objects.filter(pk=game.pk).update(played_at=timezone.now() - timedelta(days=30 - 10 * number))
    history = rating_history(event.players[0].player, GAME)
    assert history is not None
    assert history.by_day
    assert [spot.x for spot, _said in history.spots] == ["0.00", "50.00", "100.00"]
    page = Client().get(f"/players/{event.players[0].player.pk}/").content.decode()
    assert "at the end of each day played" in page


def test_one_game_is_no_line_yet() -> None:
    event = make_event(4)
    prove(event.pair().tables.get())
    page = Client().get(f"/players/{event.players[0].player.pk}/").content.decode()
    assert 'class="over-time"' not in page
    assert rating_history(account("nobody").player, GAME) is None


def test_a_place_is_as_sure_as_the_intervals() -> None:
    """A margin is two sigma: 80 points here."""
    top, near, far, last = (rated(account(f"at{value}").player, value) for value in (1700, 1600, 1500, 1200))
    new = rated(account("new").player, 1900, sigma=100)
    found = {rating.value: standing_of(rating) for rating in (top, near, far, last, new)}
    assert found.pop(1900) is None
    assert {value: (one.place, one.best, one.worst, one.listed) for value, one in found.items() if one} == {
        1700: (1, 1, 2, 4),
        1600: (2, 1, 3, 4),
        1500: (3, 2, 3, 4),
        1200: (4, 4, 4, 4),
    }
