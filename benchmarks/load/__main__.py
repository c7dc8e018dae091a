"""The load of a full hall: 125 tables that finish within a minute and 300 spectators, on one site of its own.

    python -m benchmarks.load
    python -m benchmarks.load --database postgres --times 2
    python -m benchmarks.load --writers 50
    python -m benchmarks.load --recorders 50
    python -m benchmarks.load --publish

The site listens on loopback only, lives in a temporary folder, and is gone at the end. docs/operating.md says what is
played and what the figures mean.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from types import FrameType

from benchmarks import ROOT
from benchmarks.load import crowd, server
from benchmarks.load.hall import SEATS, Hall
from benchmarks.load.processes import Processes
from benchmarks.load.report import print_processes

QUIET = 0.1
"""So many busy cores are a site at rest."""

MOST_QUIET_SECONDS = 180
QUICK, SLOWER = 0.3, 1.5
"""A site is itself again when its pages come within so many seconds, or so many times what they took before."""

MOST_RECOVERY_SECONDS = 120


MOST_COMPLAINTS = 8


def main() -> None:
    """Make or copy a hall, let the crowd in, and print what happened."""
    wanted = arguments()
    signal.signal(signal.SIGTERM, stop)
    with server.own_folder() as folder:
        site = server.Place(wanted.checkout.resolve(), folder, wanted.database, wanted.port or server.free_port())
        size = crowd.Size(
            wanted.spectators,
            wanted.seconds,
            wanted.times,
            wanted.writers,
            wanted.recorders,
            wanted.phones if wanted.publish else 0,
            wanted.searches,
        )
        print(f"{wanted.database}, {wanted.tables} tables of {SEATS}, {size}; code of {site.checkout}")
        print(f"{os.cpu_count()} cores, load of the machine before: {os.getloadavg()[0]:.2f}")
        try:
            prepare(site, wanted.tables, wanted.keep, draft=wanted.publish)
            measure(site, size)
        except server.NotReady as reason:
            sys.exit(str(reason))


def arguments() -> argparse.Namespace:
    """The arguments of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.load", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=125, help="tables of four players (default: 125)")
    parser.add_argument("--spectators", type=int, help="pages that are open (default: 300; 0 with --publish)")
    parser.add_argument("--times", type=float, default=1, help="multiply the load on the same hall by this")
    parser.add_argument("--seconds", type=float, default=60, help="how long the crowd stays (default: 60)")
    parser.add_argument("--writers", type=int, default=0, help="instead of the crowd so many writers without a pause")
    parser.add_argument("--recorders", type=int, default=0, help="instead of the crowd so many tables being recorded")
    parser.add_argument(
        "--publish", action="store_true", help="instead of the crowd the minute after a round is published"
    )
    parser.add_argument("--phones", type=int, default=500, help="with --publish: so many look for their table (500)")
    parser.add_argument("--searches", type=float, default=100, help="with --publish: searches a second (100)")
    parser.add_argument("--database", choices=(server.SQLITE, server.POSTGRES), default=server.SQLITE)
    parser.add_argument("--checkout", type=Path, default=ROOT, help="whose site is started (default: this one)")
    parser.add_argument("--keep", type=Path, help="a folder for the prepared hall; the next run begins with a copy")
    parser.add_argument("--port", type=int, default=0, help="of the site (default: a free one)")
    wanted = parser.parse_args()
    if wanted.spectators is None:
        wanted.spectators = 0 if wanted.publish else 300
    return wanted


def prepare(site: server.Place, tables: int, keep: Path | None, *, draft: bool) -> None:
    """Put a hall into the folder of the site: a new one, or a copy of the kept one."""
    kept = keep / f"{site.database}-{tables}{'-draft' if draft else ''}" if keep else None
    if kept is not None and kept.exists():
        server.copy(kept, site.folder)
        return
    begin = time.monotonic()
    with server.services(site) as environment:
        server.make_hall(site, environment, tables, draft=draft)
    print(f"hall made in {time.monotonic() - begin:.0f} s")
    if kept is not None:
        kept.mkdir(parents=True)
        kept.chmod(0o755)
        server.copy(site.folder, kept)


def settle(site: server.Place) -> None:
    """Wait until the workers have done what was to be done."""
    processes = processes_of(site)
    end = time.monotonic() + MOST_QUIET_SECONDS
    while processes.busy(5) > QUIET:
        if time.monotonic() > end:
            raise server.NotReady(f"The site is still busy after {MOST_QUIET_SECONDS} s without a visitor.")


def measure(site: server.Place, size: crowd.Size) -> None:
    """Start the site and let the crowd in."""
    hall = Hall.read(site.hall)
    with server.services(site) as environment, server.running(site, environment):
        pages = [f"/tournaments/{hall.tournament}/standings/", f"/tournaments/{hall.tournament}/"]
        if not size.phones:  # else nobody sees the round yet
            pages.append(f"/tournaments/rounds/{hall.round}/")
        for page in pages:
            server.seconds_for(site.port, page)
        settle(site)
        usual = {page: max(server.seconds_for(site.port, page) for _time in range(3)) for page in pages}
        processes = processes_of(site)
        book = crowd.run(hall, site.port, size, processes)
        gone = time.monotonic()
        book.print()
        print(f"itself again {recovery(site, usual, gone)} after the crowd has gone")
        print_processes(processes.used(), time.monotonic() - book.begin)
        for line in complaints(site):
            print(line)


def recovery(site: server.Place, usual: dict[str, float], gone: float) -> str:
    """How long it takes until each of these pages comes as quickly as it did without a crowd, or nearly."""
    while not all(
        server.seconds_for(site.port, page) < max(QUICK, SLOWER * seconds) for page, seconds in usual.items()
    ):
        if time.monotonic() - gone > MOST_RECOVERY_SECONDS:
            return f"not even {MOST_RECOVERY_SECONDS} s"
        time.sleep(0.2)
    return f"{time.monotonic() - gone:.1f} s"


def complaints(site: server.Place) -> list[str]:
    """The errors that stand most often in the logs of the site."""
    found: Counter[str] = Counter()
    for log in site.var.glob("log/*.log"):
        errors = re.findall(r"\b\w*Error: [^\n\"\\]{1,90}", log.read_text(errors="replace"))
        found.update(f"{log.stem}: {error}" for error in errors)
    return [f"{count} times in the log of {error}" for error, count in found.most_common(MOST_COMPLAINTS)]


def processes_of(site: server.Place) -> Processes:
    """The processes of the site."""
    return Processes(site.folder / "postgres" if site.database == server.POSTGRES else None)


def stop(_number: int, _frame: FrameType | None) -> None:
    """End in order when asked to end."""
    sys.exit("stopped")


if __name__ == "__main__":
    main()
