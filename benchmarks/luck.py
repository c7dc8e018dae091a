"""Is luck told rightly? Games that were not used to build anything, with their luck, against what must hold.

    python -m benchmarks.luck [--players N] [--games N] [--bots NAME,…] [--pairs N] [--checked N] [--seed S]
        [--policy NAME] [--jobs N] [--build] [GAME ...]

Each game is played by equal bots, in turn each of those named, and told as in a review. Everything is of the margin of
seat 0 to the best other, over games; "±" is one standard error over games.

- slope: the raw margin regressed on luck. 1: a point of luck is a point of margin. It is told of all games, where 1
  must hold, and of those of each bot, with the share of the variance of the margin that luck explains there.
- shuffled: the raw margin regressed on the luck of draws that were not drawn, told in the same way. 0.
- seeds: the luck told with another seed, differences squared over their squared errors. 1: the errors are honest. Only
  the part of the error that comes from the pairs counts: what is not believed is the same with every seed.
- seats: the mean luck of each seat. 0 within its error.
- adjusted: the standard deviation of the margin without luck, over that of the raw margin.
- draws: the share of the variance of the margin that draws can explain at all. That is the sum over the draws of the
  variance of what they were worth, from pairs that greedy bots play on to the end, with the variance of their errors
  taken off.

Few pairs and many games say more about the slope than the other way round: what is believed of a draw takes the number
of pairs into account. `adjusted` is about that number of pairs.

With `--build` it plays other games and prints what `engine/luck/measured.py` needs: `spread` and `noise` of the pairs,
and `scale`, the slope of the raw margin on luck that is told without a scale. With `--policy novice` continuations are
played by a bot that does not always do the same: what is left of `spread` is worth something whoever plays on.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from functools import partial
from math import sqrt
from multiprocessing import Pool
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game import Action, Bot, State
from engine.luck.draws import draws_of, positions_before
from engine.luck.measured import MEASURED
from engine.luck.worth import PAIRS, margins, worth_of
from engine.registry import GAMES, get_game
from engine.search.in_parts import at_once
from engine.search.rollouts import MOST_TURNS, play_on
from engine.simulate import simulate_game
from engine.table.table import Table

LONG_PAIRS = 8
Numbers = NDArray[np.float64]


class Told(NamedTuple):
    """One game: the `bot` that played it, the margin by seat, and by draw what is told, told again with another seed,
    and told of a draw that was not drawn (points and squared errors by seat); `far` are pairs of seat 0 at the end of
    the game. `seconds` is the CPU time of the first telling. Of a game that is not checked the others are empty.
    """

    bot: str
    margins: Numbers
    told: Numbers
    errors: Numbers
    again: Numbers
    again_errors: Numbers
    shuffled: Numbers
    far: Numbers
    seconds: float


def told_game(
    key: str, players: int, bots: Sequence[str], by: str, seed: str, pairs: int, checked: int, number: int
) -> Told:
    """Game `number` and its luck; of the first `checked` games three times, and with pairs played on to the end."""
    game = get_game(key)
    bot = bots[number % len(bots)]
    table, _report = Table.of_log(simulate_game(key, players, game.rulesets[0], [bot] * players, f"{seed}/{number}"))
    assert table is not None
    policy, measured = game.bots[by], MEASURED[key][players]
    seconds = 0.0
    found, again, shuffled, far = [], [], [], []
    for move, state in positions_before(table, draws_of(table)):
        drawn, own = table.moves[move].action, f"{seed}/{number}/{move}"
        before = time.process_time()
        found.append(at_once(worth_of(state, drawn, policy, measured, own, pairs, 0)))
        seconds += time.process_time() - before
        if number >= checked:
            continue
        again.append(at_once(worth_of(state, drawn, policy, measured, f"{own}/again", pairs, 0)))
        other = state.draw(Random(f"{own}/shuffled"))
        shuffled.append(at_once(worth_of(state, other, policy, measured, f"{own}/other", pairs, 0)))
        far.append([_pair(state, drawn, policy, MOST_TURNS, f"{own}/{pair}") for pair in range(LONG_PAIRS)])
    return Told(
        bot,
        np.array(margins(table.state), float),
        np.array([each.points for each in found]),
        np.array([each.error for each in found]) ** 2,
        np.array([each.points for each in again]),
        np.array([each.error for each in again]) ** 2,
        np.array([each.points for each in shuffled]),
        np.array(far),
        seconds,
    )


class Built(NamedTuple):
    """One game: the margin of seat 0, and by draw pairs of it after the turns of `MEASURED`."""

    margin: float
    near: Numbers


def built_game(key: str, players: int, bots: Sequence[str], by: str, seed: str, pairs: int, number: int) -> Built:
    """Game `number` and what its draws were worth, as it was found."""
    game = get_game(key)
    names = [bots[number % len(bots)]] * players
    table, _report = Table.of_log(simulate_game(key, players, game.rulesets[0], names, f"{seed}/{number}"))
    assert table is not None
    policy, turns = game.bots[by], MEASURED[key][players].turns
    near = [
        [
            _pair(state, table.moves[move].action, policy, turns, f"{seed}/{number}/{move}/{pair}")
            for pair in range(pairs)
        ]
        for move, state in positions_before(table, draws_of(table))
    ]
    return Built(margins(table.state)[0], np.array(near))


def _pair(state: State[Any], drawn: Action, policy: Bot, turns: int, seed: str) -> float:
    """The difference of one pair for seat 0, after so many turns."""
    as_drawn, otherwise = state.copy(), state.copy()
    as_drawn.apply(drawn)
    otherwise.apply(otherwise.draw(Random(f"{seed}/bag")))
    for after in (as_drawn, otherwise):
        play_on(after, policy, Random(f"{seed}/draws"), Random(f"{seed}/bots"), state.turn + turns)
    return margins(as_drawn)[0] - margins(otherwise)[0]


def regressed(margin: Numbers, luck: Numbers) -> tuple[float, float]:
    """The slope of the first on the second, and its standard error (robust to unequal spread, HC1)."""
    count, centred = len(luck), luck - luck.mean()
    slope = float((centred * margin).sum() / (centred**2).sum())
    left = margin - margin.mean() - slope * centred
    return slope, float(sqrt((centred**2 * left**2).sum() * count / (count - 2)) / (centred**2).sum())


def share_of_draws(games: Sequence[Told], variance: float) -> tuple[float, float]:
    """The share of the margin's variance that draws can explain, with its standard error over games."""
    each = np.array([(one.far.mean(1) ** 2 - one.far.var(1, ddof=1) / LONG_PAIRS).sum() / variance for one in games])
    return float(each.mean()), float(each.std(ddof=1) / sqrt(len(each)))


def report(games: Sequence[Told], unseen: float) -> None:
    """Print what must hold. `unseen` is the part of a draw's squared error that is not believed."""
    checked = [one for one in games if len(one.far)]
    margin = np.array([one.margins[0] for one in games])
    luck = np.array([one.told[:, 0].sum() for one in games])
    error = sqrt(np.mean([one.errors[:, 0].sum() for one in games]))
    other = np.array([one.shuffled[:, 0].sum() for one in checked])
    both = np.array(
        [
            (one.told[:, 0].sum() - one.again[:, 0].sum()) ** 2
            / (one.errors[:, 0].sum() + one.again_errors[:, 0].sum() - 2 * unseen * len(one.errors))
            for one in checked
        ]
    )
    seats = np.array([one.told.sum(0) for one in games])
    raw, adjusted = margin.std(ddof=1), (margin - luck).std(ddof=1)
    share, share_error = share_of_draws(checked, margin.var(ddof=1))
    means = ", ".join(
        f"{mean:+.2f} ± {deviation:.2f}"
        for mean, deviation in zip(seats.mean(0), seats.std(0, ddof=1) / sqrt(len(games)), strict=True)
    )
    draws, seconds = (
        np.mean([value(one) for one in games]) for value in (lambda one: len(one.told), lambda one: one.seconds)
    )
    print(f"  draws, CPU s a game  {draws:.0f}, {seconds:.1f}")
    print(f"  raw margin, luck     sd {raw:.1f}, sd {luck.std(ddof=1):.1f} with an error of {error:.1f} in a game")
    for name, those in groups_of([one.bot for one in games]):
        slope, slope_error = regressed(margin[those], luck[those])
        left = margin[those] - slope * luck[those]
        explained = 1 - left.var(ddof=1) / margin[those].var(ddof=1)
        print(f"  slope                {slope:.2f} ± {slope_error:.2f}, explained {explained:.3f} ({name})")
    print("  shuffled             {:.2f} ± {:.2f}".format(*regressed(margin[: len(checked)], other)))
    print(f"  seeds                {both.mean():.2f} ± {both.std(ddof=1) / sqrt(len(both)):.2f}")
    print(f"  seats                {means}")
    print(f"  adjusted             {adjusted / raw:.3f}")
    print(f"  draws                {share:.3f} ± {share_error:.3f}", flush=True)


def groups_of(bots: Sequence[str]) -> list[tuple[str, NDArray[np.int64]]]:
    """All games, and those of each bot if there are several."""
    names = sorted(set(bots))
    each = [(name, np.flatnonzero([bot == name for bot in bots])) for name in names if len(names) > 1]
    return [("all", np.arange(len(bots))), *each]


def build(games: Sequence[Built]) -> None:
    """Print `spread`, `noise` and `scale` (`Measured`)."""
    means = np.concatenate([one.near.mean(1) for one in games])
    noise = np.concatenate([one.near.var(1, ddof=1) for one in games]).mean()
    pairs = games[0].near.shape[1]
    spread = max(0.0, (means**2).mean() - noise / pairs)
    believed = spread / (spread + noise / pairs)
    luck = believed * np.array([one.near.mean(1).sum() for one in games])
    scale, error = regressed(np.array([one.margin for one in games]), luck)
    print(f"  spread {sqrt(spread):.2f}, noise {sqrt(noise):.2f}, scale {scale:.2f} ± {error:.2f}", flush=True)


def main() -> None:
    """Print a block for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("which", nargs="*", default=list(GAMES))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--checked", type=int, default=60, help="so many of them are told three times")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="pairs of continuations of a draw")
    parser.add_argument("--bots", default="greedy,search-12", help="equal bots play each game, in turn each of these")
    parser.add_argument("--policy", default="greedy", help="who plays positions on; luck is told by greedy")
    parser.add_argument("--seed", default="luck")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--build", action="store_true")
    options = parser.parse_args()
    bots = options.bots.split(",")
    for key in options.which:
        title = get_game(key).title
        print(f"\n{title}: {options.games} games of {options.players}, {options.bots}", flush=True)
        game = (key, options.players, bots, options.policy)
        with Pool(options.jobs) as pool:
            if options.build:
                build(pool.map(partial(built_game, *game, "built", options.pairs), range(options.games), chunksize=1))
                continue
            play = partial(told_game, *game, options.seed, options.pairs, options.checked)
            told = pool.map(play, range(options.games), chunksize=1)
        measured = MEASURED[key][options.players]
        report(told, (measured.scale - measured.believed(options.pairs)) ** 2 * measured.spread**2)


if __name__ == "__main__":
    main()
