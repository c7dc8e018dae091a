"""Where scheduled backups are: a folder, or a bucket of an S3-compatible object store.

Plain Python: a process without Django's apps reads from here too. Nothing is opened before it is needed, because a
connection to an object store does not survive a fork.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from io import BufferedReader
from pathlib import Path
from typing import IO, Any, cast
from urllib.parse import urlsplit

READ_BYTES = 4 * 2**20
"""An object store answers one request for so much: smaller pieces would each wait for the network."""

WRITE_BYTES = 2**20


class Place:
    """A folder by its path, or `s3://bucket/folder?region=…` as `pyarrow.fs.FileSystem.from_uri` takes it.

    The keys of an object store are in the environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY). All methods raise
    OSError.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.folder = None if "://" in address else Path(address)

    def __str__(self) -> str:
        """The place as people read it, without options."""
        if self.folder is not None:
            return str(self.folder)
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.hostname}{parts.path}"

    def sizes(self) -> dict[str, int]:
        """The files directly in this place, by name, in bytes. A folder that nobody has made yet is empty."""
        from pyarrow.fs import FileSelector

        files, path = self._found
        found = files.get_file_info(FileSelector(path, allow_not_found=True))
        return {each.base_name: each.size for each in found if each.is_file}

    @contextmanager
    def writing(self, name: str) -> Iterator[IO[bytes]]:
        """Write a new file, which only its owner can read. What an error interrupts may be left there, incomplete."""
        files, path = self._found
        if self.folder is not None:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self.folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with files.open_output_stream(f"{path}/{name}", buffer_size=WRITE_BYTES) as file:
            yield file
        if self.folder is not None:
            for written in (self.folder / name, self.folder):
                _sync(written)

    @contextmanager
    def reading(self, name: str) -> Iterator[IO[bytes]]:
        """Read a file."""
        files, path = self._found
        with files.open_input_file(f"{path}/{name}") as file, BufferedReader(cast(Any, file), READ_BYTES) as buffered:
            yield buffered

    def remove(self, name: str) -> None:
        """Delete a file."""
        files, path = self._found
        files.delete_file(f"{path}/{name}")

    def free_bytes(self) -> int | None:
        """What is free on the disk of a folder; None for an object store, which has no end."""
        if self.folder is None:
            return None
        return shutil.disk_usage(next(path for path in (self.folder, *self.folder.parents) if path.exists())).free

    @cached_property
    def _found(self) -> tuple[Any, str]:
        from pyarrow import ArrowException
        from pyarrow.fs import FileSystem, LocalFileSystem

        if self.folder is not None:
            return LocalFileSystem(), str(self.folder)
        try:
            files, path = FileSystem.from_uri(self.address)
        except ArrowException as error:  # it does not understand the address
            raise OSError(str(error)) from error
        return files, path.rstrip("/")


def _sync(path: Path) -> None:
    """What is written is on the disk when this returns."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
