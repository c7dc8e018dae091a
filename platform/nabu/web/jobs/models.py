"""The one table of long work."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.message import Message
from nabu.core.sentences import sentence


class Job(models.Model):
    """Something that a worker is to do, does or has done: the row is the truth, the message in the queue only a hint.

    `kind` names what is done (`nabu.web.jobs.kinds`), `payload` what with. Live jobs never share a `key`: what is asked
    for while it waits is done once; what is asked for while it is being done (`again`) is done once more. `message` is
    a `Message` as JSON, `error` the last unexpected error. `runs` counts how often a worker took the job on: whoever
    took it on before writes nothing any more. `attempts` counts those that led nowhere. Nobody begins before
    `run_after`; after `deadline` nobody tries again. At `look_at` the sweep believes that the message or the worker is
    lost. `origin` says for the log which request has asked for it last, and whose it was.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=60, unique=True, null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    payload = models.JSONField(default=dict, blank=True)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = models.JSONField(default=dict, blank=True)
    error = models.TextField(blank=True, default="")
    cancel_asked = models.BooleanField(default=False)
    again = models.BooleanField(default=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    runs = models.PositiveIntegerField(default=0)
    task = models.CharField(max_length=60, blank=True, default="")
    queued_at = models.DateTimeField(default=timezone.now)
    origin = models.JSONField(default=dict, blank=True)
    run_after = models.DateTimeField(null=True, blank=True)
    look_at = models.DateTimeField(default=timezone.now)
    deadline = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["look_at"], condition=models.Q(status__in=["queued", "running"]), name="jobs_live"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key or self.pk}: {self.status}"

    @property
    def is_live(self) -> bool:
        """It waits or is being done."""
        return self.status in LIVE

    @property
    def text(self) -> str:
        """What is being done, or how it ended, in the reader's language."""
        return sentence(Message.from_json(self.message)) if self.message else ""


LIVE = (Job.Status.QUEUED, Job.Status.RUNNING)
