"""The file of a backup: a ZIP archive with a manifest and the rows of each table, the same for every kind of database.

`tables/<app>.<model>.jsonl` has a line of JSON for each row, in the order of the keys: the values of the columns that
the manifest names, bytes as base64. The manifest is written last; an archive without its end is no archive.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from io import BufferedReader
from pathlib import Path
from typing import IO, Any, cast

FORMAT = 1
MANIFEST = "manifest.json"
BUFFER = 2**20
ELSE = "Nothing was changed. Take another copy of this backup, or an earlier one."


class BadArchive(Exception):
    """An archive that cannot be restored; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """What the manifest says about a table. `last_key` is the highest key that was ever given, if they are counted."""

    model: str
    columns: list[str]
    rows: int
    sha256: str
    last_key: int | None

    @property
    def member(self) -> str:
        """Where its rows are in the archive."""
        return _member(self.model)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is in the archive and where it is from. `migrations` are those of the database, by app."""

    nabu: str
    engine: str
    rules: dict[str, int]
    made_at: str
    database: str
    migrations: dict[str, list[str]]
    tables: list[StoredTable]
    format: int = FORMAT


class ArchiveWriter:
    """Writes tables one after the other, then the manifest."""

    def __init__(self, file: IO[bytes]) -> None:
        self.archive = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)

    def write_table(self, model: str, columns: list[str], rows: Iterable[bytes], last_key: int | None) -> StoredTable:
        """Write the lines of a table as they come."""
        digest, count = hashlib.sha256(), 0
        with self.archive.open(_member(model), "w", force_zip64=True) as out:
            for line in rows:
                out.write(line)
                digest.update(line)
                count += 1
        return StoredTable(model, columns, count, digest.hexdigest(), last_key)

    def abandon(self) -> None:
        """Write nothing more, not even when the garbage collector finds it."""
        self.archive.fp = None

    def finish(self, manifest: Manifest) -> None:
        """Write the manifest and the end of the archive."""
        self.archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
        self.archive.close()


class Archive:
    """A backup that is read: the file at this path, or one that is open already and has this name in messages.

    Raises BadArchive wherever it is damaged.
    """

    def __init__(self, path: Path | str, file: IO[bytes] | None = None) -> None:
        self.path = path
        try:
            self.archive = zipfile.ZipFile(file or path)
        except zipfile.BadZipFile:
            raise BadArchive(f"{path} is not a backup of Nabu, or its end is missing. {ELSE}") from None
        except OSError as error:
            raise BadArchive(f"{path} cannot be read: {error.strerror}.") from None
        self.manifest = self._read_manifest()

    @property
    def content_bytes(self) -> int:
        """All rows as text, in bytes."""
        return sum(member.file_size for member in self.archive.infolist())

    def lines(self, table: StoredTable) -> Iterator[bytes]:
        """The rows of a table, a line of JSON each."""
        with self._damage_told(), self.archive.open(table.member) as member:
            yield from BufferedReader(cast(Any, member), BUFFER)

    def check(self) -> None:
        """Read everything once: every table must be there, whole and unchanged."""
        for table in self.manifest.tables:
            digest, count = hashlib.sha256(), 0
            for line in self.lines(table):
                digest.update(line)
                count += 1
            if (count, digest.hexdigest()) != (table.rows, table.sha256):
                raise BadArchive(
                    f"{self.path} is damaged: {table.model} does not match the manifest "
                    f"(rows read: {count}, expected: {table.rows}). {ELSE}"
                )

    def _read_manifest(self) -> Manifest:
        with self._damage_told():
            found = json.loads(self.archive.read(MANIFEST))
            number = found["format"]
            if number > FORMAT:
                raise BadArchive(
                    f"{self.path} was made by a newer Nabu ({found['nabu']}; format {number}, not {FORMAT}). "
                    "Nothing was changed. Update Nabu, then restore."
                )
            tables = [StoredTable(**table) for table in found.pop("tables")]
            return Manifest(tables=tables, **found)

    @contextmanager
    def _damage_told(self) -> Iterator[None]:
        try:
            yield
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            KeyError,
            TypeError,
            ValueError,
            RuntimeError,  # of zipfile: encrypted, or compressed in a way that it does not know
        ) as error:
            raise BadArchive(f"{self.path} is damaged or incomplete ({error}). {ELSE}") from None


def _member(model: str) -> str:
    return f"tables/{model}.jsonl"
