"""Reading an archive where it lies, as a restore does. Without Django's apps: a nice process does it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from nabu.operations.backups.archive import Archive, Manifest
from nabu.operations.backups.places import Place


@contextmanager
def archive_in(place: Place, name: str) -> Iterator[Archive]:
    """An archive of this place. Raises BadArchive and OSError."""
    with place.reading(name) as file:
        yield Archive(f"{place}/{name}", file)


def read_back(address: str, name: str) -> Manifest:
    """Read the whole archive: every table must be there with its rows, as the manifest counts and hashes them, which is
    returned. Raises BadArchive and OSError."""
    with archive_in(Place(address), name) as archive:
        archive.check()
        return archive.manifest
