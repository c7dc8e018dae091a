"""Setups entered by taps on a phone of 360 pixels: how many taps, and how often something is out of sight.

    python -m benchmarks.setup_taps [--players N] [--seeds N] [GAME ...]

A site of its own in a temporary folder, with the web server that `manage.py up` starts. The setups are random ones,
each from the opening of the page to the record that can begin. "Slots" are what a setup has, "taps" the fewest and the
most of the setups; "sight" counts what had to be scrolled into sight, by a thumb or in the page. A person takes longer
than "seconds": this one does not think.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from benchmarks.own_site import PHONE, a_site


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seeds", type=int, default=3, help="so many setups of each game")
    parser.add_argument("--port", type=int, default=8470)
    options = parser.parse_args()
    with a_site(options.port) as address:
        enter_setups(address, options)


def enter_setups(address: str, options: argparse.Namespace) -> None:
    """One game after the other; prints a line for each."""
    from playwright.sync_api import sync_playwright

    from engine.registry import GAMES
    from nabu.board.records.services import GameSpec, issue_record
    from nabu.core.browser_engine.pack.browser import find_chromium
    from tests.browser.conftest import FLAGS
    from tests.browser.setting_up import Setter
    from tests.platform.board.records.conftest import signed_in
    from tests.platform.scenario import account

    user = account("ana")
    cookie = signed_in(user).cookies["sessionid"].value
    print(f"{'game':10} {'slots':>6} {'taps':>8} {'sight':>6} {'seconds':>8}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for game in options.games or GAMES:
            rules = GAMES[game]
            components, ruleset = rules.components(rules.component_sets[0]), rules.ruleset(rules.rulesets[0], {})
            names = [f"Player {seat}" for seat in range(1, options.players + 1)]
            slots = sum(len(part.slots) for part in rules.setup_parts(options.players, ruleset, components))
            taps, sight, seconds = [], 0, 0.0
            for seed in range(options.seeds):
                record = issue_record(user, GameSpec(game, rules.rulesets[0], rules.component_sets[0], names))
                context = browser.new_context(base_url=address, **PHONE)
                context.add_cookies([{"name": "sessionid", "value": cookie, "url": address}])
                setter = Setter.on(context.new_page(), record)
                start = time.monotonic()
                setter.enter(rules.new_setup(options.players, ruleset, components, Random(seed)))
                setter.start()
                seconds += time.monotonic() - start
                taps.append(setter.taps)
                sight += setter.scrolled
                context.close()
            shown = f"{min(taps)}-{max(taps)}"
            print(f"{game:10} {slots:6} {shown:>8} {sight:6} {seconds / options.seeds:8.1f}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
