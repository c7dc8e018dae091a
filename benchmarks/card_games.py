"""Made-up games with cards in which the truth is known: what each card adds to the winning share of its takers.

Nobody tuned the generator to the method that it tests. n players, ten rounds, nine cards c1 to c9 of one kind, seven of
them shown at random, one owner each. In each turn a seat scores Poisson(4 exp(skill + b)) points from one source, where
b = 1.5 hidden h in the second half of the rounds and 0 before. Then it takes a card with probability
logit^-1(logit(0.05) + 0.8 z + t h), z = (own score - mean of the others) / (1.2 sqrt(4 rounds so far)).
h ~ Normal(0, 1) is the quality of its board, which no log shows; skill ~ Normal(0, sd) is what ratings try to know. Of
the cards shown it takes one with weights 1, for c1 exp(p z + q skill / sd + r h), the exponent between -6 and 6. At the
end the owner of a card gets its bonus, fractions by lot. The winners share equally.

In a club the same people play all games, each with a skill of its own, and the ratings are those that their games have
made.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt
import pandas as pd

from analytics.frames import SCHEMAS, UNIT, Frames, Schema
from competition.ratings.elo import START, k_factor, rate

ROUNDS = 10
POINTS_A_TURN = 4.0
CARDS = tuple(f"c{number}" for number in range(1, 10))
SHOWN = 7
STEEPEST = 6.0
NOBODY = -1

LINES_A_TURN = 20
"""Turn t begins on line 20 t, its points come on the next line, its card on the one after."""

CALIBRATED_WITH = 10_000
"""So many games size a bonus: the effect is then known to about 0.4 percentage points."""

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Setting:
    """How games are made. `leaders`, `strong`, `board`: by how much leaders, strong players and those with a good board
    prefer c1 (p, q and r). `eager`: by how much a good board makes somebody take any card (t). `late`: only leaders
    take c1, and only in the last 30 % of the rounds. `bundle`: whoever owns c1 takes c2 with odds that are e to so
    much as high. `favourite`: the card that is preferred in place of c1. `noise`: the error of the ratings, in rating
    points. `people`: how many play all games; 0 is somebody else each time. `ratings`: "given" by skill and
    noise, "none" (1500 for all) or "own", the Elo of the games before. `waves`: skills go up and down by one standard
    deviation, in waves of so many games. `bonus` in points by card, "c1+c2" for the owner of both. A mapping cannot be
    hashed, so it is a tuple of pairs."""

    players: int = 4
    leaders: float = 0.0
    strong: float = 0.0
    board: float = 0.0
    eager: float = 0.0
    hidden: float = 0.0
    skill: float = 0.0
    noise: float = 0.0
    late: bool = False
    bundle: float = 0.0
    favourite: str = "c1"
    people: int = 0
    ratings: Literal["given", "none", "own"] = "given"
    waves: int = 0
    bonus: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class CardGames:
    """The games as tables, and for each card the mean change of its takers' winning share by its bonus."""

    frames: Frames
    effects: Mapping[str, float]


@dataclass
class _Course:
    """What happened: arrays of games x rounds x players, and of games x cards."""

    gains: Ints
    taken: Ints
    on_offer: npt.NDArray[np.bool_]
    owner: Ints
    people: Ints
    skill: Floats
    scores: Ints


def play(setting: Setting, games: int, seed: int, first_id: int = 1) -> CardGames:
    """So many games."""
    rng = np.random.default_rng([seed, games])
    course = _play(setting, games, rng)
    effects = _pay(setting, course, rng)
    return CardGames(_frames(setting, course, rng, first_id), effects)


def effects_of(setting: Setting, games: int, seed: int) -> dict[str, float]:
    """The effects of the cards in the same games, without their tables."""
    rng = np.random.default_rng([seed, games])
    return _pay(setting, _play(setting, games, rng), rng)


@lru_cache(maxsize=64)
def sized(setting: Setting, effects: tuple[tuple[str, float], ...]) -> Setting:
    """The setting with bonuses of which the cards have these effects, found card by card by bisection."""
    # The course of a game knows nothing of the bonuses: they come at its end.
    rng = np.random.default_rng(1)
    course = _play(setting, CALIBRATED_WITH, rng)
    # Twice, because the bonus of one card changes what that of another is worth.
    for card, effect in effects * min(2, len(effects)):
        low, high = 0.0, 40.0
        while high - low > 0.02:
            middle = (low + high) / 2
            bonus = (
                *((one, points) for one, points in setting.bonus if one != card),
                (card, np.copysign(middle, effect)),
            )
            tried = replace(setting, bonus=tuple((one, float(points)) for one, points in bonus))
            found = _pay(tried, replace(course, scores=course.scores.copy()), deepcopy(rng))[card]
            low, high = (middle, high) if abs(found) < abs(effect) else (low, middle)
        setting = tried
    return setting


def _play(setting: Setting, games: int, rng: np.random.Generator) -> _Course:
    players, every = setting.players, np.arange(games)
    people, skill = _people(setting, games, rng)
    board = rng.normal(0, 1, (games, players))
    first = CARDS.index(setting.favourite)
    shown = rng.random((games, len(CARDS))).argsort(axis=1).argsort(axis=1) < SHOWN
    owner = np.full((games, len(CARDS)), NOBODY)
    course = _Course(
        np.zeros((games, ROUNDS, players), np.int64),
        np.full((games, ROUNDS, players), NOBODY),
        np.zeros((games, ROUNDS, players, len(CARDS)), bool),
        owner,
        people,
        skill,
        scores := np.zeros((games, players), np.int64),
    )
    for number in range(ROUNDS):
        for seat in range(players):
            quality = 1.5 * setting.hidden * board[:, seat] if number >= ROUNDS / 2 else 0.0
            gain = rng.poisson(POINTS_A_TURN * np.exp(setting.skill * skill[:, seat] + quality))
            course.gains[:, number, seat] = gain
            scores[:, seat] += gain
            mine = scores[:, seat]
            others = (scores.sum(axis=1) - mine) / (players - 1)
            z = (mine - others) / (1.2 * np.sqrt(POINTS_A_TURN * (number + 1)))
            wish = np.log(0.05 / 0.95) + 0.8 * z + setting.eager * board[:, seat]
            free = shown & (owner == NOBODY)
            weights = free.astype(float)
            steep = setting.leaders * z + setting.strong * skill[:, seat] + setting.board * board[:, seat]
            weights[:, first] *= np.exp(np.clip(steep, -STEEPEST, STEEPEST))
            if setting.bundle:
                weights[:, 1] *= np.where(owner[:, 0] == seat, np.exp(setting.bundle), 1.0)
            if setting.late:
                weights[:, 0] *= (mine == scores.max(axis=1)) & (number >= 0.7 * ROUNDS)
            whole = weights.sum(axis=1)
            takes = (rng.random(games) < 1 / (1 + np.exp(-wish))) & (whole > 0)
            chosen = (weights.cumsum(axis=1) > (rng.random(games) * whole)[:, None]).argmax(axis=1)
            ids = every[takes]
            owner[ids, chosen[ids]] = seat
            course.taken[ids, number, seat] = chosen[ids]
            course.on_offer[ids, number, seat] = free[ids]
    return course


def _people(setting: Setting, games: int, rng: np.random.Generator) -> tuple[Ints, Floats]:
    """Who sits where, and how skilled they are in that game, in standard deviations: games x players."""
    shape = games, setting.players
    if not setting.people:
        return 1 + np.arange(games * setting.players).reshape(shape), rng.normal(0, 1, shape)
    seated = rng.random((games, setting.people)).argsort(axis=1)[:, : setting.players]
    skills, begins = rng.normal(0, 1, setting.people), rng.random(setting.people)
    skill = skills[seated]
    if setting.waves:
        skill = skill + np.sin(2 * np.pi * (np.arange(games)[:, None] / setting.waves + begins[seated]))
    return 1 + seated, skill


def _pay(setting: Setting, course: _Course, rng: np.random.Generator) -> dict[str, float]:
    """Add the bonuses to the scores; the effects of the cards."""
    paid = {}
    for card, points in setting.bonus:
        owners = course.owner[:, [CARDS.index(one) for one in card.split("+")]]
        owner = np.where((owners == owners[:, :1]).all(axis=1), owners[:, 0], NOBODY)
        ids = np.flatnonzero(owner != NOBODY)
        whole = np.floor(points + rng.random(len(ids))).astype(np.int64)
        course.scores[ids, owner[ids]] += whole
        paid[card] = ids, owner[ids], whole
    wins = _shares(course.scores)
    effects = dict.fromkeys([*CARDS, *paid], 0.0)
    for card, (ids, seats, whole) in paid.items():
        without = course.scores.copy()
        without[ids, seats] -= whole
        effects[card] = float((wins - _shares(without))[ids, seats].mean()) if len(ids) else 0.0
    return effects


def _shares(scores: Ints) -> Floats:
    best = scores == scores.max(axis=1, keepdims=True)
    return np.asarray(best / best.sum(axis=1, keepdims=True))


def _frames(setting: Setting, course: _Course, rng: np.random.Generator, first_id: int) -> Frames:
    games, _, players = course.gains.shape
    ids = first_id + np.arange(games)
    ratings = np.full((games, players), START)
    if setting.skill and setting.ratings == "given":
        ratings += 200 * course.skill + rng.normal(0, 1, (games, players)) * setting.noise
    if setting.ratings == "own":
        ratings = own_elo(course.people, _places(course.scores))
    game, number, seat = (grid.ravel() for grid in np.indices(course.gains.shape))
    turn = 1 + number * players + seat
    turns = pd.DataFrame({"game_id": ids[game], "line": LINES_A_TURN * turn, "turn": turn, "seat": seat})
    events = turns.assign(line=turns["line"] + 1, source="harvest", points=course.gains.ravel(), cause="a field")
    end = LINES_A_TURN * (ROUNDS * players + 1)
    before = course.gains.sum(axis=1)
    late = pd.DataFrame({"game_id": np.repeat(ids, players), "line": end, "turn": ROUNDS * players,
                         "seat": np.tile(np.arange(players), games), "source": "bonus",
                         "points": (course.scores - before).ravel(), "cause": "the end"})  # fmt: skip
    taken = course.taken.ravel() != NOBODY
    takings = turns[taken].assign(line=lambda rows: rows["line"] + 2, card=np.array(CARDS)[course.taken.ravel()[taken]])
    offered = course.on_offer.reshape(-1, len(CARDS))[taken]
    place, card = np.nonzero(offered)
    offers = takings.iloc[place].assign(card=np.array(CARDS)[card])
    offers["taken"] = offers["card"].to_numpy() == takings["card"].to_numpy()[place]
    wins = _shares(course.scores)
    best = course.scores.max(axis=1)
    tables = {
        "games": pd.DataFrame({"game_id": ids}).assign(
            finished_at=ids, month=202611, variant="base", players=players, turns=players * ROUNDS, counts=True,
            winners=(course.scores == best[:, None]).sum(axis=1),
        ),
        "player_games": pd.DataFrame({
            "game_id": np.repeat(ids, players),
            "seat": np.tile(np.arange(players), games),
            "player_id": course.people.ravel(),
            "score": course.scores.ravel(),
            "place": _places(course.scores).ravel(),
            "win": np.rint(UNIT * wins).astype(int).ravel(),
            "rating": ratings.ravel(),
            "rated_games": 100,
        }),
        "score_events": pd.concat([events, late], ignore_index=True).query("points != 0"),
        "card_events": takings.assign(what="taken"),
        "offers": offers,
        "turns": turns,
        "openings": pd.DataFrame(),
    }  # fmt: skip
    return Frames({name: _typed(tables[name], schema) for name, schema in SCHEMAS.items()})


def _places(scores: Ints) -> Ints:
    return np.asarray(1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2))


def own_elo(people: Ints, places: Ints) -> Floats:
    """The Elo ratings before each game, of who sits where and their places."""
    found = np.empty(people.shape)
    ratings = dict.fromkeys(np.unique(people).tolist(), START)
    games = dict.fromkeys(ratings, 0)
    for number, (seated, finish) in enumerate(zip(people.tolist(), places.tolist(), strict=True)):
        before = [ratings[one] for one in seated]
        found[number] = before
        for one, change in zip(seated, rate(before, finish, [k_factor(games[one]) for one in seated]), strict=True):
            ratings[one], games[one] = change.after, games[one] + 1
    return found


def _typed(table: pd.DataFrame, schema: Schema) -> pd.DataFrame:
    """A column that no statistic of cards looks at is 0."""
    texts = {name: "str" for name, kind in schema.items() if kind == "category"}
    return table.reindex(columns=list(schema), fill_value=0).reset_index(drop=True).astype(texts).astype(dict(schema))
