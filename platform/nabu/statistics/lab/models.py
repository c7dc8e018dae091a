"""Experiments, their arms, and the parts in which they are played."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _


class Experiment(models.Model):
    """Games of bots under several variants, the same games in each.

    `bots` are the bots of the line-up with their versions ("greedy/1"), `rules_version` is the engine's; with other
    versions the games would be others, so an experiment that has begun goes on only with these. `sums` has everything
    that was played so far, added up (`analytics.experiments.ExperimentSums`); `seconds` is the time of workers it took.
    `problem` says why it failed. A retired experiment is not shown any more.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        CANCELLED = "cancelled", _("cancelled")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    class Problem(models.TextChoices):
        NONE = "", _("none")
        BOTS = "bots", _("A bot's version has changed since the experiment started. Start it again.")
        RULES = "rules", _("The engine's rules have changed since the experiment started. Start it again.")
        COMPONENTS = "components", _("A component set has changed since the experiment started. Start it again.")
        ENGINE = "engine", _("The engine rejected a game it had played itself. This is an error on our side.")
        BROKEN = "broken", _("Part of the experiment failed repeatedly and was given up.")

    game = models.CharField(_("game"), max_length=30)
    name = models.CharField(_("name"), max_length=80)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="experiments")
    players = models.PositiveSmallIntegerField(_("players"))
    games = models.PositiveIntegerField(_("games in each arm"))
    bots = models.JSONField(_("bots"))
    seed = models.CharField(_("seed"), max_length=40)
    tell_luck = models.BooleanField(_("measure luck"), default=False, db_default=False)
    rules_version = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    problem = models.CharField(max_length=12, choices=Problem, blank=True, default=Problem.NONE)
    sums = models.JSONField(default=list, blank=True)
    played = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.game}: {self.name}"

    @cached_property
    def arm_list(self) -> list[Arm]:
        """The arms in their order, the base first."""
        return list(self.arms.all())

    @property
    def bot_names(self) -> list[str]:
        """The line-up without the versions."""
        return [bot.rpartition("/")[0] for bot in self.bots]


LIVE = (Experiment.Status.QUEUED, Experiment.Status.RUNNING)
"""Experiments that workers play."""


class Arm(models.Model):
    """One of the ways to play that are compared, as it was when the experiment began; the first one is the base.

    `variant` is the saved variant it was copied from, if any.
    """

    experiment = models.ForeignKey(Experiment, on_delete=models.CASCADE, related_name="arms")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    ruleset = models.CharField(max_length=60)
    switches = models.JSONField(default=dict, blank=True)
    components = models.CharField(max_length=60)
    components_sha256 = models.CharField(max_length=64)
    component_set = models.ForeignKey(
        "games.ComponentSet", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    variant = models.ForeignKey(
        "variants.Variant", null=True, blank=True, on_delete=models.PROTECT, related_name="experiment_arms"
    )
    key = models.CharField(max_length=2000)

    class Meta:
        ordering = ["experiment", "position"]
        constraints = [
            models.UniqueConstraint(fields=["experiment", "position"], name="one_arm_per_position"),
        ]

    def __str__(self) -> str:
        return self.name


class Chunk(models.Model):
    """Games first to first + count - 1 of an experiment, in every arm: what a worker does at a time.

    Playing it again gives the same games, and its sums are added once: when it becomes done.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")

    experiment = models.ForeignKey(Experiment, on_delete=models.CASCADE, related_name="chunks")
    first = models.PositiveIntegerField()
    count = models.PositiveIntegerField()
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    seconds = models.FloatField(null=True, blank=True)

    class Meta:
        ordering = ["experiment", "first"]
        constraints = [models.UniqueConstraint(fields=["experiment", "first"], name="one_chunk_per_first_game")]

    def __str__(self) -> str:
        return f"{self.experiment_id}: {self.first}-{self.first + self.count - 1}"
