"""`manage.py restore FILE`: a site from a backup, in an empty database."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from nabu.core.errors import Refused
from nabu.core.local_site import FolderInUse, claim_folder
from nabu.core.queueing import settings_of_workers
from nabu.operations.backups.archive import Archive, BadArchive
from nabu.operations.backups.keeping import made_at
from nabu.operations.backups.reading_back import archive_in
from nabu.operations.backups.restoring import CannotRestore, check_versions, restore, what_is_there
from nabu.operations.backups.scheduled import place_or_refuse
from nabu.operations.backups.trying import latest


class Command(BaseCommand):
    help = "Restore the database from a backup. Web server and workers must be stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", help="a file from `backup`, or a scheduled one by its name in `backups list`; `latest` is the last"
        )
        parser.add_argument("--replace", action="store_true", help="replace the current contents of the database")

    def handle(self, *args: Any, **options: Any) -> None:
        with ExitStack() as held:
            try:
                if settings.LOCAL:
                    held.enter_context(claim_folder(settings.VAR))
                elif running := settings_of_workers():
                    raise CommandError(
                        f"Workers are running: {', '.join(running)}. Nothing was changed. "
                        "Stop web servers, workers and beat on every host, then restore."
                    )
                archive = held.enter_context(self.opened(options["file"]))
                check_versions(archive.manifest)
                there = what_is_there()
                if there and not options["replace"]:
                    raise CommandError(
                        f"{self.listed(there)}\nNothing was changed. "
                        "To delete all of this and restore the backup, add --replace."
                    )
                self.stdout.write(f"checking the backup of {archive.manifest.made_at}, Nabu {archive.manifest.nabu}")
                archive.check()
                if there:
                    self.stdout.write(f"{self.listed(there)}\nAll of it is being replaced.")
                restore(archive, self.stdout.write)
            except FolderInUse as reason:
                raise CommandError(f"{reason} Stop it, then restore.") from None
            except (BadArchive, CannotRestore, Refused) as reason:
                raise CommandError(str(reason)) from None
            except OSError as error:
                raise CommandError(f"Nothing was changed: {error}") from None
            self.forget_the_queue()
        rows = sum(table.rows for table in archive.manifest.tables)
        self.stdout.write(f"restored: {rows} rows, each compared with the backup")
        self.stdout.write("Everybody has to sign in again. The workers rebuild the statistics once they run.")

    @contextmanager
    def opened(self, file: str) -> Iterator[Archive]:
        """The archive, from its path or from the place of the scheduled ones."""
        if Path(file).exists() or not (file == "latest" or made_at(file)):
            yield Archive(Path(file).absolute())
            return
        place = place_or_refuse()
        with archive_in(place, latest(place) if file == "latest" else file) as archive:
            yield archive

    def forget_the_queue(self) -> None:
        """It holds only hints to rows that were there before."""
        if settings.LOCAL:
            shutil.rmtree(settings.VAR / "broker", ignore_errors=True)

    def listed(self, there: dict[str, int]) -> str:
        """What would be lost, a line for each kind of row."""
        return "\n".join(["The database is not empty:", *(f"{count:9} {label}" for label, count in there.items())])
