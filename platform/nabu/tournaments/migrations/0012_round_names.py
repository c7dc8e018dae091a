"""Rounds with a name of their own. Older ones have only their number.

A tournament is rebuilt from its audit entries byte for byte: these know the new column.
"""

from typing import Any

from django.db import migrations, models


def complete_history(apps: Any, schema_editor: object) -> None:
    """Rounds that were written down as a whole are as whole as they would be today."""
    for entry in apps.get_model("audit", "AuditEntry").objects.exclude(changes=[]).only("changes").iterator(chunk_size=500):
        whole = [
            row for label, _pk, *both in entry.changes if label == "tournaments.round" and None in both for row in both if row
        ]
        for row in whole:
            row["name"] = {}
        if whole:
            entry.save(update_fields=["changes"])


class Migration(migrations.Migration):

    dependencies = [
        ('audit', '0002_events'),
        ('tournaments', '0011_entry_fee'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='name',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.RunPython(complete_history, migrations.RunPython.noop),
    ]
