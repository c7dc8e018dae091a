"""`manage.py load_demo`: a small demo to look at. Safe to call again."""

from __future__ import annotations

import secrets
import time
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.db.models import QuerySet

from engine.registry import GAMES, get_game
from nabu.announcements.services import ANNOUNCE
from nabu.dashboards.facts.fitting import fit_if_grown
from nabu.dashboards.facts.staleness import LOOK_AGAIN
from nabu.jobs.asking import live_jobs
from nabu.players.models import Player, User
from nabu.practice.demo import ACCOUNTS, ORGANISER, load, missing, start_experiment
from nabu.ratings.quality.services import refresh_quality
from nabu.results.submission import REVERIFY, VERIFY
from nabu.tournaments.models import Tournament

LOCAL_PASSWORD = "demo-demo-demo"
SECONDS = 120


class Command(BaseCommand):
    help = "Load a demo: an account, players, and tournaments of every game, played by bots."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--force", action="store_true", help="also on a site that is not for this machine only")
        parser.add_argument("--short", action="store_true", help="without the long seasons and the experiment")
        parser.add_argument("--wait", action="store_true", help="wait until a worker has verified the games")

    def handle(self, *args: Any, **options: Any) -> None:
        local = settings.DEBUG or settings.LOCAL
        if not local and not options["force"]:
            raise CommandError("This site is not for this machine only. Use --force if you want demo data in it.")
        # On a public site a password that everybody knows would be an open door.
        password = LOCAL_PASSWORD if local else secrets.token_urlsafe(12)
        encoded = make_password(password)  # slow on purpose, so only once
        # In one transaction, so that on SQLite no worker waits for its turn to write before everything is there.
        with transaction.atomic():
            organiser, *players = [self.account(*who, password, encoded) for who in (ORGANISER, *ACCOUNTS)]
            made = [load(organiser, players, game, plan) for game, plan in missing() if not plan.people]
        self.print_made(made)
        if not options["short"]:
            made += self.load_long(organiser, players)
        if not made:
            self.stdout.write("The demo is loaded already.")
        if options["wait"]:
            self.wait()

    def load_long(self, organiser: User, players: list[User]) -> list[Tournament]:
        """The seasons one by one: nobody who signs in meanwhile waits for both. Then the experiment."""
        made = []
        for game, plan in missing():
            with transaction.atomic():
                made.append(load(organiser, players, game, plan))
            self.print_made(made[-1:])
        if start_experiment(organiser):
            self.stdout.write("started: an experiment in the lab (Babylonia)")
        return made

    def print_made(self, made: list[Tournament]) -> None:
        """A line for each tournament."""
        for tournament in made:
            self.stdout.write(f"loaded: {tournament.name} ({get_game(tournament.game).title})")

    def account(self, username: str, name: str, password: str, encoded: str) -> User:
        """The account of that name, made with its player if it is not there; the password is told once."""
        user = User.objects.filter(username=username).first()
        if user is None:
            user = User.objects.create(username=username, password=encoded)
            self.stdout.write(f"account: {username}  password: {password}")
        Player.objects.get_or_create(user=user, defaults={"name": name})
        return user

    def wait(self) -> None:
        """Until every log has its verdict and every game is in the statistics; then let these look at them at once.

        Raises CommandError if no worker does it in time.
        """
        self.wait_for("logs", live_jobs(VERIFY, REVERIFY))
        self.stdout.write("All games are verified.")
        self.wait_for("changes", live_jobs(ANNOUNCE))
        self.wait_for("tournaments", live_jobs(LOOK_AGAIN))
        for game in GAMES.values():
            refresh_quality(game.key)
            fit_if_grown(game)
        self.stdout.write("All games are in the statistics.")

    def wait_for(self, what: str, left: QuerySet[Any]) -> None:
        """Until none is left. Raises CommandError if that takes too long."""
        end = time.monotonic() + SECONDS
        while number := left.count():
            if time.monotonic() > end:
                raise CommandError(f"{number} {what} still wait for a worker after {SECONDS} s. Is one running?")
            time.sleep(0.2)
