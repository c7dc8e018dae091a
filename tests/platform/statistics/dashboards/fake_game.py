"""A game that the platform has never heard of: Babylonia's rules under another key, with cards of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import pytest

from engine.babylonia.game import BABYLONIA, Babylonia
from engine.game import Card, ComponentSet
from engine.registry import GAMES


class FakeGame(Babylonia):
    """`cards` take the place of the printed ones; the rules still speak of cards 1 to 9."""

    key = "fake"
    title = "The fake game"

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = tuple(cards)

    @cached_property
    def built_in(self) -> ComponentSet:
        return replace(BABYLONIA.components("babylonia-2019"), cards=self.cards)

    def components(self, name: str) -> ComponentSet:
        return self.built_in


def register(monkeypatch: pytest.MonkeyPatch, cards: Sequence[Card] = ()) -> FakeGame:
    """The game, known for one test."""
    game = FakeGame(cards)
    monkeypatch.setitem(GAMES, game.key, game)
    return game
