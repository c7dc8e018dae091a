"""Starting a series, changing it, pausing it, and leaving out a date.

Every function raises `nabu.core.errors.NotAllowed` (wrong person) or `nabu.core.errors.Refused` (wrong state).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.accounts.versions.services import touch, tournament_topic
from nabu.contests.series.again import bare_name, next_day
from nabu.contests.series.making import dates_of, latest_event, make_next_events, right_lost
from nabu.contests.series.models import Series, SeriesEvent
from nabu.contests.series.permissions import can_manage_series
from nabu.contests.series.repeating import club_for
from nabu.contests.tournaments.locks import lock_tournament
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.permissions import is_organiser
from nabu.core import database_clock
from nabu.core.errors import NotAllowed, Refused
from nabu.core.name_keys.tidy import tidy
from nabu.core.typed_names import check_typed

NAME_LENGTH = 120
MOST_AHEAD = 4
FIRST_DAYS, MOST_DAYS = 1, 60
MOST_LEFT = 500
MOST_SKIPPED = 60
MOST_SERIES = 50
"""Of an account. Each makes an event a week at most."""


@dataclass(frozen=True, slots=True)
class SeriesSpec:
    """What an organiser decides about a series; see `nabu.contests.series.models.Series`.

    `next_on` moves the series to another weekday or date; None: it goes on from its latest event.
    """

    name: str
    weeks: int = Series.Weeks.ONE
    opens_days: int = 7
    ahead: int = 1
    left: int | None = None
    until: date | None = None
    next_on: date | None = None


def today() -> date:
    """The day on the site, by the clock of the database: hosts may be apart."""
    return timezone.localdate(database_clock.now())


def name_for(tournament: Tournament) -> str:
    """What a series that begins with this event may be called: its name without the number that is counted on."""
    return bare_name(tournament.name)


@audited
def start_series(actor: User, tournament: Tournament, spec: SeriesSpec) -> Series:
    """A series that begins with this event; the next one is made at once. The club stays if the actor organises for it.

    Raises Refused for an event without a date, a practice event, and one that is part of a series.
    """
    locked = lock_tournament(tournament.pk)
    if not is_organiser(actor, locked):
        raise NotAllowed
    if locked.practice:
        raise Refused(_("A practice event cannot be part of a series."))
    if locked.starts_on is None:
        raise Refused(_("Enter the date of the event first. The series continues from it."))
    if SeriesEvent.objects.filter(tournament=locked).exists():
        raise Refused(_("This event is already part of a series."))
    if Series.objects.filter(owner=actor, next_on__isnull=False).count() >= MOST_SERIES:
        raise Refused(_("An account can run at most %(most)s series.") % {"most": MOST_SERIES})
    series = Series(owner=actor, club=club_for(actor, locked), next_on=next_day(locked.starts_on, today(), spec.weeks))
    series.next_on = _checked_date(series, spec) or series.next_on
    _set(series, spec)
    series.save()
    SeriesEvent.objects.create(series=series, tournament=locked, day=locked.starts_on)
    make_next_events(series, today())
    audit(actor, "series.started", series, after=_shown(series), tournament=locked)
    return series


@audited
def change_series(actor: User, series: Series, **changes: Any) -> Series:
    """Change what is given of its `SeriesSpec`. Events that are there stay.

    The next date follows the latest event in the new rhythm, so a series that was over goes on if its new end allows.
    Dates left out that are none of the new rhythm are forgotten.
    """
    locked = _lock(actor, series)
    spec = replace(_spec_of(locked), **changes)
    before = _shown(locked)
    rhythm, moved_to = locked.weeks, _checked_date(locked, spec)
    _set(locked, spec)
    if moved_to is not None:
        locked.next_on = moved_to
    elif locked.next_on is None or locked.weeks != rhythm:
        latest = locked.events.order_by("day").last()
        locked.next_on = next_day(latest.day, today(), locked.weeks) if latest else locked.next_on
    if locked.next_on is not None:
        locked.skipped = [each for each in locked.skipped if _in_rhythm(locked, locked.next_on, each)]
    locked.save()
    _touch(locked)
    if not locked.paused_because:
        make_next_events(locked, today())
    _record(actor, "series.changed", locked, before, _shown(locked))
    return locked


@audited
def pause_series(actor: User, series: Series) -> Series:
    """Make no events until it is resumed. Those that are there stay."""
    locked = _lock(actor, series)
    if locked.paused_because:
        raise Refused(_("This series is already paused."))
    locked.paused_because = Series.Pause.BY_HAND
    locked.save(update_fields=["paused_because"])
    _record(actor, "series.paused", locked)
    return locked


@audited
def resume_series(actor: User, series: Series) -> Series:
    """Go on. If its owner may not run it any more, it is the actor's: the next events are made in that person's name.

    Raises Refused with the reason if the next event cannot be made.
    """
    locked = _lock(actor, series)
    if not locked.paused_because:
        raise Refused(_("This series is not paused."))
    before = {"owner": locked.owner.get_username()}
    locked.paused_because = Series.Pause.NOT
    if right_lost(locked, latest_event(locked)):
        locked.owner = actor
    locked.save(update_fields=["paused_because", "owner"])
    make_next_events(locked, today(), refuse=True)
    _record(actor, "series.resumed", locked, before, {"owner": locked.owner.get_username()})
    return locked


@audited
def skip_date(actor: User, series: Series, day: date) -> Series:
    """No event on this date. Raises Refused for one on which the series has none, or has made one already."""
    locked = _lock(actor, series)
    if locked.events.filter(day=day).exists():
        raise Refused(_("The event of this date already exists. Delete its draft or cancel it instead."))
    if day not in dates_of(locked, today(), MOST_SKIPPED):
        raise Refused(_("The series has no event on this date."))
    if day.isoformat() in locked.skipped:
        raise Refused(_("This date is already skipped."))
    locked.skipped = sorted([*locked.skipped, day.isoformat()])
    locked.save(update_fields=["skipped"])
    audit(
        actor,
        "series.date_skipped",
        locked,
        after={"series": locked.name, "starts_on": day.isoformat()},
        tournament=latest_event(locked),
    )
    return locked


@audited
def keep_date(actor: User, series: Series, day: date) -> Series:
    """An event takes place on a date that was left out. Raises Refused for one that was not."""
    locked = _lock(actor, series)
    if day.isoformat() not in locked.skipped:
        raise Refused(_("This date is not skipped."))
    if day < today():
        raise Refused(_("This date is in the past."))
    locked.skipped = [each for each in locked.skipped if each != day.isoformat()]
    if locked.next_on is None or day < locked.next_on:
        locked.next_on = day
    locked.save(update_fields=["skipped", "next_on"])
    if not locked.paused_because:
        make_next_events(locked, today())
    audit(
        actor,
        "series.date_kept",
        locked,
        after={"series": locked.name, "starts_on": day.isoformat()},
        tournament=latest_event(locked),
    )
    return locked


@audited
def delete_series(actor: User, series: Series) -> None:
    """No further events. Those that are there stay, and are no longer part of a series."""
    locked = _lock(actor, series)
    _touch(locked)
    _record(actor, "series.deleted", locked, before=_shown(locked))
    locked.delete()


def _lock(actor: User, series: Series) -> Series:
    locked = Series.objects.select_for_update(of=("self",)).filter(pk=series.pk).first()
    if locked is None:
        raise Refused(_("This series no longer exists."))
    if not can_manage_series(actor, locked):
        raise NotAllowed
    return locked


def _record(
    actor: User,
    action: str,
    series: Series,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    """Write it into the history of the latest event, where its directors see it."""
    audit(actor, action, series, before, {"series": series.name, **(after or {})}, tournament=latest_event(series))


def _spec_of(series: Series) -> SeriesSpec:
    return SeriesSpec(series.name, series.weeks, series.opens_days, series.ahead, series.left, series.until)


def _in_rhythm(series: Series, start: date, day: str) -> bool:
    return (date.fromisoformat(day) - start).days % (7 * series.weeks) == 0


def _checked_date(series: Series, spec: SeriesSpec) -> date | None:
    """The date to go on from, if one is wanted. Raises Refused."""
    if spec.next_on is None or spec.next_on == series.next_on:
        return None
    if spec.next_on < today():
        raise Refused(_("The next date is in the past."))
    if series.pk is not None and series.events.filter(day=spec.next_on).exists():
        raise Refused(_("The series already has an event on this date."))
    return spec.next_on


def _touch(series: Series) -> None:
    """The pages of its events name it."""
    touch(*(tournament_topic(pk) for pk in series.events.values_list("tournament", flat=True)))


def _set(series: Series, spec: SeriesSpec) -> None:
    name = tidy(spec.name)
    check_typed(name, series.name)
    if not name:
        raise Refused(_("A series needs a name."))
    if len(name) > NAME_LENGTH:
        raise Refused(_("A name has at most %(length)s characters.") % {"length": NAME_LENGTH})
    if spec.weeks not in Series.Weeks.values:
        raise Refused(_("A series takes place every week, every 2 weeks or every 4 weeks."))
    if not FIRST_DAYS <= spec.opens_days <= MOST_DAYS:
        raise Refused(
            _("Registration opens %(first)s to %(most)s days before.") % {"first": FIRST_DAYS, "most": MOST_DAYS}
        )
    if not 1 <= spec.ahead <= MOST_AHEAD:
        raise Refused(_("A series prepares 1 to %(most)s events ahead.") % {"most": MOST_AHEAD})
    if spec.left is not None and spec.left != series.left and not 1 <= spec.left <= MOST_LEFT:
        raise Refused(_("A series ends after 1 to %(most)s more events, or never.") % {"most": MOST_LEFT})
    series.name, series.weeks, series.opens_days = name, spec.weeks, spec.opens_days
    series.ahead, series.left, series.until = spec.ahead, spec.left, spec.until


def _shown(series: Series) -> dict[str, Any]:
    """The series as the audit trail shows it."""
    return {
        "name": series.name,
        "organised_for": series.club.name if series.club else None,
        "weeks": series.weeks,
        "opens_days": series.opens_days,
        "ahead": series.ahead,
        "left": series.left,
        "until": series.until.isoformat() if series.until else None,
        "next_on": series.next_on.isoformat() if series.next_on else None,
    }
