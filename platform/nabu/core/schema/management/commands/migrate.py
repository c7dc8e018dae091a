"""`manage.py migrate`: Django's, from where this version can go on, in one piece at first, and giving way later."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connection

from nabu.core.schema.first import first_tables
from nabu.core.schema.history import LAST_WITH_OLD_MIGRATIONS, TooOld, applied_migrations, with_squashed
from nabu.core.schema.locks import TablesInUse, give_way


class Command(migrate.Command):
    """Django's, which is told what to do only if that can end well."""

    def handle(self, *args: Any, **options: Any) -> None:
        applied = applied_migrations()
        try:
            with_squashed(applied)
        except TooOld as missing:
            raise CommandError(
                f"This database is older than {LAST_WITH_OLD_MIGRATIONS} (not applied: {missing}). "
                "Nothing was changed. Start that version with it once, which brings it up to date, then this one."
            ) from None

        def do() -> None:
            super(Command, self).handle(*args, **options)

        if connection.in_atomic_block:
            do()  # whoever began the transaction waits for locks as they like, and alone can begin again
        elif not applied:
            with first_tables():
                do()
        else:
            try:
                give_way(do, self.stdout.write)
            except TablesInUse as reason:
                raise CommandError(str(reason)) from None
