"""What staff and Prometheus are told about scheduled backups."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _
from prometheus_client.core import GaugeMetricFamily, Metric

from nabu.core.collectors import of_site
from nabu.operations.backups.models import Run
from nabu.operations.backups.places import Place

OLD_AFTER = timedelta(hours=36)
"""One is made every night, and a failed attempt is repeated."""

TRIED_LONG_AGO = timedelta(days=60)
"""One is restored every month."""


@dataclass(frozen=True, slots=True)
class Backups:
    """`good`: the last good backup; `failed`: the last attempt if it failed; `tried`: the last test restore.

    `place` is None if scheduled backups are off.
    """

    place: Place | None
    good: Run | None
    failed: Run | None
    tried: Run | None


def scheduled_place() -> Place | None:
    """Where scheduled backups go; None if they are off."""
    return Place(settings.BACKUPS) if settings.BACKUPS else None


def backups() -> Backups:
    """What is on record, in three queries. By key, not by time: a clock may have been wrong."""
    made = Run.objects.filter(kind=Run.Kind.BACKUP).order_by("-pk")
    last = made.first()
    return Backups(
        scheduled_place(),
        made.filter(problem={}).first(),
        last if last and last.problem else None,
        Run.objects.filter(kind=Run.Kind.RESTORE).order_by("-pk").first(),
    )


def backup_checks() -> list[tuple[str, bool | None, str]]:
    """The lines of the status page: name, whether all is well (None: nothing to say), text."""
    found, now = backups(), timezone.now()
    return [(_("Backups"), *_made(found, now)), (_("Test restore"), *_tried(found, now))]


@of_site
def backup_metrics() -> Iterator[Metric]:
    """The same as numbers. An age is missing as long as there is nothing to have one."""
    found, now = backups(), timezone.now()
    yield GaugeMetricFamily("nabu_backups_on", "Are scheduled backups on?", value=int(found.place is not None))
    yield GaugeMetricFamily("nabu_backup_made", "Has a good backup been made?", value=int(found.good is not None))
    yield GaugeMetricFamily("nabu_backup_failed", "Did the last attempt fail?", value=int(found.failed is not None))
    if found.good:
        age = _age(found.good, now).total_seconds()
        yield GaugeMetricFamily("nabu_backup_age_seconds", "Age of the last good backup", value=age)
        yield GaugeMetricFamily("nabu_backup_bytes", "Size of the last good backup", value=found.good.size)
    tried = found.tried
    yield GaugeMetricFamily("nabu_restore_tried", "Has a restore been tried?", value=int(tried is not None))
    if tried:
        age = _age(tried, now).total_seconds()
        yield GaugeMetricFamily("nabu_restore_tried_age_seconds", "Since a restore was last tried", value=age)
        yield GaugeMetricFamily("nabu_restore_failed", "Did that restore fail?", value=int(bool(tried.problem)))


def _made(found: Backups, now: datetime) -> tuple[bool | None, str]:
    if found.place is None:
        return None, _("Scheduled backups are off (NABU_BACKUPS).")
    good, told = found.good, []
    if good is None:
        told.append(_("No backup yet. Destination: %(place)s.") % {"place": found.place})
    else:
        values = {"when": naturaltime(good.started_at), "size": filesizeformat(good.size), "place": good.place}
        told.append(_("Last good backup: %(when)s, %(size)s, in %(place)s.") % values)
    if found.failed:
        told.append(_("The last attempt failed. %(reason)s") % {"reason": found.failed.text})
    if good is None:
        return (False if found.failed else None), " ".join(told)
    return not found.failed and _age(good, now) < OLD_AFTER, " ".join(told)


def _tried(found: Backups, now: datetime) -> tuple[bool | None, str]:
    tried = found.tried
    if tried is None:
        return None, _("No restore has been tried yet.")
    when = naturaltime(tried.started_at)
    if tried.problem:
        return False, _("Failed %(when)s. %(reason)s") % {"when": when, "reason": tried.text}
    text = _("%(name)s was restored into a temporary database %(when)s.") % {"name": tried.name, "when": when}
    return found.place is None or _age(tried, now) < TRIED_LONG_AGO, text


def _age(run: Run, now: datetime) -> timedelta:
    return max(now - run.started_at, timedelta())
