"""How strong cards are: how often a card is taken, how often its takers win, and how much of that the card explains.

A raw win rate is not the strength of a card. Whoever takes a card has earned it, and is often ahead already. So three
numbers stand side by side, each with its interval:

- *raw*: the win rate of the takers, beside par (1/n);
- *rated*: wins minus what the ratings before the game led one to expect;
- *adjusted*: wins minus P(win) from the state of the game just before the card was taken (`analytics.model`).

**The honest zero.** The state is what every game records; it does not see the board. Whoever gets to take any card at
all has built something that has not scored yet, so the adjusted number of a whole kind can lie above zero although no
card of it does anything. What all cards of a kind share says nothing about one of them. A verdict therefore compares a
card with the other cards of its kind (`against_kind`), never with zero, unless it is the only one.

What P(win) expects before a taking includes what players in such a state usually go on to take. Where leaders get a
card in most games, a part of its worth is therefore in the expectation already, and `adjusted` is a little too small.

Units: a *taker* is a seat that took the card in a game, once a game, at its first taking. A *moment* is a taking, of
any card, with all that was on offer. Rates of taking count games.

Intervals: the takers of one card in one game depend on each other, games do not. So the unit of an interval is the
game, with the sum of its takers' differences. Cards of the same game are treated as independent of each other: the
winner may be among the takers of both, or of the other one only, and the two cancel roughly.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analytics.card_effects import (
    Comparison,
    Effect,
    Total,
    Verdict,
    compare_with_kind,
    difference_of_offers,
    together,
    verdict_of,
)
from analytics.card_points import points_of_cards
from analytics.frames import UNIT, Frames
from analytics.intervals import Interval, Sample, sample_size, wilson
from analytics.model import Model, progress_of, state_chances, win_chances
from analytics.sums import CELL, Family, Sums

CARDS = Family(
    "cards",
    {"card": "category"},
    (
        "offered_games",
        "taken_games",
        "used",
        "declined",
        "takers",
        "takers_squared",
        "turns",
        "points",
        "win",
        "par",
        "rated",
        "rated_cross",
        "rated_squares",
        "adjusted_games",
        "adjusted_takers",
        "adjusted_takers_squared",
        "adjusted",
        "adjusted_cross",
        "adjusted_squares",
    ),
)
"""`turns` and `points` sum the turn of the first taking and the points that the card brought, over the takers. `rated`
and `adjusted` sum the differences in units; `..._cross` and `..._squares` are as in `Total`. A game without a model of
its state has no part in `adjusted...`."""

CHOICES = Family(
    "choices",
    {"card": "category", "quarter": "int8"},
    ("offered", "offered_adjusted", "offered_squares", "taken", "taken_adjusted", "taken_squares"),
)
"""Moments at which the card was on offer, and those at which it was taken, by quarter of the game (0 to 3; the model
says how long a game is). Every moment is the taking of exactly one card, so all moments of a kind are the sum of
`taken...` over its cards. Only games with a model of their state."""


@dataclass(frozen=True, slots=True)
class WinRate:
    """The wins of some takers. `wins` sums their shares of the win; `count` says how many they are.

    `par` is the mean of 1/n over them, n the number of players of each game; `above` is rate - par. Rate, interval, par
    and above are None without a taker.
    """

    count: int
    wins: float
    sample: Sample
    rate: float | None
    interval: Interval | None
    par: float | None
    above: float | None


@dataclass(frozen=True, slots=True)
class CardRow:
    """One card. `offered` counts the games in which at least one player could have taken it when somebody took a card,
    `taken` those in which it was taken. `taken_rate` is taken / offered.

    `mean_turn` is the mean, over the takers, of the turn in which they first took it; `points` the mean of the points
    it brought them. `used` and `declined` count what its owners did when they could use it; `declined_rate` is None if
    that never came up.

    `rated`, `adjusted`: wins above expectation, see above. `against_kind`: adjusted, minus that of the takers of the
    other cards of the kind. `shrunk`: adjusted, drawn towards the mean of the kind by as much as its noise deserves.
    `q`: that of `against_kind` among the ranked cards of the kind. `offer`: what it does to be offered the card:
    adjusted wins of whoever takes any card of the kind, with this one on offer minus without, compared within variant,
    number of players and quarter of the game; where chance decides what is on offer, this is an experiment.
    """

    card: str
    offered: int
    taken: int
    taken_rate: float
    taken_interval: Interval | None
    used: int
    declined: int
    declined_rate: float | None
    mean_turn: float | None
    points: float | None
    takers: WinRate
    rated: Effect | None
    adjusted: Effect | None
    against_kind: Effect | None
    shrunk: Effect | None
    q: float | None
    offer: Effect | None
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class CardTable:
    """The cards of one kind that were on offer, and all their takers together, to compare with: a seat counts there
    once for each card of the kind that it took."""

    kind: str
    rows: tuple[CardRow, ...]
    any_card: WinRate
    any_adjusted: Effect | None


def cards_sums(frames: Frames, model: Model) -> dict[str, pd.DataFrame]:
    """What these games contribute to `CARDS` and `CHOICES`."""
    takings = _takings(frames, model)
    cells = frames.games[["game_id", *CELL]]
    return {
        CARDS.name: _filled(CARDS, _lives(frames, takings).merge(cells, on="game_id")),
        CHOICES.name: _filled(CHOICES, _choices(frames, model, takings).merge(cells, on="game_id")),
    }


def card_tables(sums: Sums, kinds: Mapping[str, str]) -> list[CardTable]:
    """A table for every kind of card, in the order of `kinds`, which gives the kind of each card.

    A table has a row for every card that was on offer: large samples first, the strongest of them on top; then the
    others in the order of `kinds`. Raises ValueError for a card that is not in `kinds`.
    """
    totals = sums.total(CARDS)
    choices = sums.total(CHOICES, by=("variant", "players"))
    unknown = (set(totals["card"]) | set(choices["card"])) - set(kinds)
    if unknown:
        raise ValueError(f"unknown cards: {', '.join(sorted(unknown))}")
    of_card = {str(row["card"]): row for row in totals.to_dict("records")}
    tables = []
    for kind in dict.fromkeys(kinds.values()):
        cards = [card for card, its_kind in kinds.items() if its_kind == kind]
        tables.append(_table(kind, {card: of_card[card] for card in cards if card in of_card}, choices))
    return tables


def _table(kind: str, of_card: Mapping[str, Mapping[Hashable, int]], choices: pd.DataFrame) -> CardTable:
    seen = {card: sums for card, sums in of_card.items() if sums["offered_games"]}
    takers = {card: _win_rate([sums]) for card, sums in seen.items()}
    adjusted = {card: _total(sums, "adjusted") for card, sums in seen.items()}
    ranked = [card for card in seen if takers[card].sample == "enough"]
    compared = compare_with_kind(adjusted, ranked)
    offers = difference_of_offers(choices[choices["card"].isin(seen)])
    rows = [_row(card, sums, takers[card], compared[card], offers.get(card)) for card, sums in seen.items()]
    rows.sort(key=_rank)
    return CardTable(kind, tuple(rows), _win_rate(list(seen.values())), together(adjusted.values()).effect)


def _row(
    card: str, sums: Mapping[Hashable, int], takers: WinRate, compared: Comparison, offer: Effect | None
) -> CardRow:
    offered, taken, used, declined = (sums[name] for name in ("offered_games", "taken_games", "used", "declined"))
    return CardRow(
        card=card,
        offered=offered,
        taken=taken,
        taken_rate=taken / offered,
        taken_interval=wilson(taken, offered),
        used=used,
        declined=declined,
        declined_rate=declined / (used + declined) if used + declined else None,
        mean_turn=sums["turns"] / takers.count if takers.count else None,
        points=sums["points"] / takers.count if takers.count else None,
        takers=takers,
        rated=_total(sums, "rated").effect,
        adjusted=compared.adjusted,
        against_kind=compared.against_kind,
        shrunk=compared.shrunk,
        q=compared.q,
        offer=offer,
        verdict=verdict_of(compared, takers.interval, takers.par),
    )


def _win_rate(sums: Sequence[Mapping[Hashable, int]]) -> WinRate:
    count, won, par = (sum(of_card[name] for of_card in sums) for name in ("takers", "win", "par"))
    wins, sample = won / UNIT, sample_size(count)
    if count == 0:
        return WinRate(count, wins, sample, None, None, None, None)
    return WinRate(
        count, wins, sample, wins / count, wilson(wins, count), par / UNIT / count, (won - par) / UNIT / count
    )


def _total(sums: Mapping[Hashable, int], name: str) -> Total:
    """The sums of `rated` or `adjusted`."""
    games, takers = ("taken_games", "takers") if name == "rated" else ("adjusted_games", "adjusted_takers")
    names = (games, takers, f"{takers}_squared", name, f"{name}_cross", f"{name}_squares")
    return Total(*(int(sums[of]) for of in names))


def _rank(row: CardRow) -> tuple[int, float]:
    if row.takers.sample != "enough" or row.takers.above is None:
        return 2, 0.0
    return (1, -row.takers.above) if row.shrunk is None else (0, -row.shrunk.value)


def _takings(frames: Frames, model: Model) -> pd.DataFrame:
    """Every taking, in the order of the log, with the taker's `win`, `rated` and `adjusted` difference in units (the
    latter missing without a model) and `par`."""
    taken = frames.card_events[frames.card_events["what"] == "taken"].astype({"card": "str"})
    taken = taken.sort_values(["game_id", "line"], kind="stable").drop(columns="what")
    seats = frames.player_games[["game_id", "seat", "win"]].assign(expected=win_chances(model, frames))
    rows = taken.merge(seats, on=["game_id", "seat"]).merge(frames.games[["game_id", "players"]], on="game_id")
    before = state_chances(model, frames, rows)
    chances = np.rint(UNIT * before[np.arange(len(rows)), rows["seat"].to_numpy(np.int64)]) if len(rows) else np.nan
    return rows.assign(
        par=UNIT // rows["players"].astype("int64"),
        rated=rows["win"] - rows["expected"],
        adjusted=rows["win"] - chances,
    )


def _lives(frames: Frames, takings: pd.DataFrame) -> pd.DataFrame:
    """What happened to each card in each game."""
    first = takings.drop_duplicates(["game_id", "seat", "card"])
    first = first.merge(points_of_cards(frames), on=["game_id", "seat", "card"], how="left")
    first = first.rename(columns={"turn": "turns"}).assign(takers=1, adjusted_takers=first["adjusted"].notna())
    names = ["takers", "turns", "points", "win", "par", "rated", "adjusted_takers", "adjusted"]
    sums = first[["game_id", "card", *names]].fillna(0).astype(dict.fromkeys(names, "int64"))
    taken = sums.groupby(["game_id", "card"], sort=False)[names].sum().reset_index()
    taken = taken.assign(
        taken_games=1,
        takers_squared=taken["takers"] ** 2,
        rated_cross=taken["takers"] * taken["rated"],
        rated_squares=_square(taken["rated"]),
        adjusted_games=(taken["adjusted_takers"] > 0).astype("int64"),
        adjusted_takers_squared=taken["adjusted_takers"] ** 2,
        adjusted_cross=taken["adjusted_takers"] * taken["adjusted"],
        adjusted_squares=_square(taken["adjusted"]),
    )
    offered = frames.offers[["game_id", "card"]].astype({"card": "str"}).drop_duplicates().assign(offered_games=1)
    later = frames.card_events.astype({"card": "str", "what": "str"})
    parts = [later.loc[later["what"] == what, ["game_id", "card"]].assign(**{what: 1}) for what in ("used", "declined")]
    return pd.concat([taken, offered, *parts], ignore_index=True)


def _choices(frames: Frames, model: Model, takings: pd.DataFrame) -> pd.DataFrame:
    """Every moment once for the card that was taken and once for each card on offer."""
    progress = progress_of(model, frames, takings)
    known = takings.assign(progress=progress).dropna(subset=["progress"])
    moments = known[["game_id", "line", "seat"]].assign(
        quarter=np.minimum(3, np.floor(4 * known["progress"])).astype("int8"),
        adjusted=known["adjusted"].astype("int64"),
        squares=_square(known["adjusted"].astype("int64")),
    )
    taken = moments.assign(card=known["card"], taken=1)
    taken = taken.rename(columns={"adjusted": "taken_adjusted", "squares": "taken_squares"})
    # Two cards taken on one line by one seat are two moments with the same expectation.
    place = ["game_id", "line", "seat"]
    offers = frames.offers[[*place, "card"]].astype({"card": "str"})
    offered = offers.merge(moments.drop_duplicates(place), on=place).assign(offered=1)
    offered = offered.rename(columns={"adjusted": "offered_adjusted", "squares": "offered_squares"})
    return pd.concat([taken, offered], ignore_index=True)


def _square(units: pd.Series[int]) -> pd.Series[int]:
    """x^2 in units, for x in units."""
    return (units * units + UNIT // 2) // UNIT


def _filled(family: Family, rows: pd.DataFrame) -> pd.DataFrame:
    """The columns of the family; a measure that a row does not have is 0."""
    return rows.reindex(columns=list(family.schema)).fillna(dict.fromkeys(family.measures, 0))
