"""The list of the files that hold: rows that change in one transaction, for all hosts at once.

None of them is in a backup: everything can be made again from the facts of the games.
"""

from __future__ import annotations

from uuid import uuid4

from django.db import models
from django.utils import timezone


class Place(models.Model):
    """The one place of the files of this site. They are in a folder named `folder`, so that another site may use the
    same place. `host` has made it."""

    folder = models.UUIDField(default=uuid4)
    host = models.CharField(max_length=255)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "place of the statistics"
        verbose_name_plural = "places of the statistics"

    def __str__(self) -> str:
        return f"{self.folder}, made by {self.host}"


class Store(models.Model):
    """A store (`analytics.store`): that of the replayed or of the typed games of a title.

    `number` grows with every change. At `anew` all of it became other: it was emptied, or has another model. `layout`
    is that of the files: while hosts are updated one after the other, those of each version have a store of their own.
    The model before is still there for whoever has begun to read. `filled`: all tournaments were asked for once.
    """

    place = models.ForeignKey(Place, on_delete=models.CASCADE, related_name="stores")
    key = models.CharField(max_length=40)
    layout = models.CharField(max_length=20)
    number = models.BigIntegerField(default=0)
    anew = models.BigIntegerField(default=0)
    model = models.CharField(max_length=80, blank=True, default="")
    model_before = models.CharField(max_length=80, blank=True, default="")
    fitted_to = models.PositiveIntegerField(default=0)
    filled = models.BooleanField(default=False)
    changed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["key"]
        constraints = [models.UniqueConstraint(fields=["key", "layout"], name="store_once")]

    def __str__(self) -> str:
        return f"{self.key}: {self.number}"


class StoredPart(models.Model):
    """A part of a store (`analytics.parts.Part`). One that holds no more is kept for some minutes, with its files. At
    `claimed_at` somebody began to put it together with others."""

    store = models.ForeignKey(Store, on_delete=models.CASCADE, related_name="parts")
    month = models.PositiveIntegerField()
    tables = models.CharField(max_length=32)
    sums = models.CharField(max_length=32, unique=True)
    games = models.PositiveIntegerField()
    retired_at = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["store", "month", "tables"]
        indexes = [models.Index(fields=["store"], condition=models.Q(retired_at=None), name="parts_that_hold")]

    def __str__(self) -> str:
        return f"{self.store.key} {self.month}: {self.games} games"


class Recount(models.Model):
    """All sums of a store are to be counted anew with this model, which was fitted to so many games.

    The sums so far hold until each part that holds has new ones (`RecountedPart`); then the row is gone. One that was
    stopped stays, so that the same is not begun again before there are enough new games.
    """

    store = models.OneToOneField(Store, on_delete=models.CASCADE, related_name="recount")
    model = models.CharField(max_length=80)
    fitted_to = models.PositiveIntegerField()
    begun_at = models.DateTimeField(auto_now_add=True)
    stopped_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.store.key}: sums with {self.model}"


class RecountedPart(models.Model):
    """A part with the sums that a recount has made for it."""

    recount = models.ForeignKey(Recount, on_delete=models.CASCADE, related_name="parts")
    month = models.PositiveIntegerField()
    tables = models.CharField(max_length=32)
    sums = models.CharField(max_length=32)
    games = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["recount", "tables"], name="recounted_once")]

    def __str__(self) -> str:
        return f"{self.recount.store.key} {self.month}: {self.games} games"


class CountedTournament(models.Model):
    """With which change of a store the games of a tournament were brought up to date last: who has looked at them
    earlier changes nothing."""

    store = models.ForeignKey(Store, on_delete=models.CASCADE, related_name="tournaments")
    tournament = models.BigIntegerField()
    number = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["store", "tournament"], name="counted_once")]

    def __str__(self) -> str:
        return f"{self.store.key} tournament {self.tournament}: {self.number}"
