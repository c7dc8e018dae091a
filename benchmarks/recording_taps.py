"""Whole games recorded by taps on a phone of 360 pixels: how many taps, and how long the page takes.

    .venv/bin/python benchmarks/recording_taps.py [--players N] [--moves N] [--server] [GAME ...]

A site of its own in a temporary folder, with the web server that `manage.py up` starts. The games are those of random
bots. The page uses the engine in the browser; with `--server` it does without. "Open" is the time until the page of the
record takes the first tap; "lit" the time from the tap that ends a move until the next choices are lit: middle,
nineteen of twenty, longest. "Sight" counts the taps for which the board or the choices had to be scrolled. A person
takes longer than "seconds": this one does not think.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "platform"), str(ROOT)]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--moves", type=int, default=10_000, help="no more moves of a game than these")
    parser.add_argument("--server", action="store_true", help="without the engine in the browser")
    parser.add_argument("--port", type=int, default=8469)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nabu-taps-") as folder:
        os.environ.update(NABU_LOCAL="1", NABU_VAR=folder, DJANGO_ALLOW_ASYNC_UNSAFE="true")
        os.environ["DJANGO_SETTINGS_MODULE"] = "nabu.settings"
        os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:2])
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        address = f"http://127.0.0.1:{options.port}"
        command = [sys.executable, "-m", "gunicorn", "-c", "python:nabu.gunicorn_conf", "-b", address[7:]]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
            try:
                wait_for(address)
                record_games(address, options)
            finally:
                server.terminate()


def wait_for(address: str) -> None:
    """Until the site answers."""
    for _try in range(200):
        try:
            urlopen(address, timeout=5)
            return
        except (URLError, ConnectionError):
            time.sleep(0.1)
    raise SystemExit("the web server does not answer")


def record_games(address: str, options: argparse.Namespace) -> None:
    """One game after the other; prints a line for each."""
    from playwright.sync_api import expect, sync_playwright

    from engine.registry import GAMES
    from tests.browser.conftest import FLAGS, find_chromium
    from tests.browser.recording import Thumb
    from tests.platform.records.conftest import game_to_record, signed_in
    from tests.platform.scenario import account

    user = account("ana")
    cookie = signed_in(user).cookies["sessionid"].value
    print(f"{'game':10} {'moves':>6} {'taps':>5} {'sight':>5} {'seconds':>8} {'open ms':>8} {'lit ms':>16}")
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
            figures = f"{moves:6} {thumb.taps:5} {thumb.pans:5} {seconds:8.1f} {1000 * thumb.opened:8.0f} {lit:>16}"
            print(f"{game:10} {figures}", flush=True)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
