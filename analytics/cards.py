"""How often a card is taken, and how often its takers win.

A raw win rate is not the strength of a card. Whoever takes a card has earned it, and is often ahead already; and the
share of wins depends on the number of players. So every rate stands beside what the number of players alone would give
(1/n), and beside the rate of everybody who took any card of the same kind.

The unit of a rate of wins is the player-game: a seat that takes the same card three times in a game is one taker, two
seats that take a copy each are two. The unit of a taken rate is the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from analytics.frames import Frames
from analytics.intervals import Interval, Sample, sample_size, wilson


@dataclass(frozen=True, slots=True)
class WinRate:
    """The wins of some player-games. `wins` sums their shares of the win; `count` says how many they are.

    `expected` is the mean of 1/n over them, n the number of players of each game: par. `above` is rate - expected, the
    wins above expectation per player-game. Rate, interval, expected and above are None without a player-game.
    """

    count: int
    wins: float
    sample: Sample
    rate: float | None
    interval: Interval | None
    expected: float | None
    above: float | None


@dataclass(frozen=True, slots=True)
class CardRow:
    """One card. `offered` counts the games in which at least one player could have taken it when somebody took a card,
    `taken` those in which it was taken. `taken_rate` is taken / offered.

    `takers` counts every seat that took it once a game. `mean_turn` is the mean, over these takers, of the turn in
    which they first took it.
    """

    card: str
    offered: int
    taken: int
    taken_rate: float
    taken_interval: Interval | None
    mean_turn: float | None
    takers: WinRate


@dataclass(frozen=True, slots=True)
class CardTable:
    """The cards of one kind that were on offer in these games, and everybody who took at least one of this kind, to
    compare with.
    """

    kind: str
    games: int
    rows: tuple[CardRow, ...]
    any_card: WinRate


def card_tables(frames: Frames, kinds: Mapping[str, str]) -> list[CardTable]:
    """A table for every kind of card, in the order of `kinds`, which gives the kind of each card.

    A table has a row for every card that was on offer: large samples first, by wins above expectation; then the others
    in the order of `kinds`. Raises ValueError for a card that is not in `kinds`.
    """
    taken = frames.card_events[frames.card_events["what"] == "taken"]
    unknown = (set(taken["card"]) | set(frames.offers["card"])) - set(kinds)
    if unknown:
        raise ValueError(f"unknown cards: {', '.join(sorted(unknown))}")
    takings = taken.merge(frames.seats, on=["game_id", "seat"], how="left")
    offered = frames.offers.groupby("card")["game_id"].nunique()
    tables = []
    for kind in dict.fromkeys(kinds.values()):
        cards = [card for card, its_kind in kinds.items() if its_kind == kind]
        of_kind = takings[takings["card"].isin(cards)]
        rows = [
            _card_row(card, int(offered[card]), of_kind[of_kind["card"] == card]) for card in cards if card in offered
        ]
        rows.sort(key=_rank)
        tables.append(CardTable(kind, frames.games, tuple(rows), win_rate(_player_games(of_kind))))
    return tables


def win_rate(player_games: pd.DataFrame) -> WinRate:
    """The wins of these rows of `frames.SEATS`."""
    count, wins = len(player_games), float(player_games["win"].sum())
    sample = sample_size(count)
    if count == 0:
        return WinRate(count, wins, sample, None, None, None, None)
    rate = wins / count
    expected = float((1 / player_games["players"]).mean())
    return WinRate(count, wins, sample, rate, wilson(wins, count), expected, rate - expected)


def _card_row(card: str, offered: int, takings: pd.DataFrame) -> CardRow:
    taken = int(takings["game_id"].nunique())
    takers = _player_games(takings)
    return CardRow(
        card=card,
        offered=offered,
        taken=taken,
        taken_rate=taken / offered,
        taken_interval=wilson(taken, offered),
        mean_turn=float(takers["turn"].mean()) if taken else None,
        takers=win_rate(takers),
    )


def _player_games(takings: pd.DataFrame) -> pd.DataFrame:
    """The first taking of each seat in each game."""
    return takings.sort_values("turn", kind="stable").drop_duplicates(["game_id", "seat"])


def _rank(row: CardRow) -> tuple[int, float]:
    above = row.takers.above
    return (1, 0.0) if row.takers.sample != "enough" or above is None else (0, -above)
