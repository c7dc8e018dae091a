"""Component sets that people have loaded beside the built-in ones."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class WithoutData(models.Manager["ComponentSet"]):
    """The text of a file may have a mebibyte: it is read where it is asked for."""

    def get_queryset(self) -> models.QuerySet["ComponentSet"]:
        return super().get_queryset().defer("data")


class ComponentSet(models.Model):
    """A corrected or other set of components of a game, as it stood in the file. It never changes.

    `data` is the text of the file, JSON, from which name and digest can be read again. A withdrawn set is not offered
    any more; it stays, because the logs that name it must be verified for ever.
    """

    game = models.CharField(_("game"), max_length=30)
    name = models.CharField(_("name"), max_length=60)
    sha256 = models.CharField(max_length=64)
    data = models.TextField()
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    objects = WithoutData()

    class Meta:
        base_manager_name = "objects"
        ordering = ["game", "name"]
        constraints = [
            models.UniqueConstraint(fields=["game", "name"], name="one_component_set_per_name"),
            models.UniqueConstraint(fields=["game", "sha256"], name="one_component_set_per_digest"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.name}"
