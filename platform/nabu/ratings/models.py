"""One Elo rating per player and game, and the journal that explains it."""

from django.db import models


class RatingJournal(models.Model):
    """The journal of one game. Its row is locked by everything that writes ratings of the game, so that entries are
    written one game after the other. `length` is the last sequence number given out.
    """

    game = models.CharField(max_length=30, unique=True)
    length = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"rating journal of {self.game}"


class RatedGame(models.Model):
    """A confirmed table that counts for a rating. Replaying rated games in order of `sequence` gives the ratings."""

    game = models.CharField(max_length=30)
    sequence = models.PositiveIntegerField()
    table = models.OneToOneField("matches.Table", on_delete=models.CASCADE, related_name="rated_game")

    class Meta:
        ordering = ["game", "sequence"]
        constraints = [models.UniqueConstraint(fields=["game", "sequence"], name="one_rated_game_per_sequence")]

    def __str__(self) -> str:
        return f"{self.game} {self.sequence}"


class RatingEntry(models.Model):
    """One line of the rating journal: what one rated game did to one player's rating.

    `expected` and `actual` are sums over the opponents at the table (win 1, shared place 0.5, loss 0);
    `after - before` is k / (n - 1) * (actual - expected).
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

    class Meta:
        ordering = ["rated_game", "place"]
        constraints = [models.UniqueConstraint(fields=["rated_game", "player"], name="one_entry_per_rated_player")]
        verbose_name_plural = "rating entries"

    def __str__(self) -> str:
        return f"{self.player} {self.before:.0f} -> {self.after:.0f}"


class Rating(models.Model):
    """A player's current rating in a game: the `after` of the last journal entry, kept for fast lists."""

    player = models.ForeignKey("players.Player", on_delete=models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=30)
    value = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        ordering = ["game", "-value"]
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="one_rating_per_player_and_game")]

    def __str__(self) -> str:
        return f"{self.player} {self.game} {self.value:.0f}"
