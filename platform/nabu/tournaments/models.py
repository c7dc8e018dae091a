"""Tournaments, their entries, stages and rounds. Tables and seats of a round are in `nabu.matches`."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Tournament(models.Model):
    """An event of one game under one ruleset, run by one organiser.

    A draft is seen by its organiser and staff only. The chain of stages is fixed when the tournament starts.
    `components` is the name of the component set; `component_set` is that set if it is not built in.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    name = models.CharField(_("name"), max_length=120)
    description = models.TextField(_("description"), blank=True, default="")
    game = models.CharField(_("game"), max_length=30)
    ruleset = models.CharField(_("ruleset"), max_length=60)
    switches = models.JSONField(_("switches"), default=dict, blank=True)
    components = models.CharField(_("component set"), max_length=60)
    component_set = models.ForeignKey(
        "games.ComponentSet", null=True, blank=True, on_delete=models.PROTECT, related_name="tournaments"
    )
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments")
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.DRAFT)
    starts_on = models.DateField(_("date"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player in a tournament. `seed` orders entries before the first round (1 is the strongest)."""

    class Status(models.TextChoices):
        ACTIVE = "active", _("active")
        DROPPED = "dropped", _("dropped")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="entries")
    seed = models.PositiveIntegerField(_("seed"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.ACTIVE)
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["seed", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="one_entry_per_player"),
        ]
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return f"{self.player} ({self.seed})"


class Stage(models.Model):
    """A part of a tournament with one format. Stages follow each other by `position`, from 1.

    `config` holds the format's own settings and is read by that format only (see `nabu.tournaments.formats`):
    table size, number of rounds, points by place, how many entries advance to the next stage.
    """

    class Status(models.TextChoices):
        PENDING = "pending", _("pending")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    position = models.PositiveSmallIntegerField()
    format = models.CharField(_("format"), max_length=30)
    config = models.JSONField(default=dict)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.PENDING)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["tournament", "position"], name="one_stage_per_position")]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.format}"


class StageEntry(models.Model):
    """An entry that takes part in a stage, with its seed in that stage (1 is the best)."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="stage_entries")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="stage_entries")
    seed = models.PositiveIntegerField()

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="one_stage_entry_per_entry"),
            models.UniqueConstraint(fields=["stage", "seed"], name="one_stage_entry_per_seed"),
        ]
        verbose_name_plural = "stage entries"

    def __str__(self) -> str:
        return f"{self.entry} in {self.stage}"


class Round(models.Model):
    """A round of a stage, numbered from 1. A draft is seen by the organiser only; publishing shows it to everyone.

    It is finished when every table of it has a confirmed result.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        FINISHED = "finished", _("finished")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.DRAFT)
    notes = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["stage__position", "number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return f"{self.stage} {self.number}"
