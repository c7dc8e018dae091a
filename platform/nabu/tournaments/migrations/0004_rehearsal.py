"""Tournaments that are made up for practice."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_events")]

    # The first entry of a tournament that is taken over knows all its columns, this one too.
    run_before = [("matches", "0003_baseline")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="rehearsal",
            field=models.BooleanField(default=False, verbose_name="practice event"),
        ),
    ]
