"""How long workers take to fit the model of a title and to count all its sums anew.

    python -m benchmarks.counting [--events N] [--workers 1 2 4] [--folder PLACE] [--tournaments N]

Made-up games of 24 months (`made_up_games.py`: 150 score events a game) lie in a store on a real S3 server, or in the
folder PLACE; the list is in PostgreSQL, the broker is Valkey. For each number of workers so many Celery workers with
one pool process each fit and count together. Each has a var folder of its own, which the others do not see where
`unshare` may make a mount namespace. The sums of all families must be equal, whoever has counted them.

Wall: from asking for the fit until the sums hold; "fit" is the part before the first recount begins. CPU: of the
workers with all they have started, without the S3 server, the database and the broker. Memory: the largest process of
a worker. Where that is allowed, what computes for the workers is not nice here.

`--tournaments N`: instead, 1, 2 and 4 processes put the games of N tournaments of one month into one store at the same
time, 30 games each. Whose change was overtaken makes it again: how often, and how much of the time that took.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import PLATFORM, ROOT

KEY = "babylonia"
TEMPERATURE = 150.0
START_SECONDS = 120
GAMES_OF_ONE = 30
TICKS = os.sysconf("SC_CLK_TCK")
NAMESPACE = ["unshare", "--mount", "--propagation", "private", "sh", "-c"]
HIDE = 'mount -t tmpfs none "$NABU_VAR" && exec "$@"'


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one number of workers."""

    workers: int
    fit: float
    wall: float
    cpu: float
    memory: int
    jobs: int


def main() -> None:
    """A site, filled once, and then one number of workers after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=lambda text: int(float(text)), default=10_000_000)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 4])
    parser.add_argument("--folder", type=Path, help="where the files lie, instead of an S3 server")
    parser.add_argument("--tournaments", type=int, default=0)
    options = parser.parse_args()
    with site(options.folder) as base:
        if options.tournaments:
            fill_together(options.tournaments, options.workers)
            return
        fill(options.events)
        measure(base, options.workers)


@contextmanager
def site(folder: Path | None = None) -> Iterator[Path]:
    """An empty site on real servers, which end with it."""
    from tests.object_store import make_bucket, s3_server
    from tests.postgres_server import postgres

    base = Path(tempfile.mkdtemp(prefix="nabu-c-"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, base, ignore_errors=True)
        address = stack.enter_context(postgres())
        place = str(folder) if folder else make_bucket(stack.enter_context(s3_server(base)), "facts")
        os.environ |= {
            "NABU_LOCAL": "1",
            "NABU_VAR": str(base / "own"),
            "NABU_FACTS": place,
            "DATABASE_URL": address,
            "REDIS_URL": f"unix://{base}/valkey.sock",
            "DJANGO_SETTINGS_MODULE": "nabu.settings",
            "NABU_LOG_FORMAT": "text",
            "OPENBLAS_NUM_THREADS": "1",
        }
        (base / "own").mkdir()
        import django

        django.setup()
        from django.core.management import call_command

        from nabu.operations.supervisor.broker import valkey_command

        broker = subprocess.Popen(valkey_command(base, base / "valkey.sock"), stdout=subprocess.DEVNULL)
        stack.callback(broker.wait)
        stack.callback(broker.kill)
        call_command("migrate", verbosity=0)
        yield base


def fill(events: int) -> None:
    """Put made-up games into the store, month by month."""
    from benchmarks.analytics import made_up_months
    from nabu.statistics.store.lists import enter, listed_for_writing

    began = time.perf_counter()
    for month, frames in enumerate(made_up_months(events)):
        before = listed_for_writing(KEY)
        assert enter(before, before.store.updated(frames), month)
    print(f"{events:,} score events; filled in {time.perf_counter() - began:.0f} s", flush=True)


def fill_together(tournaments: int, numbers: Sequence[int]) -> None:
    """The table: a line for each number of processes."""
    print(f"{tournaments} tournaments of {GAMES_OF_ONE} games, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print("processes   overtaken   of the time   CPU s   parts at the end")
    for number in numbers:
        key = f"filled-by-{number}"
        context = multiprocessing.get_context("spawn")
        with context.Pool(number) as pool:
            mine = [range(first, tournaments, number) for first in range(number)]
            found = pool.starmap(put_in, [(key, some) for some in mine])
        overtaken, wasted, spent = (sum(one[place] for one in found) for place in range(3))
        from nabu.statistics.store.lists import listed

        parts = listed(key).store.version
        assert sum(part.games for part in parts) == GAMES_OF_ONE * tournaments
        print(f"{number:9} {overtaken:11} {wasted / spent:13.0%} {spent:7.1f} {len(parts):18}", flush=True)


def put_in(key: str, tournaments: Sequence[int]) -> tuple[int, float, float]:
    """In a process of its own: how often it was overtaken, the CPU seconds of that, and all its CPU seconds."""
    import django

    django.setup()
    from benchmarks.made_up_games import made_up_frames
    from nabu.core.background import BACKGROUND
    from nabu.statistics.dashboards.facts.refresh import tidy_parts
    from nabu.statistics.store.lists import enter, listed_for_writing

    # Here, so that its time is that of this process.
    BACKGROUND.compute = lambda function, args, kwargs: function(*args, **kwargs)  # type: ignore[method-assign]
    overtaken, wasted, spent = 0, 0.0, 0.0
    for tournament in tournaments:
        games, entered = made_up_frames(GAMES_OF_ONE, 202401, 1 + GAMES_OF_ONE * tournament, seed=1), False
        while not entered:
            began = time.process_time()
            before = listed_for_writing(key)
            entered = enter(before, before.store.updated(games), tournament)
            took = time.process_time() - began
            spent += took
            if not entered:
                overtaken, wasted = overtaken + 1, wasted + took
        began = time.process_time()
        tidy_parts(key)
        spent += time.process_time() - began
    return overtaken, wasted, spent


def measure(base: Path, numbers: Sequence[int]) -> None:
    """The table: a line for each number of workers, and whether their sums are equal."""
    from django.utils import timezone

    from competition.ratings.prediction import SYSTEM
    from nabu.contests.ratings.models import RatingQuality

    RatingQuality.objects.create(
        game=KEY, report={}, temperature=TEMPERATURE, rated_games=0, system=SYSTEM, made_at=timezone.now()
    )
    namespaces = can_hide()
    print(f"each worker has a mount namespace of its own: {'yes' if namespaces else 'no, unshare is not allowed'}")
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print("workers   jobs    fit s   wall s    CPU s   largest process")
    first = None
    for number in numbers:
        figures = counted_by(base, number, namespaces)
        print(
            f"{figures.workers:7} {figures.jobs:6} {figures.fit:8.1f} {figures.wall:8.1f} {figures.cpu:8.1f}"
            f"   {figures.memory / 1024:.0f} MiB",
            flush=True,
        )
        found = all_sums()
        if first is not None and not same(first, found):
            sys.exit(f"{number} workers have counted other sums")
        first = first or found
    print(f"sums of all {len(first or {})} families equal, whoever has counted them")


def counted_by(base: Path, number: int, namespaces: bool) -> Figures:
    """Let so many new workers fit and count."""
    from nabu.statistics.dashboards.facts.job_kinds import FIT, RECOUNT
    from nabu.statistics.store.models import Recount, Store
    from nabu.web.jobs.asking import ask
    from nabu.web.jobs.models import Job

    with workers(base, number, namespaces) as processes:
        Store.objects.filter(key=KEY).update(fitted_to=0)
        before = Store.objects.get(key=KEY).model
        spent, began = sum(map(cpu_of, processes)), time.perf_counter()
        ask(FIT, f"fit:{KEY}", {"game": KEY})

        def begun() -> bool:
            let_compute(processes)
            return Recount.objects.exists()

        def ended() -> bool:
            let_compute(processes)
            return Store.objects.get(key=KEY).model != before

        until(begun, "the end of the fit")
        fit, jobs = time.perf_counter() - began, Job.objects.filter(kind=RECOUNT).count()
        until(ended, "the end of the recount")
        wall = time.perf_counter() - began
        spent = sum(map(cpu_of, processes)) - spent
        memory = max(peak for process in processes for peak in peaks_of(process))
    return Figures(number, fit, wall, spent, memory, jobs)


@contextmanager
def workers(base: Path, number: int, namespaces: bool) -> Iterator[list[int]]:
    """So many workers that take what is asked for; they end with this."""
    command = [sys.executable, "-m", "celery", "--skip-checks", "-A", "nabu", "worker", "--concurrency", "1"]
    command += ["--loglevel", "INFO", "--without-gossip", "--without-mingle"]
    started = []
    for name in range(number):
        var, log = base / f"worker-{name}", base / f"worker-{name}.log"
        var.mkdir(exist_ok=True)
        environment = {**os.environ, "NABU_VAR": str(var), "PYTHONPATH": os.pathsep.join((str(PLATFORM), str(ROOT)))}
        own = [*command, "--hostname", f"worker-{name}@benchmark"]
        with log.open("wb") as output:
            started.append(
                subprocess.Popen(
                    [*NAMESPACE, HIDE, "sh", *own] if namespaces else own,
                    cwd=ROOT, env=environment, stdout=output, stderr=output, start_new_session=True,
                )
            )  # fmt: skip
    try:
        for name in range(number):
            log = base / f"worker-{name}.log"
            until(lambda log=log: b" ready." in log.read_bytes(), "the start of a worker", START_SECONDS)
        yield [process.pid for process in started]
    finally:
        for process in started:
            for pid in tree(process.pid):
                os.kill(pid, signal.SIGKILL)
            process.wait()


def can_hide() -> bool:
    """Whether this machine lets us give a process mounts of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*NAMESPACE, HIDE, "sh", "true"]
        return subprocess.run(command, env={**os.environ, "NABU_VAR": folder}, capture_output=True).returncode == 0


def all_sums() -> dict[str, Any]:
    """The tables of all families."""
    from analytics.families import FAMILIES
    from nabu.statistics.store.lists import listed

    sums = listed(KEY).store.sums()
    return {family.name: sums.tables[family.name] for family in FAMILIES}


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two sets of tables are the same to the last digit."""
    return all(one[name].astype(str).equals(other[name].astype(str)) for name in one)


def until(condition: Callable[[], object], what: str, seconds: float = 3600) -> None:
    """Wait. Exits if it takes too long."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"{what} did not come within {seconds} s")
        time.sleep(0.2)


def tree(pid: int) -> list[int]:
    """A process and all that it has started, and they; the last first."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [one for child in found.stdout.split() for one in tree(int(child))] + [pid]


def let_compute(pids: Sequence[int]) -> None:
    """What computes for a worker is nice (`nabu.core.background`): on a busy machine one would measure the others."""
    for pid in pids:
        for one in tree(pid):
            with suppress(OSError):
                if os.getpriority(os.PRIO_PROCESS, one) > 0:
                    os.setpriority(os.PRIO_PROCESS, one, 0)
                    Path(f"/proc/{one}/autogroup").write_text("0")


def cpu_of(pid: int) -> float:
    """The CPU seconds of a process and all it has started."""
    ticks = 0
    for one in tree(pid):
        with suppress(FileNotFoundError):  # `ps` itself
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS


def peaks_of(pid: int) -> list[int]:
    """The most memory that a process and each that it has started have had, in KiB."""
    found = []
    for one in tree(pid):
        for line in Path(f"/proc/{one}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                found.append(int(line.split()[1]))
    return found


if __name__ == "__main__":
    main()
