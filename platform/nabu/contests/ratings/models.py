"""One Elo rating per player and game, and the journal that explains it."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from competition.ratings import uncertainty
from competition.ratings.uncertainty import SkillEstimate

INACTIVE_AFTER = timedelta(days=365)
"""Whoever has not played a rated game for so long is inactive."""

DAY = timedelta(days=1)


class RatingJournal(models.Model):
    """The journal of one game. Its row is locked by everything that writes ratings of the game, so that entries are
    written one game after the other. `length` is the last sequence number given out.
    """

    game = models.CharField(max_length=30, unique=True)
    length = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"rating journal of {self.game}"


class RatedGame(models.Model):
    """A confirmed table that counts for a rating. Replaying rated games in order of `sequence` gives the ratings.

    `played_at` is when the result was confirmed; a later correction of the result does not change it.
    """

    game = models.CharField(max_length=30)
    sequence = models.PositiveIntegerField()
    table = models.OneToOneField("matches.Table", on_delete=models.CASCADE, related_name="rated_game")
    played_at = models.DateTimeField()

    class Meta:
        ordering = ["game", "sequence"]
        constraints = [models.UniqueConstraint(fields=["game", "sequence"], name="one_rated_game_per_sequence")]

    def __str__(self) -> str:
        return f"{self.game} {self.sequence}"


class RatingEntry(models.Model):
    """One line of the rating journal: what one rated game did to one player's rating.

    `expected` and `actual` are sums over the opponents at the table (win 1, shared place 0.5, loss 0);
    `after - before` is k / (n - 1) * (actual - expected). `mu` and `sigma` before and after the game are the second
    rating, which says how sure it is (`competition.ratings.uncertainty`); `sigma_before` includes the time without a
    game. `system` is the version of the rating systems (`SYSTEM` in `competition.ratings.prediction`) that wrote the
    entry; code from before there were versions does not name it.
    """

    rated_game = models.ForeignKey(RatedGame, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, related_name="rating_entries")
    games_before = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()
    k = models.FloatField()
    expected = models.FloatField()
    actual = models.FloatField()
    before = models.FloatField()
    after = models.FloatField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    system = models.PositiveSmallIntegerField(db_default=2, db_index=True)

    class Meta:
        ordering = ["rated_game", "place"]
        constraints = [models.UniqueConstraint(fields=["rated_game", "player"], name="one_entry_per_rated_player")]
        verbose_name_plural = "rating entries"

    def __str__(self) -> str:
        return f"{self.player} {self.before:.0f} -> {self.after:.0f}"


class Rating(models.Model):
    """A player's current rating in a game: the `after` of the last journal entry, kept for fast lists.

    `mu` and `sigma` are the second rating as the last entry left it; `last_game_at` is when the latest rated game was
    played.
    """

    player = models.ForeignKey("players.Player", on_delete=models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=30)
    value = models.FloatField()
    games = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    last_game_at = models.DateTimeField()

    class Meta:
        ordering = ["game", "-value"]
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="one_rating_per_player_and_game")]

    def __str__(self) -> str:
        return f"{self.player} {self.game} {self.value:.0f}"

    @property
    def estimate(self) -> SkillEstimate:
        """The second rating as of now: the longer ago the last game, the less is known."""
        return uncertainty.rested(SkillEstimate(self.mu, self.sigma), (timezone.now() - self.last_game_at) // DAY)

    @property
    def margin(self) -> float:
        """The ± beside the rating, in points."""
        return uncertainty.margin(self.estimate.sigma)

    @property
    def provisional(self) -> bool:
        """Too little is known about this player; shown with a question mark."""
        return uncertainty.is_provisional(self.estimate.sigma)

    @property
    def inactive(self) -> bool:
        """No rated game for a year."""
        return self.last_game_at < timezone.now() - INACTIVE_AFTER


class RatingQuality(models.Model):
    """How well the ratings of a game have predicted its results: the latest report (`nabu.contests.ratings.quality`).

    `rated_games` is how many games it has looked at, `system` the version of the rating systems (`SYSTEM` in
    `competition.ratings.prediction`). Predictions use `temperature`; empty as long as the ratings have not shown that
    they predict.
    """

    game = models.CharField(max_length=30, unique=True)
    report = models.JSONField()
    temperature = models.FloatField(null=True, blank=True)
    rated_games = models.PositiveIntegerField()
    system = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "rating qualities"

    def __str__(self) -> str:
        return f"quality of the ratings of {self.game}"


class RatingExclusion(models.Model):
    """Staff took a tournament out of the ratings. It holds until staff put the tournament back; the row stays.

    `kept` are its rated games as they stood in the journal (table, sequence, time), so that they can go back to their
    places. It is no `Tracked` row, so the organisers cannot undo it.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="rating_exclusions")
    reason = models.CharField(_("reason"), max_length=500)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    kept = models.JSONField(default=list)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    end_reason = models.CharField(_("reason for the end"), max_length=500, blank=True, default="")

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(ended_at=None), name="one_exclusion_per_tournament"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament} is not in the ratings"


class ApprovalObjection(models.Model):
    """A rated player objects to the approval of a tournament; a director or staff answer."""

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("objection", "open")
        ACCEPTED = "accepted", _("accepted")
        REJECTED = "rejected", _("rejected")

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="approval_objections"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="approval_objections")
    reason = models.CharField(_("reason"), max_length=500)
    at = models.DateTimeField(auto_now_add=True)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    answer = models.CharField(_("answer"), max_length=500, blank=True, default="")
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user"], condition=Q(status="open"), name="one_open_objection_per_player"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} objects to the approval of {self.tournament}"
