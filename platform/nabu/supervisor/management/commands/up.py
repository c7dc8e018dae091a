"""`manage.py up`: the whole site on one machine, until Ctrl-C."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connection

from nabu.players.models import User
from nabu.practice import demo
from nabu.practice.management.commands.load_demo import LOCAL_PASSWORD
from nabu.supervisor.site import CannotRun, Site, Stopped, choose_port


class Command(BaseCommand):
    """Runs the database migrations, the embedded broker, a worker, beat and the web server, and keeps them running."""

    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until Ctrl-C, SIGTERM or a failure; nothing that was started here stays behind."""
        site = Site(settings.ROOT, settings.VAR, settings.REDIS_URL, self.echo)
        try:
            site.claim()
        except CannotRun as reason:
            raise CommandError(str(reason)) from None
        try:
            self.start(site)
            site.watch()
        except Stopped as stopped:
            self.echo(f"{stopped}: stopping")
        except CannotRun as reason:
            raise CommandError(str(reason)) from None
        finally:
            site.stop()
            self.echo("stopped")

    def start(self, site: Site) -> None:
        """Start everything in the order in which it is needed."""
        port = choose_port(os.environ.get("NABU_PORT"), self.echo)
        url = f"http://127.0.0.1:{port}/"
        site.wait_for_space()
        with self.step("database"):
            call_command("migrate", interactive=False, verbosity=0)
            demo_is_wanted = os.environ.get("NABU_DEMO", "1") != "0" and demo.wanted()
            connection.close()
        with self.step("broker"):
            site.start_broker()
        with self.step("worker and web server"):
            site.start_jobs()
            site.start_web(port)
            site.wait_for_worker()
        site.write_address(url)
        if demo_is_wanted:
            self.load_demo(site)
        login = demo_login()
        connection.close()
        self.echo("")
        self.echo(f"Nabu is at {url}")
        if login:
            self.echo(f"sign in as an organiser: {login}")
        self.echo(f"logs: {site.logs}/    stop: Ctrl-C")
        if demo_is_wanted:
            self.echo("a long season is played in the background: within a minute or two the dashboards say more")
            site.start_one_off("long season", [sys.executable, "manage.py", "load_demo", "--wait"])

    def load_demo(self, site: Site) -> None:
        """Load the demo tournaments; the site runs without them, so a failure is only told."""
        with self.step("demo tournaments (first time only)"):
            done = subprocess.run(
                [sys.executable, "manage.py", "load_demo", "--short", "--wait"],
                cwd=site.root,
                env=site.environment(),
                check=False,
            )
        if done.returncode:
            self.echo("the demo could not be loaded; `python3 dev.py manage load_demo` tries it again")

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Show what is being done and how long it took."""
        self.echo(f"{name} ...")
        start = time.monotonic()
        yield
        self.echo(f"{name}: ready after {time.monotonic() - start:.1f} s")

    def echo(self, line: str) -> None:
        """Print a line at once; into a file on a full disk it is lost."""
        with suppress(OSError):
            self.stdout.write(f"nabu | {line}" if line else "")
            self.stdout.flush()


def demo_login() -> str | None:
    """The demo organiser's name and password, while both are what the demo has made."""
    name = demo.ORGANISER[0]
    account = User.objects.filter(username=name).first()
    return f"{name}, password {LOCAL_PASSWORD}" if account and account.check_password(LOCAL_PASSWORD) else None
