"""Invitations to guests, requests of accounts, wrong codes, and what was merged."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Invitation(models.Model):
    """A code by which an account takes over a guest. Only its keyed digest is kept.

    `email` is where it was sent; empty for a code on paper. One that is to be sent gets its code from the worker that
    sends it.
    """

    player = models.ForeignKey("players.Player", on_delete=models.CASCADE, related_name="invitations")
    entry = models.ForeignKey("tournaments.Entry", null=True, on_delete=models.SET_NULL, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    email = models.EmailField(blank=True, default="")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True, db_index=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"invitation of {self.player}"


class ClaimRequest(models.Model):
    """An account says that a guest of the same name is the same person, or that it is not (dismissed)."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for a decision")
        APPROVED = "approved", _("approved")
        REFUSED = "refused", _("refused")
        DISMISSED = "dismissed", _("dismissed")

    player = models.ForeignKey("players.Player", on_delete=models.CASCADE, related_name="claim_requests")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="claim_requests")
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    asked_at = models.DateTimeField(auto_now_add=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["player", "account"], name="one_claim_per_player_and_account")]
        indexes = [models.Index(fields=["player"], name="open_claims", condition=Q(status="open"))]

    def __str__(self) -> str:
        return f"{self.account} claims {self.player}"


class WrongCode(models.Model):
    """A code that did not fit: how often somebody may guess. Rows are forgotten after a day."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    network = models.CharField(max_length=50, db_index=True)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"wrong code of {self.account}"


class Merge(models.Model):
    """`source` was merged into `target`, which took over the `entries`: their ids, and the consent that was given."""

    source = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="+")
    target = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="merges")
    entries = models.JSONField(default=dict)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.source} into {self.target}"
