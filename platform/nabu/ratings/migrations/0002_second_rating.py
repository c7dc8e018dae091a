"""The second rating, which says how sure it is. What the journal has of games so far is replayed into it."""

from datetime import datetime
from typing import Any

from django.db import migrations, models
from django.utils import timezone

from nabu.ratings.uncertainty import SkillEstimate, update_estimates

BATCH = 500


def replay(apps: Any, schema_editor: Any) -> None:
    """The second rating after every rated game, and when it was played."""
    RatedGame = apps.get_model("ratings", "RatedGame")
    RatingEntry = apps.get_model("ratings", "RatingEntry")
    Rating = apps.get_model("ratings", "Rating")
    estimates: dict[tuple[str, int], SkillEstimate] = {}
    latest: dict[tuple[str, int], datetime] = {}
    entries: list[Any] = []
    games: list[Any] = []
    for rated in RatedGame.objects.order_by("game", "sequence").select_related("table").prefetch_related("entries"):
        rated.played_at = rated.table.confirmed_at or timezone.now()
        games.append(rated)
        lines = list(rated.entries.all())
        keys = [(rated.game, line.player_id) for line in lines]
        before = [estimates.get(key, SkillEstimate()) for key in keys]
        after = update_estimates(before, [line.place for line in lines]) if len(lines) > 1 else before
        for key, line, old, new in zip(keys, lines, before, after):
            line.mu_before, line.sigma_before, line.mu_after, line.sigma_after = old.mu, old.sigma, new.mu, new.sigma
            estimates[key] = new
            latest[key] = max(latest.get(key, rated.played_at), rated.played_at)
        entries += lines
    RatedGame.objects.bulk_update(games, ["played_at"], batch_size=BATCH)
    fields = ["mu_before", "sigma_before", "mu_after", "sigma_after"]
    RatingEntry.objects.bulk_update(entries, fields, batch_size=BATCH)
    ratings = list(Rating.objects.all())
    for rating in ratings:
        estimate = estimates.get((rating.game, rating.player_id), SkillEstimate())
        rating.mu, rating.sigma = estimate.mu, estimate.sigma
        rating.last_game_at = latest.get((rating.game, rating.player_id), timezone.now())
    Rating.objects.bulk_update(ratings, ["mu", "sigma", "last_game_at"], batch_size=BATCH)


class Migration(migrations.Migration):

    dependencies = [
        ("ratings", "0001_initial"),
    ]

    operations = [
        migrations.AddField("RatedGame", "played_at", models.DateTimeField(null=True)),
        *(
            migrations.AddField("RatingEntry", name, models.FloatField(null=True))
            for name in ("mu_before", "sigma_before", "mu_after", "sigma_after")
        ),
        *(migrations.AddField("Rating", name, models.FloatField(null=True)) for name in ("mu", "sigma")),
        migrations.AddField("Rating", "last_game_at", models.DateTimeField(null=True)),
        migrations.RunPython(replay, migrations.RunPython.noop),
    ]
