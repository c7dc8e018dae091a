"""How strong cards are: how often a card is taken, how often its takers win, and how much of that the card explains.

A raw win rate is not the strength of a card. Whoever takes a card has earned it, and is often ahead already. So three
numbers stand side by side, each with its interval:

- *raw*: the win rate of the takers, beside par (1/n);
- *rated*: wins minus what the ratings before the game led one to expect;
- *adjusted*: wins minus P(win) from the state of the game just before the card was taken (`analytics.model`), against
  takers of other cards of its kind who stood equally well at the same time (`analytics.card_positions`).

The state is what every game records; it does not see the board. Whoever gets to take any card at all has built
something that has not scored yet, so all cards of a kind could lie above zero although no card of it does anything.
What they share says nothing about one of them, so a card is compared with cards, never with zero; and those that are
found to differ are no measure for the others (`analytics.card_effects`).

What P(win) expects before a taking includes what players in such a state usually go on to take. Where leaders get a
card in most games, a part of its worth is therefore in the expectation already, and `adjusted` is a little too small;
the interval allows for it (`analytics.card_pairs.ABSORBED`).

Units: a *taker* is a seat that took the card in a game, once a game, at its first taking. Rates of taking count games.

Intervals: takers of one game do not count as independent of each other (`analytics.card_pairs`).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import pandas as pd

from analytics.card_effects import CardPair, Comparison, Effect, Verdict, compare_cards, effects_beside, verdict_of
from analytics.card_offers import DEALT, OFFERS, effects_of_offers
from analytics.card_pairs import PAIRS, PRODUCT_UNIT, Kind, Pairs
from analytics.card_points import points_of_cards
from analytics.card_positions import CHANCES, POSITIONS, Positions
from analytics.card_quarters import Quarters, effects_by_quarter
from analytics.frames import UNIT, Frames, Ints, places_of
from analytics.intervals import Interval, Sample, sample_size, wilson
from analytics.model import Model, chances_by_form, hidden_worth, progress_of, quarters_of, states_of, win_chances
from analytics.sums import Family, Sums, cells_of, rows_of_cells

CARDS = Family(
    "cards",
    {"card": "category"},
    (
        "offered_games",
        "taken_games",
        "used",
        "declined",
        "takers",
        "turns",
        "points",
        "win",
        "par",
        "rated",
        "provisional",
    ),
)
"""`turns` and `points` sum the turn of the first taking and the points that the card brought, over the takers. `rated`
sums wins minus expectation in units. `provisional` counts takers with fewer than `FEW_RATED` rated games, at tables
whose ratings differ."""

CARD_FAMILIES: tuple[Family, ...] = (CARDS, POSITIONS, PAIRS, OFFERS)
"""All that `cards_sums` contributes to."""

FEW_RATED = 10
"""After so many rated games at tables of three a rating is not provisional any more (docs/ratings.md)."""


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

    `rated`: wins above what the ratings expect; `provisional`: the share of the takers who have hardly any rated games.
    `usual` is what takers of any card of the kind would have won at tables of these sizes: par and what all takers win
    above theirs. `adjusted` against the other cards in the same position, with what belongs to it in `compared`.
    `quarters`: the same by quarter of the game. `offer`: what it does to whoever takes first to find the card on offer;
    None unless a shuffle deals it.
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
    usual: float | None
    rated: Effect | None
    provisional: float
    compared: Comparison
    quarters: Quarters
    offer: Effect | None
    verdict: Verdict

    @property
    def adjusted(self) -> Effect | None:
        """What the card adds to the chance to win, against others in the same position."""
        return self.compared.effect


@dataclass(frozen=True, slots=True)
class CardTable:
    """The cards of one kind that were on offer, and all their takers together, to compare with: a seat counts there
    once for each card of the kind that it took. `pairs`: cards that do something together."""

    kind: str
    rows: tuple[CardRow, ...]
    any_card: WinRate
    pairs: tuple[CardPair, ...] = ()


def cards_sums(frames: Frames, model: Model) -> dict[str, pd.DataFrame]:
    """What these games contribute to `CARD_FAMILIES`."""
    cards = sorted({*frames.card_events["card"].cat.categories, *frames.offers["card"].cat.categories})
    takings = _takings(frames, model, cards)
    cells = cells_of(frames.games)
    return {
        CARDS.name: _lives(frames, takings, _ByCard(CARDS, *cells, cards)),
        POSITIONS.name: _positions(takings, *cells, cards),
        PAIRS.name: _pairs(takings, *cells, cards),
        OFFERS.name: _offers(frames, takings, _ByCard(OFFERS, *cells, cards)),
    }


def card_tables(sums: Sums, kinds: Mapping[str, str]) -> list[CardTable]:
    """A table for every kind of card, in the order of `kinds`, which gives the kind of each card.

    A table has a row for every card that was on offer: large samples first, the strongest of them on top; then the
    others in the order of `kinds`. Raises ValueError for a card that is not in `kinds`.
    """
    seen, placed = _by_kind(sums, kinds)
    offers = sums.total(OFFERS, by=("variant", "players"))
    compared = compare_cards(list(placed.values()))
    tables = []
    for kind, cards in seen.items():
        quarters = effects_by_quarter(placed[kind].positions, compared.cards)
        dealt = effects_of_offers(offers, list(cards)) if kind in DEALT else {}
        any_card = _win_rate(list(cards.values()))
        rows = [
            _row(card, one, compared.cards[card], quarters.get(card, ()), dealt.get(card), any_card)
            for card, one in cards.items()
        ]
        rows.sort(key=_rank)
        together = tuple(pair for pair in compared.pairs if set(pair.cards) <= cards.keys())
        tables.append(CardTable(kind, tuple(rows), any_card, together))
    return tables


def effects_in(sums: Sums, kinds: Mapping[str, str], tables: Sequence[CardTable]) -> dict[str, Effect]:
    """What the cards that these tables found to differ add in a part of the games; without those that have too few
    takers there. Raises ValueError for a card that is not in `kinds`."""
    found = {row.card for table in tables for row in table.rows if row.compared.found}
    pairs = {pair.cards for table in tables for pair in table.pairs}
    return effects_beside(list(_by_kind(sums, kinds)[1].values()), found, pairs)


def _by_kind(sums: Sums, kinds: Mapping[str, str]) -> tuple[dict[str, dict[str, dict[Hashable, Any]]], dict[str, Kind]]:
    """The cards of each kind that were on offer, with their sums, and what they are compared by."""
    totals = sums.total(CARDS)
    positions = sums.total(POSITIONS, by=("variant", "players"))
    pairs = sums.total(PAIRS, by=("variant", "players"))
    unknown = (set(totals["card"]) | set(positions["card"])) - set(kinds)
    if unknown:
        raise ValueError(f"unknown cards: {', '.join(sorted(unknown))}")
    of_card = {str(row["card"]): row for row in totals.to_dict("records")}
    seen = {
        kind: {card: of_card[card] for card, its in kinds.items() if its == kind and _on_offer(of_card.get(card))}
        for kind in dict.fromkeys(kinds.values())
    }
    placed = {
        kind: Kind(Positions.of(positions, list(cards)), Pairs.of(pairs, list(cards))) for kind, cards in seen.items()
    }
    return seen, placed


def _on_offer(sums: Mapping[Hashable, int] | None) -> bool:
    return sums is not None and sums["offered_games"] > 0


def _row(
    card: str,
    sums: Mapping[Hashable, int],
    compared: Comparison,
    quarters: Quarters,
    offer: Effect | None,
    any_card: WinRate,
) -> CardRow:
    offered, taken, used, declined = (sums[name] for name in ("offered_games", "taken_games", "used", "declined"))
    takers = _win_rate([sums])
    provisional = sums["provisional"] / takers.count if takers.count else 0.0
    usual = takers.par + any_card.above if takers.par is not None and any_card.above is not None else None
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
        usual=usual,
        rated=_rated(takers, sums["rated"]),
        provisional=provisional,
        compared=compared,
        quarters=quarters,
        offer=offer,
        verdict=verdict_of(compared, takers.interval, usual, provisional),
    )


def _win_rate(sums: Sequence[Mapping[Hashable, int]]) -> WinRate:
    count, won, par = (sum(of_card[name] for of_card in sums) for name in ("takers", "win", "par"))
    wins, sample = won / UNIT, sample_size(count)
    if count == 0:
        return WinRate(count, wins, sample, None, None, None, None)
    return WinRate(
        count, wins, sample, wins / count, wilson(wins, count), par / UNIT / count, (won - par) / UNIT / count
    )


def _rated(takers: WinRate, above: int) -> Effect | None:
    """Wins above the ratings: their rate with its interval, less the mean of what was expected."""
    if takers.rate is None or takers.interval is None:
        return None
    value = above / UNIT / takers.count
    expected = takers.rate - value
    return Effect(value, Interval(takers.interval.low - expected, takers.interval.high - expected), takers.count)


def _rank(row: CardRow) -> tuple[int, float]:
    if row.takers.sample != "enough" or row.takers.above is None:
        return 2, 0.0
    shrunk = row.compared.shrunk
    return (1, -row.takers.above) if shrunk is None else (0, -shrunk.value)


class _ByCard:
    """The sums of a family that has no key but the card, while they are counted: for each measure cells x cards."""

    def __init__(self, family: Family, cells: pd.DataFrame, cell: Ints, cards: Sequence[str]) -> None:
        self.cells, self.cell, self.cards = cells, cell, cards
        self.measures = {name: np.zeros((len(cells), len(cards)), np.int64) for name in family.measures}

    def add(self, game: Ints, card: Ints, amounts: Mapping[str, Ints | int]) -> None:
        """Add these amounts to the measures of the cards in the cells of the games."""
        for name, amount in amounts.items():
            np.add.at(self.measures[name], (self.cell[game], card), amount)

    def add_once(self, game: Ints, card: Ints, measure: str) -> None:
        """Add 1 to the measure for each game that is named together with a card, however often."""
        named = np.zeros((len(self.cell), len(self.cards)), bool)
        named[game, card] = True
        games, cards = np.nonzero(named)
        self.add(games.astype(np.int64), cards.astype(np.int64), {measure: 1})

    def rows(self) -> pd.DataFrame:
        """The rows of the family."""
        return rows_of_cells(self.cells, {"card": self.cards}, self.measures)


def _takings(frames: Frames, model: Model, cards: Sequence[str]) -> pd.DataFrame:
    """Every taking, in the order of the log, with its `game` and `card` as places: the taker's `win`, `rated`,
    `adjusted`, `expected`, `unseen` and `paid` in units, and `points`, `par`, `quarter`, `chance`, `provisional`, and
    `first` (of its seat and card in the game). Where `known` is false there is no model."""
    taken = frames.card_events[(frames.card_events["what"] == "taken").to_numpy()]
    taken = taken.iloc[np.lexsort((taken["line"], taken["game_id"]))]
    (game, card), seat = _places(frames, taken, cards), taken["seat"].to_numpy(np.int64)
    taker = frames.rows_by_seat()[game, seat]
    columns = frames.player_games["win"], win_chances(model, frames), frames.player_games["rated_games"]
    win, expected_win, rated_games = (column.to_numpy(np.int64)[taker] for column in columns)
    states = states_of(frames, taken)
    highest = np.fmax.reduce(states.ratings, axis=1, initial=-np.inf)
    differ = highest > np.fmin.reduce(states.ratings, axis=1, initial=np.inf)
    chances = chances_by_form(model, frames, states)[np.arange(len(taken)), seat]
    known = ~np.isnan(chances)
    chances, progress = np.nan_to_num(chances), np.nan_to_num(progress_of(model, states))
    paid = points_of_cards(frames, cards, model.paid)
    first = np.zeros(len(taken), bool)
    first[np.unique((game * frames.seats + seat) * len(cards) + card, return_index=True)[1]] = True
    return pd.DataFrame(
        {
            "game": game,
            "line": taken["line"].to_numpy(np.int64),
            "turn": taken["turn"].to_numpy(np.int64),
            "seat": seat,
            "card": card,
            "win": win,
            "points": paid[game, seat, card],
            "paid": _decided(frames, game, seat, paid[game, seat, card]),
            "par": UNIT // states.players,
            "rated": win - expected_win,
            "provisional": differ & (rated_games < FEW_RATED),
            "known": known,
            "adjusted": win - np.rint(UNIT * chances).astype(np.int64),
            "expected": np.rint(UNIT * chances * (1 - chances)).astype(np.int64),
            "unseen": np.rint(UNIT * hidden_worth(model, states.players, chances, progress)).astype(np.int64),
            "quarter": quarters_of(progress),
            "chance": np.searchsorted(CHANCES, chances),
            "first": first,
        }
    )


def _decided(frames: Frames, game: Ints, seat: Ints, points: Ints) -> Ints:
    """The share of the win of these seats, in units, less that with so many points fewer: of the best scores, which
    share alike."""
    scores = np.full((len(frames), frames.seats), np.iinfo(np.int32).min, np.int64)
    people = frames.player_games
    scores[places_of(frames.games["game_id"], people["game_id"]), people["seat"]] = people["score"]
    after = scores[game]
    before = after.copy()
    before[np.arange(len(game)), seat] -= points
    with_them, without = (_share(table, seat) for table in (after, before))
    return with_them - without


def _share(scores: Ints, seat: Ints) -> Ints:
    best = scores == scores.max(axis=1, keepdims=True, initial=np.iinfo(np.int32).min)
    return np.asarray(best[np.arange(len(seat)), seat] * (UNIT // best.sum(axis=1)))


def _lives(frames: Frames, takings: pd.DataFrame, sums: _ByCard) -> pd.DataFrame:
    """What happened to each card in each game."""
    first = {name: column.to_numpy(np.int64) for name, column in takings[takings["first"]].items()}
    game, card = first["game"], first["card"]
    names = ("points", "win", "par", "rated", "provisional")
    sums.add(game, card, {"takers": 1, "turns": first["turn"], **{name: first[name] for name in names}})
    sums.add_once(game, card, "taken_games")
    sums.add_once(*_places(frames, frames.offers, sums.cards), "offered_games")
    game, card = _places(frames, frames.card_events, sums.cards)
    for what in ("used", "declined"):
        sums.add(game, card, {what: np.asarray(frames.card_events["what"] == what, np.int64)})
    return sums.rows()


def _positions(takings: pd.DataFrame, cells: pd.DataFrame, cell: Ints, cards: Sequence[str]) -> pd.DataFrame:
    """The takers of each card, with what is known of their position."""
    known = takings[takings["first"] & takings["known"]].reset_index(drop=True)
    rows = cells.iloc[cell[known["game"]]].reset_index(drop=True)
    measured = known[["quarter", "chance", "adjusted", "expected", "unseen", "paid"]]
    return rows.assign(
        **{str(name): column for name, column in measured.items()},
        card=pd.Categorical.from_codes(known["card"].to_numpy(np.int64), pd.Index(list(cards))),
        takers=1,
        squares=_square(known["adjusted"].to_numpy(np.int64)),
        paid_squares=_square(known["paid"].to_numpy(np.int64)),
    )


def _pairs(takings: pd.DataFrame, cells: pd.DataFrame, cell: Ints, cards: Sequence[str]) -> pd.DataFrame:
    """The takers of each card with each card that they own at the end of the game, and what all takings of a game have
    in common."""
    first = takings[takings["first"]]
    known = first[first["known"]][["game", "seat", "card", "line", "adjusted", "expected"]]
    owned = first[["game", "seat", "card", "line"]].rename(columns={"card": "other", "line": "since"})
    both = known.merge(owned, on=["game", "seat"])
    rows: pd.DataFrame = cells.iloc[cell[both["game"].to_numpy(np.int64)]].reset_index(drop=True)
    names = pd.Index(list(cards))
    before = (both["since"] <= both["line"]).to_numpy(np.int64)
    owning = rows.assign(
        card=pd.Categorical.from_codes(both["card"].to_numpy(np.int64), names),
        other=pd.Categorical.from_codes(both["other"].to_numpy(np.int64), names),
        takers=before,
        later=1 - before,
        adjusted=before * both["adjusted"].to_numpy(np.int64),
        expected=before * both["expected"].to_numpy(np.int64),
        products=0,
    )
    return pd.concat([owning, _products(first[first["known"]], cells, cell, cards)], ignore_index=True)


def _products(takings: pd.DataFrame, cells: pd.DataFrame, cell: Ints, cards: Sequence[str]) -> pd.DataFrame:
    """Wins minus chance of the takings of each card times those of each other card of the game: for two cards all
    takings of either, for a card with itself those by different players."""
    above = np.rint(takings["adjusted"].to_numpy(np.float64) * (sqrt(PRODUCT_UNIT) / UNIT)).astype(np.int64)
    game, card = takings["game"].to_numpy(np.int64), takings["card"].to_numpy(np.int64)
    sums = np.zeros((len(cell), len(cards)), np.int64)
    np.add.at(sums, (game, card), above)
    squares = np.zeros((len(cells), len(cards)), np.int64)
    np.add.at(squares, (cell[game], card), above**2)
    products = np.zeros((len(cells), len(cards), len(cards)), np.int64)
    for number in range(len(cells)):
        of_cell = sums[cell == number].astype(np.float64)
        # Whole numbers below 2^53 stay whole.
        products[number] = np.triu(of_cell.T @ of_cell) - np.diag(squares[number])
    names = pd.Index(list(cards))
    rows, one, other = np.nonzero(products)
    none = dict.fromkeys(("takers", "later", "adjusted", "expected"), 0)
    return (
        cells.iloc[rows]
        .reset_index(drop=True)
        .assign(
            card=pd.Categorical.from_codes(one, names),
            other=pd.Categorical.from_codes(other, names),
            **none,
            products=products[rows, one, other],
        )
    )


def _offers(frames: Frames, takings: pd.DataFrame, sums: _ByCard) -> pd.DataFrame:
    """The first taking of each game, once for the card that was taken and once for each card on offer."""
    first = takings.drop_duplicates("game")
    first = first[first["known"]]
    moments = {name: first[name].to_numpy(np.int64) for name in ("game", "line", "seat", "card", "adjusted")}
    adjusted, squares = moments["adjusted"], _square(moments["adjusted"])
    sums.add(moments["game"], moments["card"], {"first": 1, "first_adjusted": adjusted, "first_squares": squares})
    # Where the first taking of each game is, if it is known.
    lines, seats, moment = np.full((3, len(frames)), -1)
    lines[moments["game"]], seats[moments["game"]] = moments["line"], moments["seat"]
    moment[moments["game"]] = np.arange(len(first))
    game, card = _places(frames, frames.offers, sums.cards)
    there = (frames.offers["line"].to_numpy() == lines[game]) & (frames.offers["seat"].to_numpy() == seats[game])
    game, card = game[there], card[there]
    of_game = moment[game]
    sums.add(game, card, {"offered": 1, "offered_adjusted": adjusted[of_game], "offered_squares": squares[of_game]})
    return sums.rows()


def _places(frames: Frames, table: pd.DataFrame, cards: Sequence[str]) -> tuple[Ints, Ints]:
    """The places of game and card of each row."""
    number = {card: place for place, card in enumerate(cards)}
    column = table["card"].cat
    of_category = np.array([number[card] for card in column.categories], np.int64)
    return places_of(frames.games["game_id"], table["game_id"]), of_category[column.codes]


def _square(units: Ints) -> Ints:
    """x^2 in units, for x in units."""
    return (units * units + UNIT // 2) // UNIT
