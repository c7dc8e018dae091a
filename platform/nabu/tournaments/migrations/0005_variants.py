"""Tournaments try variants of a game against each other."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_rehearsal"), ("variants", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="TriedVariant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tried_variants",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "variant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tried_in", to="variants.variant"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "variant"), name="one_trial_per_variant")
                ],
            },
        ),
    ]
