"""Is luck told rightly? Games that were not used to build anything, with their luck, against what must hold.

    python -m benchmarks.luck [--players N] [--games N] [--bots NAME,NAME] [--pairs N] [--checked N] [--seed S]
        [--jobs N] [--build] [GAME ...]

Each game is played by the bots in turn and told as in a review. Everything is of the margin of seat 0 to the best
other, over games; "±" is one standard error over games.

- slope: the raw margin regressed on luck. 1: a point of luck is a point of margin.
- shuffled: the raw margin regressed on the luck of draws that were not drawn, told in the same way. 0.
- seeds: the luck told with another seed, differences squared over their squared errors. 1: the errors are honest. Only
  the part of the error that comes from the pairs counts: what is not believed is the same with every seed.
- seats: the mean luck of each seat. 0 within its error.
- adjusted: the standard deviation of the margin without luck, over that of the raw margin.
- explained: the share of the variance of the margin that the luck told explains (1 - adjusted², with the slope taken);
  "draws": the share that draws can explain at all. That is the sum over the draws of the variance of what they were
  worth, from pairs that are played on to the end, with the variance of their errors taken off.

Few pairs and many games say more about the slope than the other way round: what is believed of a draw takes the number
of pairs into account. The last two rows are about that number of pairs.

With `--build` it plays other games and prints what `engine/luck/measured.py` needs: `spread`, `noise` and `scale`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from functools import partial
from math import sqrt
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.luck.draws import draws_of, positions_before
from engine.luck.measured import MEASURED
from engine.luck.worth import PAIRS, margins, worth_of
from engine.registry import GAMES, get_game
from engine.review.reviewer import reviewer_of
from engine.search.in_parts import at_once
from engine.search.rollouts import play_on
from engine.simulate import simulate_game
from engine.table.table import Table

LONG_PAIRS = 8
Numbers = NDArray[np.float64]


class Told(NamedTuple):
    """One game: the margin by seat, and by draw what is told, told again with another seed, and told of a draw that was
    not drawn (points and squared errors by seat); `near` and `far` are pairs of seat 0 after the turns of
    `MEASURED` and at the end. `seconds` is the CPU time of the first telling. Of a game that is not checked only
    `margins`, `told`, `errors` and `seconds` are there.
    """

    margins: Numbers
    told: Numbers
    errors: Numbers
    again: Numbers
    again_errors: Numbers
    shuffled: Numbers
    near: Numbers
    far: Numbers
    seconds: float


def told_game(key: str, players: int, bots: Sequence[str], seed: str, pairs: int, checked: int, number: int) -> Told:
    """Game `number` and its luck; of the first `checked` games three times, and with pairs played on to the end."""
    game = get_game(key)
    order = [bots[(seat + number) % len(bots)] for seat in range(players)]
    table, _report = Table.of_log(simulate_game(key, players, game.rulesets[0], order, f"{seed}/{number}"))
    assert table is not None
    policy, measured = reviewer_of(game).policy, MEASURED[key][players]
    seconds = 0.0
    found, again, shuffled, near, far = [], [], [], [], []
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
        both = np.array([_pair(state, drawn, policy, measured.turns, f"{own}/{pair}") for pair in range(LONG_PAIRS)])
        near.append(both[:, 0])
        far.append(both[:, 1])
    return Told(
        np.array(margins(table.state), float),
        np.array([each.points for each in found]),
        np.array([each.error for each in found]) ** 2,
        np.array([each.points for each in again]),
        np.array([each.error for each in again]) ** 2,
        np.array([each.points for each in shuffled]),
        np.array(near),
        np.array(far),
        seconds,
    )


def _pair(state, drawn, policy, turns, seed):  # type: ignore[no-untyped-def]
    """The difference of one pair for seat 0, after so many turns and at the end."""
    found = np.zeros(2)
    for sign in (1, -1):
        after = state.copy()
        after.apply(drawn if sign > 0 else after.draw(Random(f"{seed}/bag")))
        draws, bots = Random(f"{seed}/draws"), Random(f"{seed}/bots")
        for which, last in enumerate((state.turn + turns, None)):
            play_on(after, policy, draws, bots, *([] if last is None else [last]))
            found[which] += sign * margins(after)[0]
    return found


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
    slope, slope_error = regressed(margin, luck)
    explained = 1 - ((margin - slope * luck).std(ddof=1) / raw) ** 2
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
    print(f"  slope                {slope:.2f} ± {slope_error:.2f}")
    print("  shuffled             {:.2f} ± {:.2f}".format(*regressed(margin[: len(checked)], other)))
    print(f"  seeds                {both.mean():.2f} ± {both.std(ddof=1) / sqrt(len(both)):.2f}")
    print(f"  seats                {means}")
    print(f"  adjusted             {adjusted / raw:.3f}")
    print(f"  explained, draws     {explained:.3f}, {share:.3f} ± {share_error:.3f}", flush=True)


def build(games: Sequence[Told]) -> None:
    """Print `spread`, `noise` and `scale` (`Measured`), from halves of the pairs, so that no error counts twice."""
    near, far = np.concatenate([one.near for one in games]), np.concatenate([one.far for one in games])
    half = LONG_PAIRS // 2
    one, other = slice(None, half), slice(half, None)
    spread = (near[:, one].mean(1) * near[:, other].mean(1)).mean()
    together = (near[:, one].mean(1) * far[:, other].mean(1) + near[:, other].mean(1) * far[:, one].mean(1)) / 2
    scale = together.mean() / spread
    error = (together - scale * near[:, one].mean(1) * near[:, other].mean(1)).std(ddof=1) / sqrt(len(near)) / spread
    noise = sqrt(near.var(1, ddof=1).mean())
    print(f"  spread {sqrt(max(0.0, spread)):.2f}, noise {noise:.2f}, scale {scale:.2f} ± {error:.2f}", flush=True)


def main() -> None:
    """Print a block for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("which", nargs="*", default=list(GAMES))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--checked", type=int, default=60, help="so many of them are told three times")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="pairs of continuations of a draw")
    parser.add_argument("--bots", default="search-12")
    parser.add_argument("--seed", default="luck")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--build", action="store_true")
    options = parser.parse_args()
    bots = options.bots.split(",")
    for key in options.which:
        seed = "built" if options.build else options.seed
        checked = options.games if options.build else options.checked
        play = partial(told_game, key, options.players, bots, seed, options.pairs, checked)
        with Pool(options.jobs) as pool:
            games = pool.map(play, range(options.games), chunksize=1)
        print(f"\n{get_game(key).title}: {len(games)} games of {options.players}, {options.bots}", flush=True)
        if options.build:
            build(games)
        else:
            measured = MEASURED[key][options.players]
            report(games, (measured.scale - measured.believed(options.pairs)) ** 2 * measured.spread**2)


if __name__ == "__main__":
    main()
