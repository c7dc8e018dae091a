"""Typed tables (pandas) made from verified games. Every statistic starts here, so the same number is the same
everywhere.

The unit of most tables is a *player-game*: one player in one game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from analytics.games import VerifiedGame

SEATS = {
    "game_id": "int64",
    "seat": "int64",
    "player_id": "int64",
    "player": "str",
    "players": "int64",
    "score": "int64",
    "place": "int64",
    "win": "float64",
}
"""One row a player-game. `win` is the share of the win: 1 alone, 1/2 if two share it, 0 otherwise."""

SCORE_EVENTS = {
    "game_id": "int64",
    "turn": "int64",
    "seat": "int64",
    "source": "str",
    "points": "int64",
    "cause": "str",
}
"""One row a score event."""

CARD_EVENTS = {"game_id": "int64", "turn": "int64", "seat": "int64", "card": "str", "what": "str"}
"""One row for each card that was taken, used or declined."""

OFFERS = {"game_id": "int64", "turn": "int64", "card": "str"}
"""One row for each card on offer at each taking, the taken card always among them."""


@dataclass(frozen=True)
class Frames:
    """The tables of a set of games. `games` counts them, also those without any event."""

    games: int
    seats: pd.DataFrame
    score_events: pd.DataFrame
    card_events: pd.DataFrame
    offers: pd.DataFrame


def build_frames(games: Sequence[VerifiedGame]) -> Frames:
    """The tables of these games. Raises ValueError if a game's players do not fit its number of seats."""
    seats: list[tuple[Any, ...]] = []
    score_events: list[tuple[Any, ...]] = []
    card_events: list[tuple[Any, ...]] = []
    offers: list[tuple[Any, ...]] = []
    for game in games:
        facts, key = game.facts, game.game_id
        winners = facts["winners"]
        rows = zip(game.player_ids, game.players, facts["scores"], facts["places"], strict=True)
        for seat, (player_id, player, score, place) in enumerate(rows):
            win = 1 / len(winners) if seat in winners else 0.0
            seats.append((key, seat, player_id, player, facts["players"], score, place, win))
        score_events.extend((key, *row) for row in facts["score_events"])
        for turn, seat, card, what, offered in facts["cards"]:
            card_events.append((key, turn, seat, card, what))
            if what == "taken":
                offers.extend((key, turn, other) for other in dict.fromkeys((*offered, card)))
    return Frames(
        games=len(games),
        seats=_frame(seats, SEATS),
        score_events=_frame(score_events, SCORE_EVENTS),
        card_events=_frame(card_events, CARD_EVENTS),
        offers=_frame(offers, OFFERS),
    )


def points_by_source(frames: Frames, sources: Sequence[str]) -> pd.DataFrame:
    """The seats with one more column a source: its points in that player-game, 0 if it gave none.

    The source columns of a row sum to its `score`. Raises ValueError for a source that is not among `sources`.
    """
    events = frames.score_events
    unknown = set(events["source"]) - set(sources)
    if unknown:
        raise ValueError(f"unknown score sources: {', '.join(sorted(unknown))}")
    sums = (
        events.pivot_table(index=["game_id", "seat"], columns="source", values="points", aggfunc="sum", fill_value=0)
        .reindex(columns=list(sources), fill_value=0)
        .reset_index()
        if len(events)
        else _frame([], {"game_id": "int64", "seat": "int64", **dict.fromkeys(sources, "int64")})
    )
    merged = frames.seats.merge(sums, on=["game_id", "seat"], how="left")
    return merged.fillna(dict.fromkeys(sources, 0)).astype(dict.fromkeys(sources, "int64"))


def _frame(rows: list[tuple[Any, ...]], columns: Mapping[str, str]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=list(columns)).astype(dict(columns))
