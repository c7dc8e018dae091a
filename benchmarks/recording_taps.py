"""Whole games recorded by taps on a phone of 360 pixels: how many taps, and how long the page takes.

    python -m benchmarks.recording_taps [--players N] [--moves N] [--server] [GAME ...]

A site of its own in a temporary folder, with the web server that `manage.py up` starts. The games are those of random
bots. The page uses the engine in the browser; with `--server` it does without. "Open" is the time until the page of the
record takes the first tap; "lit" the time from the tap that ends a move until the next choices are lit: middle,
nineteen of twenty, longest. From its button to its place in one movement is one tap. "Dealt" is how many taps are left
where the page deals every draw. "Sight" counts the taps for which the board or the choices had to be scrolled. A person
takes longer than "seconds": this one does not think.
"""

from __future__ import annotations

import argparse
import statistics
import time

from benchmarks.own_site import PHONE, a_site


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--moves", type=int, default=10_000, help="no more moves of a game than these")
    parser.add_argument("--server", action="store_true", help="without the engine in the browser")
    parser.add_argument("--port", type=int, default=8469)
    options = parser.parse_args()
    with a_site(options.port) as address:
        record_games(address, options)


def record_games(address: str, options: argparse.Namespace) -> None:
    """One game after the other; prints a line for each."""
    from playwright.sync_api import expect, sync_playwright

    from engine.registry import GAMES
    from nabu.core.browser_engine.pack.browser import find_chromium
    from tests.browser.conftest import FLAGS
    from tests.browser.recording import Thumb
    from tests.platform.board.records.conftest import game_to_record, signed_in
    from tests.platform.scenario import account

    user = account("ana")
    cookie = signed_in(user).cookies["sessionid"].value
    print(
        f"{'game':10} {'moves':>6} {'taps':>5} {'dealt':>5} {'sight':>5} {'seconds':>8} {'open ms':>8} {'lit ms':>16}"
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for game in options.games or GAMES:
            record, lines = game_to_record(user, game, options.players)
            context = browser.new_context(base_url=address, **PHONE)
            context.add_cookies([{"name": "sessionid", "value": cookie, "url": address}])
            if options.server:
                context.add_init_script("delete window.WebAssembly")
            page = context.new_page()
            page.goto("/records/")
            thumb = Thumb.on(page, record)
            state = "unsafe" if options.server else "safe"
            expect(page.locator("#sync")).to_have_attribute("data-safety", state, timeout=60_000)
            start = time.monotonic()
            thumb.record_all(lines[: options.moves])
            seconds = time.monotonic() - start
            found = sorted(round(1000 * took) for took in thumb.seconds)
            lit = f"{statistics.median(found):.0f} {found[len(found) * 19 // 20]} {found[-1]}"
            moves = len(thumb.seconds)
            taps = f"{moves:6} {thumb.taps:5} {thumb.taps - thumb.draws:5} {thumb.pans:5}"
            print(f"{game:10} {taps} {seconds:8.1f} {1000 * thumb.opened:8.0f} {lit:>16}", flush=True)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
