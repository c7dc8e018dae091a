"""How long `manage.py reverify` takes, and what that means for a million games.

    python -m benchmarks.reverifying [--logs 20000] [--workers 0 1] [--folder PLACE]

Games of greedy bots, as many of each title and each ten times, are logs without a table on a site with PostgreSQL and
Valkey. The command replays all of them with so many Celery workers beside it: first those that nobody has verified,
then all again (`--again`). CPU: of the command, the workers, the database, and all that they have started; a core gives
a second of it in a second, if it has nothing else to do.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import time
from collections.abc import Iterator
from io import StringIO
from itertools import islice
from pathlib import Path

from benchmarks.counting import can_hide, cpu_of, let_compute, site, workers

MILLION = 1_000_000
CORES = (2, 8, 32)
AT_ONCE = 500
COPIES = 10


def main() -> None:
    """A site with logs, and a line for each number of workers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=int, default=20_000)
    parser.add_argument("--workers", type=int, nargs="*", default=[0, 1])
    parser.add_argument("--folder", type=Path, help="where the statistics lie, instead of an S3 server")
    options = parser.parse_args()
    with site(options.folder) as base:
        submit(options.logs)
        print(f"{options.logs:,} logs, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        print("workers beside it   wall s    CPU s   ms a log   logs a second and core   ", end="")
        print("  ".join(f"hours for a million on {cores}" for cores in CORES))
        hidden = can_hide()
        for turn, number in enumerate(options.workers):
            with workers(base, number, hidden) as processes:
                wall, cpu = replayed(options.logs, processes, again=turn > 0)
            each = cpu / options.logs
            hours = "  ".join(f"{each * MILLION / cores / 3600:24.1f}" for cores in CORES)
            print(f"{number:19} {wall:8.0f} {cpu:8.0f} {1000 * each:10.1f} {1 / each:24.0f}   {hours}", flush=True)


def submit(logs: int) -> None:
    """So many logs, as many of each title, with all numbers of players in turn."""
    from nabu.contests.matches.models import GameLog

    contents = made_logs(logs)
    while some := list(islice(contents, AT_ONCE)):
        GameLog.objects.bulk_create(
            GameLog(sha256=hashlib.sha256(data).hexdigest(), content=data, size=len(data)) for data in some
        )


def made_logs(logs: int) -> Iterator[bytes]:
    """The logs. Making a game up takes many times as long as replaying it, so each is there several times, under
    another number."""
    from engine.registry import GAMES
    from engine.simulate import simulate_game

    titles = list(GAMES.values())
    for number in range(-(-logs // COPIES)):
        game, seed = titles[number % len(titles)], number // len(titles)
        counts = sorted(game.player_counts)
        data = simulate_game(game.key, counts[seed % len(counts)], game.rulesets[0], ["greedy"], seed)
        for copy in range(min(COPIES, logs - number * COPIES)):
            yield data.replace(b'"meta":{', b'"meta":{"copy":%d,' % copy, 1)


def replayed(logs: int, processes: list[int], *, again: bool) -> tuple[float, float]:
    """Replay all of them. The seconds by the clock and those of the CPU."""
    from django.core.management import call_command

    from nabu.contests.matches.models import Verification

    let_compute(processes)
    pids = [os.getpid(), database(), *processes]
    spent, began, out = sum(map(cpu_of, pids)), time.perf_counter(), StringIO()
    call_command("reverify", *(["--again"] if again else []), stdout=out)
    wall, spent = time.perf_counter() - began, sum(map(cpu_of, pids)) - spent
    assert Verification.objects.filter(status="done", verdict="verified").count() == logs, out.getvalue()
    return wall, spent


def database() -> int:
    """The process of the database that has started all its others."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [pid] = cursor.fetchone()
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


if __name__ == "__main__":
    main()
