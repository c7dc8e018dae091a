"""`manage.py load_demo`: a small demo to look at. Safe to call again."""

from __future__ import annotations

import secrets
import time
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from engine.registry import get_game
from nabu.matches.models import Verification
from nabu.players.models import Player, User
from nabu.tournaments.demo import ACCOUNTS, ORGANISER, load, missing

LOCAL_PASSWORD = "demo-demo-demo"
SECONDS = 120


class Command(BaseCommand):
    help = "Load a demo: an account, players, and tournaments of every game, played by bots."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--force", action="store_true", help="also on a site that is not for this machine only")
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
            made = [load(organiser, players, game, plan) for game, plan in missing()]
        for tournament in made:
            self.stdout.write(f"loaded: {tournament.name} ({get_game(tournament.game).title})")
        if not made:
            self.stdout.write("The demo is loaded already.")
        if options["wait"]:
            self.wait()

    def account(self, username: str, name: str, password: str, encoded: str) -> User:
        """The account of that name, made with its player if it is not there; the password is told once."""
        user = User.objects.filter(username=username).first()
        if user is None:
            user = User.objects.create(username=username, password=encoded)
            self.stdout.write(f"account: {username}  password: {password}")
        Player.objects.get_or_create(user=user, defaults={"name": name})
        return user

    def wait(self) -> None:
        """Until every log has its verdict. Raises CommandError if no worker does it in time."""
        ended = [Verification.Status.DONE, Verification.Status.FAILED]
        end = time.monotonic() + SECONDS
        while left := Verification.objects.exclude(status__in=ended).count():
            if time.monotonic() > end:
                raise CommandError(f"{left} logs still wait for a worker after {SECONDS} s. Is one running?")
            time.sleep(0.2)
        self.stdout.write("All games are verified.")
