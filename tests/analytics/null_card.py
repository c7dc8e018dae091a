"""Made-up tournaments in which the truth about every card is known: who takes it, and what it brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from analytics.frames import SCHEMAS, UNIT, Frames, Schema

ROUNDS = 10
POINTS_A_TURN = 4.0

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class PlantedCard:
    """`taker`: "leader", "last" or "anybody", by the points at the moment. `points` come at once. It is taken in a
    `share` of the games, once, in a round between `first` and `last`, both included.
    """

    taker: str
    points: int = 0
    first: int = 1
    last: int = ROUNDS - 1
    share: float = 1.0


@dataclass(frozen=True)
class Tournament:
    """The games as tables, and for each card the mean of what its points added to the win of its takers: the share of
    the win with the points minus without them, all else equal."""

    frames: Frames
    effects: Mapping[str, float]


def tournament(cards: Mapping[str, PlantedCard], games: int, players: int, seed: int) -> Tournament:
    """Players of different strength, rated rightly, score a Poisson number of points each turn. At the end of some
    rounds a card is taken, on a line of its own after all of the round's points."""
    rng = np.random.default_rng(seed)
    strengths = rng.normal(0, 1, (games, players))
    gains = rng.poisson(POINTS_A_TURN * np.exp(0.12 * strengths)[:, None, :], (games, ROUNDS, players))
    rounds = {key: rng.integers(card.first, card.last + 1, games) for key, card in cards.items()}
    present = {key: rng.random(games) < card.share for key, card in cards.items()}
    scores = np.zeros((games, players), np.int64)
    taken = []
    for number in range(ROUNDS):
        scores += gains[:, number]
        for place, (key, card) in enumerate(cards.items()):
            ids = np.flatnonzero(present[key] & (rounds[key] == number + 1))
            ranked = scores[ids] + rng.random((len(ids), players))
            seats = {
                "leader": ranked.argmax(axis=1),
                "last": ranked.argmin(axis=1),
                "anybody": rng.integers(0, players, len(ids)),
            }[card.taker]
            scores[ids, seats] += card.points
            turn = players * (number + 1)
            taken.append(pd.DataFrame({"game_id": ids, "turn": turn, "line": 20 * turn + 2 + place, "seat": seats,
                                       "card": key, "what": "taken", "taken": True}))  # fmt: skip
    takings = pd.concat(taken, ignore_index=True)
    wins = _shares(scores)
    effects = {}
    for key, card in cards.items():
        mine = takings[takings["card"] == key]
        ids, seats = mine["game_id"].to_numpy(), mine["seat"].to_numpy()
        without = scores.copy()
        without[ids, seats] -= card.points
        effects[key] = float((wins - _shares(without))[ids, seats].mean())
    points = takings.assign(points=takings["card"].map({key: card.points for key, card in cards.items()}))
    return Tournament(_frames(gains, strengths, scores, takings, points[points["points"] > 0]), effects)


def _shares(scores: Ints) -> npt.NDArray[np.float64]:
    best = scores == scores.max(axis=1, keepdims=True)
    return np.asarray(best / best.sum(axis=1, keepdims=True))


def _frames(
    gains: Ints, strengths: npt.NDArray[np.float64], scores: Ints, takings: pd.DataFrame, points: pd.DataFrame
) -> Frames:
    """Turn t begins on line 20 t and scores on the next; the cards of a round lie on the lines after its last turn."""
    count, rounds, players = gains.shape
    ids = np.arange(count)
    wins = _shares(scores)
    game, turn, seat = (grid.ravel() for grid in np.meshgrid(ids, np.arange(rounds), np.arange(players), indexing="ij"))
    turns = pd.DataFrame({"game_id": game, "turn": 1 + turn * players + seat, "seat": seat})
    turns["line"] = 20 * turns["turn"]
    events = turns.assign(line=turns["line"] + 1, source="harvest", points=gains.ravel(), cause="a field")
    tables = {
        "games": pd.DataFrame({"game_id": ids}).assign(
            finished_at=ids, month=202611, variant="base", players=players, turns=players * rounds
        ),
        "player_games": pd.DataFrame({
            "game_id": np.repeat(ids, players),
            "seat": np.tile(np.arange(players), count),
            "score": scores.ravel(),
            "win": np.rint(UNIT * wins).astype(int).ravel(),
            "rating": 1500 + 100 * strengths.ravel(),
            "rated_games": 100,
        }),
        "score_events": pd.concat([events, points.assign(source="card", cause=points["card"])], ignore_index=True),
        "card_events": takings,
        "offers": takings,
        "turns": turns,
        "openings": pd.DataFrame(),
    }  # fmt: skip
    return Frames({name: _typed(tables[name], schema) for name, schema in SCHEMAS.items()})


def _typed(table: pd.DataFrame, schema: Schema) -> pd.DataFrame:
    """A column that no statistic of cards looks at is 0."""
    texts = {name: "str" for name, kind in schema.items() if kind == "category"}
    return table.reindex(columns=list(schema), fill_value=0).astype(texts).astype(dict(schema))
