"""What staff chose."""

from __future__ import annotations

from django.db import models


class SiteTime(models.Model):
    """The only row: the time zone by its name, "Europe/Berlin"; empty while nobody has chosen one."""

    ONLY = 1

    zone = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        verbose_name_plural = "site time"

    def __str__(self) -> str:
        return self.zone
