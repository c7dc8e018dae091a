"""Facts of verified games, as the analytics read them."""

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
