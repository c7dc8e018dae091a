"""`manage.py ratings rebuild`: replay the rating journal and compare it with what is stored."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from nabu.ratings.models import RatingJournal
from nabu.ratings.services import rebuild


class Command(BaseCommand):
    help = "Replay the rating journal. Ends with status 1 if what was stored differed in a single bit."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["rebuild"])
        parser.add_argument("--game", help="only this game")

    def handle(self, *args: Any, **options: Any) -> None:
        journals = RatingJournal.objects.order_by("game")
        games = [options["game"]] if options["game"] else list(journals.values_list("game", flat=True))
        differences = []
        for game in games:
            found = rebuild(game)
            self.stdout.write(f"{game}: {'equal bit for bit' if not found else f'{len(found)} differences'}")
            differences += [f"{game} {line}" for line in found]
        if differences:
            raise CommandError("The stored ratings differed and were rewritten:\n" + "\n".join(differences))
