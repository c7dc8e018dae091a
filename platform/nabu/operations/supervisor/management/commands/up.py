"""`manage.py up`: the whole site on one machine, until Ctrl-C."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connection
from django.urls import reverse

from nabu.accounts.players.models import User
from nabu.core.disk import is_scarce
from nabu.core.serving.collected import collect
from nabu.operations.demo import state as demo_state
from nabu.operations.demo.loading import make_accounts
from nabu.operations.first_start.code import is_needed, setup_code
from nabu.operations.supervisor.reminder import reminding
from nabu.operations.supervisor.site import CannotRun, Site, Stopped, choose_port


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
            site.begin()
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
        """Start everything in the order in which it is needed.

        The site is there as soon as the web server answers: what the workers are for waits until they have come up.
        """
        port = choose_port(settings.LOCAL_PORT, self.echo)
        url = f"http://127.0.0.1:{port}/"
        site.wait_for_space()
        with self.step("database"):
            call_command("migrate", interactive=False, verbosity=0)
            demo_is_wanted = settings.LOCAL_DEMO and demo_state.wanted()
            login = make_demo_login() if demo_is_wanted else demo_login()
            setup_is_needed = is_needed()
            connection.close()
        if not settings.DEBUG and not is_scarce():
            self.collect(site)
        self.echo("broker, workers and web server ...")
        site.start_broker()
        site.start_jobs()
        if demo_is_wanted:
            # Before the web server, so that whoever comes first sees that it is under way.
            site.start_one_off("demo", [sys.executable, "manage.py", "load_demo", "--wait"])
        site.start_web(port)
        site.write_address(url)
        self.echo("")
        self.echo(f"Nabu is at {url}")
        if login:
            self.echo(f"sign in as an organiser: {login}")
        if setup_is_needed:
            self.echo(f"make your administrator: {url.rstrip('/')}{reverse('setup')}, setup code {setup_code()}")
        self.echo(f"logs: {site.logs}/    stop: Ctrl-C")
        if demo_is_wanted:
            self.echo("the demo tournaments are being played; the home page says how far they are")

    def collect(self, site: Site) -> None:
        """Make the static files ready to be sent. Without it their sources are sent."""
        folder = Path(settings.STATIC_ROOT)
        with self.step("scripts and styles"):
            try:
                collect(folder)
            except OSError as error:
                self.echo(f"scripts and styles could not be collected and are sent as they are: {error}")
            else:
                site.collected = folder

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Show what is being done and how long it took, and now and then that it is still being done."""
        self.echo(f"{name} ...")
        with reminding(lambda seconds: self.echo(f"{name}: still at work after {seconds:.0f} s")) as reminder:
            yield
        self.echo(f"{name}: ready after {reminder.waited:.1f} s")

    def echo(self, line: str) -> None:
        """Print a line at once; into a file on a full disk it is lost."""
        with suppress(OSError):
            self.stdout.write(f"nabu | {line}" if line else "")
            self.stdout.flush()


def make_demo_login() -> str | None:
    """The demo organiser's login, before there is a demo; None if the account was there with another password."""
    organiser, _players, new = make_accounts(demo_state.LOCAL_PASSWORD)
    return _login() if organiser.username in new else demo_login()


def demo_login() -> str | None:
    """The demo organiser's name and password, while both are what the demo has made."""
    account = User.objects.filter(username=demo_state.ORGANISER[0]).first()
    return _login() if account and account.check_password(demo_state.LOCAL_PASSWORD) else None


def _login() -> str:
    return f"{demo_state.ORGANISER[0]}, password {demo_state.LOCAL_PASSWORD}"
