"""`manage.py remove_demo`: delete the demo with everything that follows from it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.message import Message
from nabu.core.errors import Refused
from nabu.operations.demo.removal import remove_demo


class Command(BaseCommand):
    help = "Delete the demo: its tournaments, players, game logs, ratings, statistics and accounts."

    def handle(self, *args: Any, **options: Any) -> None:
        def tell(done: int, total: int, _message: Message) -> None:
            self.stdout.write(f"removed {done} of {total} tournaments")

        try:
            kept = remove_demo(None, tell)
        except Refused as refusal:
            raise CommandError(refusal.message) from None
        self.stdout.write("The demo is removed.")
        if kept:
            self.stdout.write(f"These accounts are in use and stay: {', '.join(kept)}")
