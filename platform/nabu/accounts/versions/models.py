"""One row for each thing that pages are made of."""

from django.db import models


class Version(models.Model):
    """How often something has changed. `topic` says what: "tournament-12", "table-7", "people"."""

    topic = models.CharField(max_length=40, primary_key=True)
    number = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["topic"]

    def __str__(self) -> str:
        return f"{self.topic}: {self.number}"
