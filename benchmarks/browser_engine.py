"""The engine in the browser beside the one of the server: what is loaded, how soon it is ready, how fast it is.

    python -m benchmarks.browser_engine [--games N]

The page is that of `tests/browser/engine_site.py`, on this machine, so a download takes no time. "Ready" is the time
until the engine has answered for the first time: "cold" with an empty cache, "warm" when the page is opened again.
"Renderer" is the memory (RSS) of the page's process. A move is a line of the log, draws too; the bots are greedy.
"""

from __future__ import annotations

import argparse
import base64
import json
import logging
import os
import statistics
import time
from contextlib import suppress
from typing import Any

import psutil

LONGEST = 600.0
RUNS = 3
"""Others may use the machine: what is printed of so many runs is the fastest."""
MEGABYTE = 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3, help="games of each title and number of players")
    options = parser.parse_args()
    os.environ.update(NABU_LOCAL="1", DJANGO_SETTINGS_MODULE="nabu.settings_local")
    import django

    django.setup()
    logging.disable(logging.INFO)
    print_sizes()
    from playwright.sync_api import sync_playwright

    from nabu.core.browser_engine.pack.browser import find_chromium
    from tests.browser.conftest import FLAGS

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        print(f"\nChromium {browser.version}")
        print_start(browser)
        print_wasm_heap(browser)
        print_speed(browser, options.games)
        browser.close()


def print_sizes() -> None:
    """What the packed files weigh, by compression."""
    from nabu.core.browser_engine.files import ENGINE, RUNTIME, packed

    rows = {name: [len(packed(name, encoding)) for encoding in ("", "gzip", "br")] for name in (*RUNTIME, *ENGINE)}
    rows["together"] = [sum(column) for column in zip(*rows.values(), strict=True)]
    print(f"{'file':20} {'raw':>12} {'gzip':>12} {'br':>12}")
    for name, sizes in rows.items():
        print(f"{name:20} " + " ".join(f"{size:12,}" for size in sizes))


def print_start(browser: Any) -> None:
    """First visits and second ones."""
    from tests.browser.engine_site import engine_site

    visits: dict[str, list[tuple[float, int, int]]] = {"cold": [], "warm": []}
    with engine_site([]) as site:
        for _run in range(RUNS):
            context = browser.new_context()
            for found in visits.values():
                page = context.new_page()
                before = renderers()
                site.sent.clear()
                page.goto(site.address)
                ready = site.found(LONGEST)["ready"]
                found.append((ready, sum(size for _path, size in site.sent), renderers() - before))
                heap = page.evaluate("performance.memory.usedJSHeapSize")
                page.close()
            context.close()
    for visit, found in visits.items():
        ready, loaded, memory = zip(*found, strict=True)
        print(
            f"{visit}: ready in {min(ready):.1f} to {max(ready):.1f} s, {max(loaded):,} bytes loaded, "
            f"renderer +{max(memory) / MEGABYTE:.0f} MB"
        )
    print(f"heap of the page's scripts: {heap / MEGABYTE:.1f} MB")


def print_wasm_heap(browser: Any) -> None:
    """The memory of Python itself, with the engine imported."""
    from nabu.core.browser_engine.files import ENGINE, index, packed
    from nabu.core.browser_engine.pack.browser import PackBrowser
    from nabu.core.browser_engine.pack.packing import runtime_files

    page = browser.new_page()
    python = PackBrowser(page, runtime_files(), "python.bin", index().pyodide)
    python.put("/engine.zip", packed(ENGINE[0], ""))
    python.run("import sys; sys.path.insert(0, '/engine.zip'); from engine.browser.desk import Desk; desk = Desk()")
    print(f"WebAssembly memory: {page.evaluate('window.python._module.HEAPU8.length') / MEGABYTE:.1f} MB")
    page.close()


def print_speed(browser: Any, games: int) -> None:
    """The same questions here and there."""
    from engine.browser.desk import Desk
    from engine.registry import GAMES
    from tests.browser.engine_site import engine_site
    from tests.browser.same_questions import EXAMPLES

    logs = {f"{path.parent.name}/{path.stem}": path.read_bytes() for path in sorted(EXAMPLES.glob("*/*.jsonl"))}
    verify = [{"ask": "log.verify", "bytes": base64.b64encode(log).decode()} for log in logs.values()]
    played = [
        (key, players) for key, game in GAMES.items() for players in (game.player_counts[0], game.player_counts[-1])
    ]
    play = [
        {"ask": "log.simulate", "game": key, "players": players, "ruleset": GAMES[key].rulesets[0], "bots": ["greedy"]}
        | {"seed": seed}
        for key, players in played
        for seed in range(games)
    ]
    questions = verify + play
    desk, lines, seconds = Desk(), [], []
    for question in questions * RUNS:
        start = time.perf_counter()
        answer = desk.answer(json.dumps(question))
        seconds.append(time.perf_counter() - start)
        lines.append(answer.count("\\n"))
    with engine_site(questions * RUNS) as site:
        page = browser.new_page()
        page.goto(site.address)
        found = site.found(LONGEST)["seconds"]
    here, there = fastest(seconds), fastest(found)
    print(f"\nthe first question takes {1000 * found[0]:.0f} ms in the browser")
    print(f"\n{'verify':24} {'CPython ms':>11} {'browser ms':>11}")
    for name, one, other in zip(logs, here, there, strict=False):
        print(f"{name:24} {1000 * one:11.1f} {1000 * other:11.1f}")
    print(
        f"\n{'greedy game':24} {'moves':>6} {'CPython s':>10} {'browser s':>10} {'CPython /s':>11} {'browser /s':>11}"
    )
    for at, (key, players) in enumerate(played):
        part = slice(len(verify) + at * games, len(verify) + (at + 1) * games)
        moves = statistics.mean(lines[part]) - 2
        one, other = statistics.mean(here[part]), statistics.mean(there[part])
        figures = f"{moves:6.0f} {one:10.2f} {other:10.2f} {moves / one:11,.0f} {moves / other:11,.0f}"
        print(f"{f'{key}, {players} players':24} {figures}")


def fastest(seconds: list[float]) -> list[float]:
    """Of the runs of each question."""
    count = len(seconds) // RUNS
    return [min(seconds[at::count]) for at in range(count)]


def renderers() -> int:
    """The memory of all pages' processes."""
    found = 0
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # of a page that was closed a moment ago
            found += child.memory_info().rss if "--type=renderer" in child.cmdline() else 0
    return found


if __name__ == "__main__":
    main()
