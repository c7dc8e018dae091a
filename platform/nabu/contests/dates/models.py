"""Begins and deadlines of rounds, the extra days of single tables, and who was reminded."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from nabu.accounts.audit.tracked import Tracked
from nabu.core.database_clock import DatabaseTimeField

USUAL_HOURS = 48


class DateSettings(Tracked):
    """How many hours before a deadline the players of an open table are reminded; 0: never. No row: 48."""

    class Hours(models.IntegerChoices):
        NEVER = 0, _("no reminder")
        DAY = 24, _("24 hours before")
        TWO_DAYS = 48, _("48 hours before")
        THREE_DAYS = 72, _("72 hours before")

    tournament = models.OneToOneField("tournaments.Tournament", on_delete=models.CASCADE, related_name="date_settings")
    remind_hours = models.PositiveSmallIntegerField(_("reminder"), choices=Hours, default=USUAL_HOURS)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "date settings"

    def __str__(self) -> str:
        return f"{self.tournament}: {self.remind_hours} h"


class RoundDate(Tracked):
    """When a round begins, and until when its results are due. The round need not be paired yet.

    `stage` is the position of the stage: the stages of a draft are made anew whenever it is saved.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="round_dates")
    stage = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(_("round"))
    starts_at = models.DateTimeField(_("start"), null=True, blank=True)
    due_at = models.DateTimeField(_("deadline"), null=True, blank=True, db_index=True)

    class Meta:
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "stage", "number"], name="one_date_per_round"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, stage {self.stage}, round {self.number}"


class Extension(Tracked):
    """A table that may be played longer than its round. Of a best-of match it belongs to the first game and holds for
    all of them.
    """

    tournament_path = "table__round__stage__tournament"

    table = models.OneToOneField("matches.Table", on_delete=models.CASCADE, related_name="extension")
    due_at = models.DateTimeField(_("deadline"))
    made_at = DatabaseTimeField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.table}: {self.due_at:%Y-%m-%d %H:%M}"


class Reminder(models.Model):
    """The players of a table were reminded of this deadline. It is no part of what undo takes back: nobody is reminded
    of the same deadline twice.
    """

    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="reminders")
    number = models.PositiveIntegerField()
    due_at = models.DateTimeField()
    sent_at = DatabaseTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number", "due_at"], name="one_reminder_per_table_and_deadline"),
        ]

    def __str__(self) -> str:
        return f"{self.round}, table {self.number}"
