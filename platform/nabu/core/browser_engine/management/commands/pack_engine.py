"""`manage.py pack_engine`: the engine for browsers, packed anew."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from nabu.core.browser_engine.files import ENGINE, PACKED, RUNTIME, index, packed
from nabu.core.browser_engine.pack.packing import pack_engine, pack_runtime


class Command(BaseCommand):
    """For maintainers, after every change of `engine/`. Needs Chromium and the packages of `dev.py test`."""

    help = "Pack the engine for browsers, after a change of engine/."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether Pyodide is packed too."""
        parser.add_argument(
            "--runtime", action="store_true", help="Pack Pyodide too, after a change of its version. Needs npm."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Pack, and say what it weighs."""
        pack_engine(pack_runtime() if options["runtime"] else index().pyodide)
        for name in (*RUNTIME, *ENGINE):
            sizes = [len(packed(name, encoding)) for encoding in ("", "gzip", "br")]
            self.stdout.write("{:20} {:>10,} bytes, {:>9,} gzip, {:>9,} br".format(name, *sizes))
        self.stdout.write(f"packed to {PACKED}")
