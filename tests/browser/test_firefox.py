"""The engine in Firefox gives the same logs and the same verdicts as the one of the server.

Playwright drives a Firefox of its own only, so this one is started on a page that asks and answers by itself.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.engine_site import engine_site
from tests.browser.same_questions import LONGEST, differences, questions

pytestmark = pytest.mark.firefox

PREFERENCES: dict[str, str | int | bool] = {
    # Whatever it wants to know from other machines ends at a closed port.
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "services.settings.server": "",
    "toolkit.telemetry.enabled": False,
}


@contextmanager
def firefox(address: str, profile: Path) -> Iterator[None]:
    """Firefox on this page, without a window, in a profile of its own. It ends at the end, with all its processes."""
    program = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
    if program is None:
        pytest.skip("no Firefox found: install Debian's firefox-esr package")
    lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("\n".join(lines))
    process = subprocess.Popen(
        [program, "--headless", "--no-remote", "--profile", str(profile), address],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "HOME": str(profile), "MOZ_CRASHREPORTER_DISABLE": "1"},
        start_new_session=True,
    )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_games_and_verdicts_are_the_same(tmp_path: Path) -> None:
    with engine_site(questions()) as site, firefox(site.address, tmp_path):
        found = site.found(LONGEST)
    assert "Firefox" in found["browser"]
    assert differences(found["answers"]) == []
