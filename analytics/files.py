"""Where the files of the statistics lie: a folder, or an address that pyarrow knows, such as `s3://bucket/prefix`.

A file is written once, under a name that no other one ever has, and never changed. So whoever has a copy may keep it:
what lies elsewhere is fetched once and read from a folder of this machine.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from uuid import uuid4

import pyarrow as pa
from pyarrow import fs

from analytics.files_away import FilesAway

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
AT_ONCE = 16
"""So many files are sent or fetched at the same time: an object store lets each wait some milliseconds."""

CONNECT_SECONDS, ANSWER_SECONDS, ATTEMPTS = 2.0, 10.0, 3
"""So long an object store may take."""

COPIES_BYTES = 512 * 2**20
"""So much of what lies elsewhere is kept on this machine."""

LOOK_AFTER = 200
"""After so many fetched files somebody looks whether the copies take too much room."""


@dataclass(frozen=True, slots=True)
class Files:
    """The files below a folder of one place. `copies` is where copies of what lies elsewhere are kept; what lies in a
    folder of this machine needs none."""

    place: str
    folder: str = ""
    copies: str = ""

    @property
    def is_folder(self) -> bool:
        """Whether the place is a folder of this machine (which other machines may have too)."""
        return not urlsplit(self.place).scheme

    def write(self, contents: Mapping[str, bytes | pa.Buffer]) -> None:
        """Write files, and return when they are there to stay. Raises FilesAway, or OSError for a disk that is
        full."""
        if self.is_folder:
            for name, content in contents.items():
                _write_to_disk(Path(self.place, self.folder, name), content)
            return
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(self._send, contents.keys(), contents.values()))

    def paths(self, names: Sequence[str]) -> list[str]:
        """Where these files can be read on this machine, in their order. Raises FilesAway."""
        if self.is_folder:
            return [f"{self.place}/{self.folder}/{name}" for name in names]
        paths = [f"{self.copies}/{self.folder}/{name}" for name in names]
        missing = [name for name, path in zip(names, paths, strict=True) if not os.path.exists(path)]  # noqa: PTH110
        if missing:
            with ThreadPoolExecutor(min(AT_ONCE, len(missing))) as pool:
                list(pool.map(self._fetch, missing))
            _count_fetched(self.copies, len(missing))
        return paths

    def read(self, name: str) -> bytes:
        """The content of a file. Raises FilesAway."""
        try:
            return Path(self.paths([name])[0]).read_bytes()
        except OSError as error:
            raise FilesAway(f"{name}: {error}") from error

    def has(self, name: str) -> bool:
        """Whether a file is there now: no copy is asked. Raises FilesAway if the place does not answer."""
        system, base = self._system()
        with _away_if_refused(self.place):
            return bool(system.get_file_info(f"{base}/{name}").type == fs.FileType.File)

    def listed(self) -> Iterator[tuple[str, float]]:
        """All files, each with the moment of its writing in seconds since 1970. Raises FilesAway."""
        system, base = self._system()
        with _away_if_refused(self.place):
            every = system.get_file_info(fs.FileSelector(base, recursive=True, allow_not_found=True))
        for found in every:
            if found.type == fs.FileType.File:
                yield found.path.removeprefix(f"{base}/"), found.mtime_ns / 1e9

    def remove(self, names: Collection[str]) -> None:
        """Remove these files; one that is gone already is no error. Raises FilesAway."""
        system, base = self._system()
        for name in names:
            with _away_if_refused(self.place), suppress(FileNotFoundError):
                system.delete_file(f"{base}/{name}")

    def _system(self) -> tuple[fs.FileSystem, str]:
        system, base = _system(self.place, os.getpid())
        return system, f"{base}/{self.folder}" if self.folder else base

    def _send(self, name: str, content: bytes | pa.Buffer) -> None:
        system, base = self._system()
        with _away_if_refused(self.place), system.open_output_stream(f"{base}/{name}") as stream:
            stream.write(content)

    def _fetch(self, name: str) -> None:
        system, base = self._system()
        with _away_if_refused(self.place), system.open_input_stream(f"{base}/{name}") as stream:
            content = stream.read()
        path = Path(self.copies, self.folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.{uuid4().hex}")
        new.write_bytes(content)
        new.replace(path)


@lru_cache(maxsize=4)
def _system(place: str, _process: int) -> tuple[fs.FileSystem, str]:
    """The file system of a place, and the path in it. One for each process: its threads do not survive a fork."""
    parts = urlsplit(place)
    if parts.scheme == "s3":
        # As `from_uri` does, which knows no limits: a page must not wait for minutes for a store that hangs.
        options: dict[str, Any] = dict(parse_qsl(parts.query))
        patience = fs.AwsStandardS3RetryStrategy(max_attempts=ATTEMPTS)
        limits = {"connect_timeout": CONNECT_SECONDS, "request_timeout": ANSWER_SECONDS, "retry_strategy": patience}
        # Small files take one request instead of three.
        return fs.S3FileSystem(**options, **limits, allow_delayed_open=True), f"{parts.netloc}{parts.path}".rstrip("/")
    system, base = fs.FileSystem.from_uri(place if parts.scheme else Path(place).absolute().as_uri())
    return system, base.rstrip("/")


@contextmanager
def _away_if_refused(place: str) -> Iterator[None]:
    """What the place refuses, for whatever reason, is read or written later."""
    try:
        yield
    except OSError as error:
        if error.errno in NO_ROOM:
            raise
        raise FilesAway(f"{without_secrets(place)}: {error}") from error


def without_secrets(place: str) -> str:
    """A place as people may read it: without keys, and without how it is reached."""
    parts = urlsplit(place)
    return f"{parts.scheme}://{parts.hostname}{parts.path}" if parts.scheme else place


def _write_to_disk(path: Path, content: bytes | pa.Buffer) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


_fetched: dict[str, int] = {}


def _count_fetched(copies: str, number: int) -> None:
    """Now and then remove the copies that were made first, until the rest takes four fifths of the room."""
    _fetched[copies] = _fetched.get(copies, 0) + number
    if _fetched[copies] < LOOK_AFTER:
        return
    _fetched[copies] = 0
    found = sorted((path.stat().st_mtime, path.stat().st_size, path) for path in Path(copies).rglob("*.*"))
    too_much = sum(size for _made, size, _path in found) - COPIES_BYTES
    if too_much > 0:
        too_much += COPIES_BYTES // 5
        for _made, size, path in found:
            if too_much <= 0:
                break
            path.unlink(missing_ok=True)
            too_much -= size
