"""Which scores are usual in games of bots, by game and number of players: the middle 99.9 % of them.

    python -m benchmarks.usual_scores [--game babylonia] [--games 2000] [--write]

Novices and greedy bots sit at drawn seats; each ruleset has its share of the games. `--write` stores the table in
platform/nabu/contests/results/settling/usual_scores.json, with which a site compares scores that somebody types in as
long as it has too few verified games of its own.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from random import Random
from typing import Any

from analytics.usual_scores import usual_span
from benchmarks import PLATFORM
from engine.game import Game
from engine.registry import GAMES
from engine.simulate import play

FILE = PLATFORM / "nabu" / "contests" / "results" / "settling" / "usual_scores.json"
BOTS = ("novice", "greedy")


def scores_seen(game: Game, players: int, games: int) -> Counter[int]:
    """How often each score came up in so many games of these bots."""
    rng = Random(f"usual scores/{game.key}/{players}")
    seen: Counter[int] = Counter()
    for number in range(games):
        ruleset = game.rulesets[number % len(game.rulesets)]
        bots = rng.choices(BOTS, k=players)
        played = play(game.key, players, ruleset, bots, f"usual-{players}-{number}")
        if played.places:
            seen.update(played.scores)
    return seen


def main() -> int:
    """Measure and print the table. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", dest="keys", choices=list(GAMES), help="default: all; repeatable")
    parser.add_argument("--games", type=int, default=2_000, help="games for each figure (default: 2000)")
    parser.add_argument("--write", action="store_true", help="store the table for the platform")
    options = parser.parse_args()
    table: dict[str, Any] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {"spans": {}}
    table["source"] = "games between the bots novice and greedy, measured by benchmarks/usual_scores.py"
    print("| game | players | scores | lowest usual | highest usual |\n| --- | ---: | ---: | ---: | ---: |")
    for key in options.keys or GAMES:
        game = GAMES[key]
        table["spans"][key] = {}
        for players in game.player_counts:
            span = usual_span(scores_seen(game, players, options.games))
            if span is None:
                parser.error("too few games for such a figure")
            print(f"| {game.title} | {players} | {span.scores} | {span.low} | {span.high} |", flush=True)
            table["spans"][key][str(players)] = {"scores": span.scores, "low": span.low, "high": span.high}
    if options.write:
        FILE.write_text(json.dumps(table, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
