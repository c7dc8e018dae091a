"""One player's games: form against expectation, opponents, seats, cards, and the sources of peers.

The unit is the game of the player. *Share of opponents beaten*: of the others at the table the part that ended behind
the player, a shared place counting as half. It is (n - mean rank) / (n - 1), so 1 is first alone, 0 last alone, and
games of two, three and four players are on one scale. Its expectation is the mean of the chances against each of them,
from the ratings before the game and with the temperature of the chances to win, so that with two players both are one
number; where a rating was unknown it is None, and the game has no part in a comparison with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum, isnan, nan, sqrt
from statistics import variance
from typing import Any, Literal, TypeVar

import numpy as np
import pandas as pd

from analytics.frames import UNIT, Frames, with_sources
from analytics.intervals import LEAST_GROUP, Interval, Sample, sample_size, t975, wilson
from analytics.model import Model, state_chances, states_of, win_chances
from analytics.significance import Estimate, normal_prior, q_values, student_p
from analytics.sources import SCORE
from competition.ratings.prediction import win_chances as chances_of

FORM_GAMES = 20
Key = TypeVar("Key", int, tuple[int, int])


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of the player, in a `variant` (a key of `engine.variants`). `win` is the share of the win and `chance`
    what the ratings gave it; `beaten` is the share of opponents beaten and `expected` its expectation."""

    game_id: int
    finished_at: int
    seat: int
    players: int
    variant: str
    place: int
    score: int
    win: float
    chance: float
    beaten: float
    expected: float | None


@dataclass(frozen=True, slots=True)
class Record:
    """Some games of the player together.

    `beaten` is the mean share of opponents beaten over all `games`. `expected` and `above` (beaten minus expected, with
    the `interval` of `error_above`) are means over the `known` games in which all ratings were known; None without such
    a game.
    """

    games: int
    wins: float
    expected_wins: float
    beaten: float
    known: int
    expected: float | None
    above: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody whom the player met. `better`: games in which the player had the better place, a shared one is half.

    `expected` is what the ratings gave for the `known` games among them; None if there are none. `interval` is that of
    better / games.
    """

    player_id: int
    games: int
    better: float
    known: int
    expected: float | None
    interval: Interval | None

    @property
    def share(self) -> float:
        """The part of the games with the better place."""
        return self.better / self.games


@dataclass(frozen=True, slots=True)
class PeerSource:
    """What a source gives the player and the peers, in points per game; `source` is `SCORE` for all together.

    `q` allows for all sources having been looked at; None for `SCORE`, and where there is no spread to learn from.
    """

    source: str
    mine: float
    peers: float
    difference: float
    interval: Interval | None
    q: float | None


@dataclass(frozen=True, slots=True)
class PeerComparison:
    """The player against `peers` others over the player's `games` and their `peer_games`.

    Tables of two and of four score differently, and so do variants: the peers are weighted to the player's numbers of
    players and variants; games of the player in which no peer has played the like are left out.
    """

    games: int
    peers: int
    peer_games: int
    rows: tuple[PeerSource, ...]


@dataclass(frozen=True, slots=True)
class OwnCard:
    """A card that the player took in `games` games, each counted once.

    `above`: wins minus expectation, per game. `difference`: that, minus the same of the player's other takings, with
    its interval: whoever takes any card has earned it, so zero is no fair measure. `shrunk`: the difference drawn
    towards zero as much as its noise deserves. `q` allows for all cards having been looked at. None where there is no
    other card, or no spread to learn from.
    """

    card: str
    games: int
    wins: float
    above: float
    difference: float | None
    interval: Interval | None
    shrunk: float | None
    q: float | None
    sample: Sample


@dataclass(frozen=True, slots=True)
class OwnCards:
    """The cards of the player, the best first by `shrunk`. `expectation` says what wins are compared with: the state of
    the game before the card was taken, or, where no model knows it, the ratings before the game.
    """

    expectation: Literal["state", "ratings"]
    rows: tuple[OwnCard, ...]


def games_of_player(frames: Frames, player_id: int, model: Model) -> list[PlayedGame]:
    """The games of the player in these frames, the latest first."""
    columns = ["game_id", "finished_at", "players", "variant"]
    games = {row["game_id"]: row for row in frames.games[columns].to_dict("records")}
    found = []
    for me, others in _tables(frames, player_id, model):
        expected = [chance_against(me, other, model) for other in others]
        found.append(
            PlayedGame(
                game_id=me["game_id"],
                finished_at=games[me["game_id"]]["finished_at"],
                seat=me["seat"],
                players=games[me["game_id"]]["players"],
                variant=str(games[me["game_id"]]["variant"]),
                place=me["place"],
                score=me["score"],
                win=me["win"] / UNIT,
                chance=me["chance"] / UNIT,
                beaten=fsum(pair_result(me, other) for other in others) / len(others) if others else 0.0,
                expected=fsum(expected) / len(others) if others and not any(map(isnan, expected)) else None,
            )
        )
    return sorted(found, key=lambda game: (-game.finished_at, -game.game_id))


def record_of(games: Sequence[PlayedGame]) -> Record | None:
    """These games together; None without one."""
    if not games:
        return None
    known = [game for game in games if game.expected is not None]
    differences = [game.beaten - game.expected for game in known if game.expected is not None]
    above, error = fsum(differences) / len(known) if known else None, error_above(games)
    half = t975(len(known) - 1) * error if error is not None else 0.0
    return Record(
        games=len(games),
        wins=fsum(game.win for game in games),
        expected_wins=fsum(game.chance for game in games),
        beaten=fsum(game.beaten for game in games) / len(games),
        known=len(known),
        expected=fsum(game.expected for game in known if game.expected is not None) / len(known) if known else None,
        above=above,
        interval=None if above is None or error is None else _of_shares(Interval(above - half, above + half)),
    )


def error_above(games: Iterable[PlayedGame]) -> float | None:
    """The standard error of the mean of beaten minus expected, for Student's t; None below two games with an
    expectation.

    A few games often end alike, and their scatter alone then says that the mean is nearly certain: five wins of a
    favourite in a row are no rare thing. So the variance is never taken below the one that results have if the
    expectation e is right: e (1 - e) (n + 1) / (3 (n - 1)) at a table of n, which is exact for two players, and for any
    number of equal ones.
    """
    known = [(game.beaten, game.expected, game.players) for game in games if game.expected is not None]
    if len(known) < 2:
        return None
    by_chance = [e * (1 - e) * (n + 1) / (3 * (n - 1)) for _beaten, e, n in known]
    return sqrt(squared_error([beaten - e for beaten, e, _n in known], by_chance))


def squared_error(differences: Sequence[float], by_chance: Sequence[float]) -> float:
    """The squared standard error of the mean of two or more results minus their expectations: from their scatter, but
    at least from the mean variance that the expectations give them (`by_chance`, one for each)."""
    return max(variance(differences), fsum(by_chance) / len(by_chance)) / len(differences)


def by_seat(games: Iterable[PlayedGame]) -> list[tuple[tuple[int, int], Record]]:
    """The games together by number of players and seat: the first seat of two is not the first of four."""
    return _records_by(games, lambda game: (game.players, game.seat))


def by_players(games: Iterable[PlayedGame]) -> list[tuple[int, Record]]:
    """The games together by number of players."""
    return _records_by(games, lambda game: game.players)


def _records_by(games: Iterable[PlayedGame], key: Callable[[PlayedGame], Key]) -> list[tuple[Key, Record]]:
    groups: defaultdict[Key, list[PlayedGame]] = defaultdict(list)
    for game in games:
        groups[key(game)].append(game)
    return [(value, record) for value in sorted(groups) if (record := record_of(groups[value])) is not None]


def opponents_of(frames: Frames, player_id: int, model: Model) -> list[Opponent]:
    """Everybody whom the player met, most games first, then by number."""
    better: defaultdict[int, list[float]] = defaultdict(list)
    expected: defaultdict[int, list[float]] = defaultdict(list)
    for me, others in _tables(frames, player_id, None):
        for other in others:
            better[other["player_id"]].append(pair_result(me, other))
            share = chance_against(me, other, model)
            if not isnan(share):
                expected[other["player_id"]].append(share)
    rows = [
        Opponent(
            player_id=key,
            games=len(results),
            better=fsum(results),
            known=len(expected[key]),
            expected=fsum(expected[key]) if expected[key] else None,
            interval=wilson(fsum(results), len(results)),
        )
        for key, results in better.items()
    ]
    return sorted(rows, key=lambda row: (-row.games, row.player_id))


def against_peers(
    people: pd.DataFrame, player_id: int, peers: Collection[int], sources: Sequence[str]
) -> PeerComparison | None:
    """The sources of the player beside those of these peers.

    `people` are the player-games to look at with their points by source (`frames.points_by_source`), and with
    `players` and `variant` of the game.

    None if fewer than `LEAST_GROUP` of them, or not the player, have games with the same number of players and variant.
    The interval of a difference is Welch's with the freedom of the player's games; a game with several peers counts
    once, with their mean, because the players of one game depend on each other.
    """
    table = with_sources(people, sources).rename(columns={"score": SCORE})
    table["stratum"] = table.groupby(["players", "variant"], observed=True).ngroup()
    keys = [SCORE, *sources]
    mine = table[table["player_id"] == player_id]
    theirs = table[table["player_id"].isin(list(peers)) & (table["player_id"] != player_id)]
    both = sorted(set(mine["stratum"]) & set(theirs["stratum"]))
    mine, theirs = mine[mine["stratum"].isin(both)], theirs[theirs["stratum"].isin(both)]
    if not len(mine) or theirs["player_id"].nunique() < LEAST_GROUP:
        return None
    weights = {stratum: float((mine["stratum"] == stratum).mean()) for stratum in both}
    of_games = theirs.groupby(["stratum", "game_id"])[keys].mean()
    of_stratum = {stratum: of_games.loc[[stratum]].to_numpy(np.float64).T for stratum in both}
    rows, errors = [], []
    for place, key in enumerate(keys):
        own = mine[key].to_numpy(np.float64)
        groups = {stratum: of_keys[place] for stratum, of_keys in of_stratum.items()}
        of_peers = fsum(weights[stratum] * float(group.mean()) for stratum, group in groups.items())
        spread = fsum(weights[stratum] ** 2 * _error_squared(group) for stratum, group in groups.items())
        errors.append(sqrt(_error_squared(own) + spread))
        rows.append(_peer_source(key, own, of_peers, errors[-1]))
    return PeerComparison(len(mine), int(theirs["player_id"].nunique()), len(theirs), _with_q(rows, errors, len(mine)))


def own_cards(frames: Frames, model: Model, player_id: int) -> OwnCards:
    """The cards that the player took, the best first."""
    seats = frames.player_games[["game_id", "seat", "player_id", "win"]].assign(chance=win_chances(model, frames))
    taken = frames.card_events[frames.card_events["what"] == "taken"].astype({"card": "str"})
    taken = taken.merge(seats[seats["player_id"] == player_id], on=["game_id", "seat"])
    taken = taken.sort_values(["game_id", "line"], kind="stable").drop_duplicates(["game_id", "card"])
    if not len(taken):
        return OwnCards("ratings", ())
    chances = state_chances(model, states_of(frames, taken))
    before = chances[np.arange(len(taken)), taken["seat"].to_numpy(np.int64)]
    by_state = not np.isnan(before).any()
    expected = before if by_state else taken["chance"].to_numpy(np.float64) / UNIT
    wins = taken["win"].to_numpy(np.float64) / UNIT
    return OwnCards("state" if by_state else "ratings", own_effects(taken.assign(won=wins, above=wins - expected)))


def own_effects(taken: pd.DataFrame) -> tuple[OwnCard, ...]:
    """What each of the player's choices did beside the others, the best first. `taken` has `card`, `won` and `above`
    for each game with a choice. One standard deviation serves all: what a few games of one show of it is worth
    little."""
    whole, total = len(taken), float(taken["above"].sum())
    deviation = float(taken["above"].std()) if whole > 1 else 0.0
    sums = taken.groupby("card", sort=True).agg(won=("won", "sum"), above=("above", "sum"), games=("above", "size"))
    found = []
    for card, won, above, games in zip(sums.index, sums["won"], sums["above"], sums["games"], strict=True):
        others = whole - games
        against = None
        if others and deviation:
            error = deviation * sqrt(1 / games + 1 / others)
            against = Estimate(above / games - (total - above) / others, error)
        found.append((str(card), int(games), float(won), above / games, against))
    estimates = [against for *_rest, against in found if against is not None]
    prior = normal_prior(estimates)
    half = t975(whole - 1) if whole > 1 else 0.0
    q = iter(q_values([student_p(one.value / one.error, whole - 1) for one in estimates]))
    rows = []
    for card, games, won, above, against in found:
        shrunk, interval = None, None
        if against is not None and prior is not None:
            noise, scatter = against.error**2, prior.spread**2
            shrunk = against.value * scatter / (scatter + noise)
            interval = Interval(against.value - half * against.error, against.value + half * against.error)
        rows.append(
            OwnCard(
                card=card,
                games=games,
                wins=won,
                above=above,
                difference=None if against is None else against.value,
                interval=interval,
                shrunk=shrunk,
                q=None if against is None else next(q),
                sample=sample_size(games),
            )
        )
    return tuple(sorted(rows, key=lambda row: (-(row.shrunk or 0.0), -(row.difference or 0.0), row.card)))


def _tables(
    frames: Frames, player_id: int, model: Model | None
) -> Iterable[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """The player's row and those of the others, for each game of the player."""
    table = frames.player_games
    if model is not None:
        table = table.assign(chance=win_chances(model, frames))
    games: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in table.to_dict("records"):
        games[row["game_id"]].append({str(name): value for name, value in row.items()})
    for rows in games.values():
        for me in rows:
            if me["player_id"] == player_id:
                yield me, [other for other in rows if other is not me]


def chance_against(me: Mapping[str, Any], other: Mapping[str, Any], model: Model) -> float:
    """The chance to finish ahead of the other; NaN if a rating is unknown."""
    if isnan(me["rating"]) or isnan(other["rating"]):
        return nan
    return chances_of([me["rating"], other["rating"]], model.temperature)[0]


def pair_result(me: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    """1 if the first of these rows of one game has the better place, a half if they share it, else 0."""
    if me["place"] == other["place"]:
        return 0.5
    return 1.0 if me["place"] < other["place"] else 0.0


def _of_shares(interval: Interval) -> Interval:
    """A difference of two shares lies between -1 and 1."""
    return Interval(max(-1.0, interval.low), min(1.0, interval.high))


def _error_squared(values: Any) -> float:
    """The squared standard error of a mean; of a single value nothing is known, and it is left out."""
    return float(values.var(ddof=1)) / len(values) if len(values) > 1 else 0.0


def _peer_source(source: str, own: Any, of_peers: float, error: float) -> PeerSource:
    mean = float(own.mean())
    interval = None
    if len(own) > 1 and error > 0:
        half = t975(len(own) - 1) * error
        interval = Interval(mean - of_peers - half, mean - of_peers + half)
    return PeerSource(source, mean, of_peers, mean - of_peers, interval, None)


def _with_q(rows: Sequence[PeerSource], errors: Sequence[float], games: int) -> tuple[PeerSource, ...]:
    tested = [
        number for number, row in enumerate(rows) if row.source != SCORE and row.interval is not None and errors[number]
    ]
    q = q_values([student_p(rows[number].difference / errors[number], games - 1) for number in tested])
    of_row = dict(zip(tested, q, strict=True))
    return tuple(replace(row, q=of_row.get(number)) for number, row in enumerate(rows))
