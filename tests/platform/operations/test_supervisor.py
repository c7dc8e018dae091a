"""`manage.py up`: everything starts, everything comes back, and nothing stays behind, whatever ends the supervisor."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from engine.registry import GAMES
from nabu.core.local_site import LONGEST_SOCKET_PATH, broker_socket, claim_folder, local_secret, make_socket_folder
from nabu.operations.supervisor.orphans import kill_orphans, start_mark, write_children
from nabu.operations.supervisor.site import MOST_QUICK_DEATHS, CannotRun, Site, Stopped, choose_port
from tests.platform.running_site import ROOT, Up, WaitUntil, needs_proc, processes_of, shares_by_session
from tests.profiles import LONG

HELD_AGAIN = len(GAMES) - 1 if LONG else 2
"""In which tournament the demo stands still when it goes on after an interruption in the one of number 1."""


@pytest.fixture
def up(tmp_path: Path, wait_until: WaitUntil) -> Iterator[Callable[..., Up]]:
    """Return `up(at_start="", **environment)`: starts a site in a folder that is empty at first."""
    started: list[Up] = []

    def start(at_start: str = "", **environment: str) -> Up:
        started.append(Up(tmp_path / "var", wait_until, at_start, **environment))
        return started[-1]

    yield start
    for one in started:
        one.process.kill()
    for pid in processes_of(tmp_path / "var"):
        os.kill(pid, signal.SIGKILL)
    for one in started:
        one.reader.join(10)


@needs_proc
@pytest.mark.broker
def test_a_new_site_serves_brings_back_what_dies_and_goes_on_after_it_was_killed(
    up: Callable[..., Up], wait_until: WaitUntil, tmp_path: Path
) -> None:
    """One site and its next start, for each costs many seconds."""
    os.mkfifo(tmp_path / "hold")
    smaller_logs = "import nabu.operations.supervisor.child as child\nchild.LOG_BYTES, child.LOGS_KEPT = 1500, 100\n"
    demo = {"NABU_DEMO": "1", "TESTS_SHORT_SEASONS": str(tmp_path / "hold")}
    site = up(smaller_logs, **demo, TESTS_HELD="1")
    site.wait_for("sign in as an organiser: demo")
    assert 0 < site.output.index("Nabu is at http://127.0.0.1:") < site.output.index("sign in as an organiser")
    assert site.health() == {"status": "ok", "database": True, "broker": True, "space": True, "statistics": True}
    site.wait_for("everything is ready")
    the_site_is_there_before_its_demo(site)
    whatever_may_write_is_as_nice_as_the_supervisor(site)
    a_second_one_is_refused(site)
    what_dies_comes_back_and_takes_its_task_with_it(site)
    a_log_does_not_wait_for_what_the_only_other_process_is_doing(site)
    logs_are_put_aside_while_the_site_runs(site)
    before, secret = demo_tournaments(site), (site.var / "secret_key").read_text()

    # Nothing outlives a killed supervisor.
    assert len(processes_of(site.var)) >= 10  # supervisor, broker, two workers + 1 each, beat, demo, web + 1
    assert site.finish(signal.SIGKILL) == -signal.SIGKILL

    again = up(**demo, TESTS_HELD=str(HELD_AGAIN))
    again.wait_for("everything is ready")
    assert again.health()["broker"] is True
    assert (site.var / "secret_key").read_text() == secret
    an_interrupted_demo_goes_on(again, before)
    if LONG:
        it_is_completed(again, tmp_path / "hold")
    again.send_long_task()
    assert again.finish(signal.SIGINT) == 0  # waits at most 15 seconds
    assert "Ctrl-C: stopping" in again.output
    assert not (again.var / "run" / "children.json").exists()


def the_site_is_there_before_its_demo(site: Up) -> None:
    """The demo waits in its second tournament."""
    site.wait_until(lambda: len(demo_tournaments(site)) == 2, 180, "the second tournament of the demo")
    assert "demo: done" not in site.output
    assert f"1 of {len(GAMES)}" in home(site)


def an_interrupted_demo_goes_on(site: Up, before: list[str]) -> None:
    """Until it waits in a later tournament, before it asks the only worker to play an experiment."""
    site.wait_until(lambda: len(demo_tournaments(site)) == HELD_AGAIN + 1, 180, "a later tournament of the demo")
    after = demo_tournaments(site)
    assert len(after) == len(set(after))
    assert after[: len(before)] == before


def it_is_completed(site: Up, hold: Path) -> None:
    hold.open("w").close()
    site.wait_for("demo: done")
    assert len(demo_tournaments(site)) == len(GAMES)
    assert 'id="demo"' not in home(site)


def home(site: Up) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{site.port}/", timeout=30) as answer:
        return str(answer.read().decode())


def demo_tournaments(site: Up) -> list[str]:
    """The names of those that have begun."""
    with closing(sqlite3.connect(site.var / "nabu.sqlite3", timeout=30)) as database:
        return [name for (name,) in database.execute("SELECT name FROM tournaments_tournament ORDER BY id")]


def whatever_may_write_is_as_nice_as_the_supervisor(site: Up) -> None:
    """What computes is a child of the worker."""
    nice = os.getpriority(os.PRIO_PROCESS, site.process.pid)
    assert {os.getpriority(os.PRIO_PROCESS, pid) for pid in site.children()} == {nice}
    if shares_by_session():
        shares = {Path(f"/proc/{pid}/autogroup").read_text().split()[-1] for pid in site.children()}
        assert shares == {"0"}


def a_second_one_is_refused(site: Up) -> None:
    told = f"is already running in this folder (process {site.process.pid}, http://127.0.0.1:{site.port}/)"
    with override_settings(VAR=site.var), pytest.raises(CommandError, match=re.escape(told)):
        call_command("up", skip_checks=True)


def what_dies_comes_back_and_takes_its_task_with_it(site: Up) -> None:
    pool_process = int(site.send_long_task().read_text())
    names = ("broker", "worker", "urgent", "beat", "demo", "web")
    children = dict(zip(names, site.children(), strict=True))
    del children["demo"]
    for name, pid in children.items():
        os.kill(pid, signal.SIGKILL)
        site.wait_for(f"{name} ended (status -9); starting it again")
    site.wait_until(lambda: start_mark(pool_process) is None, 15, "the end of the killed worker's task")
    for name in children:
        site.wait_for(f"{name}: ready after", times=2)
    assert site.health()["broker"] is True


def a_log_does_not_wait_for_what_the_only_other_process_is_doing(site: Up) -> None:
    pool_process = int(site.send_long_task().read_text())
    assert pool_process in processes_of(site.var)
    log = site.send_long_task("logs")
    assert int(log.read_text()) != pool_process


def logs_are_put_aside_while_the_site_runs(site: Up) -> None:
    """Nothing that the web server wrote is lost or doubled. It writes nothing of health checks."""
    logs = site.var / "log"
    numbers: set[str] = set()
    while not (logs / "web.2.log").exists():
        with urllib.request.urlopen(f"http://127.0.0.1:{site.port}/proof/", timeout=10) as answer:
            numbers.add(answer.headers["X-Request-ID"])

    def written() -> list[str]:
        texts = "".join(file.read_text() for file in logs.glob("web*.log"))
        return re.findall(r"answered \[request=(\w+)", texts)

    site.wait_until(lambda: numbers <= set(written()), 10, "the last line of the log")
    found = written()
    assert len(found) == len(set(found))


@pytest.mark.usefixtures("own_signals")
def test_a_site_that_cannot_start_says_why_and_ends(tmp_path: Path, settings: Any) -> None:
    settings.VAR = tmp_path
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        settings.LOCAL_PORT = port
        with pytest.raises(CommandError, match=rf"Port {port} \(NABU_PORT\) is taken by another program"):
            call_command("up", skip_checks=True)
    with claim_folder(tmp_path):
        pass


def test_the_first_free_port_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        monkeypatch.setattr("nabu.operations.supervisor.site.FIRST_PORT", port)
        monkeypatch.setattr("nabu.operations.supervisor.site.LAST_PORT", port + 20)
        taken.listen()
        assert choose_port(None, said.append) > port
        assert f"port {port} is taken" in said[0]
        monkeypatch.setattr("nabu.operations.supervisor.site.LAST_PORT", port)
        with pytest.raises(CannotRun, match="are taken"):
            choose_port(None, said.append)


def test_leftovers_are_ended_but_never_a_process_that_only_has_the_same_number(tmp_path: Path) -> None:
    file = tmp_path / "children.json"
    ours = subprocess.Popen(["sleep", "60"], start_new_session=True)
    stranger = subprocess.Popen(["sleep", "60"], start_new_session=True)
    try:
        write_children(file, [ours.pid, stranger.pid])
        noted = json.loads(file.read_text())
        noted[str(stranger.pid)] = "started at another time"
        file.write_text(json.dumps(noted))
        threading.Thread(target=ours.wait).start()  # as the system's first process does for orphans
        assert kill_orphans(file) == 1
        assert ours.wait(5) == -signal.SIGKILL
        assert stranger.poll() is None
        assert kill_orphans(file) == 0
    finally:
        for process in (ours, stranger):
            process.kill()
            process.wait()


def test_a_child_that_cannot_live_ends_the_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nabu.operations.supervisor.site.LOOK_SECONDS", 0.05)
    said: list[str] = []
    site = Site(ROOT, tmp_path, "redis://elsewhere", said.append)
    try:
        site._start("worker", [sys.executable, "-c", "print('no such table')"])
        with pytest.raises(CannotRun, match=r"(?s)worker keeps stopping.*no such table"):
            site.watch()
    finally:
        for child in site.children:
            child.kill()
    assert len(said) == 4


# A process that comes up when somebody writes to the pipe that it is given.
SLOW_TO_COME = """
import os, sys, time
open(sys.argv[1]).read()
os.write(int(os.environ["NABU_READY_PIPE"]), b"!")
time.sleep(100)
"""
SUDDEN_DEATH = "import sys; sys.exit('no such table')"


@pytest.fixture
def own_signals() -> Iterator[None]:
    """A site in this process may take the signals that end it; they are given back."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def starting(own_signals: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Site]]:
    """Return `starting(echo)`: a site whose children are fakes. It says at once and often what is still coming."""
    monkeypatch.setattr("nabu.operations.supervisor.reminder.FIRST_SECONDS", 0.0)
    monkeypatch.setattr("nabu.operations.supervisor.site.WAIT_SECONDS", 0.01)
    sites: list[Site] = []

    def make(echo: Callable[[str], None]) -> Site:
        sites.append(Site(ROOT, tmp_path, "redis://elsewhere", echo))
        return sites[-1]

    os.mkfifo(tmp_path / "hold")
    yield make
    for site in sites:
        for child in site.children:
            child.kill()


def fake(script: str, *arguments: object) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", script, *map(str, arguments)]


def test_a_slow_start_is_waited_for_and_told(starting: Callable[..., Site], tmp_path: Path) -> None:
    """Of the web server, for which the site waits, and of a worker, which may come later."""
    said: list[str] = []

    def listen(line: str) -> None:
        said.append(line)
        if "everything is ready" in line:
            raise Stopped("the test has seen enough")
        if len(said) in (3, 7):
            (tmp_path / "hold").write_text("come")

    site = starting(listen)
    site._start("web", fake(SLOW_TO_COME, tmp_path / "hold"))
    site._wait("web")
    assert [line[:20] for line in said] == ["web: still starting "] * 3 + [said[-1][:20]]
    assert said[-1].startswith("web: ready after")
    site._start("worker", fake(SLOW_TO_COME, tmp_path / "hold"))
    with pytest.raises(Stopped):
        site.watch()
    assert [line.split(" after")[0] for line in said[4:]] == [
        *["worker: still starting"] * 3,
        "worker: ready",
        "everything is ready",
    ]


def test_who_dies_while_starting_is_given_up_with_the_reason(starting: Callable[..., Site], tmp_path: Path) -> None:
    """Also while the site waits for another child, and however late it died: the machine may be busy."""
    said: list[str] = []
    site = starting(said.append)
    site._start("web", fake(SUDDEN_DEATH))
    with pytest.raises(CannotRun, match=r"(?s)web ended while starting \(status 1\).*no such table"):
        site._wait("web")
    site = starting(said.append)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("nabu.operations.supervisor.site.QUICK_SECONDS", 0.0)
        site._start("worker", fake(SUDDEN_DEATH))
        site._start("web", fake(SLOW_TO_COME, tmp_path / "hold"))
        with pytest.raises(CannotRun, match=r"(?s)worker keeps stopping.*no such table"):
            site._wait("web")
    assert sum("worker ended (status 1); starting it again" in line for line in said) == MOST_QUICK_DEATHS - 1


@pytest.mark.parametrize(
    ("number", "word"), [(signal.SIGINT, "Ctrl-C"), (signal.SIGTERM, "SIGTERM"), (signal.SIGHUP, "SIGHUP")]
)
def test_a_start_can_be_stopped_at_every_moment(
    number: int, word: str, starting: Callable[..., Site], tmp_path: Path
) -> None:
    """Even in the middle of something that goes on after every error."""

    def stop(_line: str) -> None:
        try:
            signal.raise_signal(number)
        except Exception:
            pytest.fail("somebody took it for an error of his own")

    site = starting(stop)
    site.begin()
    site._start("web", fake(SLOW_TO_COME, tmp_path / "hold"))
    with pytest.raises(Stopped, match=word):
        site._wait("web")


def test_notes_and_logs_that_cannot_be_written_end_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("nabu.operations.supervisor.site.write_children", no_room)
    monkeypatch.setattr("nabu.operations.supervisor.site.os.write", no_room)
    said: list[str] = []
    site = Site(ROOT, tmp_path, "redis://elsewhere", said.append)
    (tmp_path / "log" / "worker.log").mkdir()  # nobody can open that
    try:
        with (tmp_path / "run" / "supervisor").open("a+") as site.lock:
            site.write_address("http://127.0.0.1/")
            site._start("worker", [sys.executable, "-c", "print('spoken to nobody')"])
        assert site.children[0].wait(30)
        assert site.children[0].exit_status() == 0
    finally:
        for child in site.children:
            child.kill()
    assert len(said) == 2
    assert all("could not be written: [Errno 28] No space left on device" in line for line in said)


def test_a_site_that_is_started_on_a_full_disk_waits_for_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = [True, True, True, False]
    monkeypatch.setattr("nabu.operations.supervisor.site.LOOK_SECONDS", 0.0)
    monkeypatch.setattr("nabu.operations.supervisor.site.is_full", lambda: full.pop(0))
    said: list[str] = []
    Site(ROOT, tmp_path, "redis://elsewhere", said.append).wait_for_space()
    assert full == []
    assert said == [f"the disk is full; waiting for room in {tmp_path}"]


def test_on_a_full_disk_a_child_that_dies_is_started_again_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nabu.operations.supervisor.site.LOOK_SECONDS", 0.01)
    monkeypatch.setattr("nabu.operations.supervisor.site.QUICK_SECONDS", 0.2)
    monkeypatch.setattr("nabu.operations.supervisor.site.is_full", lambda: True)
    said: list[str] = []

    def listen(line: str) -> None:
        said.append(line)
        if len(said) == MOST_QUICK_DEATHS + 2:
            raise Stopped("the test has seen enough")

    site = Site(ROOT, tmp_path, "redis://elsewhere", listen)
    try:
        site._start("worker", ["false"])
        with pytest.raises(Stopped):
            site.watch()
    finally:
        for child in site.children:
            child.kill()


GRANDCHILD = """
import sys, time
from nabu.core import die_with_parent as lifeline
lifeline.CHECK_SECONDS = 0.1
if sys.argv[1] == "thread":
    lifeline.set_parent_death_signal = lambda: False
lifeline.die_with_parent()
print("bound", flush=True)
time.sleep(100)
"""
CHILD = """
import subprocess, sys
grandchild = subprocess.Popen([sys.executable, "-c", sys.argv[1], sys.argv[2]], stdout=subprocess.PIPE)
grandchild.stdout.readline()
print(grandchild.pid, flush=True)
grandchild.wait()
"""


@pytest.mark.parametrize("how", ["kernel", "thread"])
def test_a_process_ends_with_its_parent(how: str, wait_until: WaitUntil) -> None:
    if how == "kernel" and not sys.platform.startswith("linux"):
        pytest.skip("only Linux's kernel does that")
    paths = os.pathsep.join((str(ROOT / "platform"), str(ROOT)))
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, GRANDCHILD, how],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
        text=True,
    ) as child:
        assert child.stdout is not None
        grandchild = int(child.stdout.readline())
        assert start_mark(grandchild) is not None
        child.kill()
        wait_until(lambda: start_mark(grandchild) is None, 10, "the end of the grandchild")


def test_the_sockets_path_is_never_too_long(tmp_path: Path) -> None:
    assert broker_socket(Path("/srv/nabu/var")) == Path("/srv/nabu/var/valkey.sock")
    deep = tmp_path / ("x" * 90)
    path = broker_socket(deep)
    assert len(os.fsencode(path)) <= LONGEST_SOCKET_PATH
    assert path != broker_socket(tmp_path / ("y" * 90))
    make_socket_folder(path)
    assert path.parent.stat().st_mode & 0o777 == 0o700
    path.parent.rmdir()


def test_a_socket_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "theirs").symlink_to(tmp_path)
    with pytest.raises(PermissionError, match="belongs to somebody else"):
        make_socket_folder(tmp_path / "theirs" / "valkey.sock")


def test_the_local_secret_is_made_once_and_closed_to_others(tmp_path: Path) -> None:
    secrets = []
    threads = [threading.Thread(target=lambda: secrets.append(local_secret(tmp_path))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(secrets)) == 1
    assert len(secrets[0]) >= 50
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]
