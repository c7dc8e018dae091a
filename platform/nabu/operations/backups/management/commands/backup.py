"""`manage.py backup FILE`: everything that a site keeps, in one file, while it runs."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from nabu.operations.backups.saving import CannotSave, save, save_to

SECRETS = "It holds password hashes, mail addresses and the secrets of webhooks: keep it as safe as the site itself."


class Command(BaseCommand):
    help = "Back up accounts, tournaments, game logs, photos and everything else into one file, while the site runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", help="the file to write, or - for the standard output; an existing file is replaced"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        start = time.monotonic()
        path = Path(options["file"]).absolute()
        try:
            manifest = save(sys.stdout.buffer, self.say) if options["file"] == "-" else save_to(path, self.say)
        except CannotSave as reason:
            raise CommandError(str(reason)) from None
        except OSError as error:
            raise CommandError(f"The backup could not be written to {path}: {error.strerror}.") from None
        rows = sum(table.rows for table in manifest.tables)
        self.say(f"done: {rows} rows in {time.monotonic() - start:.1f} s, as they were when this began")
        if options["file"] != "-":
            self.say(f"{path}: {path.stat().st_size / 1e6:.1f} MB")
        self.say(SECRETS)

    def say(self, line: str) -> None:
        """Progress; the standard output may be the backup itself."""
        self.stderr.write(line, self.style.SUCCESS)
