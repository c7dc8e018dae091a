"""A client that a program generated from the schema plays an event. In the long profile: the generator is installed
from the package index, into an environment of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer

from nabu.accounts.players.services import sign_up
from tests.platform.by_hand import do_jobs
from tests.platform.scenario import PASSWORD
from tests.profiles import LONG

GENERATOR = "openapi-python-client==0.29.1"
SCRIPT = Path(__file__).with_name("with_client.py")
PLAIN = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not LONG, reason="installs a generator of clients: in the long profile"),
]


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """The programs of an environment with the generator. Skips where it cannot be made."""
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    wanted = [environment / "bin" / "pip", "install", "--quiet", GENERATOR]
    installed = subprocess.run(wanted, env=PLAIN, capture_output=True, text=True, check=False)
    if installed.returncode:
        pytest.skip(f"{GENERATOR} cannot be installed: {installed.stderr.strip()[-200:]}")
    return environment / "bin"


def test_a_generated_client_plays_an_event(tools: Path, tmp_path: Path, live_server: Any) -> None:
    for username, name in (("org", "Olga"), ("ana", "Ana"), ("bo", "Bo")):
        sign_up(username, PASSWORD, name)
    schema, result = tmp_path / "schema.json", tmp_path / "result.json"
    made = SchemaGenerator().get_schema(public=True)
    schema.write_bytes(OpenApiJsonRenderer().render(made, renderer_context={}))
    generate = [tools / "openapi-python-client", "generate", "--path", schema, "--meta", "none"]
    environment = PLAIN | {"PATH": f"{tools}:{PLAIN['PATH']}"}
    subprocess.run([*generate, "--output-path", tmp_path / "nabu_client"], env=environment, check=True)
    play = [tools / "python", SCRIPT, tmp_path, live_server.url, PASSWORD, result]
    subprocess.run(play, env=PLAIN, check=True)
    do_jobs("announce")
    subprocess.run(play, env=PLAIN, check=True)
    told = json.loads(result.read_text())
    assert [line[0] for line in told["standings"]] == [1, 2]
    assert told["standings"][0][1:] == [told["winner"], "6.00"]
    expected = {"tournament.started", "round.published", "table.reported", "table.result", "tournament.finished"}
    assert expected <= set(told["events"])
