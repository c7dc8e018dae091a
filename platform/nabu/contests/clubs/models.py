"""Organising clubs, their members, and what is agreed about ratings: who may run rated tournaments, who is rated.

A tournament of a club is seen as a draft by its members only.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from nabu.core.name_keys.models import Named


class Club(Named):
    """People who organise together."""

    name = models.CharField(_("name"), max_length=80, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name_key", "id"]

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


class RatedStatus(models.Model):
    """Staff let an account or a club run rated tournaments. It ends when staff take it back; the row stays.

    Exactly one of `account` and `club` is set. `granted_by` is empty where the platform gave it by itself.
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="rated_statuses"
    )
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="rated_statuses")
    reason = models.CharField(_("reason"), max_length=500)
    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    granted_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    end_reason = models.CharField(_("reason for the end"), max_length=500, blank=True, default="")

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(account__isnull=True) ^ Q(club__isnull=True), name="rated_status_of_one"
            ),
            models.UniqueConstraint(
                fields=["account"], condition=Q(ended_at=None), name="one_rated_status_per_account"
            ),
            models.UniqueConstraint(fields=["club"], condition=Q(ended_at=None), name="one_rated_status_per_club"),
        ]
        verbose_name_plural = "rated statuses"

    def __str__(self) -> str:
        return f"rated status of {self.club or self.account}"


class StandingConsent(models.Model):
    """An account agrees to be rated in all rated tournaments of a club, until it takes that back; the row stays."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="standing_consents")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="standing_consents")
    given_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"], condition=Q(withdrawn_at=None), name="one_standing_consent_per_club"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} agrees to be rated by {self.club}"
