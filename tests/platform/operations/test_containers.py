"""Dockerfile and docker-compose.yml without a Docker engine: both are valid, and each command really runs."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from nabu.core.environment.table import TABLE
from tests.profiles import LONG

ROOT = Path(__file__).resolve().parents[3]
BIN = Path(sys.executable).parent
SECRETS = {
    "SECRET_KEY": "k" * 20 + "0123456789abcdefghijklmnopqrstuvwxyz",
    "ALLOWED_HOSTS": "nabu.example,www.nabu.example",
    "POSTGRES_PASSWORD": "reed",
}
OURS = ("worker", "urgent", "beat", "web")
STARTED = {"worker": " ready.", "urgent": " ready.", "beat": "beat is ready", "web": "ASGI server listening"}
"""What they log when they have come up."""


def compose(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Docker Compose on our file with exactly these variables."""
    return subprocess.run(
        [str(BIN / "docker-compose"), "--env-file", os.devnull, *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    done = compose("config", "--format", "json", **SECRETS)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)["services"]
    return found


def test_compose_accepts_the_file() -> None:
    done = compose("config", "--quiet", **SECRETS)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", SECRETS)
def test_compose_refuses_to_start_without(name: str) -> None:
    done = compose("config", "--quiet", **{key: value for key, value in SECRETS.items() if key != name})
    assert done.returncode != 0
    assert f"set {name} in .env" in done.stderr


def test_the_example_names_what_must_be_set() -> None:
    example = (ROOT / ".env.example").read_text()
    assert all(re.search(rf"^{name}=$", example, re.MULTILINE) for name in SECRETS)


def test_every_documented_setting_reaches_the_containers(services: dict[str, Any]) -> None:
    """But for those of a local site, and for what the image and the command of a service decide."""
    read = {each.name for each in TABLE if each.name.startswith("NABU_")}
    elsewhere = {"NABU_DEBUG", "NABU_LOCAL", "NABU_VAR", "NABU_PORT", "NABU_DEMO", "NABU_BIND", "NABU_BEAT_SCHEDULE"}
    assert read - elsewhere <= set(services["web"]["environment"])


def test_nothing_listens_beyond_the_machine_and_everything_has_a_health_check(services: dict[str, Any]) -> None:
    ports = [port for service in services.values() for port in service.get("ports", [])]
    assert [port["host_ip"] for port in ports] == ["127.0.0.1"]
    assert set(services) == {"migrate", "web", "worker", "urgent", "beat", "redis", "postgres"}
    for name, service in services.items():
        assert name == "migrate" or service["healthcheck"]["test"], name
    assert "--appendonly" in services["redis"]["command"]


def test_no_service_can_take_the_whole_machine(services: dict[str, Any]) -> None:
    for name, service in services.items():
        limits = service["deploy"]["resources"]["limits"]
        assert int(limits["memory"]) >= 2**28, name
        assert limits["cpus"] == 2, name
        assert 0 < limits["pids"] <= 256, name
        assert service["logging"] == {"driver": "json-file", "options": {"max-size": "10m", "max-file": "5"}}, name
    redis = services["redis"]
    full = redis["command"][redis["command"].index("--maxmemory") + 1]
    assert int(full.removesuffix("mb")) * 2**20 * 2 <= int(redis["deploy"]["resources"]["limits"]["memory"])


def test_the_limits_can_be_set() -> None:
    given = {"NABU_CPUS": "1", "NABU_WEB_MEMORY": "3g", "NABU_WORKER_MEMORY": "4g", "NABU_POSTGRES_MEMORY": "5g"}
    done = compose("config", "--format", "json", **SECRETS, **given)
    found = {name: each["deploy"]["resources"]["limits"] for name, each in json.loads(done.stdout)["services"].items()}
    assert {limits["cpus"] for limits in found.values()} == {1}
    assert [int(found[name]["memory"]) / 2**30 for name in ("web", "worker", "postgres")] == [3, 4, 5]


def test_web_and_workers_can_be_scaled_and_beat_cannot(tmp_path: Path) -> None:
    """As `--scale` does it, which needs an engine."""

    def scaled(name: str) -> subprocess.CompletedProcess[str]:
        more = tmp_path / f"{name}.json"
        more.write_text(json.dumps({"services": {name: {"scale": 3}}}))
        files = ["--file", str(ROOT / "docker-compose.yml"), "--file", str(more)]
        return compose(*files, "config", "--format", "json", **SECRETS, NABU_PORT="8000-8002")

    web = json.loads(scaled("web").stdout)["services"]["web"]
    assert (web["scale"], web["ports"][0]["published"]) == (3, "8000-8002")
    assert json.loads(scaled("worker").stdout)["services"]["worker"]["scale"] == 3
    assert "can't set container_name and beat as container name must be unique" in scaled("beat").stderr


def test_two_sites_on_one_machine_have_containers_of_different_names(services: dict[str, Any]) -> None:
    other = compose("--project-name", "rehearsal", "config", "--format", "json", **SECRETS)
    names = [services["beat"]["container_name"], json.loads(other.stdout)["services"]["beat"]["container_name"]]
    assert names == ["nabu-beat", "rehearsal-beat"]


def test_every_image_is_pinned_by_its_digest(services: dict[str, Any]) -> None:
    used = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    used += [service["image"] for service in services.values() if "build" not in service]
    assert len(used) == 4
    for image in used:
        assert re.fullmatch(r"[a-z]+:[a-z0-9.-]+@sha256:[0-9a-f]{64}", image), image


def test_hadolint_accepts_the_dockerfile() -> None:
    done = subprocess.run([str(BIN / "hadolint"), "Dockerfile"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_image_holds_everything_that_runs_and_no_secret() -> None:
    kept = (ROOT / ".dockerignore").read_text().split()
    assert kept[0] == "*"
    for name in ("analytics", "engine", "platform", "static", "templates", "manage.py", "requirements/run.txt"):
        assert f"!{name}" in kept
        assert (ROOT / name).exists()
    assert not any(line.startswith(("!.env", "!var")) for line in kept)
    assert re.search(r"^USER 10001$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)


def image_environment() -> dict[str, str]:
    """The variables that the image sets, with /app being this folder."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    line = re.findall(r"^ENV (.*)$", text, re.MULTILINE)[-1]
    found = dict(word.split("=", 1) for word in line.split())
    found["PATH"] = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    return {name: value.replace("/app", str(ROOT)) for name, value in found.items()}


@pytest.fixture
def production(broker: str, migrated: str, tmp_path: Path) -> Iterator[dict[str, str]]:
    """What stands in for the other containers: a PostgreSQL database that is migrated already, which takes longer than
    a service's start, a broker, collected static files."""
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        pytest.skip("DATABASE_URL names no PostgreSQL server; `python3 dev.py test` starts one")
    name = f"nabu_compose_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE {name} TEMPLATE "{migrated}"')
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        yield {
            "DATABASE_URL": urlunsplit(urlsplit(server)._replace(path=f"/{name}")),
            "REDIS_URL": broker,
            "STATIC_ROOT": str(tmp_path / "collected"),
            "NABU_BIND": f"127.0.0.1:{port}",
            "NABU_BEAT_SCHEDULE": str(tmp_path / "beat"),
            "NABU_LOCAL": "",
            "NABU_DEBUG": "",
        }
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.postgres
@pytest.mark.broker
def test_each_service_starts_with_its_environment_and_becomes_healthy(
    services: dict[str, Any],
    production: dict[str, str],
    start_process: Callable[..., Any],
    wait_until: Callable[..., None],
    tmp_path: Path,
) -> None:
    def environment(name: str) -> dict[str, str]:
        return {**image_environment(), **services[name]["environment"], **production}

    def command(words: list[str]) -> list[str]:
        found = shutil.which(words[0], path=str(BIN)) or words[0]
        return [found, *(word.replace("/tmp/beat", str(tmp_path / "beat")) for word in words[1:])]

    def run_to_the_end(words: list[str], name: str) -> int:
        process = start_process(command(words), environment(name))
        status: int = process.wait(120)
        assert status == 0, process.output()
        return status

    build = re.search(r"python manage\.py collectstatic [^\n]*", (ROOT / "Dockerfile").read_text())
    assert build
    # What others have written changes only with the lock file or by hand, and takes half a minute to compress.
    others = () if LONG else ("admin", "drf_spectacular_sidecar", "plotly", "rest_framework")
    run_to_the_end([*build[0].split(), *(word for name in others for word in ("--ignore", name))], "web")
    run_to_the_end(services["migrate"]["command"], "migrate")

    running = {name: start_process(command(services[name]["command"]), environment(name)) for name in OURS}
    for name, process in running.items():
        kind, *check = services[name]["healthcheck"]["test"]
        assert kind == "CMD"

        def started(name: str = name, process: Any = process) -> bool:
            assert process.poll() is None, process.output()
            return STARTED[name] in process.output()

        def healthy(name: str = name, check: list[str] = check, process: Any = process) -> bool:
            assert process.poll() is None, process.output()
            variables = {**os.environ, **environment(name)}
            return subprocess.run(command(check), cwd=ROOT, env=variables, capture_output=True).returncode == 0

        # Each look is a process, which takes the time away from those that start: it must not be in vain.
        wait_until(started, seconds=90, what=f"the start of {name}")
        wait_until(healthy, seconds=90, what=f"the health of {name}", pause=3)
