"""Series of events that take place again by themselves."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Series(models.Model):
    """An event every `weeks` weeks on the same weekday. A job makes each next one from the latest, as a draft.

    It is run by its `owner`, or by whoever organises for its `club`. `next_on` is the date of the next event that is
    to be made; None: the series is over. `ahead` is how many events are prepared at a time; players can register
    `opens_days` before each. `left`: so many more events are made, and none after `until`; None: without end.
    `skipped` are dates without an event, as ISO dates. `paused_because` says why a paused series does.
    """

    class Weeks(models.IntegerChoices):
        ONE = 1, _("every week")
        TWO = 2, _("every 2 weeks")
        FOUR = 4, _("every 4 weeks")

    class Pause(models.TextChoices):
        NOT = "", _("not paused")
        BY_HAND = "by_hand", _("by its organiser")
        ACCOUNT = "account", _("the account of its organiser was closed")
        CLUB = "club", _("its organiser no longer organises for the club")
        EVENT = "event", _("its organiser no longer organises its latest event")
        NO_EVENT = "no_event", _("no event is left to copy")
        REFUSED = "refused", _("the next event could not be created from the latest one")

    name = models.CharField(_("name"), max_length=120)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="series")
    club = models.ForeignKey("clubs.Club", null=True, blank=True, on_delete=models.SET_NULL, related_name="series")
    weeks = models.PositiveSmallIntegerField(_("how often"), choices=Weeks, default=Weeks.ONE)
    next_on = models.DateField(_("next date"), null=True, blank=True)
    opens_days = models.PositiveSmallIntegerField(_("registration opens (days before)"), default=7)
    ahead = models.PositiveSmallIntegerField(_("events prepared ahead"), default=1)
    left = models.PositiveSmallIntegerField(_("events still to come"), null=True, blank=True)
    until = models.DateField(_("last date"), null=True, blank=True)
    skipped = models.JSONField(default=list, blank=True)
    paused_because = models.CharField(_("paused"), max_length=10, choices=Pause, blank=True, default=Pause.NOT)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name


class SeriesEvent(models.Model):
    """An event of a series, and the date for which it was made: one event for each date."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="events")
    tournament = models.OneToOneField("tournaments.Tournament", on_delete=models.CASCADE, related_name="in_series")
    day = models.DateField(_("date"))

    class Meta:
        ordering = ["-day", "-id"]
        constraints = [models.UniqueConstraint(fields=["series", "day"], name="one_event_per_date_of_series")]

    def __str__(self) -> str:
        return f"{self.series}: {self.day}"
