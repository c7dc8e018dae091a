"""Games that were recorded at their table, and logs sent by seats without an account. Older tables have none."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

TABLE, COLUMN = "matches.table", "recorded"


def tell_history(apps: Any, schema_editor: object) -> None:
    """A tournament is rebuilt from its audit entries byte for byte: whole rows of tables need the new column."""
    entries = apps.get_model("audit", "AuditEntry").objects.exclude(changes=[])
    for entry in entries.only("changes").iterator(chunk_size=500):
        rows = [row for label, _pk, *both in entry.changes if label == TABLE and None in both for row in both if row]
        if rows:
            for row in rows:
                row[COLUMN] = None
            entry.save(update_fields=["changes"])


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0011_score_sheet'),
        ('audit', '0003_by_seat'),
        ('tournaments', '0009_registration'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='logsubmission',
            name='recorded',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='logsubmission',
            name='submitted_entry',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='table',
            name='recorded',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='logsubmission',
            name='submitted_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunPython(tell_history, migrations.RunPython.noop),
    ]
