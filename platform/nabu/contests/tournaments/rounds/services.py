"""What becomes of a round: published, taken back to a draft, discarded, locked."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from competition.records import SERIOUS
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.matches.exact_points import points_columns
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.locks import RUNNING, lock_as
from nabu.contests.tournaments.models import Round, Stage, Tournament
from nabu.contests.tournaments.rounds.byes import count_byes
from nabu.contests.tournaments.rounds.check import check_round
from nabu.contests.tournaments.variants import clear_variants, draw_variants
from nabu.core import database_clock
from nabu.core.errors import Refused
from nabu.core.sentences import sentence


@audited
def publish_round(actor: User, round_: Round, anyway: bool = False, reason: str = "") -> Round:
    """Show a draft round to everybody. From now on results can be reported; byes count at once. Where variants are
    tried each table gets one by lot.

    All earlier rounds are locked. Raises Refused if something serious speaks against the tables, unless it is to be
    published `anyway` and a reason is given.
    """
    current, locked = lock_round_row(actor, round_)
    if current.status != Round.Status.DRAFT:
        raise Refused(_("This round is already published."))
    serious = [concern.text for concern in check_round(current).concerns if concern.level == SERIOUS]
    if serious and not (anyway and reason.strip()):
        raise Refused(
            _("Serious problem: %(concern)s To publish anyway, tick the box and enter a reason.")
            % {"concern": sentence(serious[0])}
        )
    now = database_clock.now()
    count_byes(current)
    variants = draw_variants(current)
    earlier = Round.objects.filter(stage__tournament=locked, locked_at=None).exclude(pk=current.pk)
    earlier.update(locked_at=now)
    current.status, current.published_at, current.minutes = Round.Status.PUBLISHED, now, locked.round_minutes
    current.save(update_fields=["status", "published_at", "minutes"])
    refresh_round(current)
    audit(
        actor,
        "round.published",
        current,
        {"status": Round.Status.DRAFT},
        {
            "status": Round.Status.PUBLISHED,
            "number": current.number,
            **({"concerns": [text.to_json() for text in serious]} if serious else {}),
            **({"variants": variants} if variants else {}),
        },
        reason=reason.strip(),
        tournament=locked,
    )
    return current


@audited
def unpublish_round(actor: User, round_: Round) -> Round:
    """Take a published round back to a draft, while nothing was reported or uploaded for it."""
    current, locked = lock_round_row(actor, round_)
    if current.status == Round.Status.DRAFT:
        raise Refused(_("This round is already a draft."))
    _check_untouched(current)
    byes = Table.objects.filter(round=current, is_bye=True)
    Seat.objects.filter(table__in=byes).update(place=None, **points_columns(None))
    byes.update(status=Table.Status.OPEN, basis=Table.Basis.NONE, confirmed_at=None)
    clear_variants(current)
    before = current.status
    current.status = Round.Status.DRAFT
    current.published_at = current.started_at = current.paused_at = current.locked_at = None
    current.minutes = current.paused_seconds = 0
    current.save()
    audit(
        actor,
        "round.unpublished",
        current,
        {"status": before},
        {"status": Round.Status.DRAFT, "number": current.number},
        tournament=locked,
    )
    return current


@audited
def discard_round(actor: User, round_: Round) -> None:
    """Throw away the last round: a draft, or a published one for which nothing was reported or uploaded."""
    current, locked = lock_round_row(actor, round_)
    _check_untouched(current)
    audit(actor, "round.discarded", current, before=tables_as_json(current), tournament=locked)
    current.delete()


@audited
def lock_round(actor: User, round_: Round) -> Round:
    """Closes a finished round: from now on its results change only by correction."""
    current, locked = lock_round_row(actor, round_)
    if current.status != Round.Status.FINISHED:
        raise Refused(_("Only a finished round can be locked."))
    if current.locked_at is not None:
        raise Refused(_("This round is already locked."))
    return _set_lock(actor, locked, current, "round.locked", "")


@audited
def unlock_round(actor: User, round_: Round, reason: str) -> Round:
    """Let the results of a round be changed again as if it were not locked. Needs a reason."""
    current, locked = lock_round_row(actor, round_)
    if current.locked_at is None:
        raise Refused(_("This round is not locked."))
    if not reason.strip():
        raise Refused(_("Enter a reason for unlocking the round."))
    return _set_lock(actor, locked, current, "round.unlocked", reason.strip())


def refresh_round(round_: Round) -> None:
    """A published round is finished exactly when every table of it has a confirmed result."""
    if round_.status == Round.Status.DRAFT:
        return
    waiting = round_.tables.exclude(status=Table.Status.CONFIRMED).exists()
    status = Round.Status.PUBLISHED if waiting else Round.Status.FINISHED
    if status != round_.status:
        round_.status = status
        round_.save(update_fields=["status"])


def is_untouched(round_: Round) -> bool:
    """Nothing was reported, uploaded or decided for any table of the round. Byes are none of that."""
    tables = Table.objects.filter(round=round_, is_bye=False)
    return not (
        tables.exclude(status=Table.Status.OPEN).exists()
        or tables.filter(submissions__isnull=False).exists()
        or tables.filter(reports__isnull=False).exists()
        or tables.filter(photos__isnull=False).exists()
    )


def lock_round_row(actor: User, round_: Round) -> tuple[Round, Tournament]:
    """The round as it is now and its tournament, locked for a director while the tournament runs."""
    tournament = lock_as(actor, round_.stage.tournament_id, {RUNNING})
    return current_round(round_), tournament


def current_round(round_: Round) -> Round:
    """The round as it is now. Raises Refused if it is gone."""
    current = Round.objects.select_related("stage__tournament").filter(pk=round_.pk).first()
    if current is None:
        raise Refused(_("This round no longer exists."))
    return current


def tables_as_json(round_: Round) -> dict[str, Any]:
    """A round as the audit trail shows it: entry ids by table."""
    tables = round_.tables.order_by("number", "game_number").prefetch_related("seats")
    return {
        "number": round_.number,
        "tables": {str(table.number): [seat.entry_id for seat in table.seats.all()] for table in tables},
    }


def _check_untouched(round_: Round) -> None:
    """Raises Refused if something was built on the round, or if anything was sent for it."""
    if round_.stage.rounds.filter(number__gt=round_.number).exists():
        raise Refused(_("A later round depends on this one. Discard the later round first."))
    if round_.stage.status != Stage.Status.RUNNING:
        raise Refused(_("This stage is finished."))
    if round_.status != Round.Status.DRAFT and not is_untouched(round_):
        raise Refused(
            _("Results, logs or photos were already sent for this round, so it stays. Undo single results instead.")
        )


def _set_lock(actor: User, tournament: Tournament, round_: Round, action: str, reason: str) -> Round:
    was_locked = round_.locked_at is not None
    round_.locked_at = None if was_locked else timezone.now()
    round_.save(update_fields=["locked_at"])
    words = {"number": round_.number}
    audit(
        actor,
        action,
        round_,
        {**words, "locked": was_locked},
        {**words, "locked": not was_locked},
        reason=reason,
        tournament=tournament,
    )
    return round_
