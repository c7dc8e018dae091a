"""What `/healthz` writes."""

from django.db import models


class WriteProof(models.Model):
    """The one row that is written to find out whether the database takes a write."""

    written_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"written at {self.written_at}"
