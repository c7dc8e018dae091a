"""What was asked for under an idempotency key, and what was answered."""

from django.conf import settings
from django.db import models


class KeyedRequest(models.Model):
    """A request of an account under a key. The row is written before the request is carried out.

    `fingerprint` is the SHA-256 of what was asked for. `status` 0: not answered yet. `kept` is false where the answer
    is not stored: it was too large, or it holds a secret.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    kept = models.BooleanField(default=True)
    headers = models.JSONField(default=dict)
    body = models.BinaryField(default=bytes)
    asked_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_request_per_key")]

    def __str__(self) -> str:
        return f"{self.user}: {self.key}"
