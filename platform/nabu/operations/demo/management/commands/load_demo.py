"""`manage.py load_demo`: a small demo to look at. Safe to call again."""

from __future__ import annotations

import secrets
import time
from typing import Any

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet

from engine.registry import GAMES
from nabu.contests.domain_events.services import ANNOUNCE
from nabu.contests.ratings.quality.services import refresh_quality
from nabu.contests.results.settling.submission import REVERIFY, VERIFY
from nabu.core.errors import Refused
from nabu.operations.demo.loading import complete, load, make_accounts, start_experiment
from nabu.operations.demo.state import LOCAL_PASSWORD, BeingPlayed, alone, missing
from nabu.statistics.dashboards.facts.fitting import fit_if_grown
from nabu.statistics.dashboards.facts.staleness import LOOK_AGAIN
from nabu.web.jobs.asking import live_jobs

SECONDS = 600
"""If so long nothing gets less or more, no worker runs; a log whose worker was killed is taken up again after two
minutes."""


class Command(BaseCommand):
    help = "Load a demo: an account, players, and tournaments of every game, played by bots."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--force", action="store_true", help="also on a site that is not local")
        parser.add_argument("--wait", action="store_true", help="wait until a worker has verified the games")

    def handle(self, *args: Any, **options: Any) -> None:
        local = settings.DEBUG or settings.LOCAL
        if not local and not options["force"]:
            raise CommandError("This is not a local site. Use --force to load the demo anyway.")
        # On a public site a password that everybody knows would be an open door.
        password = LOCAL_PASSWORD if local else secrets.token_urlsafe(12)
        try:
            with alone():
                self.play(password)
                if options["wait"]:
                    self.wait()
        except BeingPlayed:
            raise CommandError("The demo is already being played.") from None

    def play(self, password: str) -> None:
        """One tournament after the other. Whatever ends this in the middle of one, the next call plays its rest."""
        organiser, players, new = make_accounts(password)
        for username in new:
            self.stdout.write(f"account: {username}  password: {password}")
        left = missing()
        if not left:
            self.stdout.write("The demo is already loaded.")
        for number, (game, plan) in enumerate(left, start=1):
            try:
                tournament = load(organiser, players, game, plan)
            except (Refused, ObjectDoesNotExist) as reason:
                # Somebody has changed or deleted it; the next call tries again.
                self.stdout.write(f"not complete: {plan.name} ({game.title}): {reason}")
                continue
            asked = number == len(left) and start_experiment(organiser)
            complete(organiser, tournament)
            self.stdout.write(f"loaded: {tournament.name} ({game.title})")
            if asked:
                self.stdout.write("started: an experiment in the lab (Babylonia)")

    def wait(self) -> None:
        """Until every log has its verdict and every game is in the statistics; then let these look at them at once.

        Raises CommandError if no worker does it.
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
        """Until none is left. Raises CommandError if for long nothing is done about them."""
        before, since = 0, time.monotonic()
        while number := left.count():
            if number != before:
                before, since = number, time.monotonic()
            if time.monotonic() - since > SECONDS:
                raise CommandError(f"No worker did anything for {SECONDS} s: {number} {what} left. Is one running?")
            time.sleep(0.2)
