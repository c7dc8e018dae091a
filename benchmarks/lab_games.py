"""What a game of the lab costs: CPU seconds to play it and to verify it, by game, bot and number of players.

    python -m benchmarks.lab_games [--game babylonia] [--seconds 5] [--write]

Every bot plays games in which it sits at all seats, for at least so many seconds and two games; telling the luck of a
game is measured on games of greedy bots. `--write` stores the table in platform/nabu/statistics/lab/costs.json, from
which the lab estimates what an experiment takes. `--luck` measures only luck.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

from analytics.experiments import ArmPlan, Plan, play_games
from benchmarks import PLATFORM
from benchmarks.ladder_games import RUNGS
from engine.game import Game
from engine.registry import GAMES

COSTS = PLATFORM / "nabu" / "statistics" / "lab" / "costs.json"
LEAST_GAMES, MOST_GAMES = 2, 50
LUCK = "luck"


def seconds_a_game(game: Game, bot: str, players: int, at_least: float, tell_luck: bool = False) -> float:
    """CPU seconds of a game of these bots with its verification, and with telling its luck."""
    arm = ArmPlan(game.rulesets[0], {}, game.components(game.component_sets[0]))
    plan = Plan(game.key, players, (bot,), "cost", (arm,), tell_luck)
    began = time.process_time()
    play_games(plan, 0, 1)
    first = time.process_time() - began
    games, began = 0, time.process_time()
    while games < LEAST_GAMES or time.process_time() - began < at_least:
        # In parts as the lab plays them: each part costs something by itself.
        part = max(1, min(MOST_GAMES, int(at_least / first / 2)))
        play_games(plan, games, part)
        games += part
    return (time.process_time() - began) / games


def main() -> int:
    """Measure and print the table. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", dest="games", choices=list(GAMES), help="default: all; repeatable")
    parser.add_argument("--seconds", type=float, default=5.0, help="least CPU seconds for each figure (default: 5)")
    parser.add_argument("--write", action="store_true", help="store the table for the lab")
    parser.add_argument("--luck", action="store_true", help="measure only what telling luck costs")
    options = parser.parse_args()
    table: dict[str, Any] = json.loads(COSTS.read_text("utf-8")) if COSTS.exists() else {}
    for key in options.games or GAMES:
        game = GAMES[key]
        print(
            f"\n| {game.title}, seconds a game | {' | '.join(f'{n} players' for n in game.player_counts)} |", flush=True
        )
        print(f"| --- |{' ---: |' * len(game.player_counts)}", flush=True)
        luck = {
            str(players): seconds_a_game(game, "greedy", players, options.seconds, tell_luck=True)
            - seconds_a_game(game, "greedy", players, options.seconds)
            for players in game.player_counts
        }
        table.setdefault(LUCK, {})[key] = {players: float(f"{seconds:.3g}") for players, seconds in luck.items()}
        print(f"| luck | {' | '.join(f'{seconds:.3g}' for seconds in luck.values())} |", flush=True)
        for bot in () if options.luck else RUNGS:
            table.setdefault(key, {})
            found = {
                str(players): seconds_a_game(game, bot, players, options.seconds) for players in game.player_counts
            }
            table[key][bot] = {players: float(f"{seconds:.3g}") for players, seconds in found.items()}
            print(f"| {bot} | {' | '.join(f'{seconds:.3g}' for seconds in found.values())} |", flush=True)
    if options.write:
        rows = [
            f' "{key}": {{\n' + ",\n".join(f'  "{bot}": {json.dumps(of)}' for bot, of in bots.items()) + "\n }"
            for key, bots in sorted(table.items())
        ]
        COSTS.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
