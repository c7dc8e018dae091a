"""Logs of a site on one machine are put aside while its processes write: nothing is lost, and nobody waits."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import redis

from nabu.operations.supervisor import child as supervised
from nabu.operations.supervisor.broker import answers, valkey_command
from nabu.operations.supervisor.child import Child

ROOT = Path(__file__).resolve().parents[4]
PATHS = os.pathsep.join((str(ROOT / "platform"), str(ROOT)))

# Several processes that share one log, like the workers of a web server, with a thread each beside the main one. They
# write until they are told that it is enough, and last up to which line.
WRITERS = """
import logging.config, os, sys, threading, time
from nabu.core.logs import log_settings
logging.config.dictConfig(log_settings("text", "INFO"))
processes, enough = int(sys.argv[1]), sys.argv[2]
for number in range(processes - 1):
    if os.fork() == 0:
        break
else:
    number = processes - 1
def write(name):
    for line in range(20_000):
        if os.path.exists(enough):
            break
        logging.getLogger(name).info("%s-%s-%s", number, name, line)
        time.sleep(0.0005)
    logging.getLogger(name).info("%s-%s-all-%s", number, name, line)
threads = [threading.Thread(target=write, args=[name]) for name in ("a", "b")]
for thread in threads: thread.start()
for thread in threads: thread.join()
if number == processes - 1:
    for _ in range(processes - 1): os.wait()
"""


def test_no_line_is_lost_while_logs_are_put_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervised, "LOG_BYTES", 10_000)
    monkeypatch.setattr(supervised, "LOGS_KEPT", 1000)
    enough = tmp_path / "enough"
    command = [sys.executable, "-c", WRITERS, "3", str(enough)]
    child = Child("web", command, tmp_path / "web.log", {**os.environ, "PYTHONPATH": PATHS}, tmp_path)
    child.start()
    while child.exit_status() is None:
        child.put_log_aside()
        if len(list(tmp_path.glob("web.*.log"))) > 5:
            enough.touch()
        time.sleep(0.005)
    assert child.exit_status() == 0, child.log_tail()
    assert enough.exists(), "no log was put aside"
    written = "".join(file.read_text() for file in tmp_path.glob("web*.log"))
    found = [text.rpartition(": ")[2] for text in written.splitlines()]
    last = [text.partition("-all-") for text in found if "-all-" in text]
    assert sorted(writer for writer, _, _ in last) == [f"{process}-{name}" for process in range(3) for name in "ab"]
    wanted = [f"{writer}-{line}" for writer, _, count in last for line in range(int(count))]
    assert sorted(text for text in found if "-all-" not in text) == sorted(wanted)
    assert len(wanted) > 600


def test_so_many_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervised, "LOG_BYTES", 10)
    child = Child("web", [], tmp_path / "web.log", {}, tmp_path)
    child.put_log_aside()  # there is none yet
    for number in range(supervised.LOGS_KEPT + 3):
        child.log.write_text(f"the {number}th of many lines\n")
        child.put_log_aside()
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept == [f"web.{number}.log" for number in range(1, supervised.LOGS_KEPT + 1)]
    assert (tmp_path / "web.1.log").read_text().startswith(f"the {supervised.LOGS_KEPT + 2}th")
    child.log.write_text("short\n")
    child.put_log_aside()
    assert child.log.exists()


# A file that may not grow stands for a full disk: a write fails in the same way.
FULL = """
import logging.config, os, resource, signal, sys
from nabu.core.logs import log_settings
logging.config.dictConfig(log_settings("json", "INFO"))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
for line in range(2000):
    logging.getLogger("full").info("line %s", line)
os.rename(os.environ["NABU_LOG_FILE"], os.environ["NABU_LOG_FILE"] + ".1")
logging.getLogger("full").info("there is space again")
sys.exit(7)
"""


def test_a_process_survives_that_its_log_cannot_grow(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    with log.open("ab") as output:
        done = subprocess.run(
            [sys.executable, "-c", FULL],
            env={**os.environ, "PYTHONPATH": PATHS, "NABU_LOG_FILE": str(log)},
            stdout=output,
            stderr=output,
            check=False,
        )
    assert done.returncode == 7
    assert (tmp_path / "web.log.1").stat().st_size <= 4096
    assert "there is space again" in log.read_text()


def test_only_a_file_is_followed(tmp_path: Path) -> None:
    """What is started with an output of its own keeps it, also when it inherits the variable."""
    code = (
        "import logging.config; from nabu.core.logs import log_settings; "
        "logging.config.dictConfig(log_settings('text', 'INFO')); logging.getLogger('a').info('to the pipe')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": PATHS, "NABU_LOG_FILE": str(tmp_path / "web.log")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "to the pipe" in done.stderr
    assert not (tmp_path / "web.log").exists()


@pytest.mark.broker
def test_the_broker_opens_a_new_log_by_itself(
    tmp_path: Path, wait_until: Callable[..., None], tmp_path_factory: pytest.TempPathFactory
) -> None:
    socket, log = tmp_path_factory.mktemp("b") / "v.sock", tmp_path / "broker.log"
    process = subprocess.Popen(valkey_command(tmp_path, socket, log))
    try:
        wait_until(lambda: answers(f"unix://{socket}"), what="the broker's answer")
        log.rename(tmp_path / "broker.1.log")
        with redis.Redis.from_url(f"unix://{socket}") as client:
            client.bgrewriteaof()
        wait_until(log.exists, what="the new log")
    finally:
        process.kill()
        process.wait()
