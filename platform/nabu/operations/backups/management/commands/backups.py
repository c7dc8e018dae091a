"""`manage.py backups list|make|try`: scheduled backups, by hand."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from nabu.core.errors import Refused
from nabu.operations.backups.keeping import archive_name, good_backups, made_at
from nabu.operations.backups.management.commands.backup import SECRETS
from nabu.operations.backups.saving import unwatched
from nabu.operations.backups.scheduled import MEGABYTE, make, place_or_refuse
from nabu.operations.backups.trying import try_restore


class Command(BaseCommand):
    help = "List the scheduled backups (NABU_BACKUPS), make one now, or restore one as a test."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=("list", "make", "try"))
        parser.add_argument("name", nargs="?", help="of `try`: a name from `list`; the latest without it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            {"list": self.list, "make": self.make, "try": self.try_}[options["what"]](options["name"])
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        except OSError as error:
            raise CommandError(f"The backups cannot be read: {error}") from None

    def list(self, _name: str | None) -> None:
        """The good ones, oldest first, and what else is there of ours."""
        place = place_or_refuse()
        sizes = place.sizes()
        good = [archive_name(made) for made in good_backups(sizes)]
        for name in good:
            self.stdout.write(f"{name} {sizes[name] / MEGABYTE:10.1f} MB")
        for name in sorted(sizes):
            if made_at(name) and name.endswith(".zip") and name not in good:
                self.stdout.write(f"{name} {sizes[name] / MEGABYTE:10.1f} MB  unfinished, or being written now")
        self.stdout.write(f"{len(good)} good in {place}")

    def make(self, _name: str | None) -> None:
        """One more, whatever there is of today."""
        start = time.monotonic()
        run = make(self.stdout.write, unwatched, lambda: self.stdout.write("reading it back"))
        self.stdout.write(
            f"{run.place}/{run.name}: {run.rows} rows, {run.size / MEGABYTE:.1f} MB, written and read back in "
            f"{time.monotonic() - start:.1f} s"
        )
        self.stdout.write(SECRETS)

    def try_(self, name: str | None) -> None:
        """It takes a while and tells nothing meanwhile."""
        start = time.monotonic()
        run = try_restore(lambda: None, name)
        self.stdout.write(
            f"{run.name} was restored into a temporary database in {time.monotonic() - start:.1f} s: "
            f"{run.rows} rows, each compared with the backup"
        )
