"""A log played back: words, pictures, addresses, and who sees which names."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.game import ScoreEvent
from engine.registry import GAMES
from engine.table.table import Table as Game
from nabu.matches.models import GameLog, Verification
from nabu.results import services
from nabu.results.tasks import verify_log
from tests.platform.dashboards.proven import prove
from tests.platform.scenario import account, game_log, make_event

pytestmark = pytest.mark.django_db


def verified(data: bytes, name: str = "anu") -> tuple[Client, GameLog]:
    """A log that this account sent without a table, and the client of the account."""
    user = account(name)
    log = services.submit_log(user, data).log
    for verification in Verification.objects.filter(log=log):
        verify_log(verification.pk)
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client, log


def page_of(client: Client, log: GameLog, **query: Any) -> str:
    response = client.get(reverse("matches:replay", args=[log.sha256]), query)
    assert response.status_code == 200
    return response.content.decode()


def addresses(page: str) -> tuple[str, str]:
    """Of the moves, and the pattern of the pictures."""
    moves, pictures = re.search(r'data-moves-url="([^"]+)" data-picture-url="([^"]+)"', page).groups()  # type: ignore[union-attr]
    return moves, pictures


@pytest.mark.parametrize("key", GAMES)
def test_words_and_pictures_agree_with_the_engine(key: str) -> None:
    data = game_log(3, seed=5, game=key)
    client, log = verified(data)
    game, _report = Game.of_log(data)
    assert game is not None
    moves_address, picture_address = addresses(page_of(client, log))
    found = json.loads(client.get(moves_address).content)
    assert len(found["moves"]) == len(game.moves)
    for words, move in zip(found["moves"], game.moves, strict=True):
        assert words["scores"] == list(move.scores)
        assert words["seat"] == move.action.seat
        assert words["turn"] == move.turn
        assert words["text"]
        scored = [(event.seat, event.source, event.points) for event in move.events if isinstance(event, ScoreEvent)]
        said = [(e["seat"], e["source"], e["points"]) for e in words["events"] if e["source"] is not None]
        assert said == scored
    for position in range(0, len(game.moves) + 1, 7):
        svg = client.get(picture_address.replace("{move}", str(position))).content.decode()
        assert svg == game.at(position).picture(found["names"])
    beyond = picture_address.replace("{move}", str(len(game.moves) + 1))
    assert client.get(beyond).status_code == 404
