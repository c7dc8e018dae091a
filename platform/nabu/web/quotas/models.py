"""What was sent lately, by whom and from where."""

from django.conf import settings
from django.db import models


class Upload(models.Model):
    """One file that was taken in. `size`: the bytes that were stored for it; none if they were there already.

    `network`: see `nabu.core.proxies.network_of`. Rows are forgotten after a day.
    """

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    network = models.CharField(max_length=50)
    size = models.PositiveIntegerField()
    sent_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        # Whatever a sum needs stands in the index itself.
        indexes = [
            models.Index(fields=["account", "sent_at", "size"], name="uploads_of_account"),
            models.Index(fields=["network", "sent_at", "size"], name="uploads_of_network"),
        ]

    def __str__(self) -> str:
        return f"{self.size} bytes of {self.account}"
