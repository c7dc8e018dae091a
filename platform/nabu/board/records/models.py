"""A game that is being written down: the record, its journal, and what came too late to be part of it.

The moves of a record follow from its journal (`engine.table.journal`), which only grows.
"""

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


def new_public_id() -> str:
    """What stands in the address of a record: nobody can guess it."""
    return uuid4().hex


class Record(models.Model):
    """One game in progress, issued for a table or for none.

    `header` is the first line of its log; at a table without the names, which are those of the `entries` (by seat of
    the log) when they are asked for. `count` is the number of moves and `digest` the SHA-256 of their lines.

    One device writes at a time: `device` in this `epoch`, whose holder is `writer` or, with the code of a seat,
    `writer_entry`. It has a lease as long as it was `seen_at` lately; another device that wants to write has asked
    (`asked_…`). `submission` is the log that was made of the record.
    """

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("record", "open")
        SENT = "sent", _("sent")
        ABANDONED = "abandoned", _("abandoned")

    public_id = models.CharField(max_length=32, unique=True, editable=False)
    table = models.ForeignKey("matches.Table", null=True, blank=True, on_delete=models.SET_NULL, related_name="records")
    entries = models.JSONField(null=True, blank=True)
    game = models.CharField(_("game"), max_length=30)
    header = models.JSONField()
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    opened_entry = models.ForeignKey(
        "tournaments.Entry", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    issued_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    count = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64)
    epoch = models.PositiveIntegerField(default=1)
    device = models.CharField(max_length=64, blank=True, default="")
    device_name = models.CharField(max_length=40, blank=True, default="")
    writer = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    writer_entry = models.ForeignKey(
        "tournaments.Entry", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    seen_at = models.DateTimeField(null=True, blank=True)
    asked_device = models.CharField(max_length=64, blank=True, default="")
    asked_name = models.CharField(max_length=40, blank=True, default="")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    asked_entry = models.ForeignKey(
        "tournaments.Entry", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    submission = models.ForeignKey(
        "matches.LogSubmission", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(status="open"), name="one_open_record_per_table"
            )
        ]

    def __str__(self) -> str:
        return f"record {self.pk} of {self.game}"


class Branch(models.Model):
    """Moves that a device made which was not the writer any more: shown until somebody adopts or drops them.

    `base` moves are those of the record when the epoch ended, `lines` follow them.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        ADOPTED = "adopted"
        DROPPED = "dropped"

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="branches")
    epoch = models.PositiveIntegerField()
    device = models.CharField(max_length=64)
    device_name = models.CharField(max_length=40, blank=True, default="")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    made_entry = models.ForeignKey(
        "tournaments.Entry", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    base = models.PositiveIntegerField()
    lines = models.JSONField(default=list)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["record", "epoch", "device"],
                condition=models.Q(status="open"),
                name="one_open_branch_per_device_and_epoch",
            )
        ]

    def __str__(self) -> str:
        return f"branch {self.pk} of {self.record}"


class JournalEntry(models.Model):
    """One step of writing: the first `keep` moves stay, `lines` follow; of a change in the middle the first of `lines`
    is the changed move, and after it come the next `again` moves as they were.

    `made_at` is when the device made it by its own clock, put right by what the clock said when it sent it; None for
    what was done on the server. It is shown, and proves nothing: `received_at` does. `aside` is what fitted no more
    after a change, `why` the message that says why. An entry with a `branch` is no part of the record. `dealt`: the
    site dealt this setup; one that was typed in, or dealt before this was written down, says no.
    """

    class Op(models.TextChoices):
        APPEND = "append"
        UNDO = "undo_to"
        REPLACE = "replace"
        REDO = "redo"
        ADOPT = "adopt"
        SETUP = "setup"

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="journal")
    branch = models.ForeignKey(Branch, null=True, blank=True, on_delete=models.CASCADE, related_name="journal")
    epoch = models.PositiveIntegerField()
    device = models.CharField(max_length=64)
    seq = models.PositiveIntegerField()
    op = models.CharField(max_length=8, choices=Op)
    base = models.PositiveIntegerField()
    keep = models.PositiveIntegerField()
    lines = models.JSONField(default=list)
    again = models.PositiveIntegerField(default=0)
    aside = models.JSONField(null=True, blank=True)
    why = models.JSONField(null=True, blank=True)
    asked = models.CharField(max_length=16)
    dealt = models.BooleanField(default=False)
    made_at = models.DateTimeField(null=True, blank=True)
    received_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["record", "device", "seq"], name="one_entry_per_record_device_and_seq")
        ]

    def __str__(self) -> str:
        return f"{self.op} {self.pk} of {self.record}"
