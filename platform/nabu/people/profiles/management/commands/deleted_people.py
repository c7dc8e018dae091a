"""`manage.py deleted_people`: list whose names are deleted, and delete them again after an old backup was restored."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from nabu.accounts.players.models import Player, User
from nabu.core.errors import Refused
from nabu.people.profiles.privacy.deletion import delete_person, deleted_people


class Command(BaseCommand):
    help = (
        "List deleted accounts and players by number, one per line. With --repeat, read such a list and delete "
        "everybody on it who is back, after restoring a backup from before the deletion."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--repeat", metavar="FILE", help="a list of this command; - reads it from the input")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["repeat"] is None:
            self.stdout.write("\n".join(deleted_people()), ending="\n")
            return
        lines = [line.strip() for line in _text(options["repeat"]).splitlines() if line.strip()]
        already = set(deleted_people())
        problems = [problem for line in lines if line not in already and (problem := self._repeat(line))]
        if problems:
            raise CommandError("\n".join(problems))

    def _repeat(self, line: str) -> str:
        """Delete one; returns what stood in the way."""
        kind, _colon, number = line.partition(":")
        if kind not in ("account", "player") or not (number.isascii() and number.isdigit()):
            raise CommandError(f"Not a line of a list of deleted people: {line!r}")
        user = User.objects.filter(pk=number).first() if kind == "account" else None
        player = Player.objects.filter(pk=number).first() if kind == "player" else None
        if user is None and player is None:
            return ""  # not in this backup
        try:
            delete_person(None, user=user, player=player)
        except Refused as refusal:
            return f"{line}: {refusal.message}"
        self.stdout.write(f"deleted again: {line}")
        return ""


def _text(path: str) -> str:
    if path == "-":
        return sys.stdin.read()
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise CommandError(str(error)) from None
