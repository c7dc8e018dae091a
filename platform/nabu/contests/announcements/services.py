"""Making an announcement and taking it back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.announcements.models import Announcement
from nabu.contests.announcements.typed import checked_text
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.locks import lock_as
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.permissions import is_public
from nabu.core.errors import Refused

MADE, WITHDRAWN = "announcement.made", "announcement.withdrawn"

ALWAYS = frozenset(Tournament.Status.values)
"""In every state there is something to say: before the start, when prizes are given, when an event is cancelled."""

MOST_AN_HOUR, MOST_A_DAY, MOST_MAILS_A_DAY = 30, 100, 5
"""Of one event, whoever makes them, those that were taken back included."""

SAME_WITHIN = timedelta(seconds=30)
"""The same words to the same people are one announcement: a button was pressed twice, or by two organisers."""


@audited
def make_announcement(
    actor: User,
    tournament: Tournament,
    text: str,
    *,
    round_: Round | None = None,
    table: Table | None = None,
    by_mail: bool = False,
) -> Announcement:
    """Say something to everybody in a tournament, or to a round or a table of it. For directors and the owner.

    The text is kept as typed, without control characters. Returns the first one if the same was said just now.
    Raises NotAllowed, and Refused for a text that is empty or too long, where nobody could read it, and beyond the
    limits.
    """
    locked = lock_as(actor, tournament.pk, ALWAYS)
    said = checked_text(text)
    _check_reach(locked, round_, table, by_mail)
    now = timezone.now()
    same = Announcement.objects.filter(tournament=locked, text=said, round=round_, table=table, by_mail=by_mail)
    again = same.filter(withdrawn_at=None, made_at__gt=now - SAME_WITHIN).first()
    if again is not None:
        return again
    _check_limits(locked, by_mail)
    made = Announcement.objects.create(
        tournament=locked, round=round_, table=table, text=said, by_mail=by_mail, made_by=actor
    )
    audit(actor, MADE, made, after=_shown(made), tournament=locked)
    return made


@audited
def withdraw_announcement(actor: User, announcement: Announcement) -> Announcement:
    """Show it to nobody any more. What was sent by mail or to devices stays there. Raises NotAllowed or Refused."""
    locked = lock_as(actor, announcement.tournament_id, ALWAYS)
    current = Announcement.objects.select_related("withdrawn_by__player", "round", "table__round")
    found = current.filter(pk=announcement.pk).first()
    if found is None:
        raise Refused(_("This announcement no longer exists."))
    if found.withdrawn_by is not None:
        raise Refused(_("%(name)s already withdrew this announcement.") % {"name": found.withdrawer})
    found.withdrawn_at, found.withdrawn_by = timezone.now(), actor
    found.save(update_fields=["withdrawn_at", "withdrawn_by"])
    audit(actor, WITHDRAWN, found, before=_shown(found), tournament=locked)
    return found


def _check_reach(tournament: Tournament, round_: Round | None, table: Table | None, by_mail: bool) -> None:
    """Raises Refused if nobody could read it there."""
    if tournament.status == Tournament.Status.DRAFT and not tournament.practice and not is_public(tournament):
        raise Refused(_("Nobody sees this draft yet. Open registration or start the tournament first."))
    if by_mail and tournament.practice:
        raise Refused(_("Practice events send no mail."))
    if round_ is not None and table is not None:
        raise Refused(_("Choose a round or a table, not both."))
    if table is not None:
        round_ = Round.objects.filter(tables=table.pk).first()
        if round_ is None:
            raise Refused(_("This table no longer exists."))
    if round_ is None:
        return
    current = Round.objects.filter(pk=round_.pk, stage__tournament=tournament).first()
    if current is None:
        raise Refused(_("This round no longer exists."))
    if current.status == Round.Status.DRAFT:
        raise Refused(_("This round is not published yet."))


def _check_limits(tournament: Tournament, by_mail: bool) -> None:
    """Raises Refused when enough was said. Counted in the audit trail, which also has what was taken back."""
    made = AuditEntry.objects.filter(tournament=tournament, action=MADE)
    times = made.filter(at__gt=timezone.now() - timedelta(days=1)).order_by().values_list("at", "after")
    rows = [(at, bool((after or {}).get("by_mail"))) for at, after in times]
    hour = timezone.now() - timedelta(hours=1)
    if sum(at > hour for at, _mailed in rows) >= MOST_AN_HOUR:
        raise Refused(
            _("This event already has %(most)s announcements within an hour. Try again later.") % {"most": MOST_AN_HOUR}
        )
    if len(rows) >= MOST_A_DAY:
        raise Refused(
            _("This event already has %(most)s announcements within 24 hours. Try again later.") % {"most": MOST_A_DAY}
        )
    if by_mail and sum(mailed for _at, mailed in rows) >= MOST_MAILS_A_DAY:
        raise Refused(
            _("This event already sent %(most)s announcements by mail within 24 hours. Send this one without mail.")
            % {"most": MOST_MAILS_A_DAY}
        )


def _shown(announcement: Announcement) -> dict[str, Any]:
    """An announcement as the audit trail shows it."""
    shown: dict[str, Any] = {"text": announcement.text}
    table = announcement.table
    round_ = table.round if table is not None else announcement.round
    if round_ is not None:
        shown["number"] = round_.number
    if table is not None:
        shown["table_number"] = table.number
    if announcement.by_mail:
        shown["by_mail"] = True
    return shown
