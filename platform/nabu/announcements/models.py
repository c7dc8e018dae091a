"""What is still to be announced."""

from django.db import models


class Announcement(models.Model):
    """A change, or the verdict on a log, that nobody outside was told yet.

    The row is written in the transaction of what happened, so neither can be without the other. A worker turns it into
    deliveries of webhooks and mails, and deletes it in the same transaction.
    """

    entry = models.OneToOneField("audit.AuditEntry", null=True, on_delete=models.CASCADE, related_name="+")
    submission = models.ForeignKey("matches.LogSubmission", null=True, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True, db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"announcement {self.pk}"
