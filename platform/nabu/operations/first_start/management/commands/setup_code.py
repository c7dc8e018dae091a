"""`manage.py setup_code`: where the first administrator is made, and with which code."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from nabu.operations.first_start.code import is_needed, setup_address, setup_code


class Command(BaseCommand):
    help = "Show the address and the code for creating the first administrator of a new site."

    def handle(self, *args: Any, **options: Any) -> None:
        if not is_needed():
            raise CommandError("This site already has an administrator.")
        self.stdout.write(f"open {setup_address()}\nsetup code: {setup_code()}")
