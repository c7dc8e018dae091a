"""Does accuracy tell players apart? Decisions of the ladder's bots, judged, and what the scale makes of them.

    python -m benchmarks.accuracy_scale [--games N] [--sample N] [--seed S] [--show] [GAME ...]

Each bot plays N games against greedy, two players, as the first or the second seat in turn; of each game some of its
decisions, chosen at random, are judged. They are kept in `var/accuracy/GAME.jsonl`; `--show` judges none.

The scale falls by 63 % at the limit of a doubtful decision. What is measured is where it is 0: the mean of
exp(-loss / limit) over the decisions of the random bot (`engine.review.marks.AT_RANDOM`). The number in use is that of
the seed "accuracy"; another seed checks it with other games. Errors are standard errors of the means of games.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from math import exp, nan, sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev

from engine.registry import GAMES, get_game
from engine.review.marks import AT_RANDOM, LIMITS, accuracy_of, shrunk
from engine.review.reviewer import decisions_of, judged, reviewer_name, seed_of
from engine.simulate import simulate_game
from engine.table.table import Table

BOTS = ("random", "novice", "greedy", "search-6", "search-12", "search-72")
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


def at_random(key: str, losses: Losses) -> tuple[float, float]:
    """What the scale of a game takes from the random bot."""
    limit = LIMITS[key].doubtful
    return mean_and_error([mean(exp(-max(0.0, loss) / limit) for loss in game) for game in losses["random"]])


def accuracies(key: str, games: Iterable[Sequence[float]]) -> list[float]:
    """The accuracy of a bot in each game."""
    return [mean(accuracy_of(key, loss) for loss in game) for game in games if game]


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """With the standard error of the mean; NaN of a single one."""
    return mean(values), stdev(values) / sqrt(len(values)) if len(values) > 1 else nan


def main() -> None:
    """Print a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", default=list(GAMES))
    parser.add_argument("--games", type=int, default=5, help="of each bot")
    parser.add_argument("--sample", type=int, default=8, help="decisions of a game")
    parser.add_argument("--seed", default="accuracy")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    for key in options.titles:
        losses = collected(key, options.games, options.sample, options.seed, options.show)
        lowest, error = at_random(key, losses)
        print(f"\n{get_game(key).title}: 0 is at {AT_RANDOM[key]}, in these games at {lowest:.2f} ± {error:.2f}")
        print(f"{'bot':10} {'decisions':>9} {'points lost':>12} {'accuracy':>14}")
        for bot, games in losses.items():
            every = [loss for game in games for loss in game]
            value, error = mean_and_error(accuracies(key, games))
            print(f"{bot:10} {len(every):9} {mean(every):12.2f} {value:8.1f} ± {error:.1f}", flush=True)


if __name__ == "__main__":
    main()
