"""`/status/`: what runs and what waits, in plain words, for staff."""

from __future__ import annotations

import os
import platform
import socket
from dataclasses import dataclass
from importlib.metadata import version

import django
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine import ENGINE_VERSION
from engine.registry import GAMES
from nabu.core.errors import NotAllowed
from nabu.core.queueing import differing_settings, seconds_since_sweep, settings_of_workers
from nabu.operations.backups.state import backup_checks
from nabu.operations.operating.queries import (
    Queue,
    database_bytes,
    database_version,
    disks,
    failed_jobs,
    queues,
    verdict_delays,
)
from nabu.operations.operating.templatetags.waits import wait
from nabu.statistics.dashboards.facts.queries import games_behind
from nabu.statistics.store.place import advice
from nabu.web.pages import account_of

MOST_FAILURES = 20
SWEEP_IS_LATE = 60.0
"""Beat asks for a sweep every 15 seconds."""

VERDICT_IS_LATE = 30.0
WAIT_IS_LONG = 60.0


@dataclass(frozen=True, slots=True)
class Check:
    """One part of the site: is it as it should be (None: nothing to say), and what it says."""

    name: str
    good: bool | None
    text: str


@never_cache
@require_safe
@login_required
def status(request: HttpRequest) -> HttpResponse:
    """How the site does at this moment."""
    account = account_of(request)
    if not account.is_staff:
        raise NotAllowed
    found = queues()
    broker = any(queue.messages is not None for queue in found)
    failures = failed_jobs()
    context = {
        "checks": [
            Check(_("Web server"), True, _("OK (process %(pid)s on %(host)s).") % _here()),
            Check(_("Database"), True, f"{database_version()}, {filesizeformat(database_bytes())}"),
            Check(_("Broker"), broker, _("OK.") if broker else _("No answer. Uploads are stored and wait.")),
            *_workers(settings_of_workers() if broker else {}),
            _scheduler(),
            *_disks(),
            *(Check(*line) for line in backup_checks()),
            _statistics(),
            _mail(),
            _verdicts(),
            _waiting(found),
            _failed(failures.count()),
        ],
        "queues": found,
        "failures": failures[:MOST_FAILURES],
        "versions": _versions(),
        "mail_server": settings.MAIL_SERVER,
        "now": timezone.now(),
    }
    return render(request, "operations/operating/status.html", context)


def _statistics() -> Check:
    """Whether this host reads those of the site, and how many games are not in them."""
    if advice():
        text = _("This host does not read the statistics of the site. Give it the same NABU_FACTS as the others.")
        return Check(_("Statistics"), False, text)
    games = sum(games_behind(game) for game in GAMES.values())
    waiting = ngettext("%(count)s game is not counted yet.", "%(count)s games are not counted yet.", games)
    return Check(_("Statistics"), True, waiting % {"count": games} if games else _("All games are counted."))


def _here() -> dict[str, object]:
    return {"pid": os.getpid(), "host": socket.gethostname()}


def _workers(found: dict[str, dict[str, str]]) -> list[Check]:
    """The workers of all hosts. One whose settings are others makes links, mails or statistics of its own."""
    if not found:
        return [Check(_("Workers"), False, _("No worker answers. Logs wait for their verdicts."))]
    running = Check(_("Workers"), True, _("Running: %(names)s") % {"names": ", ".join(found)})
    differing = {name: names for name, marks in found.items() if (names := differing_settings(marks))}
    text = _("%(worker)s has other values than this web server (%(host)s): %(names)s. Set the same ones on all hosts.")
    here = socket.gethostname()
    sentences = [text % {"worker": name, "host": here, "names": ", ".join(each)} for name, each in differing.items()]
    return [running, *([Check(_("Settings"), False, " ".join(sentences))] if sentences else [])]


def _scheduler() -> Check:
    """Beat answers nobody; that the workers sweep shows that it runs."""
    seconds = seconds_since_sweep()
    if seconds is None:
        return Check(_("Scheduler"), False, _("No sweep so far. One is due every 15 seconds."))
    text = _("Last sweep %(time)s ago. One is due every 15 seconds.") % {"time": wait(seconds)}
    return Check(_("Scheduler"), seconds < SWEEP_IS_LATE, text)


def _disks() -> list[Check]:
    names = {"var": _("Disk"), "facts": _("Statistics disk")}
    text = _("%(free)s of %(total)s free")
    return [
        Check(
            names[disk.name],
            not disk.is_low,
            text % {"free": filesizeformat(disk.free), "total": filesizeformat(disk.total)},
        )
        for disk in disks()
    ]


def _mail() -> Check:
    if settings.MAIL_SERVER:
        return Check(_("Mail"), None, _("Mails are sent from %(sender)s.") % {"sender": settings.DEFAULT_FROM_EMAIL})
    if settings.MAIL_WOULD_BE_WRITTEN_DOWN:
        text = _("EMAIL_URL names no mail server, but a log or a file. No mail is sent; staff read them on this site.")
        return Check(_("Mail"), False, text)
    return Check(_("Mail"), None, _("No mail server. Staff read the mails on this site."))


def _verdicts() -> Check:
    delays = verdict_delays()
    if not delays:
        return Check(_("Verdicts"), None, _("None in the last hour."))
    late = delays[int(0.95 * (len(delays) - 1))]
    text = ngettext(
        "%(count)d verdict in the last hour, after %(median)s.",
        "%(count)d verdicts in the last hour: half of them within %(median)s, 95%% within %(late)s.",
        len(delays),
    ) % {"count": len(delays), "median": wait(delays[len(delays) // 2]), "late": wait(late)}
    return Check(_("Verdicts"), late < VERDICT_IS_LATE, text)


def _waiting(found: list[Queue]) -> Check:
    waiting = sum(queue.waiting for queue in found)
    if not waiting:
        return Check(_("Waiting jobs"), True, _("None."))
    oldest = max(queue.oldest_seconds for queue in found)
    text = ngettext("%(count)d, for %(time)s", "%(count)d, the oldest for %(time)s", waiting)
    return Check(_("Waiting jobs"), oldest < WAIT_IS_LONG, text % {"count": waiting, "time": wait(oldest)})


def _failed(count: int) -> Check:
    if not count:
        return Check(_("Failed jobs"), True, _("None in the last 24 hours."))
    return Check(_("Failed jobs"), False, _("%(count)d in the last 24 hours; see below.") % {"count": count})


def _versions() -> list[tuple[str, str]]:
    return [
        ("Nabu", str(settings.SPECTACULAR_SETTINGS["VERSION"])),
        (_("Engine"), ENGINE_VERSION),
        ("Python", platform.python_version()),
        ("Django", django.get_version()),
        ("Celery", version("celery")),
        ("gunicorn", version("gunicorn")),
    ]
