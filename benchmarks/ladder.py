"""The ladder of the bots: how strong random, novice, greedy and the search bots are, game by game.

    python -m benchmarks.ladder [--game babylonia] [--pairs 100] [--seed ladder] [--jobs 2] [--write]
    python -m benchmarks.ladder --show      # only the tables, from what was played so far

Bots meet in mirrored sets: two games with the same setup and the same generators for draws and bots, the seats swapped
(with more players one game for each seat). Ratings are Bradley-Terry on the Elo scale with greedy at 1000, intervals
by bootstrap over pairs (`analytics.bradley_terry`); shares of wins have Wilson intervals. Times are CPU time of
decisions in which there was a choice.

Every set that was played is a line of var/ladder/GAME.jsonl at once, so what was interrupted goes on. A line counts
only for the same seed and the same code of the bots. `--write` stores the results in engine/search/ladder.json and in
docs/search.md. Ends with status 1 if sets are missing for that.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import engine
from benchmarks import ROOT
from benchmarks.ladder_games import Contest, SetRecord, code_of, contests_of, play_set
from benchmarks.ladder_results import by_contest, results_of, tables
from engine.game import Game, JsonObject
from engine.registry import GAMES
from engine.search.ladder import FILE_NAME, measurements

STORE = ROOT / "var" / "ladder"
RESULTS = Path(engine.__file__).resolve().parent / "search" / FILE_NAME
PAGE = ROOT / "docs" / "search.md"
BEGIN, END = "<!-- ladder: written by python -m benchmarks.ladder -->", "<!-- end of the ladder -->"

TELL_EVERY = 10.0
"""Seconds between two lines about the progress of a contest."""


class Store:
    """The sets of a game that were played: a file to which lines are added."""

    def __init__(self, path: Path, seed: str, code: str) -> None:
        self.path, self.seed, self.code = path, seed, code

    def records(self) -> list[SetRecord]:
        """Those that count. A line that was cut off by an interruption is left out."""
        if not self.path.exists():
            return []
        found = []
        for line in self.path.read_text("utf-8").splitlines():
            try:
                record = SetRecord(**json.loads(line))
            except (ValueError, TypeError):
                continue
            if (record.seed, record.code) == (self.seed, self.code):
                found.append(record)
        return found

    def add(self, record: SetRecord) -> None:
        """Keep a set. It begins on a line of its own, also behind one that was cut off."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a+b") as file:
            if file.tell():
                file.seek(-1, os.SEEK_END)
                if file.read() != b"\n":
                    file.write(b"\n")
            file.write(json.dumps(record.to_json(), separators=(",", ":")).encode() + b"\n")


def play_contest(
    game: Game, contest: Contest, missing: list[int], seed: str, jobs: int, keep: Callable[[SetRecord], None]
) -> None:
    """Play the sets with these numbers, and tell how it goes."""
    code, began, told = code_of(game), time.monotonic(), time.monotonic()
    won, games = 0.0, 0
    work = partial(play_set, game.key, contest, seed, code=code)
    for count, record in enumerate(_each(work, missing, jobs), 1):
        keep(record)
        won, games = won + sum(record.wins), games + len(record.wins)
        if time.monotonic() - told > TELL_EVERY or count == len(missing):
            told = time.monotonic()
            left = (told - began) / count * (len(missing) - count)
            print(
                f"{game.key}: {contest.title}: {count} of {len(missing)} sets, {100 * won / games:.0f} % won,"
                f" about {left / 60:.0f} min left",
                file=sys.stderr,
                flush=True,
            )


def _each(work: Callable[[int], SetRecord], numbers: list[int], jobs: int) -> Iterator[SetRecord]:
    if jobs == 1:
        yield from map(work, numbers)
        return
    with multiprocessing.Pool(min(jobs, len(numbers))) as pool:
        yield from pool.imap_unordered(work, numbers)


def missing_sets(game: Game, records: Iterable[SetRecord], pairs: int) -> dict[Contest, list[int]]:
    """The numbers of the sets that are still to be played, contest by contest."""
    there = {(record.contest, record.number) for record in records}
    wanted = {contest: range(contest.sets(pairs)) for contest in contests_of(game)}
    return {contest: [each for each in of if (contest, each) not in there] for contest, of in wanted.items()}


def write(found: dict[str, JsonObject]) -> None:
    """Store the results where the engine and people read them. Games that were not asked for stay as they are."""
    kept: dict[str, JsonObject] = {key: found.get(key) or measurements().get(key) or {} for key in sorted(GAMES)}
    RESULTS.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")
    if PAGE.exists():
        before, _begin, rest = PAGE.read_text("utf-8").partition(BEGIN)
        _old, _end, after = rest.partition(END)
        PAGE.write_text(f"{before}{BEGIN}\n\n{tables(_titles(), kept)}\n{END}{after}", "utf-8")


def _titles() -> dict[str, str]:
    return {key: game.title for key, game in GAMES.items()}


def main(arguments: list[str] | None = None) -> int:
    """Play what is missing and print the tables. Returns the exit status."""
    options = _options(arguments)
    found: dict[str, JsonObject] = {}
    incomplete = False
    for key in options.games or GAMES:
        game = GAMES[key]
        store = Store(options.store / f"{key}.jsonl", options.seed, code_of(game))
        missing = missing_sets(game, store.records(), options.pairs)
        for contest, numbers in missing.items():
            if numbers and not options.show:
                play_contest(game, contest, numbers, options.seed, options.jobs, store.add)
        incomplete = incomplete or (options.show and any(missing.values()))
        played = by_contest(
            [record for record in store.records() if record.number < record.contest.sets(options.pairs)]
        )
        found[key] = results_of(game, played, options.pairs, options.seed)
        print(tables(_titles(), {key: found[key]}), flush=True)
    if not options.write:
        return 0
    if incomplete:
        print("not written: sets are missing", file=sys.stderr)
        return 1
    write(found)
    return 0


def _options(arguments: list[str] | None) -> Any:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", dest="games", choices=list(GAMES), help="default: all; repeatable")
    parser.add_argument("--pairs", type=int, default=100, help="mirrored pairs of each pairing (default: 100)")
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a processor)")
    parser.add_argument("--write", action="store_true", help="store the results in the engine and in docs/search.md")
    parser.add_argument("--show", action="store_true", help="play nothing")
    parser.add_argument("--store", type=Path, default=STORE, help="folder of the sets that were played")
    options = parser.parse_args(arguments)
    if options.pairs < 1 or options.jobs < 1:
        parser.error("--pairs and --jobs are at least 1")
    return options


if __name__ == "__main__":
    sys.exit(main())
