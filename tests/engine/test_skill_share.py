"""The measured shares of skill: of these bots, and not shown for others."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.registry import GAMES
from engine.search.skill_share import skill_shares
from tests.cases import each


@each("game", list(GAMES.values()))
def test_every_game_was_measured_with_the_bots_it_has(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    found = skill_shares(game)
    assert len(found) > 1, "python -m benchmarks.skill_share --write"
    for one in found:
        assert 0 <= one.low <= one.share <= one.high <= 1
        assert set(one.bots) <= game.bots.keys()
    monkeypatch.setattr(type(game.bots["greedy"]), "version", 99)
    assert skill_shares(game) == []
