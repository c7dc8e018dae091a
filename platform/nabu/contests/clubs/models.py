"""Organising clubs, their members, seasons and suspensions, and what is agreed about ratings: who may run rated
tournaments, who is rated.

A tournament of a club is seen as a draft by its members only.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from competition.season import TAKING_PART, Formula
from nabu.accounts.players.models import Player
from nabu.core.name_keys.models import Named

REASON_LENGTH = 500


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


class Season(models.Model):
    """Events of a club from one day to another, and how they count (`competition.season.SeasonRules`).

    All finished public events of the club count whose day is in it, of one `game` or of any, but for those that were
    `left_out` by hand. Nothing of the table is stored: a corrected result corrects it. `bands` are lists of
    [largest field or null, points by place]. `final` is the event that was created for those who qualified, and does
    not count.
    """

    class From(models.TextChoices):
        LIST = Formula.LIST.value, _("a list of points by place")
        SIZE = Formula.SIZE.value, _("size of the field: the last gets 1, the one before 2, …")
        BEATEN = Formula.BEATEN.value, _("percentage of the field beaten: 100 for the first, 0 for the last")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=80)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    game = models.CharField(_("game"), max_length=30, blank=True, default="")
    formula = models.CharField(_("points"), max_length=10, choices=From, default=From.LIST)
    bands = models.JSONField(_("lists of points"), default=list)
    taking_part = models.PositiveSmallIntegerField(_("points for taking part"), default=TAKING_PART)
    best = models.PositiveSmallIntegerField(_("best results that count"), null=True, blank=True)
    fewest = models.PositiveSmallIntegerField(_("fewest events to be ranked"), default=1)
    qualifying = models.PositiveSmallIntegerField(_("players who qualify"), null=True, blank=True)
    left_out = models.ManyToManyField("tournaments.Tournament", related_name="+", blank=True)
    final = models.ForeignKey(
        "tournaments.Tournament", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-ends_on", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(starts_on__lte=models.F("ends_on")), name="season_ends_after_its_start")
        ]

    def __str__(self) -> str:
        return self.name


class Suspension(models.Model):
    """A player may not enter events of a club that begin from `since` to `until`, both days included.

    It ends by itself, or when an owner of the club lifts it; the row stays. The player may be a guest; whoever takes
    over the guest is suspended too. The reason is for directors of the club, the player and staff.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="suspensions")
    player = models.ForeignKey("players.Player", on_delete=models.CASCADE, related_name="suspensions")
    since = models.DateField(_("from"))
    until = models.DateField(_("until"))
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True, default="")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    lift_reason = models.CharField(_("reason for lifting"), max_length=REASON_LENGTH, blank=True, default="")

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(since__lte=models.F("until")), name="suspension_ends_after_its_start")
        ]
        indexes = [models.Index(fields=["player", "until"], name="suspensions_of_player")]

    def __str__(self) -> str:
        return f"{self.player}: suspended by {self.club}"

    @property
    def who(self) -> Player:
        """The suspended player: whoever has taken over the guest, if somebody has."""
        return self.player.merged_into or self.player
