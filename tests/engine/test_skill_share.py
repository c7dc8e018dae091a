"""The measured shares of skill: of these bots, and not shown for others."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.registry import GAMES, get_game
from engine.search.skill_share import skill_shares
from tests.cases import each

BABYLONIA = get_game("babylonia")


@each("game", list(GAMES.values()))
def test_what_was_measured_is_of_bots_that_there_are(game: Game) -> None:
    for one in skill_shares(game):
        assert 0 <= one.low <= one.share <= one.high <= 1
        assert set(one.bots) <= game.bots.keys()


def test_another_version_of_a_bot_or_of_the_rules_was_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(skill_shares(BABYLONIA)) > 1, "python -m benchmarks.skill_share --write"
    with monkeypatch.context() as patched:
        patched.setattr(type(BABYLONIA.bots["greedy"]), "version", 99)
        assert skill_shares(BABYLONIA) == []
    monkeypatch.setattr(type(BABYLONIA), "rules_version", 99)
    assert skill_shares(BABYLONIA) == []
