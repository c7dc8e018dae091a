"""Reviews of games: what was judged so far, and what it comes to."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class GameReview(models.Model):
    """The review of one game by one version of the reviewer: it is made once.

    `log` is the file of the game that it is kept with: the one that proves a table, if there was one when it was asked
    for; when that file is deleted, another one (`games.reviews_of_game`). `reviewer` is the bot with its versions
    (`engine.review.reviewer.reviewer_name`); reviews of different ones are not comparable. `decisions` are those judged
    so far in order, then what setup and draws were worth (`Reviewer.kept`), `done` how many of `total`; `summary` is
    there at the end (`engine.review.summary`). `seconds` is the time of workers it took.

    `job` is the number of the job that makes it; its row goes when the work is done. `asked_by` asked for it last, at
    `asked_at`; `in_batch` if it was together with the other games of a tournament. Who sat where is not said here: that
    is the table's, and a merge or a correction changes it there.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    log = models.ForeignKey("matches.GameLog", on_delete=models.CASCADE, related_name="reviews")
    reviewer = models.CharField(max_length=60)
    game = models.CharField(max_length=30)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    decisions = models.JSONField(default=list, blank=True)
    summary = models.JSONField(default=dict, blank=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0)
    job = models.BigIntegerField(null=True, blank=True)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    asked_at = models.DateTimeField()
    in_batch = models.BooleanField(default=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["log", "reviewer"], name="one_review_per_log_and_reviewer")]
        indexes = [
            models.Index(fields=["asked_by", "asked_at"], name="reviews_of_account"),
            models.Index(fields=["job"], condition=models.Q(status__in=["queued", "running"]), name="reviews_of_job"),
        ]

    def __str__(self) -> str:
        return f"{self.log} by {self.reviewer}"

    @property
    def is_live(self) -> bool:
        """It waits for a worker, or is being made."""
        return self.status in LIVE


LIVE = (GameReview.Status.QUEUED, GameReview.Status.RUNNING)
