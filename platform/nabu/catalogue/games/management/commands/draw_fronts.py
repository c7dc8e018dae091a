"""`manage.py draw_fronts`: the boards and figures on the fronts of the games, made anew."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from engine.registry import GAMES
from nabu.catalogue.games.fronts import board_file, usual_game, write_front


class Command(BaseCommand):
    """For maintainers, after a change of a game's rules or of how its board is drawn."""

    help = "Draw the boards on the fronts of the games, and count how long games of bots are."

    def handle(self, *args: Any, **options: Any) -> None:
        for game in GAMES.values():
            write_front(game)
            self.stdout.write(f"{board_file(game)}: {usual_game(game)}")
