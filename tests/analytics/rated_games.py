"""Games whose truth is known: drawn by Plackett and Luce's model from strengths that nobody sees."""

from __future__ import annotations

from math import log
from random import Random

from analytics.rating_quality.evaluation import GameResult
from competition.ratings.prediction import NATURAL


def made_up_games(games: int, *, spread: float, players: int = 60, seed: int = 1) -> list[GameResult]:
    """Games of two to four. `spread` is the standard deviation of the strengths in points; 0 is pure luck."""
    rng = Random(seed)
    strengths = [rng.gauss(1500, spread) for _ in range(players)]
    results = []
    for _game in range(games):
        field = rng.sample(range(players), rng.choice([2, 3, 4]))
        # The largest of such sums (Gumbel's distribution) wins with just the chances of the model.
        play = [strengths[player] / NATURAL - log(-log(rng.random())) for player in field]
        results.append(GameResult(field, [1 + sum(other > mine for other in play) for mine in play]))
    return results
