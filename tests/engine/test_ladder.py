"""The measured strengths of the bots: they are those of today's bots, and they fit together."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.registry import GAMES
from engine.search import ladder
from engine.search.ladder import ANCHOR, ANCHOR_ELO, Strength, measurements, strength_of

EVERY_GAME = pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))


@EVERY_GAME
def test_what_was_measured_are_the_bots_of_today(game: Game) -> None:
    """A new version of a bot or of the rules needs a new measurement: `python -m benchmarks.ladder --write`."""
    measured = measurements()[game.key]
    assert measured == {} or measured["rules_version"] == game.rules_version
    assert {name: bot["version"] for name, bot in measured.get("bots", {}).items()} == {
        name: game.bots[name].version for name in measured.get("bots", {})
    }
    assert measured == {} or measured["bots"].keys() == game.bots.keys()


@EVERY_GAME
def test_figures_fit_together(game: Game) -> None:
    for name in measurements()[game.key].get("bots", {}):
        found = strength_of(game.key, name)
        assert found is not None
        assert found.low <= found.elo <= found.high
        assert 0 <= found.beats_low <= found.beats_greedy <= found.beats_high <= 1
        assert (found.games == 0) == (name == ANCHOR)


def test_nothing_is_said_of_what_was_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    row = dict(zip(Strength._fields, (1, 1540.0, 1480.0, 1620.0, 0.96, 0.92, 0.98, 200), strict=True))
    greedy = dict(zip(Strength._fields, (1, ANCHOR_ELO, 1000.0, 1000.0, 0.5, 0.5, 0.5, 0), strict=True))
    made_up = {"ishtar": {"bots": {"search-72": {**row, "median_ms": 50.0}, "greedy": greedy}}, "babylon": {}}
    monkeypatch.setattr(ladder, "measurements", lambda: made_up)
    assert strength_of("ishtar", "search-72") == Strength(**row)
    assert strength_of("ishtar", "search-12") is None
    assert strength_of("babylon", "search-72") is None
    assert strength_of("chess", "search-72") is None
