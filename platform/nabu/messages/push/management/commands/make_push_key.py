"""`manage.py make_push_key`: a key for NABU_PUSH_KEY."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from nabu.messages.push.server_key import new_key


class Command(BaseCommand):
    help = "Print a new key for NABU_PUSH_KEY. With another key than before, devices must allow notifications again."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(new_key())
