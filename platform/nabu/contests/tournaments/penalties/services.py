"""Warnings, points taken away, and disqualification."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.tournaments.entries.services import current_entry
from nabu.contests.tournaments.locks import RUNNING, lock_as
from nabu.contests.tournaments.models import Entry, Penalty, Stage, StageEntry, Tournament
from nabu.contests.tournaments.queries import current_stage
from nabu.core.errors import Refused

MOST_POINTS = Decimal(1000)


@dataclass(frozen=True, slots=True)
class PenaltySpec:
    """What is held against a player, and why. `points` are taken away in `stage`, or in the running one."""

    kind: str
    reason: str
    points: Decimal = Decimal(0)
    stage: Stage | None = None
    round_number: int | None = None


@audited
def give_penalty(actor: User, entry: Entry, spec: PenaltySpec) -> Penalty:
    """Hold something against a player of a running tournament. The reason is compulsory.

    Who is disqualified is not paired any more and ranks last; open games stay as they are.
    Raises NotAllowed or Refused.
    """
    locked = lock_as(actor, entry.tournament_id, {RUNNING})
    current = current_entry(entry)
    kind = spec.kind
    if kind not in Penalty.Kind.values:
        raise Refused(_("Unknown penalty “%(kind)s”.") % {"kind": kind})
    penalty = Penalty(
        tournament=locked,
        entry=current,
        kind=kind,
        reason=_checked_reason(spec.reason),
        stage=_checked_stage(locked, current, spec.stage, kind),
        round_number=spec.round_number,
        given_by=actor,
    )
    _check_round(penalty)
    if kind == Penalty.Kind.POINTS:
        penalty.points = _checked_points(spec.points)
    before = current.status
    if kind == Penalty.Kind.DISQUALIFICATION:
        if before == Entry.Status.DISQUALIFIED:
            raise Refused(_("%(name)s is already disqualified.") % {"name": current.player.name})
        current.status = Entry.Status.DISQUALIFIED
        current.save(update_fields=["status"])
    penalty.save()
    audit(
        actor,
        "penalty.given",
        current,
        {"status": before},
        {"status": current.status} | _shown(penalty),
        penalty.reason,
        tournament=locked,
    )
    return penalty


@audited
def lift_penalty(actor: User, penalty: Penalty, reason: str) -> Entry:
    """Take a penalty back. Who was disqualified is again what he was before. Raises NotAllowed or Refused."""
    locked = lock_as(actor, penalty.tournament_id, {RUNNING})
    current = Penalty.objects.select_related("entry__player").filter(pk=penalty.pk).first()
    if current is None:
        raise Refused(_("This penalty was already lifted."))
    why = _checked_reason(reason)
    entry = current.entry
    before = entry.status
    if current.kind == Penalty.Kind.DISQUALIFICATION:
        entry.status = _status_before(current)
        entry.save(update_fields=["status"])
    audit(
        actor,
        "penalty.lifted",
        entry,
        {"status": before} | _shown(current),
        {"status": entry.status},
        why,
        tournament=locked,
    )
    current.delete()
    return entry


def _status_before(penalty: Penalty) -> str:
    """What the disqualified player was before; it stands in the audit trail only."""
    given = AuditEntry.objects.filter(
        action="penalty.given", after__penalty=penalty.pk, tournament=penalty.tournament_id
    ).first()
    before = (given.before or {}).get("status") if given else None
    return str(before) if before in (Entry.Status.ACTIVE, Entry.Status.DROPPED) else Entry.Status.ACTIVE


def _shown(penalty: Penalty) -> dict[str, Any]:
    """A penalty as the audit trail shows it."""
    shown: dict[str, Any] = {"penalty": penalty.pk, "kind": penalty.kind}
    if penalty.kind == Penalty.Kind.POINTS:
        shown["points"] = str(penalty.points)
    if penalty.round_number is not None:
        shown["number"] = penalty.round_number
    return shown


def _checked_reason(reason: str) -> str:
    reason = reason.strip()
    if not reason:
        raise Refused(_("Enter a reason."))
    return reason


def _checked_points(points: Decimal) -> Decimal:
    if not points.is_finite() or not 0 < points <= MOST_POINTS or points != points.quantize(Decimal("0.01")):
        raise Refused(_("Enter the points to deduct: above 0, at most 1000, with at most two decimals."))
    return points


def _checked_stage(tournament: Tournament, entry: Entry, stage: Stage | None, kind: str) -> Stage | None:
    """The stage that a penalty belongs to, by default the one that is played. Points need one with this player."""
    chosen = stage or current_stage(tournament)
    if chosen is not None and chosen.tournament_id != tournament.pk:
        raise Refused(_("This stage belongs to another tournament."))
    plays = chosen is not None and StageEntry.objects.filter(stage=chosen, entry=entry).exists()
    if kind == Penalty.Kind.POINTS and not plays:
        raise Refused(_("%(name)s does not play in this stage.") % {"name": entry.player.name})
    return chosen


def _check_round(penalty: Penalty) -> None:
    number, stage = penalty.round_number, penalty.stage
    if number is not None and (stage is None or not stage.rounds.filter(number=number).exists()):
        raise Refused(_("This stage has no round %(number)s.") % {"number": number})
