"""The way in for logs: looked at, stored once, queued for verification."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from engine import ENGINE_VERSION
from nabu.accounts.audit.services import audit
from nabu.accounts.versions.services import table_topic, touch
from nabu.catalogue.games.models import ComponentSet
from nabu.contests.matches.models import GameLog, LogSubmission, Table, Verification
from nabu.contests.matches.recorded import Facts
from nabu.contests.matches.served_logs import hide_deleted_players
from nabu.contests.matches.slips import SeatHolder
from nabu.contests.results.permissions import can_upload
from nabu.contests.results.reporters import Reporter, account_of_reporter
from nabu.contests.results.settling.counting import check_playable, lock_table
from nabu.contests.results.settling.same_game import lock_game
from nabu.contests.results.settling.verdicts import apply_verification
from nabu.contests.tournaments.locks import OVER, RUNNING
from nabu.core.errors import NotAllowed, Refused
from nabu.web.jobs.asking import ask_all
from nabu.web.jobs.models import Job
from nabu.web.quotas.services import check_quota, note_upload

VERIFY, REVERIFY = "verify", "reverify"
MOST_BYTES = 4 * 2**20
UNKNOWN_SET = "bad_setup"
"""The code of a log that names a component set which is not known here (and of other bad set-ups)."""

LOADING_TAKES = timedelta(seconds=10)
"""A set is seen by others once its transaction has ended, somewhat later than its time of creation says."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game that was written down here: the entries by seat of the log (None without a table), and what
    `LogSubmission.recorded` is to say.
    """

    seats: list[int] | None
    recorded: Facts | None


@transaction.atomic
def submit_log(
    actor: Reporter,
    data: bytes,
    table: Table | None = None,
    sent_from: str = "",
    game: RecordedGame | None = None,
) -> LogSubmission:
    """Take in a log, for a table or just to have it verified. `game`: it was not sent as a file, but recorded here.

    The bytes are stored once, whoever sends them how often. A log that was verified before is applied at once; else a
    worker is told after the commit. If the broker is away the sweep will tell it. Raises Refused for what cannot be a
    game log, NotAllowed for somebody who does not sit at the table, TryLater for too much from one account or network
    (`sent_from`).
    """
    if not can_upload(actor, table):
        raise NotAllowed
    check_bytes(data)
    account = account_of_reporter(actor)
    check_quota(account, sent_from)
    log, created = GameLog.objects.get_or_create(
        sha256=hashlib.sha256(data).hexdigest(), defaults={"content": data, "size": len(data)}
    )
    note_upload(account, sent_from, log.size if created else 0)
    found, _created = Verification.objects.get_or_create(log=log, engine=ENGINE_VERSION)
    # Always the job first, then verification, game and tournament: the worker locks in the same order.
    if found.status != Verification.Status.DONE:
        ask_for_verdicts(VERIFY, [found.pk])
    verification = Verification.objects.select_for_update().get(log=log, engine=ENGINE_VERSION)
    if table is not None:
        lock_game(log)
        table = lock_table(table)
        # After the end a log may still prove the result that stands, or object to it; the verdict does nothing else.
        check_playable(table, {RUNNING, *OVER})
        hide_deleted_players(log, table)
    submission = LogSubmission.objects.create(
        log=log,
        table=table,
        submitted_by=account,
        submitted_entry_id=actor.entry_id if isinstance(actor, SeatHolder) else None,
        seats=game.seats if game else None,
        recorded=game.recorded if game else None,
    )
    audit(
        actor,
        "log.submitted",
        submission,
        after={"sha256": log.sha256, "size": log.size, "table": table.pk if table else None},
        tournament=table.round.stage.tournament if table else None,
    )
    if table is not None:
        touch(table_topic(table.pk))
    if verification.status == Verification.Status.DONE:
        apply_verification(verification)
        submission.refresh_from_db()
        return submission
    if verification.finished_at:
        requeue(verification)
    return submission


def check_bytes(data: bytes) -> None:
    """Raises Refused for bytes that cannot be a game log; what is wrong inside a log is the verdict's to say."""
    if not data:
        raise Refused(_("The file is empty."))
    if len(data) > MOST_BYTES:
        raise Refused(_("This file is too large. A game log has at most 4 MB."))
    if data.startswith(BYTE_ORDER_MARK):
        raise Refused(
            _(
                "The file begins with a byte order mark. Save it as UTF-8 without one. In Notepad: Save as, encoding "
                "“UTF-8”, not “UTF-8 with BOM”."
            )
        )
    if not data.startswith(b"{"):
        raise Refused(_("This is not a game log: a game log is a text file that begins with “{”."))
    try:
        data.decode()
    except UnicodeDecodeError:
        raise Refused(_("This is not a game log: it is not UTF-8 text.")) from None


def requeue(verification: Verification) -> None:
    """Start again with a verification that failed or was left to another version, or whose verdict does not hold any
    more. The caller has asked."""
    verification.status, verification.reason = Verification.Status.QUEUED, ""
    verification.verdict = verification.code = ""
    verification.line = verification.turn = verification.seat = verification.report = None
    verification.finished_at = None
    verification.save()


@transaction.atomic
def verify_refused_again(components: ComponentSet) -> int:
    """Queue the logs again whose replay began when this component set was not known here yet, and that name it.

    Returns how many. Those who sent them see the new verdict as if they had sent them now. Doing it again does
    nothing.
    """
    refused = Verification.objects.filter(
        engine=ENGINE_VERSION,
        status=Verification.Status.DONE,
        code=UNKNOWN_SET,
        started_at__lt=components.created_at + LOADING_TAKES,
        report__header__game=components.game,
        report__header__components_sha256=components.sha256,
    )
    ask_for_verdicts(REVERIFY, list(refused.values_list("pk", flat=True)))
    found = list(refused.select_for_update().order_by("pk"))
    for verification in found:
        requeue(verification)
    again = LogSubmission.objects.filter(
        log__in=[verification.log_id for verification in found], outcome=LogSubmission.Outcome.NOT_USED
    )
    tables = again.exclude(table=None).values_list("table_id", flat=True)
    touch(*(table_topic(pk) for pk in tables if pk is not None))
    again.update(outcome=LogSubmission.Outcome.PENDING, note=None)
    return len(found)


def ask_for_verdicts(kind: str, verifications: Sequence[int], tell: bool = True) -> list[Job]:
    """Have these logs replayed after the commit: `VERIFY` where somebody waits, `REVERIFY` where nobody does."""
    return ask_all(kind, [(key_of(pk), {"verification": pk}) for pk in verifications], tell=tell)


def key_of(verification_id: int) -> str:
    """The key of the job that verifies a log."""
    return f"verification:{verification_id}"
