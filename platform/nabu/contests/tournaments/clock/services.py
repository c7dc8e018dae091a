"""The clock of a round: started, paused, set back by whoever keeps score, with more time for a table that needs it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from competition.clock import MOST_MINUTES, pause_seconds
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.accounts.versions.services import table_topic, touch
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.locks import RUNNING, lock_as
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.permissions import Level
from nabu.core import database_clock
from nabu.core.errors import Refused

MOST_EXTRA_MINUTES = 120


@audited
def start_clock(actor: User, round_: Round) -> Round:
    """Start the clock of a published round that has minutes."""
    current, tournament = _lock(actor, round_)
    if current.started_at is not None:
        raise Refused(_("The clock has already started."))
    if not current.minutes:
        raise Refused(_("Set the round length first."))
    current.started_at = database_clock.now()
    current.save(update_fields=["started_at"])
    return _done(actor, "clock.started", current, tournament)


@audited
def pause_clock(actor: User, round_: Round) -> Round:
    """Let the clock stand still for all tables."""
    current, tournament = _lock(actor, round_)
    if current.started_at is None or current.paused_at is not None:
        raise Refused(_("The clock is not running."))
    current.paused_at = database_clock.now()
    current.save(update_fields=["paused_at"])
    return _done(actor, "clock.paused", current, tournament)


@audited
def resume_clock(actor: User, round_: Round) -> Round:
    """Let a paused clock run again. Nobody has lost time by the pause."""
    current, tournament = _lock(actor, round_)
    if current.paused_at is None:
        raise Refused(_("The clock is not paused."))
    current.paused_seconds += pause_seconds(current.paused_at, database_clock.now())
    current.paused_at = None
    current.save(update_fields=["paused_at", "paused_seconds"])
    return _done(actor, "clock.resumed", current, tournament)


@audited
def stop_clock(actor: User, round_: Round) -> Round:
    """Set the clock back, as if it had never been started. More time for single tables stays."""
    current, tournament = _lock(actor, round_)
    if current.started_at is None:
        raise Refused(_("The clock has not been started."))
    current.started_at = current.paused_at = None
    current.paused_seconds = 0
    current.save(update_fields=["started_at", "paused_at", "paused_seconds"])
    return _done(actor, "clock.stopped", current, tournament)


@audited
def set_minutes(actor: User, round_: Round, minutes: int) -> Round:
    """How long this round is, also while it is played; 0 takes a clock away that was not started."""
    current, tournament = _lock(actor, round_)
    if not 0 <= minutes <= MOST_MINUTES:
        raise Refused(_("A round lasts at most %(minutes)s minutes.") % {"minutes": MOST_MINUTES})
    if minutes == 0 and current.started_at is not None:
        raise Refused(_("Reset the clock first."))
    before = current.minutes
    current.minutes = minutes
    current.save(update_fields=["minutes"])
    audit(actor, "clock.minutes_set", current, {"minutes": before}, {"minutes": minutes}, tournament=tournament)
    return current


@audited
def extend_table(actor: User, table: Table, minutes: int, reason: str = "") -> Table:
    """Give one table more time than the others; negative minutes take some of it back."""
    tournament = lock_as(actor, table.round.stage.tournament_id, {RUNNING}, Level.SCOREKEEPER)
    current = Table.objects.select_related("round__stage__tournament").filter(pk=table.pk).first()
    if current is None:
        raise Refused(_("This table no longer exists."))
    if current.round.status == Round.Status.DRAFT or not current.round.minutes:
        raise Refused(_("This round has no clock."))
    before, after = current.extra_seconds, current.extra_seconds + 60 * minutes
    if before == after or not 0 <= after <= 60 * MOST_EXTRA_MINUTES:
        raise Refused(
            _(
                "Enter more or less than 0 minutes. The extra time of a table must stay between 0 and %(minutes)s "
                "minutes."
            )
            % {"minutes": MOST_EXTRA_MINUTES}
        )
    current.extra_seconds = after
    current.save(update_fields=["extra_seconds"])
    audit(
        actor,
        "table.extended",
        current,
        {"minutes": before // 60},
        {"minutes": after // 60},
        reason.strip(),
        tournament=tournament,
    )
    return current


def _lock(actor: User, round_: Round) -> tuple[Round, Tournament]:
    tournament = lock_as(actor, round_.stage.tournament_id, {RUNNING}, Level.SCOREKEEPER)
    current = Round.objects.select_related("stage").filter(pk=round_.pk).first()
    if current is None:
        raise Refused(_("This round no longer exists."))
    if current.status == Round.Status.DRAFT:
        raise Refused(_("This round is not published yet."))
    return current, tournament


def _done(actor: User, action: str, round_: Round, tournament: Tournament) -> Round:
    audit(actor, action, round_, after={"number": round_.number}, tournament=tournament)
    touch(*(table_topic(pk) for pk in round_.tables.values_list("pk", flat=True)))
    return round_
