"""Two real hosts with one PostgreSQL and one broker, whose clocks libfaketime sets two minutes wrong, each in its own
direction: web server and worker on both, beat on the one that is slow."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import requests
from django.db import connection
from django.urls import reverse

from nabu.accounts.players.models import User
from nabu.accounts.players.scopes import Scope
from nabu.accounts.players.tokens import create_token
from nabu.contests.matches.models import LogSubmission
from nabu.contests.tournaments.clock.services import set_minutes
from nabu.core.queueing import seconds_since_sweep
from nabu.web.jobs.models import Job
from tests.platform.scenario import approved, log_of, make_event, users
from tests.profiles import LONG

FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)

pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not LONG, reason="starts five processes: the long profile runs it"),
    pytest.mark.skipif(FAKETIME is None, reason="there is no libfaketime; on Debian: apt-get install faketime"),
]


@dataclass
class Host:
    """A host whose clock is wrong by so many seconds."""

    wrong: int
    start_process: Callable[..., Any]
    environment: Mapping[str, str]

    def start(self, *command: str) -> Any:
        moved = {"LD_PRELOAD": str(FAKETIME), "FAKETIME": f"{self.wrong:+d}s"}
        return self.start_process([sys.executable, "-m", *command], {**self.environment, **moved})

    def web(self, wait_until: Callable[..., None]) -> str:
        """The address of its web server."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        process = self.start("gunicorn", "--config", "python:nabu.gunicorn_conf", "--bind", f"127.0.0.1:{port}")
        address = f"http://127.0.0.1:{port}"

        def answers() -> bool:
            assert process.poll() is None, process.output()
            try:
                return requests.get(f"{address}/healthz", timeout=30).status_code == 200
            except requests.ConnectionError:
                return False

        wait_until(answers, what="the web server's answer")
        return address


def authorized(user: User) -> dict[str, str]:
    _token, key = create_token(user, "test", Scope.values)
    return {"Authorization": f"Token {key}"}


def test_hosts_four_minutes_apart_are_one_site(
    site_environment: dict[str, str],
    broker: str,
    start_process: Callable[..., Any],
    wait_until: Callable[..., None],
    tmp_path: Path,
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite is for one host")
    event = approved(make_event(2, table_size=2))
    round_ = event.pair()
    set_minutes(event.organiser, round_, 30)
    table = round_.tables.get()
    organiser, player = authorized(event.organiser), authorized(users(table)[0])
    log = log_of(table)

    hosts = []
    for wrong in (120, -120):
        var = tmp_path / f"host{wrong}"
        own = {**site_environment, "REDIS_URL": broker, "NABU_VAR": str(var), "NABU_FACTS": str(var / "facts")}
        hosts.append(Host(wrong, start_process, own))
    fast, slow = hosts
    webs = [host.web(wait_until) for host in hosts]
    on_slow = webs[1]

    clock = f"/api/v1/rounds/{round_.pk}/clock/"
    assert requests.post(on_slow + clock, json={"do": "start"}, headers=organiser, timeout=30).status_code == 200
    for web in webs:
        assert 1700 < requests.get(web + clock, timeout=30).json()["seconds_left"] <= 1800
    page = reverse("tournaments:round", args=[round_.pk])
    shown = [requests.get(web + page, timeout=30) for web in webs]
    assert [answer.status_code for answer in shown] == [200, 200]
    assert shown[0].headers["ETag"] == shown[1].headers["ETag"]

    plain = {"Content-Type": "text/plain"}
    # Nobody works yet: the message of the slow host is not lost to the fast one's sweep.
    sent = requests.post(f"{on_slow}/api/v1/tables/{table.pk}/logs/", data=log, headers={**player, **plain}, timeout=30)
    assert sent.status_code == 202, sent.text
    for host in hosts:
        name = f"{host.wrong}@tests"
        host.start("celery", "--skip-checks", "-A", "nabu", "worker", "--concurrency", "1", "--hostname", name)
    slow.start("celery", "--skip-checks", "-A", "nabu", "beat", "--schedule", str(tmp_path / "beat"))
    wait_until(lambda: (seconds_since_sweep() or 1000) < 30, what="a sweep")
    wait_until(lambda: LogSubmission.objects.get().outcome == LogSubmission.Outcome.REPORTED, what="the verdict")
    wait_until(lambda: not Job.objects.filter(kind="verify").exists(), what="the end of the job")
    assert (seconds_since_sweep() or 1000) < 60
