"""What ten pages weigh, how soon they are painted and whether they keep still: a first visit, a slow network.

    python -m benchmarks.page_weight [--runs N] [--network phone|slow|full] [--wide] [PAGE ...]

A site of its own in a temporary folder, with the web server that `manage.py up` starts and a made-up tournament of 16
players. Each run has an empty cache. The network is that of Lighthouse's phones (1.6 Mbit/s, 150 ms), or a slow one
(400 kbit/s, 400 ms), and the processor four times slower; "full" leaves both as they are. The window is that of a phone
of 360 pixels; `--wide` takes 1280. "Sent" are the bytes on the wire with their headers, "raw" the same files unpacked;
"paint" the first contentful paint, "largest" the largest one, "shift" how far things have moved since the first paint,
"ready" the end of the HTML with its deferred scripts. Figures are medians of the runs.
"""

from __future__ import annotations

import argparse
import os
import statistics
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from benchmarks.own_site import PHONE, a_site

MOVES = 20
"""So many moves of a game are shown, or recorded."""

TYPES = {"Document": "html", "Stylesheet": "css", "Script": "js"}
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}

NETWORKS = {"phone": (150, 1_600_000, 750_000), "slow": (400, 400_000, 400_000), "full": None}
"""Milliseconds until an answer begins, bits a second down and up."""

SETTLED_MS = {"phone": 1500, "slow": 8000, "full": 1500}
"""So long the page is left alone after `load`: charts are drawn, live parts ask for themselves."""

OBSERVE = """
window.seen = {largest: 0};
window.shifts = [];
new PerformanceObserver(list => { for (const e of list.getEntries()) seen.largest = e.startTime; })
  .observe({type: "largest-contentful-paint", buffered: true});
new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) shifts.push(e); })
  .observe({type: "layout-shift", buffered: true});
"""
# Chromium counts too what it lays out anew before it has painted anything.
READ = """() => {
  const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
  const seenToMove = shifts.filter((each) => each.startTime >= paint);
  return {
    ...seen,
    paint,
    shift: seenToMove.reduce((sum, each) => sum + each.value, 0),
    ready: performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd,
  };
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="a part of its name; all when none is given")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--network", choices=NETWORKS, default="phone")
    parser.add_argument("--wide", action="store_true", help="a window of 1280 pixels")
    parser.add_argument("--port", type=int, default=8471)
    options = parser.parse_args()
    os.environ.setdefault("NABU_LOG_LEVEL", "ERROR")  # no worker is running, which many lines would say
    with a_site(options.port) as address:
        measure(address, options)


def made_up_pages() -> dict[str, tuple[str, str]]:
    """The name of each page, its address, and the cookie of the session that looks at it (empty: a visitor)."""
    from django.urls import reverse

    from nabu.contests.matches.models import GameLog
    from nabu.contests.tournaments.setup.services import update_tournament
    from tests.platform.board.records.conftest import device, signed_in, table_to_record
    from tests.platform.scenario import users
    from tests.platform.statistics.dashboards.proven import proven_event

    event = proven_event(16)
    round_ = event.pair()
    tournament, table = event.tournament.pk, round_.tables.order_by("number")[0]
    organiser = signed_in(event.organiser).cookies["sessionid"].value
    update_tournament(event.organiser, event.tournament, watch_delay=0)
    live = round_.tables.order_by("number")[1]
    record, lines = table_to_record(live)
    recording = device(users(live)[0], record)
    recording.client.defaults["SERVER_NAME"] = "127.0.0.1"
    recording.append(*lines[:MOVES])
    replay = reverse("table:replay", args=[GameLog.objects.earliest("pk").sha256])
    writer = recording.client.cookies["sessionid"].value
    return {
        "home": (reverse("home"), ""),
        "overview": (reverse("tournaments:detail", args=[tournament]), ""),
        "round": (reverse("tournaments:round", args=[round_.pk]), ""),
        "table with result entry": (reverse("table:page", args=[table.pk]), organiser),
        "standings": (reverse("tournaments:standings", args=[tournament]), ""),
        "dashboard": (reverse("dashboards:game", args=["babylonia"]), ""),
        "replay": (f"{replay}?move={MOVES}", ""),
        "watch": (reverse("table:watch", args=[live.pk]), ""),
        "recorder": (reverse("records:record", args=[record.public_id]), writer),
        "play": (reverse("play:play"), ""),
    }


def measure(site: str, options: argparse.Namespace) -> None:
    """Prints a line for each page."""
    from playwright.sync_api import sync_playwright

    from nabu.core.browser_engine.pack.browser import find_chromium
    from tests.browser.conftest import FLAGS

    pages = made_up_pages()
    print(f"{'page':24} {'requests':>8} {'sent KB':>8} {'raw KB':>7}  {'of them html, css, js, other':28}", end="")
    print(f" {'paint ms':>8} {'largest':>8} {'shift':>6} {'ready':>6}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for name, (path, cookie) in pages.items():
            if options.pages and not any(asked in name for asked in options.pages):
                continue

            def context(cookie: str = cookie) -> Any:
                opened = browser.new_context(base_url=site, **(WIDE if options.wide else PHONE))
                if cookie:
                    opened.add_cookies([{"name": "sessionid", "value": cookie, "url": site}])
                return opened

            visit(context, path, options.network)  # so that the server has made it once
            runs = [visit(context, path, options.network) for _run in range(options.runs)]
            print(line(name, runs), flush=True)
        browser.close()


def visit(context: Callable[[], Any], path: str, network: str) -> dict[str, float]:
    """One first visit: bytes by type, moments in milliseconds, layout shift."""
    opened = context()
    page = opened.new_page()
    page.add_init_script(OBSERVE)
    client = opened.new_cdp_session(page)
    kinds: dict[str, str] = {}
    found: dict[str, float] = defaultdict(float)

    def responded(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = TYPES.get(event["type"], "other")
        found["requests"] += 1

    def received(event: dict[str, Any]) -> None:
        found["raw"] += event["dataLength"]

    def finished(event: dict[str, Any]) -> None:
        found[kinds[event["requestId"]]] += event["encodedDataLength"]
        found["sent"] += event["encodedDataLength"]

    client.on("Network.responseReceived", responded)
    client.on("Network.dataReceived", received)
    client.on("Network.loadingFinished", finished)
    client.send("Network.enable")
    if limits := NETWORKS[network]:
        latency, down, up = limits
        speed = {"latency": latency, "downloadThroughput": down / 8, "uploadThroughput": up / 8}
        client.send("Network.emulateNetworkConditions", {"offline": False, **speed})
        client.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(path, wait_until="load", timeout=120_000)
    page.wait_for_timeout(SETTLED_MS[network])
    found.update(page.evaluate(READ))
    opened.close()
    return found


def line(name: str, runs: list[dict[str, float]]) -> str:
    """The medians of the runs."""
    middle = {key: statistics.median(run.get(key, 0) for run in runs) for key in {key for run in runs for key in run}}
    kilobytes = {key: middle.get(key, 0) / 1000 for key in ("sent", "raw", "html", "css", "js", "other")}
    types = ", ".join(f"{kilobytes[key]:.1f}" for key in ("html", "css", "js", "other"))
    return (
        f"{name:24} {middle['requests']:8.0f} {kilobytes['sent']:8.1f} {kilobytes['raw']:7.0f}  {types:28}"
        f" {middle['paint']:8.0f} {middle['largest']:8.0f} {middle['shift']:6.3f} {middle['ready']:6.0f}"
    )


if __name__ == "__main__":
    main()
