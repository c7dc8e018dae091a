import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("dashboards", "0001_initial"),
        ("tournaments", "0005_variants"),
    ]

    operations = [
        migrations.AddField(
            model_name="gamefacts",
            name="digest",
            field=models.BigIntegerField(default=0),
        ),
        migrations.CreateModel(
            name="StaleStatistics",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked_at", models.DateTimeField()),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "stale statistics",
                "ordering": ["asked_at"],
            },
        ),
    ]
