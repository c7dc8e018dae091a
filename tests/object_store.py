"""A real S3 server for tests: moto's, in a process of its own, with everything in memory."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest

KEYS = {"AWS_ACCESS_KEY_ID": "nabu-tests", "AWS_SECRET_ACCESS_KEY": "not-secret", "AWS_EC2_METADATA_DISABLED": "true"}
START_SECONDS = 90
BUCKETS = count()


@contextmanager
def s3_server(folder: Path) -> Iterator[str]:
    """Start a server that logs to `folder`, and yield its host and port.

    While it runs, the keys are in this process's environment, where child processes find them too.
    """
    log = folder / "s3-server.log"
    # Port 0: the system chooses a free one, which the server prints.
    command = [sys.executable, "-u", "-m", "moto.server", "-H", "127.0.0.1", "-p", "0"]
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        address = _address(process, log)
        with pytest.MonkeyPatch.context() as patch:
            for name, value in KEYS.items():
                patch.setenv(name, value)
            yield address
    finally:
        process.kill()
        process.wait()


def bucket_uri(address: str, name: str) -> str:
    """The URI of a bucket on this server, as `pyarrow.fs.FileSystem.from_uri` and the settings take it."""
    return f"s3://{name}?scheme=http&endpoint_override={address}&region=us-east-1"


def make_bucket(address: str, name: str) -> str:
    """Create an empty bucket and return its URI."""
    from pyarrow.fs import FileSystem

    uri = bucket_uri(address, name)
    files, path = FileSystem.from_uri(f"{uri}&allow_bucket_creation=true")
    files.create_dir(path)
    return uri


@pytest.fixture(scope="session")
def s3_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for all tests of this process. Skips where it is not installed."""
    if find_spec("moto") is None:
        pytest.skip("the S3 server of the tests (package moto) is not installed")
    with s3_server(tmp_path_factory.mktemp("s3")) as address:
        yield address


@pytest.fixture
def object_store(s3_address: str) -> str:
    """The URI of a bucket that only this test uses: s3://test-…?scheme=http&endpoint_override=127.0.0.1:PORT&…"""
    return make_bucket(s3_address, f"test-{next(BUCKETS)}")


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        if found := re.search(rb"Running on http://([0-9.:]+)", log.read_bytes()):
            return found[1].decode()
        time.sleep(0.05)
    raise RuntimeError(f"The S3 server did not start:\n{log.read_text(errors='replace')}")
