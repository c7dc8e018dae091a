"""A start on a busy machine: when the site is there, and what people can save while its demo is played.

    python -m benchmarks.busy_machine                     # a fresh clone, 15 processes that compute
    python -m benchmarks.busy_machine --load 0 --no-clone # this environment on a quiet machine

The site listens on loopback only, lives in a temporary folder, and is gone at the end, as is the load, whatever ends
this program. docs/operating.md says what the figures mean.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from benchmarks import ROOT
from benchmarks.load import server
from benchmarks.load.client import Answer, Browser
from benchmarks.load.report import Book, percentiles

LOOK_SECONDS = 0.2
STATISTICS_SECONDS = 5.0
"""So often somebody asks whether the first statistics are there."""

STOP_SECONDS = 60
ACCOUNT, PASSWORD = "demo", "demo-demo-demo"
GAME = "babylonia"
CUP = {
    "game": GAME,
    "ruleset": "base",
    "components": "babylonia-2019",
    "stages": [{"format": "swiss", "config": {"table_size": 2, "rounds": 3}}],
}
PLAYERS = (("Ada", "Bela"), ("Cora", "Dov"), ("Eli", "Fay"))

# It ends with its parent, however that ends, and at the latest when the kernel says so.
SPINNING = """
import os, signal, sys
signal.alarm(int(sys.argv[1]))
parent = int(sys.argv[2])
while os.getppid() == parent:
    sum(range(100_000))
"""

MOMENTS = {
    "environment set up": r"set up in \d+ s",
    "the site answers": "",
    "everything is ready": "everything is ready",
    "the first statistics": "",
    "the last save": "",
    "the demo is complete": "demo: done",
}
"""What is waited for, and how the output of the site says so; what is empty is asked of the site."""


class GaveUp(Exception):
    """The site has ended by itself, or somebody else's patience has; the text says what it wrote last."""


class CannotGoOn(Exception):
    """A save failed on which the next one would build."""


class Enough(Exception):
    """All saves have been tried."""


@dataclass
class Site:
    """A site that is starting. `moments`: what was reached, in seconds from the start."""

    process: subprocess.Popen[bytes]
    log: Path
    port: int
    begin: float = field(default_factory=time.monotonic)
    moments: dict[str, float] = field(default_factory=dict)

    def reach(self, moment: str) -> None:
        """This has been reached just now, or was before."""
        if moment not in self.moments:
            self.moments[moment] = time.monotonic() - self.begin
            print(f"{self.moments[moment]:8.1f} s  {moment}", flush=True)

    async def read_log(self, end: float) -> None:
        """Note what the site says until the demo is complete. Raises GaveUp."""
        while "the demo is complete" not in self.moments:
            said = self.log.read_text(errors="replace")
            for moment, words in MOMENTS.items():
                if words and re.search(words, said):
                    self.reach(moment)
            if self.process.poll() is not None:
                raise GaveUp(f"The site ended by itself. It said:\n{said[-2000:]}")
            if "demo: failed" in said:
                raise GaveUp(f"The demo failed. The site said:\n{said[-2000:]}")
            if time.monotonic() > end:
                raise GaveUp(f"The time of this benchmark is over. The site said:\n{said[-2000:]}")
            await asyncio.sleep(LOOK_SECONDS)

    async def answers(self) -> None:
        """Wait until the site answers, however long that takes."""
        while not await asyncio.to_thread(_status, self.port, "/"):
            await asyncio.sleep(LOOK_SECONDS)
        self.reach("the site answers")

    async def counts(self) -> None:
        """Wait until the statistics of a game count the first of its games."""
        browser = Browser(self.port, Book())
        while True:
            answer = await browser.get("statistics", f"/api/v1/dashboards/{GAME}/seats/")
            if answer.status == 200 and json.loads(answer.text)["games"]:
                break
            await asyncio.sleep(STATISTICS_SECONDS)
        browser.close()
        self.reach("the first statistics")


@dataclass
class Organiser:
    """Somebody who has an evening of their own while the demo is played: signs in, runs a small cup, begins again.

    Whatever does not succeed at once is a failed save; a page would have said that nothing was saved.
    """

    port: int
    saves: int
    pause: float
    book: Book = field(default_factory=Book)
    tried: int = 0
    failed: int = 0
    until: float = 0.0
    """When the last save was tried."""

    async def work(self) -> None:
        """Try so many saves."""
        with suppress(Enough):
            while True:
                with suppress(CannotGoOn):
                    await self._evening()
        self.until = time.monotonic()

    async def _evening(self) -> None:
        browser, program = Browser(self.port, self.book), Browser(self.port, self.book)
        try:
            page = await browser.get("page: sign in", "/accounts/login/")
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text) if page.ok else None
            who = {"csrfmiddlewaretoken": token[1] if token else "", "login": ACCOUNT, "password": PASSWORD}
            await self._save(browser.submit("write: sign in", "/accounts/login/", who), {302})
            login = {"username": ACCOUNT, "password": PASSWORD}
            made = await self._save(program.send("write: token", "/api/v1/token/", login))
            program.token = json.loads(made.text)["token"]
            await self._cup(program)
        finally:
            browser.close()
            program.close()

    async def _cup(self, program: Browser) -> None:
        async def save(kind: str, path: str, value: object) -> Answer:
            return await self._save(program.send(f"write: {kind}", f"/api/v1/{path}", value))

        made = await save("create tournament", "tournaments/", {"name": f"Evening {self.tried}", **CUP})
        cup = f"tournaments/{json.loads(made.text)['id']}"
        for names in PLAYERS:
            await save("add players", f"{cup}/entries/", {"names": [f"{name} {self.tried}" for name in names]})
        await save("start", f"{cup}/start/", {})
        paired = await save("pair", f"{cup}/pair/", {})
        shown = await save("publish", f"rounds/{json.loads(paired.text)['id']}/publish/", {})
        for table in json.loads(shown.text)["tables"]:
            await save("result", f"tables/{table['id']}/rule/", {"scores": [101, 87]})

    async def _save(self, sending: Coroutine[Any, Any, Answer], good: set[int] | None = None) -> Answer:
        """One save, after a pause as people make them."""
        if self.tried == self.saves:
            sending.close()
            raise Enough
        await asyncio.sleep(self.pause)
        self.tried += 1
        answer = await sending
        if answer.status not in (good or {200, 201, 204}):
            self.failed += 1
            raise CannotGoOn
        return answer


def main() -> None:
    """Start a site beside the load, save, wait for the end of its demo, and print the table."""
    wanted = arguments()
    signal.signal(signal.SIGTERM, lambda *_any: sys.exit("stopped"))
    print(f"{os.cpu_count()} cores, load of the machine before: {os.getloadavg()[0]:.2f}; {wanted.load} more processes")
    end = time.monotonic() + 60 * wanted.minutes
    problem = ""
    with (
        server.own_folder() as folder,
        busy(wanted.load, 60 * wanted.minutes + STOP_SECONDS),
        running(folder, wanted.clone, server.free_port()) as site,
    ):
        person = Organiser(site.port, wanted.saves, wanted.pause)
        try:
            asyncio.run(evening(site, person, end))
        except GaveUp as reason:
            problem = str(reason)
        finally:
            report(site, person)
    if problem:
        sys.exit(problem)
    sys.exit(1 if person.failed else 0)


def arguments() -> argparse.Namespace:
    """The arguments of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.busy_machine",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--load", type=int, default=15, help="processes that compute without a pause (default: 15)")
    parser.add_argument("--saves", type=int, default=50, help="how many saves are tried (default: 50)")
    parser.add_argument("--pause", type=float, default=4, help="seconds between two saves (default: 4)")
    parser.add_argument("--minutes", type=float, default=60, help="everything ends after so long (default: 60)")
    parser.add_argument(
        "--no-clone", dest="clone", action="store_false", help="use this environment and this code, not a fresh clone"
    )
    return parser.parse_args()


async def evening(site: Site, person: Organiser, end: float) -> None:
    """Save while the demo is played; over when all saves are tried and the demo is complete. Raises GaveUp."""

    async def people() -> None:
        await site.answers()
        await asyncio.gather(saves(), site.counts())

    async def saves() -> None:
        await person.work()
        site.reach("the last save")

    watching, working = asyncio.create_task(site.read_log(end)), asyncio.create_task(people())
    try:
        await asyncio.wait((watching, working), return_when=asyncio.FIRST_COMPLETED)
        await watching
        async with asyncio.timeout(max(0.0, end - time.monotonic())):
            await working
    except TimeoutError:
        raise GaveUp("The time of this benchmark is over, and not all saves were tried.") from None
    finally:
        for task in (watching, working):
            task.cancel()
        await asyncio.gather(watching, working, return_exceptions=True)


def report(site: Site, person: Organiser) -> None:
    """The table."""
    # Until now it was open for nothing, so that no save was tried a second time.
    person.book.end = person.until or time.monotonic()
    person.book.print()
    print(f"\n{'seconds until':28}")
    for moment in MOMENTS:
        if moment in site.moments:
            print(f"  {moment:26}{site.moments[moment]:9.1f}")
        elif moment != "environment set up":
            print(f"  {moment:26}    never")
    times = [seconds for kind, found in person.book.times.items() if kind.startswith("write") for seconds in found]
    print(f"\n{'':28}{'tried':>7}{'failed':>8}{'503':>6}{'p50 s':>9}{'p95 s':>9}{'p99 s':>9}{'max s':>9}")
    print(f"{'saves':28}{person.tried:7}{person.failed:8}{person.book.busy.total():6}{percentiles(times)}", flush=True)


@contextmanager
def busy(number: int, seconds: float) -> Iterator[list[subprocess.Popen[bytes]]]:
    """So many processes of usual priority that compute without a pause, for so long at most.

    Each in a session of its own: many systems share the processor among sessions first (man 7 sched, autogroup).
    """
    command = [sys.executable, "-I", "-S", "-c", SPINNING, str(int(seconds)), str(os.getpid())]
    spinning: list[subprocess.Popen[bytes]] = []
    try:
        for _one in range(number):
            spinning.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True))
        yield spinning
    finally:
        for one in spinning:
            one.kill()
        for one in spinning:
            one.wait()


@contextmanager
def running(folder: Path, clone: bool, port: int) -> Iterator[Site]:
    """The site with its demo, as somebody starts it who has just found the project."""
    checkout, command = ROOT, [sys.executable, "manage.py", "up"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NABU_")}
    environment |= {"NABU_PORT": str(port), "DATABASE_URL": "", "REDIS_URL": ""}
    if clone:
        checkout, command = folder / "nabu", [shutil.which("python3") or sys.executable, "dev.py", "run"]
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(checkout)], check=True)
        environment.pop("PYTHONPATH", None)
    else:
        place = server.Place(ROOT, folder, server.SQLITE, port)
        environment = place.environment(NABU_DEMO="1")
    log = folder / "site.log"
    with log.open("wb") as output:
        process = _start(command, checkout, environment, output.fileno())
    try:
        yield Site(process, log, port)
    finally:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _start(command: list[str], folder: Path, environment: Mapping[str, str], output: int) -> subprocess.Popen[bytes]:
    """Start the site, which is not to outlive this program either."""
    from nabu.core.die_with_parent import set_parent_death_signal

    return subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        start_new_session=True,
        preexec_fn=set_parent_death_signal,
    )


def _status(port: int, path: str) -> int:
    """The status of this page; 0 if there is no answer."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


if __name__ == "__main__":
    main()
