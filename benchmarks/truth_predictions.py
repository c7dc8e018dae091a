"""Does the rating predict? Clubs whose people are known to differ, or not, looked at after every game."""

from __future__ import annotations

from collections.abc import Iterator
from math import log

import numpy as np

from analytics.rating_quality.evaluation import Bools, GameResult, evidence, shown_after, walk_forward
from analytics.rating_quality.report import ENOUGH
from benchmarks.truth_rows import TruthRow, rate_row

GAMES = 1000
SOON = 300
PEOPLE = (8, 60)
SPREADS = (0.0, 52.0, 104.0)
"""Standard deviations of the strengths, in points of Elo."""

SHARED = 0.05
"""The share of the games in which the first two share the first place."""


def prediction_rows(replications: int, seed: int = 4) -> Iterator[TruthRow]:
    """How often pure luck gets a yes, how soon skill gets it, and how often it is withdrawn."""
    for number, (spread, people) in enumerate((spread, people) for spread in SPREADS for people in PEOPLE):
        rng = np.random.default_rng([seed, number])
        answers = [_answers(made_up_club(rng, people, spread)) for _ in range(replications)]
        given = [bool(said.any()) for said in answers]
        if not spread:
            yield rate_row(f"predictions: {people} people, pure luck", "a yes, ever", given, None, 0.05)
            continue
        name = f"predictions: {people} people, skill {spread:g}"
        soon, goal = [bool(said[:SOON].any()) for said in answers], 0.80 if spread > 100 else None
        yield rate_row(name, f"the yes comes within {SOON} games", soon, goal, None)
        yield rate_row(name, f"the yes comes within {GAMES} games", given, None, None)
        kept = [said for said in answers if said.any()]
        withdrawn = [bool((said[:-1] & ~said[1:]).any()) for said in kept]
        if kept:
            yield rate_row(name, "the yes is withdrawn", withdrawn, None, 0.05)


def made_up_club(rng: np.random.Generator, people: int, spread: float, games: int = GAMES) -> list[GameResult]:
    """Games of two to four by Plackett and Luce's model, with the strengths of Elo's scale."""
    strengths = rng.normal(0, spread, people) * log(10) / 400
    results = []
    for _game in range(games):
        field = rng.permutation(people)[: rng.integers(2, 5)]
        # The largest of such sums (Gumbel's distribution) wins with just the chances of the model.
        places = 1 + np.argsort(np.argsort(-(strengths[field] + rng.gumbel(size=len(field)))))
        if rng.random() < SHARED:
            places[places == 2] = 1
        results.append(GameResult(field.tolist(), places.tolist()))
    return results


def _answers(games: list[GameResult]) -> Bools:
    """Whether the page says yes, after each game."""
    walk = walk_forward(games)
    answers: Bools = shown_after(evidence(walk.elo, walk.places)) & (np.arange(1, len(games) + 1) >= ENOUGH)
    return answers
