"""Webhooks: what changes them. Directors of the tournament and its owner may."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.message import Message
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.tournaments.locks import ANY_STATE, lock_as
from nabu.contests.tournaments.models import Tournament
from nabu.core import database_clock
from nabu.core.errors import Refused
from nabu.messages.notifications.links import site_link
from nabu.messages.notifications.writing import write_webhook_mails
from nabu.messages.webhooks.addresses import read_address
from nabu.messages.webhooks.events import EVENTS, PING
from nabu.messages.webhooks.models import Delivery, Webhook, new_message_id, new_secret
from nabu.messages.webhooks.payloads import message_of
from nabu.messages.webhooks.writing import body_of, send_soon

MOST_WEBHOOKS = 20


@audited
def create_webhook(actor: User, tournament: Tournament, url: str, events: Sequence[str]) -> Webhook:
    """Tell this address what happens from now on. The secret is in the row and must be shown now."""
    locked = lock_as(actor, tournament.pk, ANY_STATE)
    if locked.webhooks.count() >= MOST_WEBHOOKS:
        raise Refused(_("A tournament has at most %(most)s webhooks. Remove one first.") % {"most": MOST_WEBHOOKS})
    read_address(url)
    made = Webhook.objects.create(
        tournament=locked, url=url, secret=new_secret(), events=_checked(events), created_by=actor
    )
    audit(actor, "webhook.added", made, after=_snapshot(made), tournament=locked)
    return made


@audited
def update_webhook(
    actor: User,
    webhook: Webhook,
    url: str | None = None,
    events: Sequence[str] | None = None,
    active: bool | None = None,
) -> Webhook:
    """Change what is given. Switching it on again forgets its failures."""
    lock_as(actor, webhook.tournament_id, ANY_STATE)
    locked = _locked(webhook)
    before = _snapshot(locked)
    if url is not None:
        read_address(url)
        locked.url = url
    if events is not None:
        locked.events = _checked(events)
    if active is not None:
        locked.active, locked.switched_off_reason = active, ""
        if not active:
            _give_up(locked)
    locked.failures, locked.failing_since, locked.paused_until = 0, None, None
    locked.save()
    send_soon(locked)
    audit(actor, "webhook.changed", locked, before, _snapshot(locked), tournament=locked.tournament)
    return locked


@audited
def delete_webhook(actor: User, webhook: Webhook) -> None:
    """Nothing is told to this address any more; the log of its deliveries goes with it."""
    lock_as(actor, webhook.tournament_id, ANY_STATE)
    locked = _locked(webhook)
    audit(actor, "webhook.removed", locked, before=_snapshot(locked), tournament=locked.tournament)
    locked.delete()


@audited
def ping(actor: User, webhook: Webhook) -> Delivery:
    """Send a message that means nothing, to see whether the address listens."""
    lock_as(actor, webhook.tournament_id, ANY_STATE)
    locked = _ready(webhook)
    body = body_of(message_of(PING, timezone.now(), locked.tournament, {}))
    made = Delivery.objects.create(webhook=locked, message_id=new_message_id(), event=PING, body=body)
    audit(actor, "webhook.pinged", locked, after={"url": locked.url}, tournament=locked.tournament)
    send_soon(locked)
    return made


@audited
def redeliver(actor: User, delivery: Delivery) -> Delivery:
    """Send the same message again, delivered or not, with its old id and all its attempts before it."""
    lock_as(actor, delivery.webhook.tournament_id, ANY_STATE)
    locked = _ready(delivery.webhook)
    found = locked.deliveries.filter(pk=delivery.pk).first()
    if found is None:
        raise Refused(_("This delivery is no longer stored."))
    found.state, found.attempt_count, found.next_attempt_at = Delivery.State.DUE, 0, database_clock.now()
    found.save(update_fields=["state", "attempt_count", "next_attempt_at"])
    audit(actor, "webhook.redelivered", locked, after={"message": found.message_id}, tournament=locked.tournament)
    send_soon(locked)
    return found


@audited
def switch_off(webhook: Webhook, reason: str) -> None:
    """By the platform itself, because nobody listens; its people are told by mail. The caller has locked the row."""
    webhook.active, webhook.switched_off_reason = False, reason
    webhook.save(update_fields=["active", "switched_off_reason"])
    _give_up(webhook)
    audit(None, "webhook.switched_off", webhook, after=_snapshot(webhook), tournament=webhook.tournament)
    page = site_link("webhooks:detail", webhook.pk)
    people = {webhook.tournament.organiser, webhook.created_by}
    write_webhook_mails(people, webhook.tournament.name, webhook.url, Message(f"webhooks.{reason}"), page)


def _ready(webhook: Webhook) -> Webhook:
    """The webhook, locked, switched on and not resting: somebody wants to see something now."""
    locked = _locked(webhook)
    if not locked.active:
        raise Refused(_("The webhook is switched off. Switch it on first."))
    locked.paused_until = None
    locked.save(update_fields=["paused_until"])
    return locked


def _locked(webhook: Webhook) -> Webhook:
    locked = Webhook.objects.select_for_update().filter(pk=webhook.pk).first()
    if locked is None:
        raise Refused(_("This webhook no longer exists."))
    return locked


def _checked(events: Sequence[str]) -> list[str]:
    unknown = sorted(set(events) - EVENTS.keys())
    if unknown:
        raise Refused(_("Unknown event “%(name)s”.") % {"name": unknown[0][:60]})
    if not events:
        raise Refused(_("Choose at least one event."))
    return [event for event in EVENTS if event in events]


def _give_up(webhook: Webhook) -> None:
    webhook.deliveries.filter(state=Delivery.State.DUE).update(state=Delivery.State.FAILED)


def _snapshot(webhook: Webhook) -> dict[str, Any]:
    return {"url": webhook.url, "events": webhook.events, "active": webhook.active}
