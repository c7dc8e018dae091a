"""What a notification shows: the table, and who sits there, in the language of its reader."""

from __future__ import annotations

import json
from collections.abc import Sequence

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from engine.message import Message
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.models import Round
from nabu.core.sentences import sentence
from nabu.messages.push.models import Device, Notification

MOST_CHARACTERS = 400
"""Of the text; more is not shown anywhere, and a message has room for no more (`nabu.messages.push.encryption.MOST`).
"""


def content_of(notification: Notification) -> bytes | None:
    """JSON for the service worker. None if there is nothing to tell: the round is a draft again, or the seat gone."""
    table, user = notification.table, notification.device.user
    seats = list(table.seats.select_related("entry__player").order_by("position"))
    own = next((seat for seat in seats if seat.entry.player.user_id == user.pk), None)
    if own is None or not user.is_active or table.round.status == Round.Status.DRAFT:
        return None
    with translation.override(_language(notification.device)):
        title, lines = _title(table), _lines(own, seats)
    shown = {
        "title": title,
        "body": "\n".join(lines)[:MOST_CHARACTERS],
        "address": reverse("table:page", args=[table.pk]),
        # The next round takes the place of this one on the screen.
        "topic": f"tournament-{table.round.stage.tournament_id}",
    }
    return json.dumps(shown, ensure_ascii=False).encode()


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
