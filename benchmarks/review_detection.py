"""Does a review find mistakes, and only mistakes? One action of a strong game is replaced at random, and judged.

    python -m benchmarks.review_detection [--plants N] [--truth N] [--seed S] [--players N] [GAME ...]

Games are played by the bot that also judges. At a random decision of each game a random allowed action is planted, and
bots play on. What it truly costs is measured apart, with other seeds: both actions are continued to the end `--truth`
times, and where the bot's action can still be played in the same turn, the planted one with it, which is no loss.

"Found" is the share of planted losses above 6 (3) points that get a mark; a loss counts as above a limit if the one
measured is. "Harmless" are plants that cost less than 1.5 points: flagged ones are false alarms. "The bot's own" are
its own decisions at the same positions: how many are flagged. In brackets: 95 % Wilson intervals. Times are CPU times;
a whole game is one between the bot and greedy.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from analytics.intervals import wilson
from engine.game import CHANCE, NOBODY, Action
from engine.registry import GAMES, get_game
from engine.review.reviewer import REVIEWER, Reviewer, decisions_of, followed_by, judged, reviewer_of, seed_of
from engine.review.verdict import Continued, Judge, compared
from engine.simulate import simulate_game
from engine.table.table import Table

LARGE, SMALL, HARMLESS = 6.0, 3.0, 1.5


@dataclass(frozen=True)
class Plant:
    """A planted action: what it truly costs, with the error of that; its mark, and the mark of the bot's own."""

    loss: float
    error: float
    mark: str
    own_mark: str
    seconds: float


def plant(key: str, players: int, seed: str, truth: int) -> Plant | None:
    """One game with one planted action. None if the position had no other action."""
    game, rng = get_game(key), Random(f"{key}/{seed}")
    bot = reviewer_of(game)
    log = simulate_game(key, players, game.rulesets[0], [REVIEWER, "greedy"], seed)
    table, _report = Table.of_log(log)
    assert table is not None
    seats = [seat for seat in range(players) if seat % 2 == 0]
    number = rng.choice([each for each in decisions_of(table) if table.moves[each].action.seat in seats])
    state, own = table.at(number).state, table.moves[number].action
    others = [action for action in state.legal_actions() if action != own]
    if not others:
        return None
    planted = rng.choice(others)
    judge, best = Judge(key, state, bot.policy, f"truth/{seed}"), Continued([own])
    lines = [Continued([planted]), Continued(followed_by(state, planted, own))]
    for line in (best, *lines):
        judge.play_on(line, truth)
    true = min((compared(line, best) for line in lines), key=lambda found: found.loss)
    before = time.process_time()
    mark = judged(changed := with_action(table, number, planted, rng), number, state, seed_of(changed))["mark"]
    seconds = time.process_time() - before
    own_mark = judged(table, number, state, seed_of(table))["mark"]
    return Plant(true.loss, true.error, mark, own_mark, seconds)


def with_action(table: Table, number: int, action: Action, rng: Random) -> Table:
    """The game with another action at this move, played on by bots to its end."""
    found = table.at(number)
    policy = reviewer_of(table.game).policy
    found.apply(action.to_json())
    while (mover := found.state.to_move) != NOBODY:
        state = found.state
        found.apply((state.draw(rng) if mover == CHANCE else policy.choose(state, rng)).to_json())
    return found


def share(hits: Sequence[bool]) -> str:
    """How many of how many, with the interval."""
    if not hits:
        return "-"
    interval = wilson(sum(hits), len(hits))
    assert interval is not None
    low, high = 100 * interval.low, 100 * interval.high
    return f"{sum(hits)} of {len(hits)} ({100 * sum(hits) / len(hits):.0f} % [{low:.0f}, {high:.0f}])"


def whole_game(key: str, players: int, seed: str) -> float:
    """CPU seconds of a review of a whole game."""
    table, _report = Table.of_log(simulate_game(key, players, get_game(key).rulesets[0], [REVIEWER, "greedy"], seed))
    assert table is not None
    before = time.process_time()
    review = Reviewer(table)
    while review.done < review.total:
        review.step()
    return time.process_time() - before


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--plants", type=int, default=100)
    parser.add_argument("--truth", type=int, default=300)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--whole", type=int, default=2, help="whole games that are reviewed, to time it")
    parser.add_argument("--seed", default="planted")
    options = parser.parse_args()
    for key in options.games:
        seeds = (f"{options.seed}/{number}" for number in range(options.plants))
        found = [one for seed in seeds if (one := plant(key, options.players, seed, options.truth))]
        print(f"\n{get_game(key).title}: {len(found)} planted actions, {options.players} players")
        print(f"  mean loss            {sum(one.loss for one in found) / len(found):.1f} points")
        print(f"  found above 6        {share([bool(one.mark) for one in found if one.loss > LARGE])}")
        print(f"  found above 3        {share([bool(one.mark) for one in found if one.loss > SMALL])}")
        print(f"  harmless, flagged    {share([bool(one.mark) for one in found if one.loss < HARMLESS])}")
        print(f"  the bot's own        {share([bool(one.own_mark) for one in found])}")
        print(f"  a decision           {sum(one.seconds for one in found) / len(found):.2f} s")
        times = [whole_game(key, options.players, f"{options.seed}/whole/{number}") for number in range(options.whole)]
        print(f"  a whole game         {', '.join(f'{each:.0f}' for each in times)} s", flush=True)


if __name__ == "__main__":
    main()
