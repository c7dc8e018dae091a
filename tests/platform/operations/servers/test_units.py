"""docs/servers: the units start what the containers start, and systemd takes them; all agree about addresses."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest

from nabu.core.environment.table import BIND, TABLE
from tests.platform.operations.test_containers import SECRETS, compose

ROOT = Path(__file__).resolve().parents[4]
SERVERS = ROOT / "docs/servers"
UNITS = sorted(SERVERS.glob("*.service"))
SETTINGS = dict(re.findall(r"^([A-Z_]+)=(.*)$", (SERVERS / "nabu.env").read_text(), re.MULTILINE))


def unit(path: Path) -> ConfigParser:
    found = ConfigParser(interpolation=None, strict=True)
    found.optionxform = str  # type: ignore[assignment, method-assign]
    found.read(path)
    return found


def test_the_units_start_what_the_containers_start() -> None:
    services: dict[str, Any] = json.loads(compose("config", "--format", "json", **SECRETS).stdout)["services"]
    for name in ("web", "worker", "urgent", "beat"):
        service = unit(SERVERS / f"nabu-{name}.service")["Service"]
        command = service["ExecStart"].replace("%%", "%").replace("/srv/nabu/.venv/bin/", "").split()
        there = [word for word in services[name]["command"] if not word.startswith("--loglevel")]
        assert sorted(command) == sorted(word.replace("/tmp/beat", "/var/lib/nabu/beat") for word in there), name
        assert service["EnvironmentFile"] == "/etc/nabu.env"
    wanted = unit(SERVERS / "nabu.target")["Unit"]["Wants"].split()
    assert sorted(wanted) == [path.name for path in UNITS]


@pytest.mark.servers
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    """With programs that are here in place of those that will be there."""
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("there is no systemd-analyze; on Debian: apt-get install systemd")
    for path in (*UNITS, SERVERS / "nabu.target"):
        text = re.sub(r"/srv/nabu/\.venv/bin/\S+", shutil.which("true") or "", path.read_text())
        (tmp_path / path.name).write_text(text)
    done = subprocess.run(
        [program, "verify", "--man=no", "--recursive-errors=no", *map(str, tmp_path.iterdir())],
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, [line for line in done.stderr.splitlines() if str(tmp_path) in line]) == (0, [])


def test_their_settings_are_settings() -> None:
    assert set(SETTINGS) <= {each.name for each in TABLE} | {
        "PYTHONPATH", "DJANGO_SETTINGS_MODULE", "OPENBLAS_NUM_THREADS", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY",
    }  # fmt: skip
    assert SETTINGS["NABU_PROXIES"] == "1"


def test_both_web_servers_lead_to_where_nabu_listens() -> None:
    for name in ("nginx.conf", "Caddyfile"):
        assert set(re.findall(r"127\.0\.0\.1:\d+", (SERVERS / name).read_text())) == {BIND.default}
    docs = (ROOT / "docs/operating.md").read_text()
    linked = set(re.findall(r"servers/([A-Za-z.-]+)", docs))
    assert linked >= {path.name for path in SERVERS.iterdir()}
