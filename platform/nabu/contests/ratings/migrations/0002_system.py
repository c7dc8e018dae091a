from django.db import migrations, models


class Migration(migrations.Migration):
    """Entries that are there, and those that code of the last release still writes, are of version 2 of the systems."""

    dependencies = [("ratings", "0001_squashed_0004_exclusions_and_objections")]

    operations = [
        migrations.AddField(
            model_name="ratingentry",
            name="system",
            field=models.PositiveSmallIntegerField(db_default=2, db_index=True),
        ),
    ]
