"""Webhooks of a tournament, what is to be delivered to them, how each attempt went; and the feed of public events."""

import base64
import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.message import Message
from nabu.core.database_clock import DatabaseTimeField
from nabu.core.sentences import lazy_sentence


def new_secret() -> str:
    """A key for signatures in the form of the Standard Webhooks: 32 random bytes."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def new_message_id() -> str:
    """The id of a message, the same in every attempt to deliver it."""
    return f"msg_{secrets.token_hex(12)}"


class Webhook(models.Model):
    """An address that is told what happens in a tournament. `events` are names from `nabu.messages.webhooks.events`.

    `secret` is stored as it is: we need it for every signature, and whoever reads the database could read a key beside
    it too. It signs, it opens nothing. People see it once.

    `failing_since` is the first failure since the last success, `failures` how many there were since. Until
    `paused_until` nothing is sent, so that an address that is away costs little.
    `switched_off_reason` is empty where a person switched it off.
    """

    class Reason(models.TextChoices):
        FAILING = "failing", lazy_sentence(Message("webhooks.failing"))
        GONE = "gone", lazy_sentence(Message("webhooks.gone"))

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(_("address"), max_length=500)
    secret = models.CharField(max_length=80)
    events = models.JSONField(_("events"), default=list)
    active = models.BooleanField(_("switched on"), default=True)
    switched_off_reason = models.CharField(max_length=10, choices=Reason, blank=True, default="")
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True, blank=True)
    paused_until = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """A message for a webhook. `body` is the exact text that is signed and sent, the same in every attempt."""

    class State(models.TextChoices):
        DUE = "due", _("sending")
        DELIVERED = "delivered", _("delivered")
        FAILED = "failed", _("given up")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    message_id = models.CharField(max_length=40)
    event = models.CharField(_("event"), max_length=40)
    body = models.TextField()
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DUE)
    attempt_count = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = DatabaseTimeField()
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    delivered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "deliveries"
        indexes = [models.Index(fields=["state", "next_attempt_at"], name="webhook_deliveries_due")]

    def __str__(self) -> str:
        return f"{self.event} for {self.webhook}"


class PublicEvent(models.Model):
    """What happened in a tournament that everybody sees, for the feed (`nabu.messages.webhooks.feed`).

    `number` grows in the order of the commits. `object_id` is that of the object of the kind
    (`nabu.contests.domain_events.events.DomainEvent`); what is said of it is worked out when somebody reads it.

    The database does not check that the tournament is there: for that every writer of the feed would wait for whoever
    holds a tournament of its news. So rows of a deleted tournament may be left; nobody is shown them.
    """

    number = models.BigIntegerField(primary_key=True)
    kind = models.CharField(max_length=40)
    at = models.DateTimeField()
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="+", db_constraint=False
    )
    object_id = models.BigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind}"


class Attempt(models.Model):
    """One try to deliver. `status` 0: no answer, `error` says why. `answer` is the beginning of the answer."""

    delivery = models.ForeignKey(Delivery, on_delete=models.CASCADE, related_name="attempts")
    at = models.DateTimeField(default=timezone.now)
    status = models.PositiveSmallIntegerField(default=0)
    answer = models.TextField(blank=True, default="")
    error = models.CharField(max_length=300, blank=True, default="")
    seconds = models.FloatField(default=0)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.status}"
