"""Made-up games as typed tables, by the million: the shapes of Babylonia with four players, with numbers by chance."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product

import numpy as np
import pandas as pd

from analytics.frames import GAMES, OFFERS, OPENINGS, PLAYER_GAMES, SCHEMAS, SCORE_EVENTS, TURNS, UNIT, Frames, Schema
from analytics.openings import OPENING_TURNS
from engine.registry import get_game

EVENTS_A_GAME = 150
TURNS_A_GAME = 47
TAKINGS_A_GAME = 5
CARDS = tuple("123456789")
TOKENS = ("farmer", "farmer:city", "farmer:farm", "farmer:ziggurat", "noble", "noble:city", "noble:ziggurat", "river")
OPENING_WAYS = [f"{one}+{other}" for one, other in product(TOKENS, TOKENS) if one <= other]
PLAYERS = 20_000
VARIANTS = ("base", "seven_of_nine")
GAMES_A_TOURNAMENT = 30
SECONDS_A_MONTH = 28 * 24 * 60 * 60
PROOF = 3
"""The level of proof of all made-up games: it does not change what a page costs."""


def made_up_frames(games: int, month: int, first_id: int, seed: int) -> Frames:
    """So many games of one month. Their scores are the sums of their events, and their winners have the most."""
    rng = np.random.default_rng([seed, month])
    players = rng.choice([2, 3, 4], games, p=[0.3, 0.25, 0.45])
    ids = np.arange(first_id, first_id + games)
    events = _events(rng, ids, players)
    scores = np.zeros((games, 4))
    np.add.at(scores, (events["game_id"].to_numpy() - first_id, events["seat"].to_numpy()), events["points"].to_numpy())
    seated = np.arange(4) < players[:, None]
    ranked = np.where(seated, scores, -1)
    won = ranked == ranked.max(axis=1, keepdims=True)
    winners = won.sum(axis=1)
    best_other = np.where(won, -1, ranked).max(axis=1)
    game, seat = np.nonzero(seated)
    place = 1 + (ranked[:, None, :] > ranked[:, :, None]).sum(axis=2)
    card_events, offers = _cards(rng, ids, players)
    variants = pd.Categorical.from_codes((rng.random(games) < 0.3).astype(int), list(VARIANTS))
    begins = datetime(month // 100, month % 100, 1, tzinfo=UTC)
    columns = {
        "game_id": ids,
        "tournament_id": ids // GAMES_A_TOURNAMENT + 1,
        "finished_at": int(begins.timestamp()) + np.arange(games) * SECONDS_A_MONTH // games,
        "month": np.full(games, month),
        "variant": variants,
        "players": players,
        "turns": np.full(games, TURNS_A_GAME),
        "band": rng.integers(1, 5, games),
        "winners": winners,
        "margin": np.where(best_other < 0, 0, ranked.max(axis=1) - best_other),
        "lead_changes": rng.poisson(3, games),
        "proof": np.full(games, PROOF),
        "counts": np.ones(games, bool),
        "fingerprint": ids,
    }
    people = {
        "game_id": ids[game],
        "seat": seat,
        "player_id": 1 + (PLAYERS * rng.random(len(game)) ** 2).astype(int),
        "score": scores[game, seat],
        "place": place[game, seat],
        "win": np.where(won[game, seat], UNIT // winners[game], 0),
        "rating": rng.normal(1500, 120, len(game)),
        "rated_games": rng.integers(0, 200, len(game)),
    }
    turn_game = np.repeat(np.arange(games), TURNS_A_GAME)
    turn = np.tile(np.arange(1, TURNS_A_GAME + 1), games)
    turns = {"game_id": ids[turn_game], "line": 3 * turn, "turn": turn, "seat": (turn - 1) % players[turn_game]}
    return Frames(
        {
            "games": _typed(columns, GAMES),
            "player_games": _typed(people, PLAYER_GAMES),
            "score_events": events,
            "card_events": card_events,
            "offers": offers,
            "turns": _typed(turns, TURNS),
            "openings": _openings(rng, ids, players),
        }
    )


def _events(rng: np.random.Generator, ids: np.ndarray, players: np.ndarray) -> pd.DataFrame:
    sources = [source.key for source in get_game("babylonia").sources]
    game = np.repeat(np.arange(len(ids)), EVENTS_A_GAME)
    turn = np.sort(rng.integers(1, TURNS_A_GAME + 1, (len(ids), EVENTS_A_GAME)), axis=1).ravel()
    columns = {
        "game_id": ids[game],
        "line": 3 * turn + rng.integers(0, 3, len(game)),
        "turn": turn,
        "seat": (rng.random(len(game)) * players[game]).astype(int),
        "source": pd.Categorical.from_codes(rng.integers(0, len(sources), len(game)), sources),
        "points": rng.integers(1, 9, len(game)),
        "cause": pd.Categorical.from_codes(rng.integers(0, 61, len(game)), [f"city {n:04d}" for n in range(61)]),
    }
    return _typed(columns, SCORE_EVENTS)


def _openings(rng: np.random.Generator, ids: np.ndarray, players: np.ndarray) -> pd.DataFrame:
    game, seat, number = np.nonzero(
        np.ones((len(ids), 4, OPENING_TURNS)) * (np.arange(4) < players[:, None])[..., None]
    )
    # Few ways to begin are frequent and most of them rare, as in the games of bots.
    way = np.minimum(rng.zipf(1.4, len(game)), len(OPENING_WAYS)) - 1
    columns = {
        "game_id": ids[game],
        "line": 3 * (seat + 4 * number),
        "seat": seat,
        "number": number + 1,
        "opening": pd.Categorical.from_codes(way, OPENING_WAYS),
    }
    return _typed(columns, OPENINGS)


def _cards(rng: np.random.Generator, ids: np.ndarray, players: np.ndarray) -> tuple[pd.DataFrame, pd.DataFrame]:
    order = rng.permuted(np.tile(np.arange(len(CARDS)), (len(ids), 1)), axis=1)
    turn = np.sort(rng.integers(5, TURNS_A_GAME + 1, (len(ids), TAKINGS_A_GAME)), axis=1)
    seat = (rng.random((len(ids), TAKINGS_A_GAME)) * players[:, None]).astype(int)
    game, number = np.nonzero(np.ones_like(turn))
    taken = {
        "game_id": ids[game],
        "line": 3 * turn[game, number] + 2,
        "turn": turn[game, number],
        "seat": seat[game, number],
        "card": pd.Categorical.from_codes(order[game, number], list(CARDS)),
        "what": pd.Categorical(["taken"] * len(game)),
    }
    # On offer are the cards that nobody has taken before.
    game, number, offered = np.nonzero(
        np.arange(len(CARDS)) >= np.arange(TAKINGS_A_GAME)[:, None] + 0 * turn[..., None]
    )
    offers = {
        "game_id": ids[game],
        "line": 3 * turn[game, number] + 2,
        "turn": turn[game, number],
        "seat": seat[game, number],
        "card": pd.Categorical.from_codes(order[game, offered], list(CARDS)),
        "taken": offered == number,
    }
    return _typed(taken, SCHEMAS["card_events"]), _typed(offers, OFFERS)


def _typed(columns: dict[str, object], schema: Schema) -> pd.DataFrame:
    return pd.DataFrame(columns)[list(schema)].astype(dict(schema))
