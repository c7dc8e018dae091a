"""How often a card is taken, and how often its takers win.

A raw win rate is not the strength of a card. Whoever takes a card has just won something, and is often ahead
already; and the share of wins depends on the number of players. So every rate stands beside what the number of players
alone would give (1/n), and beside the rate of everybody who took any card.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    """One card. `offered` counts the games in which it could have been taken at least once, `taken` those in which
    it was taken. `taken_rate` is taken / offered. `mean_turn` is the mean turn in which it was taken.
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
    """All cards that were on offer in these games, and everybody who took at least one, to compare with."""

    games: int
    rows: tuple[CardRow, ...]
    any_card: WinRate


def card_table(frames: Frames, cards: Sequence[str]) -> CardTable:
    """A row for every card that was on offer: large samples first, by wins above expectation; then the others in the
    order of `cards`. Raises ValueError for a card that is not among `cards`.
    """
    taken = frames.card_events[frames.card_events["what"] == "taken"]
    unknown = (set(taken["card"]) | set(frames.offers["card"])) - set(cards)
    if unknown:
        raise ValueError(f"unknown cards: {', '.join(sorted(unknown))}")
    takings = taken.merge(frames.seats, on=["game_id", "seat"], how="left")
    offered = frames.offers.groupby("card")["game_id"].nunique()
    rows = [
        _card_row(card, int(offered.get(card, 0)), takings[takings["card"] == card])
        for card in cards
        if card in offered
    ]
    order = {card: number for number, card in enumerate(cards)}
    rows.sort(key=lambda row: _rank(row, order))
    return CardTable(
        games=frames.games,
        rows=tuple(rows),
        any_card=win_rate(takings.drop_duplicates(["game_id", "seat"])),
    )


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
    taken = len(takings)
    return CardRow(
        card=card,
        offered=offered,
        taken=taken,
        taken_rate=taken / offered,
        taken_interval=wilson(taken, offered),
        mean_turn=float(takings["turn"].mean()) if taken else None,
        takers=win_rate(takings),
    )


def _rank(row: CardRow, order: dict[str, int]) -> tuple[int, float, int]:
    above = row.takers.above
    if row.takers.sample != "enough" or above is None:
        return 1, 0.0, order[row.card]
    return 0, -above, order[row.card]
