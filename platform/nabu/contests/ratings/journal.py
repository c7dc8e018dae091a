"""A player's rating journal as pages show it: each change spelled out pair by pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from competition.ratings.elo import expectation, pair_result
from nabu.contests.ratings.models import RatingEntry


@dataclass(frozen=True, slots=True)
class PairLine:
    """One opponent of a rated game. The changes of all pairs add up to the change of the rating."""

    opponent: RatingEntry
    expected: float
    actual: float
    change: float


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A journal entry with its pairs."""

    entry: RatingEntry
    change: float
    pairs: list[PairLine]


def explain(entry: RatingEntry, everybody: Sequence[RatingEntry]) -> JournalLine:
    """Spell out one entry. `everybody` are the entries of the same rated game, this one among them."""
    others = sorted((other for other in everybody if other.player_id != entry.player_id), key=lambda other: other.place)
    weight = entry.k / len(others)
    pairs = []
    for other in others:
        expected = expectation(entry.before, other.before)
        actual = pair_result(entry.place, other.place)
        pairs.append(PairLine(other, expected, actual, weight * (actual - expected)))
    return JournalLine(entry, entry.after - entry.before, pairs)
