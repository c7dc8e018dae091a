"""What a notification shows, in the language of its reader: the table and who sits there, or an announcement, whose
own words are nobody's to translate."""

from __future__ import annotations

import json
from collections.abc import Sequence

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from engine.message import Message
from nabu.contests.announcements.models import Announcement
from nabu.contests.announcements.recipients import accounts_told
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.models import Round
from nabu.core.sentences import sentence
from nabu.messages.push.models import Device, Notification

MOST_CHARACTERS = 400
"""Of the text; more is not shown anywhere, and a message has room for no more (`nabu.messages.push.encryption.MOST`).
"""


def content_of(notification: Notification) -> bytes | None:
    """JSON for the service worker. None if there is nothing to tell: the round is a draft again, the seat gone, or the
    announcement withdrawn."""
    if notification.announcement is not None:
        shown = _announced(notification.device, notification.announcement)
    elif notification.table is not None:
        shown = _seated(notification.device, notification.table)
    else:
        shown = None
    return None if shown is None else json.dumps(shown, ensure_ascii=False).encode()


def _announced(device: Device, announcement: Announcement) -> dict[str, str] | None:
    if announcement.withdrawn_at is not None or not accounts_told(announcement).filter(pk=device.user_id).exists():
        return None
    table = announcement.table
    round_ = table.round if table is not None else announcement.round
    if round_ is not None and round_.status == Round.Status.DRAFT:
        return None
    with translation.override(_language(device)):
        title = _announcement_title(announcement)
    return {
        "title": title,
        "body": f"{announcement.text}\n{announcement.tournament.name}"[:MOST_CHARACTERS],
        "address": _address_of(announcement),
        "topic": f"announcement-{announcement.pk}",
    }


def _announcement_title(announcement: Announcement) -> str:
    if announcement.table is not None:
        return sentence(Message("push.announcement_table", {"table": announcement.table.number}))
    if announcement.round is None:
        return sentence(Message("push.announcement"))
    if name := announcement.round.name:
        return sentence(Message("push.announcement_named", {"name": Message.from_json(name)}))
    return sentence(Message("push.announcement_round", {"round": announcement.round.number}))


def _address_of(announcement: Announcement) -> str:
    """Where it stands above everything else."""
    if announcement.table_id is not None:
        return reverse("table:page", args=[announcement.table_id])
    if announcement.round_id is not None:
        return reverse("tournaments:round", args=[announcement.round_id])
    return reverse("tournaments:detail", args=[announcement.tournament_id])


def _seated(device: Device, table: Table) -> dict[str, str] | None:
    user = device.user
    seats = list(table.seats.select_related("entry__player").order_by("position"))
    own = next((seat for seat in seats if seat.entry.player.user_id == user.pk), None)
    if own is None or not user.is_active or table.round.status == Round.Status.DRAFT:
        return None
    with translation.override(_language(device)):
        title, lines = _title(table), _lines(own, seats)
    return {
        "title": title,
        "body": "\n".join(lines)[:MOST_CHARACTERS],
        "address": reverse("table:page", args=[table.pk]),
        # The next round takes the place of this one on the screen.
        "topic": f"tournament-{table.round.stage.tournament_id}",
    }


def _title(table: Table) -> str:
    if name := table.round.name:
        key = "push.bye_named" if table.is_bye else "push.table_named"
        return sentence(Message(key, {"table": table.number, "name": Message.from_json(name)}))
    key = "push.bye" if table.is_bye else "push.table"
    return sentence(Message(key, {"table": table.number, "round": table.round.number}))


def _lines(own: Seat, seats: Sequence[Seat]) -> list[str]:
    tournament = own.table.round.stage.tournament.name
    if own.table.is_bye:
        return [tournament]
    names = ", ".join(seat.entry.player.name for seat in seats if seat.pk != own.pk)
    seat = Message("push.seat", {"seat": str(own.position + 1)})
    return [tournament, sentence(seat), sentence(Message("push.with_you", {"names": names}))]


def _language(device: Device) -> str:
    return device.user.language or device.language or settings.LANGUAGE_CODE
