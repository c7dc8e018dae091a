"""Which game a log tells. A job works it out for the logs that are there (`nabu.results.tasks.recognise_games`): that
takes a replay of each.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0008_hidden_names"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayedGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.AddField(
            model_name="gamelog",
            name="game",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="logs",
                to="matches.playedgame",
            ),
        ),
    ]
