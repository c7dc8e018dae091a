"""From what happened to the messages for the webhooks that asked for it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse

from competition.points import spelled
from nabu.contests.announcements import events
from nabu.contests.announcements.events import DomainEvent
from nabu.contests.matches.models import LogSubmission, Objection, Table
from nabu.contests.matches.proof import proof_of
from nabu.contests.matches.queries import with_players
from nabu.contests.results.settling.verification import verification_of
from nabu.contests.tournaments.models import Entry, Round, Tournament
from nabu.messages.webhooks.models import Delivery, Webhook, new_message_id
from nabu.web.jobs.asking import ask

Data = dict[str, Any]
DELIVER = "deliver"
BATCH = 500


def deliveries_of(happened: Sequence[DomainEvent], at: datetime) -> list[Delivery]:
    """What happened to one tournament, for each webhook that asks for it; not saved yet."""
    if not happened:
        return []
    tournament = happened[0].tournament
    webhooks = list(Webhook.objects.filter(tournament=tournament, active=True))
    wanted = {event for webhook in webhooks for event in webhook.events}
    happened = [one for one in happened if one.kind in wanted]
    if not happened:
        return []
    details = _details(happened)
    bodies = [
        (one.kind, body_of(one.kind, at, tournament, details[one.kind, one.pk]))
        for one in happened
        if (one.kind, one.pk) in details
    ]
    return [
        Delivery(webhook=webhook, message_id=new_message_id(), event=kind, body=body)
        for webhook in webhooks
        for kind, body in bodies
        if kind in webhook.events
    ]


def save_deliveries(deliveries: Sequence[Delivery]) -> None:
    """Store them and have them sent. In the caller's transaction."""
    Delivery.objects.bulk_create(deliveries, batch_size=BATCH)
    for webhook in {delivery.webhook for delivery in deliveries}:
        send_soon(webhook)


def body_of(kind: str, at: datetime, tournament: Tournament, details: Data) -> str:
    """The text of a message: what, when, about which tournament, and where to read more."""
    about = {"id": tournament.pk, "name": tournament.name, "status": tournament.status}
    return json.dumps(
        {"type": kind, "timestamp": at.isoformat(), "data": {"tournament": about, **details}}, ensure_ascii=False
    )


def send_soon(webhook: Webhook) -> None:
    """After the commit a worker looks at what is due for this webhook."""
    ask(DELIVER, f"webhook:{webhook.pk}", {"webhook": webhook.pk})


def _details(happened: Sequence[DomainEvent]) -> dict[tuple[str, int], Data]:
    """The particulars by kind and object, with few queries however many there are. What is gone is left out."""

    def pks(group: str) -> set[int]:
        return {one.pk for one in happened if one.kind.split(".")[0] == group}

    rounds = {pk: _round(found) for pk, found in Round.objects.in_bulk(pks("round")).items()}
    tables = Table.objects.filter(pk__in=pks("table")).select_related("round").prefetch_related(with_players())
    by_group: dict[str, dict[int, Data]] = {
        "round": rounds,
        "table": {table.pk: _table(table) for table in tables},
        "entry": {entry.pk: _entry(entry) for entry in _entries(pks("entry"))},
        "objection": {found.pk: _objection(found) for found in Objection.objects.filter(pk__in=pks("objection"))},
        "log": {pk: _verdict(pk) for pk in pks("log")},
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
        if one.kind == events.ROUND_WITHDRAWN:
            # It is a draft again, or gone: all that may be said is that it is not there any more.
            details[one.kind, one.pk] = {"round": {"id": one.pk, "status": "gone"}}
    return details


def _entries(pks: set[int]) -> list[Entry]:
    return list(Entry.objects.filter(pk__in=pks).select_related("player"))


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


def _entry(entry: Entry) -> Data:
    player = {"id": entry.player_id, "name": entry.player.name}
    return {
        "entry": {"id": entry.pk, "player": player, "status": entry.status},
        "address": _address("entry-detail", pk=entry.pk),
    }


def _verdict(pk: int) -> Data:
    submission = LogSubmission.objects.select_related("log").get(pk=pk)
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
