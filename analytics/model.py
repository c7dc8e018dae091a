"""What a win was worth before it happened: P(win) from ratings before the game, and from the state of the game at any
line of its log.

Whoever takes a card is often ahead already, and whoever wins is often the better player. Statistics that want to be
fair therefore compare every win with what was to be expected. Two expectations are used:

- `win_chances`: from the ratings alone (Plackett-Luce: a softmax of ratings over a temperature).
- `state_chances`: from the state before a line: points so far, cards taken so far, turns begun, how far the game has
  gone, seat and ratings. A conditional logit over the seats of the game, one for each number of players. The weights
  change with the progress of the game, because a lead is worth more the fewer turns are left.

The state is what all games record. It does not see the board: a strong position that has not scored yet is unknown to
it, and in a game that pays all points at the end it knows little more than cards, seat and ratings.

Cross-fitting: the games fall into two halves, and the model of a half is fitted on the other one. So no game is
compared with an expectation that its own result has shaped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from analytics.card_points import Paid, paid_by_cards, paid_sources
from analytics.conditional_logit import Array, fit, softmax
from analytics.frames import UNIT, Frames, Ints, Schema, concat_frames, places_of
from analytics.hidden_strength import QUARTERS, hidden_points, points_by_quarter
from analytics.player_form import PlayerForm, fit_form, with_form
from analytics.seat_strengths import SeatModel, fit_strengths

MODEL_VERSION = 5

LEAST_GAMES = 100
"""Fewer games of a number of players: no state model for it ("not enough games yet")."""

MOST_GAMES = 5_000
"""The latest games of a number of players that a fit looks at. More would make it slower, hardly better."""

MOMENTS_A_GAME = 10
"""About how many turns of each game a fit looks at. Neighbouring turns say nearly the same."""

RIDGE, SEAT_RIDGE = 0.3, 100.0
"""Prior of the weights: normal around 0 with variance 1/ridge, each moment counted as one observation. It hardly binds
weights of the state. Those of the seats are small and hard to learn: the moments of a game all say the same of them."""

STATE = ("score", "lead", "cards", "turns", "rating")
"""What is known of each seat. `score`: points so far minus the mean of the table; `lead`: minus the best of the others.
`cards` and `turns`: taken and begun so far minus the mean of the table. `rating`: minus the mean of the table; 0 where
a rating is unknown. Beside these each seat has a weight of its own."""

KNOTS = (0.0, 0.25, 0.5, 0.7, 0.8, 0.9, 1.0, 1.1)
SEAT_KNOTS = (0.0, 1.0)
"""The progress at which the weights are fitted; between the knots they run straight, outside them they stay. The knots
lie close towards the end, where a lead gains weight ever faster."""

LINES = 2**32
"""More than a log has lines."""

Weights = Mapping[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class StateModel:
    """The model of one number of players.

    `turns`: the median number of turns of a game by variant, "" for all variants together; progress 1 is there.
    `points`: the typical size of a difference of final scores. `halves`: the weights by feature for the games of each
    half; seats are "seat 0", "seat 1" and so on. `hidden` has for each quarter of the game the points that one standard
    deviation of strength that no log shows is still worth from there on (`analytics.hidden_strength`).
    """

    turns: Mapping[str, float]
    points: float
    halves: tuple[Weights, Weights]
    hidden: tuple[float, ...] = (0.0,) * QUARTERS


@dataclass(frozen=True, slots=True)
class Model:
    """What is fitted, for one game title. `temperature`: rating points by which a strength grows e-fold; None says that
    ratings are not known to predict, so that all chances are equal. `state` by number of players. `paid`: the sources
    that turned out to be paid by cards (`analytics.card_points`). `strengths`: of those who play often, by number of
    players (`analytics.seat_strengths`); `form`: what they add to a state, learned from the other half of the
    games (`analytics.player_form`).
    """

    temperature: float | None = None
    state: Mapping[int, StateModel] = field(default_factory=dict)
    paid: Paid = field(default_factory=dict)
    strengths: Mapping[int, SeatModel] = field(default_factory=dict)
    form: Mapping[int, PlayerForm] = field(default_factory=dict)
    version: int = MODEL_VERSION

    def to_json(self) -> dict[str, Any]:
        """The model as JSON; `from_json` reads it back bit for bit."""
        return {
            "version": self.version,
            "temperature": self.temperature,
            "paid": [[source, cause, list(cards)] for (source, cause), cards in self.paid.items()],
            "state": {
                str(players): {
                    "turns": dict(of_count.turns),
                    "points": of_count.points,
                    "halves": [{name: list(values) for name, values in half.items()} for half in of_count.halves],
                    "hidden": list(of_count.hidden),
                }
                for players, of_count in self.state.items()
            },
            "strengths": {str(players): of_count.to_json() for players, of_count in self.strengths.items()},
            "form": {str(players): of_count.to_json() for players, of_count in self.form.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Model:
        """Raises ValueError for a model of another version."""
        if data["version"] != MODEL_VERSION:
            raise ValueError(f"a model of version {data['version']}, not {MODEL_VERSION}")
        state = {}
        for players, of_count in data["state"].items():
            first, second = ({name: tuple(values) for name, values in half.items()} for half in of_count["halves"])
            hidden = tuple(of_count["hidden"])
            state[int(players)] = StateModel(of_count["turns"], of_count["points"], (first, second), hidden)
        paid = {(source, cause): tuple(cards) for source, cause, cards in data["paid"]}
        strengths = {int(players): SeatModel.from_json(of_count) for players, of_count in data["strengths"].items()}
        form = {int(players): PlayerForm.from_json(of_count) for players, of_count in data["form"].items()}
        return cls(data["temperature"], state, paid, strengths, form)


NO_MODEL = Model()
"""Nothing fitted: equal chances before the game, no chances from its state."""


def half_of(game_ids: Ints) -> Ints:
    """The half of each game, 0 or 1.

    By the top bit of a multiplicative hash of the number, not by its parity: who arranges games in turn (seats or
    variants swapped from game to game) would otherwise put all of one arrangement into one half.
    """
    mixed = (game_ids.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)
    mixed = (mixed * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(63)
    return mixed.astype(np.int64)


def win_chances(model: Model, frames: Frames) -> pd.Series[int]:
    """P(win) from the ratings, in units, of each row of `frames.player_games`.

    Equal chances where a rating of the game is unknown or the model has no temperature.
    """
    table = frames.player_games
    if not len(table):
        return pd.Series(0, index=table.index, dtype="int64")
    chances = softmax(rated_strengths(model.temperature, frames))
    places = places_of(frames.games["game_id"], table["game_id"])
    found = np.rint(UNIT * chances[places, table["seat"].to_numpy(np.int64)]).astype(np.int64)
    return pd.Series(found, index=table.index)


def rated_strengths(temperature: float | None, frames: Frames) -> Array:
    """What ratings say of each seat, as the logarithm of odds: a line for each game, a column for each seat, -inf where
    a game has no such seat. Equal where a rating of the game is unknown or there is no temperature."""
    seated = frames.rows_by_seat() >= 0
    strengths = np.zeros(seated.shape)
    if temperature is not None:
        strengths = _by_seat(frames, np.arange(len(frames)), "rating") / temperature
        strengths[(np.isnan(strengths) & seated).any(axis=1)] = 0.0
    return np.where(seated, strengths, -np.inf)


def fit_model(frames: Frames, temperature: float | None) -> Model:
    """The model of these games. The temperature is given, because the ratings are judged in the order of time."""
    latest = {
        int(str(players)): frames.of_games(games.sort_values(["finished_at", "game_id"]).tail(MOST_GAMES)["game_id"])
        for players, games in frames.games.groupby("players", sort=True)
        if len(games) >= LEAST_GAMES
    }
    paid = paid_sources(concat_frames(latest.values()))
    state = {players: _fit_state(games, players, paid) for players, games in latest.items()}
    strengths = {players: seat_model(games, temperature) for players, games in latest.items()}
    form = {players: _fit_form(games, players, state[players], temperature) for players, games in latest.items()}
    return Model(temperature, state, paid, strengths, form)


MOST_SEATS = 4
"""No game of ours has more."""

STATE_WORDS = ("score", "cards", "begun")
KEPT_STATES: Schema = {f"{what}_{seat}": "int16" for what in STATE_WORDS for seat in range(MOST_SEATS)}
"""The columns of a state that is kept with a row: points, cards taken and turns begun of each seat before it."""


@dataclass(frozen=True, slots=True)
class States:
    """What is known of the game just before some rows of its log: a line for each row; `scores`, `cards` (taken),
    `begun` (turns) and `ratings` have a column for each seat, of which a game with fewer `players` has no use."""

    game_ids: Ints
    players: Ints
    variants: pd.Categorical
    scores: Ints
    cards: Ints
    begun: Ints
    ratings: Array

    def where(self, rows: Ints) -> States:
        """Only these rows."""
        return States(*(getattr(self, one.name)[rows] for one in fields(self)))


def states_of(frames: Frames, rows: pd.DataFrame) -> States:
    """The states before these rows, which have `game_id` and `line` of a game in `frames`; of rows that have their
    states with them (`with_states`) nothing else is read."""
    games = frames.games
    places = places_of(games["game_id"], rows["game_id"])
    if KEPT_STATES.keys() <= set(rows.columns):
        scores, cards, begun = (
            rows[[f"{what}_{seat}" for seat in range(frames.seats)]].to_numpy(np.int64) for what in STATE_WORDS
        )
    else:
        scores, cards, begun = _counts_before(frames, rows)
    return States(
        game_ids=rows["game_id"].to_numpy(np.int64),
        players=games["players"].to_numpy(np.int64)[places],
        variants=games["variant"].array.take(places),
        scores=scores,
        cards=cards,
        begun=begun,
        ratings=_by_seat(frames, places, "rating"),
    )


def with_states(frames: Frames) -> pd.DataFrame:
    """The events of cards, each with the state before it: to look at those of a few games, nobody reads the points of
    these games."""
    rows = frames.card_events
    if KEPT_STATES.keys() <= set(rows.columns):
        return rows
    counts = dict(zip(STATE_WORDS, _counts_before(frames, rows), strict=True))
    none = np.zeros(len(rows), np.int64)
    columns = {
        f"{what}_{seat}": counts[what][:, seat] if seat < frames.seats else none
        for what in STATE_WORDS
        for seat in range(MOST_SEATS)
    }
    return rows.assign(**columns).astype(dict(KEPT_STATES))


def _counts_before(frames: Frames, rows: pd.DataFrame) -> tuple[Ints, Ints, Ints]:
    """The points, cards taken and turns begun of each seat before these rows."""
    cards, moments = frames.card_events, _moments(frames, rows)
    return (
        _before(frames, moments, frames.score_events, frames.score_events["points"].to_numpy(np.int64)),
        _before(frames, moments, cards, np.asarray(cards["what"] == "taken", np.int64)),
        _before(frames, moments, frames.turns, np.ones(len(frames.turns), np.int64)),
    )


def state_chances(model: Model, states: States) -> Array:
    """P(win) of every seat in each state.

    One line a state, one column a seat; not a number for a seat that the game has not, and in games without a model for
    their number of players.
    """
    chances = np.full(states.scores.shape, np.nan)
    for players, fitted in model.state.items():
        chosen = np.flatnonzero(states.players == players)
        if len(chosen):
            chances[chosen, :players] = _state_chances(fitted, states.where(chosen), players)
    return chances


def chances_by_form(model: Model, frames: Frames, states: States) -> Array:
    """`state_chances` with what is known of the players beyond the state (`analytics.player_form`)."""
    chances = state_chances(model, states)
    for players, form in model.form.items():
        chosen = np.flatnonzero(states.players == players)
        if players in model.state and len(chosen):
            mine = states.where(chosen)
            games = places_of(frames.games["game_id"], pd.Series(mine.game_ids))
            people = _by_seat(frames, games, "player_id")[:, :players].astype(np.int64)
            quarters = quarters_of(_progress(model.state[players].turns, mine))
            known = chances[chosen, :players], people, half_of(mine.game_ids), quarters
            chances[chosen, :players] = with_form(form, *known)
    return chances


def progress_of(model: Model, states: States) -> Array:
    """How far the game has gone in each state: 1 is where half of the games of this variant and number of players are
    over. Not a number in games without a model for their number of players."""
    progress = np.full(len(states.players), np.nan)
    for players, fitted in model.state.items():
        chosen = np.flatnonzero(states.players == players)
        if len(chosen):
            progress[chosen] = _progress(fitted.turns, states.where(chosen))
    return progress


def quarters_of(progress: Array) -> Ints:
    """The quarter of the game, 0 to 3; whatever comes after the usual end belongs to the last one."""
    return np.asarray(np.clip(np.floor(QUARTERS * progress), 0, QUARTERS - 1), dtype=np.int64)


def hidden_worth(model: Model, players: Ints, chances: Array, progress: Array) -> Array:
    """What one standard deviation of hidden strength is worth in each state in P(win) of the one who acts: the points
    that it still brings, times what a point moves the chance there. Given are the number of players of the game, the
    chance of the one who acts, and the progress.
    """
    worth = np.zeros(len(players))
    for count, fitted in model.state.items():
        mine = np.flatnonzero(players == count)
        slopes = np.zeros(len(mine))
        for weights in fitted.halves:
            of_half = np.add(weights["score"], weights["lead"]) / fitted.points / len(fitted.halves)
            slopes += np.interp(progress[mine], KNOTS, of_half)
        points = np.array(fitted.hidden)[quarters_of(progress[mine])]
        worth[mine] = np.maximum(0.0, slopes) * points * chances[mine] * (1 - chances[mine])
    return worth


def _state_chances(fitted: StateModel, states: States, players: int) -> Array:
    progress = _progress(fitted.turns, states)
    values = _values(states, players, fitted.points)
    halves = half_of(states.game_ids)
    chances = np.empty((len(halves), players))
    for half, weights in enumerate(fitted.halves):
        mine = halves == half
        scores = np.zeros((int(mine.sum()), players))
        for name in STATE:
            scores += np.interp(progress[mine], KNOTS, weights[name])[:, None] * values[name][mine]
        for seat in range(players):
            scores[:, seat] += np.interp(progress[mine], SEAT_KNOTS, weights[f"seat {seat}"])
        chances[mine] = softmax(scores)
    return chances


def _fit_state(frames: Frames, players: int, paid: Paid) -> StateModel:
    lengths = frames.games.groupby("variant", observed=True)["turns"].median()
    turns = {str(variant): float(median) for variant, median in lengths.items()}
    turns[""] = float(frames.games["turns"].median())
    finals = frames.player_games.groupby("game_id")["score"]
    points = max(1.0, float((frames.player_games["score"] - finals.transform("mean")).std()))
    rows = _looked_at(frames, turns[""])
    states = states_of(frames, rows)
    progress = _progress(turns, states)
    values, hats = _values(states, players, points), _hats(progress, KNOTS)
    blocks = [values[name][:, :, None] * hats[:, None, :] for name in STATE]
    hats = _hats(progress, SEAT_KNOTS)
    for seat in range(players):
        block = np.zeros((len(rows), players, hats.shape[1]))
        block[:, seat] = hats
        blocks.append(block)
    features = np.concatenate(blocks, axis=2)
    shares = _by_seat(frames, places_of(frames.games["game_id"], rows["game_id"]), "win") / UNIT
    halves = half_of(states.game_ids)
    ridge = np.full(features.shape[2], RIDGE)
    ridge[-players * len(SEAT_KNOTS) :] = SEAT_RIDGE
    first, second = (_named(fit(features[halves != half], shares[halves != half], ridge), players) for half in (0, 1))
    return StateModel(turns, points, (first, second), _hidden(frames, turns, players, paid))


def seat_model(frames: Frames, temperature: float | None) -> SeatModel:
    """What the players are worth at the tables of these games, all of one number of players."""
    order = np.lexsort((frames.games["game_id"], frames.games["finished_at"]))
    rated, people, wins, places = _results(frames, temperature)
    return fit_strengths(rated[order], people[order], wins[order], places[order])


def _results(frames: Frames, temperature: float | None) -> tuple[Array, Ints, Array, Ints]:
    """Of each game by seat what ratings say (`rated_strengths`), the players, the shares of the win and the places."""
    every = np.arange(len(frames))
    people, wins, places = (_by_seat(frames, every, column) for column in ("player_id", "win", "place"))
    return rated_strengths(temperature, frames), people.astype(np.int64), wins / UNIT, places.astype(np.int64)


def _fit_form(frames: Frames, players: int, fitted: StateModel, temperature: float | None) -> PlayerForm:
    rows = _looked_at(frames, fitted.turns[""])
    states = states_of(frames, rows)
    return fit_form(
        *_results(frames, temperature),
        half_of(frames.games["game_id"].to_numpy(np.int64)),
        _state_chances(fitted, states, players),
        places_of(frames.games["game_id"], rows["game_id"]),
        quarters_of(_progress(fitted.turns, states)),
    )


def _hidden(frames: Frames, turns: Mapping[str, float], players: int, paid: Paid) -> tuple[float, ...]:
    """The points that hidden strength is worth, by quarter. Known are the ratings, the turns of each seat in
    the quarter and the cards that it held when the quarter began, or at the end."""
    games = frames.games["game_id"]
    variants = frames.games.set_index("game_id")["variant"].astype(str)
    lengths = variants.map({**dict.fromkeys(variants.unique(), turns[""]), **turns})

    def quarters(rows: pd.DataFrame) -> Ints:
        length = lengths.reindex(rows["game_id"]).to_numpy(np.float64)
        return quarters_of((rows["turn"].to_numpy(np.float64) - 1) / np.maximum(length, 1.0))

    taken = frames.card_events[frames.card_events["what"] == "taken"]
    # What a card pays, or brings at once, is no strength of the one who takes it.
    where = ["game_id", "line", "seat"]
    events = frames.score_events
    events = events[~paid_by_cards(events, paid)]
    events = events[~pd.MultiIndex.from_frame(events[where]).isin(pd.MultiIndex.from_frame(taken[where]))]
    points = points_by_quarter(games, players, events, quarters(events))
    cards = pd.Index(taken["card"].astype("str").unique())
    known, held = np.zeros((*points.shape, 2)), np.zeros((*points.shape, len(cards)))
    begun = frames.turns.assign(points=1)
    known[..., 1] = points_by_quarter(games, players, begun, quarters(begun))
    at = pd.Index(games).get_indexer(pd.Index(frames.player_games["game_id"]))
    ratings = np.full(points.shape[:2], np.nan)
    ratings[at, frames.player_games["seat"].to_numpy(np.int64)] = frames.player_games["rating"]
    known[..., 0] = np.nan_to_num(_against_mean(ratings) / 200, nan=0.0)[:, :, None]
    places, seats = pd.Index(games).get_indexer(pd.Index(taken["game_id"])), taken["seat"].to_numpy(np.int64)
    columns, since = cards.get_indexer(pd.Index(taken["card"].astype("str"))), quarters(taken)
    for quarter in range(1, QUARTERS):
        before = since < quarter if quarter < QUARTERS - 1 else since <= quarter
        held[places[before], seats[before], quarter, columns[before]] = 1.0
    return hidden_points(points, known, held)


def _named(coefficients: Array, players: int) -> Weights:
    """The coefficients by feature, in the order in which the features were put side by side."""
    state, seats = np.split(coefficients, [len(STATE) * len(KNOTS)])
    weights = {name: tuple(row) for name, row in zip(STATE, state.reshape(len(STATE), -1).tolist(), strict=True)}
    for seat, row in enumerate(seats.reshape(players, -1).tolist()):
        weights[f"seat {seat}"] = tuple(row)
    return weights


def _looked_at(frames: Frames, turns: float) -> pd.DataFrame:
    """The turn starts that a fit looks at: evenly over each game, beginning at another turn from game to game."""
    step = max(1, round(turns / MOMENTS_A_GAME))
    rows = frames.turns
    return rows[(rows["turn"] + rows["game_id"]) % step == 0]


def _progress(turns: Mapping[str, float], states: States) -> Array:
    """Turns begun before each row, by the median number of turns: at the start of a turn that are those completed, and
    within a turn it counts as done, because most of its points have been scored."""
    medians = [turns.get(str(variant), turns[""]) for variant in states.variants.categories]
    length = np.array(medians, np.float64)[states.variants.codes]
    return np.asarray(states.begun.sum(axis=1) / np.maximum(length, 1.0))


def _hats(progress: Array, knots: tuple[float, ...]) -> Array:
    """The share of each knot at each progress: their sum is 1, so that weights at the knots are joined by lines."""
    return np.stack([np.interp(progress, knots, row) for row in np.eye(len(knots))], axis=1)


def _values(states: States, players: int, points: float) -> dict[str, Array]:
    """What the model knows of each seat in each state."""
    scores = states.scores[:, :players]
    least = np.iinfo(np.int64).min
    best_other = np.where(np.eye(players, dtype=bool), least, scores[:, None, :]).max(axis=2)
    return {
        "score": _against_mean(scores) / points,
        "lead": (scores - best_other) / points,
        "cards": _against_mean(states.cards[:, :players]),
        "turns": _against_mean(states.begun[:, :players]),
        "rating": np.nan_to_num(_against_mean(states.ratings[:, :players]) / 200, nan=0.0),
    }


def _against_mean(values: npt.NDArray[Any]) -> Array:
    return np.asarray(values - values.sum(axis=1, keepdims=True) / values.shape[1])


def _by_seat(frames: Frames, games: Ints, column: str) -> Array:
    """A column of the player-games, a line for each of the games at these places and a column for each seat; not a
    number where a game has no such seat."""
    rows = frames.rows_by_seat()[games]
    values = np.append(frames.player_games[column].to_numpy(np.float64), np.nan)
    return np.asarray(values[rows])


def _moments(frames: Frames, rows: pd.DataFrame) -> Ints:
    """The moments of these rows as numbers, game by game in the order of their lines."""
    places: Ints = places_of(frames.games["game_id"], rows["game_id"])
    lines: Ints = rows["line"].to_numpy(np.int64)
    return np.asarray(places * LINES + lines)


def _before(frames: Frames, moments: Ints, events: pd.DataFrame, amounts: Ints) -> Ints:
    """The sum of the amounts of each seat's events before each moment, in its game."""
    begins = moments - moments % LINES
    times, places = np.unique(np.concatenate([moments, begins]), return_inverse=True)
    since = np.zeros((len(times) + 1, frames.seats), np.int64)
    next_time = np.searchsorted(times, _moments(frames, events), "right")
    np.add.at(since.reshape(-1), next_time * frames.seats + events["seat"].to_numpy(np.int64), amounts)
    now, begin = np.split(since.cumsum(axis=0)[places], 2)
    return np.asarray(now - begin)
