"""The static files of a local site, collected as for production: under the names of their content, and compressed."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import Any

import brotli
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.management.commands.collectstatic import Command as CollectStatic
from django.core.management import call_command
from whitenoise.compress import Compressor

from nabu.core.serving import assets

UNUSED = ["refresh.py", "redoc"]
"""What no page asks for; the Dockerfile leaves it out too."""

STAMP = "sources.sha256"
"""The file that says what the folder was collected from."""


class QuickCompressor(Compressor):  # type: ignore[misc]  # it has no types
    """The highest quality, which production has, takes 50 times as long for a tenth less; somebody waits for this."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        """The bytes that are sent."""
        return bytes(brotli.compress(data, quality=7))


class QuickAssets(assets.HashedAssets):
    """What production has but for the quality of the compression."""

    def create_compressor(self, **options: Any) -> Compressor:
        """How each file is compressed."""
        return QuickCompressor(**options)


def collect(folder: Path) -> None:
    """Fill the folder, if the sources are other ones than when it was filled: it is there as a whole or as it was.

    Raises OSError if it cannot be written.
    """
    wanted, stamp = digest_of_sources(), folder / STAMP
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    draft = folder.with_name(f"{folder.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    command = CollectStatic()
    command.storage = QuickAssets(location=str(draft))
    try:
        call_command(command, interactive=False, verbosity=0, ignore_patterns=UNUSED)
        (draft / STAMP).write_text(wanted)
    except OSError:
        shutil.rmtree(draft, ignore_errors=True)  # a full disk has no room for half of it
        raise
    if folder.exists():
        shutil.rmtree(folder)
    draft.rename(folder)


def digest_of_sources() -> str:
    """Another text once a file was added, removed or written, or what collects them."""
    found = hashlib.sha256()
    files = [Path(store.path(name)) for finder in finders.get_finders() for name, store in finder.list(UNUSED)]
    for path in sorted({*files, Path(__file__), Path(assets.__file__)}):
        source = path.stat()
        found.update(f"{path}\0{source.st_size}\0{source.st_mtime_ns}\n".encode())
    return found.hexdigest()
