"""Facts of verified games, as the analytics read them, and what still has to go into the store of the statistics."""

from django.db import models


class GameFacts(models.Model):
    """What the replay of one verified log found (see `analytics.facts` for the schema of `facts`).

    `digest` is a number made from the facts: another one means other facts.
    """

    log = models.OneToOneField("matches.GameLog", on_delete=models.CASCADE, related_name="game_facts")
    facts_version = models.PositiveSmallIntegerField()
    digest = models.BigIntegerField(default=0)
    facts = models.JSONField()

    class Meta:
        verbose_name_plural = "game facts"

    def __str__(self) -> str:
        return f"facts of {self.log}"


class StaleStatistics(models.Model):
    """A tournament whose games may have changed since they went into the store of the statistics.

    The row is written in the transaction of what changed; a worker looks at the games and takes it away. `asked_at`
    tells whether it was asked again in the meantime.
    """

    tournament = models.OneToOneField("tournaments.Tournament", on_delete=models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()

    class Meta:
        ordering = ["asked_at"]
        verbose_name_plural = "stale statistics"

    def __str__(self) -> str:
        return f"statistics of {self.tournament}"
