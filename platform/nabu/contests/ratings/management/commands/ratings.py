"""`manage.py ratings rebuild`: replay the rating journal and compare it with what is stored.
`manage.py ratings quality`: measure whether the ratings predict."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from nabu.contests.ratings.models import RatingJournal
from nabu.contests.ratings.quality.services import refresh_quality
from nabu.contests.ratings.services import rebuild


class Command(BaseCommand):
    help = (
        "rebuild: replay the rating journal; ends with status 1 if what was stored differed in a single bit. "
        "quality: make the reports that say whether the ratings predict."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["rebuild", "quality"])
        parser.add_argument("--game", help="only this game")

    def handle(self, *args: Any, **options: Any) -> None:
        journals = RatingJournal.objects.order_by("game")
        games = [options["game"]] if options["game"] else list(journals.values_list("game", flat=True))
        if options["action"] == "quality":
            self._measure(games)
        else:
            self._rebuild(games)

    def _measure(self, games: list[str]) -> None:
        for game in games:
            quality = refresh_quality(game)
            found = "no rated games" if quality is None else f"{quality.rated_games} games, {quality.report['verdict']}"
            self.stdout.write(f"{game}: {found}")

    def _rebuild(self, games: list[str]) -> None:
        differences = []
        for game in games:
            found = rebuild(game)
            self.stdout.write(f"{game}: {'equal bit for bit' if not found else f'{len(found)} differences'}")
            differences += [f"{game} {line}" for line in found]
        if differences:
            raise CommandError("The stored ratings differed and were rewritten:\n" + "\n".join(differences))
