"""Every entry has the second rating now; and what the ratings are worth gets a report."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("ratings", "0002_second_rating"),
    ]

    operations = [
        migrations.AlterField("RatedGame", "played_at", models.DateTimeField()),
        *(
            migrations.AlterField("RatingEntry", name, models.FloatField())
            for name in ("mu_before", "sigma_before", "mu_after", "sigma_after")
        ),
        *(migrations.AlterField("Rating", name, models.FloatField()) for name in ("mu", "sigma")),
        migrations.AlterField("Rating", "last_game_at", models.DateTimeField()),
        migrations.CreateModel(
            name="RatingQuality",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=30, unique=True)),
                ("report", models.JSONField()),
                ("temperature", models.FloatField(blank=True, null=True)),
                ("rated_games", models.PositiveIntegerField()),
                ("system", models.PositiveSmallIntegerField()),
                ("made_at", models.DateTimeField()),
            ],
            options={"verbose_name_plural": "rating qualities"},
        ),
    ]
