"""What a message says of what happened: the same in a webhook and in the feed of public events.

It describes its object as it is when the message is made. `described.py` describes it for the schema.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Prefetch
from django.urls import reverse

from competition.points import spelled
from nabu.contests.announcements.models import Announcement
from nabu.contests.calls.models import DirectorCall
from nabu.contests.domain_events import events
from nabu.contests.domain_events.events import DomainEvent
from nabu.contests.matches.models import LogSubmission, Objection, Table, Verification
from nabu.contests.matches.proof import proof_of
from nabu.contests.matches.queries import with_players
from nabu.contests.results.settling.verification import verification_of
from nabu.contests.tournaments.models import Entry, Round, Tournament

Data = dict[str, Any]


def message_of(kind: str, at: datetime, tournament: Tournament, details: Data) -> Data:
    """A message: what, when, about which tournament, and where to read more."""
    about = {"id": tournament.pk, "name": tournament.name, "status": tournament.status}
    return {"type": kind, "timestamp": at.isoformat(), "data": {"tournament": about, **details}}


def details_of(happened: Sequence[DomainEvent], published: bool = False) -> dict[tuple[str, int], Data]:
    """The particulars by kind and object, with few queries however many there are. What is gone is left out, and so is
    with `published` what is in the draft of a round now."""

    def pks(group: str) -> set[int]:
        return {one.pk for one in happened if one.kind.split(".")[0] == group}

    rounds, tables, logs = Round.objects.all(), Table.objects.all(), LogSubmission.objects.all()
    if published:
        rounds = rounds.exclude(status=Round.Status.DRAFT)
        tables = tables.exclude(round__status=Round.Status.DRAFT)
        logs = logs.exclude(table=None).exclude(table__round__status=Round.Status.DRAFT)
    tables = tables.filter(pk__in=pks("table")).select_related("round").prefetch_related(with_players())
    verifications = Verification.objects.defer("report", "reason")
    logs = logs.filter(pk__in=pks("log")).select_related("log").defer("log__content", "recorded")
    logs = logs.prefetch_related(Prefetch("log__verifications", verifications, to_attr="all_verifications"))
    entries = Entry.objects.filter(pk__in=pks("entry")).select_related("player")
    said = Announcement.objects.filter(pk__in=pks("announcement"), table=None, withdrawn_at=None)
    if published:
        said = said.exclude(round__status=Round.Status.DRAFT)
    calls = DirectorCall.objects.filter(pk__in=pks("call")).select_related("table__round")
    by_group: dict[str, dict[int, Data]] = {
        "round": {round_.pk: _round(round_) for round_ in rounds.filter(pk__in=pks("round"))},
        "table": {table.pk: _table(table) for table in tables},
        "entry": {entry.pk: _entry(entry) for entry in entries},
        "objection": {found.pk: _objection(found) for found in Objection.objects.filter(pk__in=pks("objection"))},
        "announcement": {found.pk: _announcement(found) for found in said},
        "log": {submission.pk: _verdict(submission) for submission in logs},
        "call": {call.pk: _call(call) for call in calls},
    }
    details: dict[tuple[str, int], Data] = {}
    for one in happened:
        group = one.kind.split(".")[0]
        if group in ("tournament", "standings"):
            route = "standings" if group == "standings" else "detail"
            details[one.kind, one.pk] = {"address": _address(f"tournament-{route}", pk=one.pk)}
        elif one.pk in by_group[group]:
            details[one.kind, one.pk] = by_group[group][one.pk]
        elif one.kind in (events.ROUND_WITHDRAWN, events.ENTRY_CHANGED):
            details[one.kind, one.pk] = {group: {"id": one.pk, "status": "gone"}}
        if one.kind in (events.ROUND_WITHDRAWN, events.ANNOUNCEMENT_WITHDRAWN):
            # It is withdrawn, a draft again, or gone: all that may be said is that it is not there any more.
            details[one.kind, one.pk] = {group: {"id": one.pk, "status": "gone"}}
    return details


def _round(round_: Round) -> Data:
    return {
        "round": {"id": round_.pk, "number": round_.number, "stage": round_.stage_id, "status": round_.status},
        "address": _address("round-detail", pk=round_.pk),
    }


def _table(table: Table) -> Data:
    seats = [
        {
            "player": {"id": seat.entry.player_id, "name": seat.entry.player.name},
            "score": seat.score,
            "place": seat.place,
            "points": None if seat.points is None else float(seat.points),
            "points_exact": None if seat.exact_points is None else spelled(seat.exact_points),
            "absent": seat.absent,
            "stand_in": seat.entry.stand_in,
        }
        for seat in table.seats.all()
    ]
    return {
        "table": {
            "id": table.pk,
            "number": table.number,
            "game_number": table.game_number,
            "round": {"id": table.round_id, "number": table.round.number},
            "status": table.status,
            "basis": table.basis,
            "proof": proof_of(table).value,
            "seats": seats,
        },
        "address": _address("table-detail", pk=table.pk),
    }


def _objection(objection: Objection) -> Data:
    return {
        "objection": {
            "id": objection.pk,
            "table": objection.table_id,
            "submission": objection.submission_id,
            "answer": objection.answer,
        },
        "address": _address("objection-detail", pk=objection.pk),
    }


def _announcement(announcement: Announcement) -> Data:
    return {
        "announcement": {
            "id": announcement.pk,
            "round": announcement.round_id,
            "text": announcement.text,
            "made_at": announcement.made_at.isoformat(),
        },
        "address": _address("announcement-detail", pk=announcement.pk),
    }


def _entry(entry: Entry) -> Data:
    player = {"id": entry.player_id, "name": entry.player.name}
    return {
        "entry": {"id": entry.pk, "player": player, "status": entry.status},
        "address": _address("entry-detail", pk=entry.pk),
    }


def _call(call: DirectorCall) -> Data:
    """Without names: who called, and what they wrote, the organiser reads on the site."""
    state = "cancelled" if call.cancelled else "closed" if call.closed_at else "taken" if call.taken_at else "open"
    table = {"id": call.table_id, "number": call.table.number}
    round_ = {"id": call.table.round_id, "number": call.table.round.number}
    return {
        "call": {"id": call.pk, "status": state, "table": table, "round": round_},
        "address": _address("director-call-detail", pk=call.pk),
    }


def _verdict(submission: LogSubmission) -> Data:
    verification = verification_of(submission.log)
    return {
        "log": {
            "sha256": submission.log.sha256,
            "table": submission.table_id,
            "verdict": verification.verdict if verification else "",
            "code": verification.code if verification else "",
            "line": verification.line if verification else None,
            "outcome": submission.outcome,
        },
        "address": _address("log-detail", sha256=submission.log.sha256),
    }


def _address(route: str, **arguments: Any) -> str:
    return settings.SITE_ADDRESS + reverse(f"api:{route}", kwargs=arguments)
