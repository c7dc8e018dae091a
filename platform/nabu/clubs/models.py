"""Organising clubs and their members. A tournament of a club is seen as a draft by its members only."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Club(models.Model):
    """People who organise together."""

    name = models.CharField(_("name"), max_length=80, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """An account in a club. Its role holds in every tournament of the club; an owner also manages the members."""

    class Kind(models.TextChoices):
        OWNER = "owner", _("owner")
        DIRECTOR = "director", _("director")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    kind = models.CharField(_("role"), max_length=12, choices=Kind)

    class Meta:
        ordering = ["kind", "id"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_membership_per_account")]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind} of {self.club}"
