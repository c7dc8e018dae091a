"""Devices that allowed notifications, and the notifications that are to be sent to them."""

from django.conf import settings
from django.db import models

from nabu.core.database_clock import DatabaseTimeField


class Device(models.Model):
    """A browser that shows notifications for an account: a push subscription (W3C Push API).

    `endpoint` is the address at the push service of the browser's maker; `public_key` and `secret` (the subscription's
    "p256dh" and "auth", base64url) are what messages are encrypted with. A browser belongs to the account that allowed
    it last. `language` is the one of the page on which it was allowed, for accounts without a language of their own.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    endpoint = models.CharField(max_length=500, unique=True)
    public_key = models.CharField(max_length=100)
    secret = models.CharField(max_length=40)
    language = models.CharField(max_length=7)
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"device of {self.user}"


class Notification(models.Model):
    """A table or an announcement that a device is to be told about: one of the two. The row goes when the push service
    has the message.

    It says nothing itself: what it says is read from the seats when it is sent, so a table that changed meanwhile is
    told as it is, and a round that was unpublished, or an announcement that was withdrawn, is not told at all. After
    `expires_at` nobody needs it any more.
    """

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="notifications")
    table = models.ForeignKey("matches.Table", null=True, on_delete=models.CASCADE, related_name="+")
    announcement = models.ForeignKey(
        "announcements.Announcement", null=True, on_delete=models.CASCADE, related_name="+"
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = DatabaseTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["device", "table"], name="one_notification_per_table"),
            models.UniqueConstraint(fields=["device", "announcement"], name="one_notification_per_announcement"),
            models.CheckConstraint(
                condition=models.Q(table=None, announcement__isnull=False)
                | models.Q(table__isnull=False, announcement=None),
                name="notification_of_one_thing",
            ),
        ]
        indexes = [models.Index(fields=["next_attempt_at"], name="notifications_due")]

    def __str__(self) -> str:
        return f"{self.table or self.announcement} to {self.device}"
