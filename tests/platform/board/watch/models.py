"""A model of the statistics that nobody has fitted."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from analytics.model import KNOTS, SEAT_KNOTS, STATE, Model, StateModel
from nabu.board.watch import chances


def points_count(players: int) -> Model:
    """Whoever has more points is more likely to win."""
    weights = dict.fromkeys(STATE, (0.0,) * len(KNOTS)) | {"score": (2.0,) * len(KNOTS)}
    weights |= {f"seat {seat}": (0.0,) * len(SEAT_KNOTS) for seat in range(players)}
    return Model(400.0, {players: StateModel({"": 30.0}, 20.0, (weights, weights))})


def use_model(monkeypatch: pytest.MonkeyPatch, players: int) -> None:
    """Games of so many have a model."""
    monkeypatch.setattr(chances, "store_of", lambda _game: SimpleNamespace(model=points_count(players)))
