"""What a store of the statistics is asked and told from outside, in plain values: for a process that only computes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from analytics.frames import Frames, build_frames
from analytics.games import VerifiedGame
from analytics.model import fit_model
from analytics.store import GameStore
from analytics.sums import Cells

GROWN_BY = 1.1
"""A model is fitted anew when there are a tenth more games than it was fitted to."""

FITTED_TO_AT_MOST = 20_000
"""More games do not make a model better, and take memory."""


def fingerprints_in(store: GameStore, tournament_id: int) -> dict[int, int]:
    """The games of a tournament that are in the store, each with its fingerprint."""
    games = store.games()
    mine = games[games["tournament_id"] == tournament_id]
    return dict(zip(mine["game_id"].tolist(), mine["fingerprint"].tolist(), strict=True))


def with_games(store: GameStore, games: Sequence[VerifiedGame], gone: Collection[int] = ()) -> GameStore:
    """The store with these games, in place of what is there of them, and without those."""
    return store.updated(build_frames(games), gone)


def needs_fit(store: GameStore, temperature: float | None) -> bool:
    """Whether there are enough new games, or ratings are trusted otherwise than before."""
    games = len(Cells(counts=True).of(store.games()))
    return games > 0 and (games >= GROWN_BY * store.fitted_to or store.model.temperature != temperature)


def with_fitted_model(store: GameStore, temperature: float | None) -> GameStore:
    """The store with the model of the games that count, the latest first; its sums are still to be counted anew."""
    return store.with_model(fit_model(latest_frames(store), temperature))


def latest_frames(store: GameStore, most: int = FITTED_TO_AT_MOST) -> Frames:
    """The tables of the latest games that count."""
    games = Cells(counts=True).of(store.games()).sort_values(["finished_at", "game_id"], ascending=False)
    return store.frames([int(key) for key in games["game_id"][:most]])
