"""How much of the variance of the margin comes from who plays, among the bots of the ladder, by game.

    python -m benchmarks.skill_share [--game babylonia] [--games 40] [--bots NAME,NAME] [--jobs 2] [--write]

Two players, the printed game. Every bot plays every other one `--games` games, half of them at each seat, each with a
setup of its own. The share depends on who is counted among the players, so it is given for several populations
(`POPULATIONS`). `--write` stores the result in engine/search/skill_share.json, where pages find it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from analytics.skill_share import Margins, SkillShare, skill_share
from engine.game import JsonObject
from engine.registry import GAMES
from engine.search import skill_share as stored
from engine.simulate import play

BOTS = ("random", "novice", "greedy", "search-6", "search-12")
POPULATIONS: Sequence[tuple[str, ...]] = (
    BOTS,
    ("novice", "greedy", "search-6", "search-12"),
    ("greedy", "search-12"),
    ("novice", "greedy"),
)
RESULTS = Path(stored.__file__).with_name(stored.FILE_NAME)
Pairing = tuple[str, str]


def margins_of(key: str, seed: str, games: int, pairing: Pairing) -> tuple[Margins, Margins]:
    """The margins of the first bot, in games in which it started and in others."""
    one, other = pairing
    found: tuple[list[int], list[int]] = ([], [])
    for number in range(games):
        seat = number % 2
        bots = [one, other] if seat == 0 else [other, one]
        scores = play(key, 2, GAMES[key].rulesets[0], bots, f"{seed}/{one}/{other}/{number}").scores
        found[seat].append(scores[seat] - scores[1 - seat])
    return np.array(found[0], float), np.array(found[1], float)


def among(bots: Sequence[str], margins: Mapping[Pairing, tuple[Margins, Margins]]) -> SkillShare:
    """The share of skill if the players are these bots."""
    return skill_share([of_pairing for pairing, of_pairing in margins.items() if set(pairing) <= set(bots)])


def as_json(bots: Sequence[str], games: int, found: SkillShare) -> JsonObject:
    """As it is stored."""
    seat = max(0.0, found.seat)  # as in the share: both parts refer to the same whole
    whole = max(0.0, found.skill) + seat + found.rest
    return {
        "bots": list(bots),
        "games": games,
        "share": round(found.share, 4),
        "low": round(found.interval.low, 4),
        "high": round(found.interval.high, 4),
        "seat": round(seat / whole, 4),
        "deviation": round(whole**0.5, 1),
    }


def main() -> int:
    """Play, print, and store if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", dest="which", choices=list(GAMES), help="default: all; repeatable")
    parser.add_argument("--games", type=int, default=40, help="of each pairing")
    parser.add_argument("--bots", default=",".join(BOTS))
    parser.add_argument("--seed", default="skill")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    names = options.bots.split(",")
    for key in options.which or GAMES:
        game = GAMES[key]
        pairings = list(combinations(names, 2))
        with Pool(options.jobs) as pool:
            played = pool.map(partial(margins_of, key, options.seed, options.games), pairings, chunksize=1)
        margins = dict(zip(pairings, played, strict=True))
        populations = [bots for bots in POPULATIONS if set(bots) <= set(names)] or [tuple(names)]
        rows = []
        for bots in populations:
            found = among(bots, margins)
            pairs = len(bots) * (len(bots) - 1) // 2
            rows.append(as_json(bots, pairs * options.games, found))
            print(
                f"{game.title}: {', '.join(bots)}: {100 * found.share:.0f} % "
                f"({100 * found.interval.low:.0f} to {100 * found.interval.high:.0f} %), "
                f"sd of the margin {rows[-1]['deviation']}, seat {100 * rows[-1]['seat']:.1f} %",
                flush=True,
            )
        if options.write:
            table = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
            table[key] = {
                "rules_version": game.rules_version,
                "ruleset": game.rulesets[0],
                "components": game.component_sets[0],
                "seed": options.seed,
                "versions": {name: game.bots[name].version for name in names},
                "populations": rows,
            }
            RESULTS.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
