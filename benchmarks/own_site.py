"""A site of its own for a benchmark: a temporary folder with a database, and the web server of `manage.py up`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from benchmarks import PLATFORM, ROOT

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


@contextmanager
def a_site(port: int) -> Iterator[str]:
    """The address of the site, which ends with the block."""
    with tempfile.TemporaryDirectory(prefix="nabu-benchmark-") as folder:
        static = os.path.join(folder, "static")
        os.environ.update(NABU_LOCAL="1", NABU_VAR=folder, STATIC_ROOT=static, DJANGO_ALLOW_ASYNC_UNSAFE="true")
        os.environ["DJANGO_SETTINGS_MODULE"] = "nabu.settings"
        os.environ["PYTHONPATH"] = os.pathsep.join((str(PLATFORM), str(ROOT)))
        import django

        django.setup()
        from django.core.management import call_command

        from nabu.core.serving.collected import collect

        call_command("migrate", verbosity=0)
        collect(Path(static))
        address = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "gunicorn", "-c", "python:nabu.gunicorn_conf", "-b", address[7:]]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
            try:
                wait_for(address, server)
                yield address
            finally:
                server.terminate()


def wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    """Until the site answers, as long as its server lives."""
    while server.poll() is None:
        try:
            urlopen(address, timeout=60)
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the web server has ended while starting")
