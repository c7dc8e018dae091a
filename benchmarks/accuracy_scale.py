"""Does accuracy tell players apart? Decisions of the ladder's bots, judged, and what the scale makes of them.

    python -m benchmarks.accuracy_scale [--games N] [--sample N] [--seed S] [--show] [GAME ...]

Each bot plays N games against greedy, two players, as the first or the second seat in turn; of each game some of its
decisions, chosen at random, are judged. They are kept in `var/accuracy/GAME.jsonl`; `--show` judges none.

A scale has two numbers (`engine.review.marks.Scale`). `random` is the mean of exp(-loss / points) over the decisions
of the random bot, so that it is at 0; `points` is the one of a grid that tells neighbours on the ladder best apart:
the least difference between two of them, in standard errors. "fitted" are the even games, "checked" the odd ones,
of which the scale knows nothing; both with the scale in `marks.py`. Standard errors are those of the means of games.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from math import exp, sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev

from engine.registry import GAMES, get_game
from engine.review.marks import SCALES, Scale, accuracy_of, shrunk
from engine.review.reviewer import decisions_of, judged, reviewer_name, seed_of
from engine.simulate import simulate_game
from engine.table.table import Table

BOTS = ("random", "novice", "greedy", "search-6", "search-12", "search-72")
TOLD_APART = ("random", "novice", "greedy", "search-6", "search-72")
"""Those whose difference counts for the fit: search-12 is too close to its neighbours in two games."""
GRID = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0)
STORE = Path("var/accuracy")

Losses = dict[str, list[list[float]]]
"""By bot and game: what each judged decision is believed to have cost."""


def losses_of(key: str, bot: str, number: int, seed: str, sample: int) -> list[float]:
    """What some decisions of a bot in one game have cost."""
    seat = number % 2
    bots = [bot, "greedy"] if seat == 0 else ["greedy", bot]
    name = f"{seed}/{key}/{bot}/{number}"
    table, _report = Table.of_log(simulate_game(key, 2, get_game(key).rulesets[0], bots, name))
    assert table is not None
    own = [each for each in decisions_of(table) if table.moves[each].action.seat == seat]
    chosen = Random(name).sample(own, min(sample, len(own)))
    found = [judged(table, each, table.at(each).state, seed_of(table)) for each in sorted(chosen)]
    return [shrunk(each["loss"], each["error"]) if each["rather"] is not None else 0.0 for each in found]


def collected(key: str, games: int, sample: int, seed: str, show: bool) -> Losses:
    """The losses of all bots; what is missing is judged now, unless only to be shown."""
    STORE.mkdir(parents=True, exist_ok=True)
    path, asked = STORE / f"{key}.jsonl", [reviewer_name(get_game(key)), sample, seed]
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    known = {(line["bot"], line["game"]): line["losses"] for line in lines if line["asked"] == asked}
    found: Losses = {bot: [] for bot in BOTS}
    with path.open("a") as file:
        for number in range(games):
            for bot in BOTS:
                if (bot, number) not in known and not show:
                    known[bot, number] = losses_of(key, bot, number, seed, sample)
                    line = {"asked": asked, "bot": bot, "game": number, "losses": known[bot, number]}
                    print(json.dumps(line), file=file, flush=True)
                if (bot, number) in known:
                    found[bot].append(known[bot, number])
    return found


def fitted(losses: Losses) -> Scale:
    """The scale that tells neighbours best apart."""
    return max((scale_with(losses, points) for points in GRID), key=lambda scale: distinction(losses, scale))


def scale_with(losses: Losses, points: float) -> Scale:
    """The scale with these points on which the random bot is at 0."""
    return Scale(points, round(mean(exp(-max(0.0, each) / points) for game in losses["random"] for each in game), 2))


def distinction(losses: Losses, scale: Scale) -> float:
    """The least difference between neighbours, in standard errors."""
    told = [mean_and_error(accuracies(losses[bot], scale)) for bot in TOLD_APART]
    return min((two - one) / sqrt(e * e + f * f + 1e-9) for (one, e), (two, f) in zip(told, told[1:], strict=False))


def accuracies(games: Iterable[Sequence[float]], scale: Scale) -> list[float]:
    """The accuracy of a bot in each game."""
    return [mean(accuracy_of(scale, loss) for loss in game) for game in games if game]


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """With the standard error of the mean."""
    return mean(values), stdev(values) / sqrt(len(values))


def main() -> None:
    """Print a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", default=list(GAMES))
    parser.add_argument("--games", type=int, default=8, help="of each bot")
    parser.add_argument("--sample", type=int, default=8, help="decisions of a game")
    parser.add_argument("--seed", default="accuracy")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    for key in options.titles:
        losses = collected(key, options.games, options.sample, options.seed, options.show)
        even = {bot: games[::2] for bot, games in losses.items()}
        odd = {bot: games[1::2] for bot, games in losses.items()}
        print(f"\n{get_game(key).title}: in use {SCALES[key]}, best on the even games {fitted(even)}")
        for points in GRID:
            scale = scale_with(even, points)
            print(f"  {scale}: {distinction(even, scale):.1f} standard errors, checked {distinction(odd, scale):.1f}")
        print(f"{'bot':10} {'decisions':>9} {'loss':>6} {'fitted':>14} {'checked':>14} {'all':>14}")
        for bot, games in losses.items():
            every = [loss for game in games for loss in game]
            told = [mean_and_error(accuracies(part[bot], SCALES[key])) for part in (even, odd, losses)]
            figures = " ".join(f"{value:8.1f} ± {error:3.1f}" for value, error in told)
            print(f"{bot:10} {len(every):9} {mean(every):6.2f} {figures}", flush=True)


if __name__ == "__main__":
    main()
