"""The pictures that are kept: in the database, so that a name leaves them in the transaction that deletes it."""

from django.db import models


class LinkPicture(models.Model):
    """A picture of one thing in one language. `subject` says which thing of its `kind`, `version` of which state.

    It can be drawn again at any time, so it is in no backup.
    """

    kind = models.CharField(max_length=20)
    subject = models.CharField(max_length=90)
    language = models.CharField(max_length=10)
    version = models.CharField(max_length=16)
    png = models.BinaryField()
    made_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-made_at", "-id"]
        constraints = [models.UniqueConstraint(fields=["kind", "subject", "language"], name="one_picture_of_a_thing")]
        indexes = [models.Index(fields=["made_at"], name="oldest_pictures")]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} {self.language}"
