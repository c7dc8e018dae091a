"""What became of the scheduled backups, and of the attempts to restore one."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from engine.message import Message
from nabu.core.sentences import sentence


class Run(models.Model):
    """One scheduled backup that was made, or one that was restored as a test. No backup has these rows: they tell of
    files in a place that another site may not have.

    `name` is the file, `place` where it is; `size` in bytes. `problem` is a `Message` as JSON, empty if all was well.
    """

    class Kind(models.TextChoices):
        BACKUP = "backup", _("backup")
        RESTORE = "restore", _("restore")

    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(max_length=60, blank=True, default="")
    place = models.CharField(max_length=300, blank=True, default="")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField()
    size = models.PositiveBigIntegerField(default=0)
    rows = models.PositiveBigIntegerField(default=0)
    problem = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"

    @property
    def text(self) -> str:
        """What went wrong and what to do, in the reader's language; empty if all was well."""
        return sentence(Message.from_json(self.problem)) if self.problem else ""
