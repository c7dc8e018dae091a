"""How much computing the review of a whole game takes, in CPython and in the browser.

    python -m benchmarks.review_speed [--games N] [--seed S] [--bots NAME ...] [--browser] [--engines N] [GAME ...]

Games are those of bots, two players. `CPU s` is processor time: of this process, or of the page that judges in
Chromium, without what it takes to start the engine there. `wall s` is what somebody waits in the browser once the
engine is ready, with the decisions dealt out to `--engines` pages in turn; on a busy machine it says little.
`longest` is the slowest decision, `luck s` what setup and draws take. "continuations" are those of each line
in the comparison that a decision was judged by.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import Any

import psutil

from engine.browser.desk import Desk
from engine.registry import GAMES, get_game
from engine.review.reviewer import Reviewer
from engine.simulate import simulate_game
from engine.table.table import Table

LONGEST = 3600.0
WHOLE = 1_000_000
"""More pairs of continuations than a decision can take."""


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", default=list(GAMES))
    parser.add_argument("--games", type=int, default=1, help="games of each title")
    parser.add_argument("--seed", default="speed")
    parser.add_argument("--bots", nargs="+", default=["greedy", "novice"])
    parser.add_argument("--browser", action="store_true", help="in Chromium too")
    parser.add_argument("--engines", type=int, default=1, help="so many engines share a game in the browser")
    options = parser.parse_args()
    browser = Chromium() if options.browser else None
    columns = f"{'decisions':>9} {'judged':>7} {'marked':>7} {'continuations':>13}"
    print(f"{'game':24} {columns} {'CPU s':>7} {'luck s':>7} {'longest':>8}")
    for key in options.titles:
        for number in range(options.games):
            log = simulate_game(key, 2, get_game(key).rulesets[0], options.bots, f"{options.seed}/{number}")
            print_here(f"{key} {number}", log)
            if browser is not None:
                browser.print_there(f"  in {options.engines} engines", log, options.engines)


def print_here(name: str, log: bytes) -> None:
    """A review in this process."""
    table, _report = Table.of_log(log)
    assert table is not None
    before, times = time.process_time(), []
    review = Reviewer(table)
    while review.done < review.total:
        began = time.process_time()
        review.step()
        times.append(time.process_time() - began)
    seconds, luck = time.process_time() - before, sum(times[len(review.decisions) :])
    judged = [each for each in review.decisions if each["rather"] is not None]
    marked, pairs = sum(bool(each["mark"]) for each in judged), sum(each["count"] for each in judged)
    longest = max(times[: len(review.decisions)])
    figures = f"{len(review.decisions):9} {len(judged):7} {marked:7} {pairs:13,}"
    print(f"{name:24} {figures} {seconds:7.1f} {luck:7.1f} {longest:8.1f}", flush=True)


class Chromium:
    """A browser that reviews, for as long as this process lives."""

    def __init__(self) -> None:
        os.environ.update(NABU_LOCAL="1", DJANGO_SETTINGS_MODULE="nabu.settings_local")
        import django

        django.setup()
        logging.disable(logging.INFO)
        from playwright.sync_api import sync_playwright

        from nabu.core.browser_engine.pack.browser import find_chromium
        from tests.browser.conftest import FLAGS

        self._browser = sync_playwright().start().chromium.launch(executable_path=find_chromium(), args=FLAGS)

    def print_there(self, name: str, log: bytes, engines: int) -> None:
        """A review in so many engines, and what it takes beyond opening the game in each."""
        opening = {"ask": "review.open", "log": log.decode()}
        total = json.loads(Desk().answer(json.dumps(opening)))["answer"]["total"]
        judging = [{"ask": "review.find", "which": which, "most": WHOLE} for which in range(total)]
        start, _wall = self._asked([[opening]] * engines)
        seconds, wall = self._asked([[opening, *judging[first::engines]] for first in range(engines)])
        print(
            f"{name:24} {'':9} {'':7} {'':7} {'':13} {seconds - start:7.1f} {'':7} {'':8} wall s {wall:.1f}", flush=True
        )

    def _asked(self, shares: Sequence[list[dict[str, Any]]]) -> tuple[float, float]:
        """CPU seconds of all pages that ask these questions, and the wall seconds of the one that took longest."""
        from tests.browser.engine_site import engine_site

        with ExitStack() as stack:
            before = processor_time()
            sites = [stack.enter_context(engine_site(questions)) for questions in shares]
            pages = []
            for site in sites:
                pages.append(self._browser.new_page())
                pages[-1].goto(site.address)
            walls = [sum(site.found(LONGEST)["seconds"]) for site in sites]
            seconds = processor_time() - before
            for page in pages:
                page.close()
        return seconds, max(walls)


def processor_time() -> float:
    """What the pages of the browser have used so far; those that were closed do not count."""
    found = 0.0
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # of a page that was closed a moment ago
            times = child.cpu_times()
            found += times.user + times.system if "--type=renderer" in child.cmdline() else 0.0
    return found


if __name__ == "__main__":
    main()
