"""A whole site on a small volume that fills up: it says so, keeps what it has, and comes back by itself."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from nabu.accounts.players.services import sign_up
from nabu.accounts.players.tokens import create_token
from tests.platform.databases import working_on
from tests.platform.running_site import ROOT, Up, WaitUntil, needs_proc, processes_of

LOGS = sorted((ROOT / "tests/engine/examples").glob("*/*.jsonl"))


@pytest.fixture
def volume(tmp_path: Path) -> Iterator[Path]:
    """A volume of 80 MB: the processes of a new site take 15, its scripts and styles 35."""
    place = tmp_path / "volume"
    place.mkdir()
    if not shutil.which("mount"):
        pytest.skip("there is no mount command")
    command = ["mount", "-t", "tmpfs", "-o", "size=80m", "tmpfs", str(place)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"a small volume cannot be mounted here: {done.stderr.strip()}")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(volume: Path, rest: int = 0) -> None:
    """Leave so many bytes, or fewer: the processes of the site write too, and may take the last ones first."""
    with (volume / "ballast").open("ab", buffering=0) as file, suppress(OSError):
        while (free := shutil.disk_usage(volume).free - rest) > 0:
            file.write(b"x" * min(free, 2**20))


def ask(site: Up, path: str, token: str = "", data: bytes | None = None) -> tuple[int, dict[str, object]]:
    headers = {"Content-Type": "text/plain"} | ({"Authorization": f"Token {token}"} if token else {})
    request = urllib.request.Request(f"http://127.0.0.1:{site.port}{path}", data, headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


@needs_proc
@pytest.mark.broker
def test_a_site_whose_disk_fills_up_lives_on_and_comes_back(
    volume: Path, wait_until: WaitUntil, give_tables: Callable[[Path], None], django_db_blocker: DjangoDbBlocker
) -> None:
    give_tables(volume / "var")
    with django_db_blocker.unblock(), working_on(str(volume / "var" / "nabu.sqlite3")):
        token = create_token(sign_up("ana", "tablets of clay", "Ana"), "test", ["read", "report"])[1]
    site = Up(volume / "var", wait_until, NABU_DISK_RESERVE_MB="8")
    # Each look is a request, which takes the time away from what is waited for.
    wait = partial(wait_until, pause=0.5)
    try:
        site.wait_for("Nabu is at")

        def send(number: int) -> tuple[int, dict[str, object]]:
            return ask(site, "/api/v1/submissions/", token, LOGS[number].read_bytes())

        def verdict(submission: object) -> bool:
            return ask(site, f"/api/v1/submissions/{submission}/", token)[1].get("waiting") is False

        status, first = send(0)
        assert status == 202
        wait(lambda: verdict(first["id"]), 60, "the first verdict")

        fill(volume, 6 * 2**20)
        status, refused = send(1)
        assert status == 507
        assert "out of disk space" in str(refused["detail"])
        assert ask(site, "/healthz")[1]["space"] is False

        fill(volume)
        wait(lambda: ask(site, "/healthz")[1].get("why") == "the database is full", 60, "the health check's word")
        children = dict(zip(("broker", "worker", "urgent", "beat", "web"), site.children(), strict=True))
        for name in ("broker", "worker", "web"):  # the others are Celery's too
            with suppress(ProcessLookupError):  # workers end by themselves when the broker writes no more
                os.kill(children[name], signal.SIGKILL)
            site.wait_for(f"{name} ended (status ")
        wait(lambda: _answers(site), 60, "the web server's answer")
        assert site.process.poll() is None, site.output

        (volume / "ballast").unlink()
        wait(lambda: ask(site, "/healthz") == (200, HEALTHY), 60, "health")
        status, last = send(1)
        assert status == 202
        wait(lambda: verdict(last["id"]), 90, "the verdict after it")
        assert site.process.poll() is None, site.output
        assert site.finish(signal.SIGTERM) == 0
    finally:
        site.process.kill()
        for pid in processes_of(volume / "var"):
            os.kill(pid, signal.SIGKILL)
        site.reader.join(10)


HEALTHY = {"status": "ok", "database": True, "broker": True, "space": True, "statistics": True}


def _answers(site: Up) -> bool:
    try:
        return bool(ask(site, "/healthz"))
    except OSError:
        return False
