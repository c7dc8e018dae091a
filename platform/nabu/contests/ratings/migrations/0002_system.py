from django.db import migrations, models


class Migration(migrations.Migration):
    """Journals that are there were written by version 2 of the rating systems."""

    dependencies = [("ratings", "0001_squashed_0004_exclusions_and_objections")]

    operations = [
        migrations.AddField(
            model_name="ratingjournal",
            name="system",
            field=models.PositiveSmallIntegerField(db_default=2),
        ),
    ]
