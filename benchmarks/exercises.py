"""How many marked decisions are confirmed in worlds that the review has not seen, and what checking and answering cost.

    python -m benchmarks.exercises [--games N] [--every N] [GAME ...]

Games of `greedy` against `novice`, of which every so-manyth decision is reviewed. Each one that gets a mark is checked
as the page of exercises does; of the confirmed ones, the answer of the greedy bot is judged. Times are CPU seconds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from random import Random

from analytics.intervals import wilson
from engine.registry import GAMES, get_game
from engine.review.exercises import Exercise, Trial
from engine.review.reviewer import decisions_of, judged, seed_of
from engine.simulate import simulate_game
from engine.table.table import Table


def finished(trial: Trial) -> float:
    """Judge to the end. Returns the CPU seconds it took."""
    before = time.process_time()
    while not trial.is_over:
        trial.step()
    return time.process_time() - before


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--every", type=int, default=3)
    parser.add_argument("keys", nargs="*", default=list(GAMES))
    asked = parser.parse_args(arguments)
    for key in asked.keys:
        checks: list[float] = []
        answers: list[float] = []
        shrinking: list[tuple[float, float]] = []
        right = 0
        for number in range(asked.games):
            game = get_game(key)
            log = simulate_game(key, 2, game.rulesets[0], ["greedy", "novice"], f"exercises/{number}")
            table, _report = Table.of_log(log)
            assert table is not None
            for move in decisions_of(table)[:: asked.every]:
                state = table.at(move).state
                decision = judged(table, move, state, seed_of(table))
                if not decision["mark"]:
                    continue
                exercise = Exercise(table, move, decision["rather"])
                check = exercise.check()
                checks.append(finished(check))
                shrinking.append((decision["loss"], check.loss("game").points))
                if check.loss("game").is_wrong:
                    answer = exercise.answer(game.bots["greedy"].choose(state, Random(move)))
                    answers.append(finished(answer))
                    right += not answer.loss("mine").is_wrong
        low, high = (round(100 * each) for each in wilson(len(answers), len(checks)) or (0, 1))
        share = f"{len(answers)} of {len(checks)} ({len(answers) / max(1, len(checks)):.0%} [{low}, {high}])"
        before, after = (mean(each) for each in zip(*shrinking or [(0.0, 0.0)], strict=True))
        print(
            f"{key}: confirmed {share}; mean loss {before:.1f} in the review, {after:.1f} again;"
            f" check {mean(checks):.2f} s (longest {max(checks):.1f}); answer {mean(answers):.2f} s"
            f" (longest {max(answers, default=0):.1f}); greedy right {right} of {len(answers)}",
            flush=True,
        )


def mean(values: Sequence[float]) -> float:
    """0 without any."""
    return sum(values) / len(values) if values else 0.0


if __name__ == "__main__":
    main()
