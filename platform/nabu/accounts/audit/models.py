"""The audit trail: one entry for every change of state, written in the transaction that makes the change."""

from django.conf import settings
from django.db import models


class AuditEntry(models.Model):
    """Who did what to which object, when, why, and what it was before and after.

    `actor` is empty where the platform acted by itself (a worker that applied a verified log), and where a player
    without an account acted with the code of a seat: then `entry` is theirs. `before` and `after` are for people;
    `changes` has every row of the tournament that was touched (see `nabu.accounts.audit.tracked`), enough to take the
    change back or to rebuild the tournament. `acting` is the role that the actor had then, a stored message
    (`nabu.contests.tournaments.acting`); empty where there was none, and in entries from before roles were stored.
    `undoes` is the entry that this one took back; a redo undoes an undo.
    """

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="audit_entries"
    )
    entry = models.ForeignKey(
        "tournaments.Entry", null=True, blank=True, on_delete=models.SET_NULL, related_name="audit_entries"
    )
    acting = models.JSONField(null=True, blank=True)
    action = models.CharField(max_length=60)
    tournament = models.ForeignKey(
        "tournaments.Tournament", null=True, blank=True, on_delete=models.SET_NULL, related_name="audit_entries"
    )
    object_type = models.CharField(max_length=60)
    object_id = models.BigIntegerField()
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.TextField(blank=True, default="")
    changes = models.JSONField(default=list, blank=True)
    undoes = models.OneToOneField("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="undone_by")

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action} {self.object_type} {self.object_id}"
