"""Events of the demo that are still being played. Every other one is not, and those of older sites were never seen so.

A tournament is rebuilt from its audit entries byte for byte: these know the new column.
"""

from typing import Any

from django.db import migrations, models


def complete_history(apps: Any, schema_editor: object) -> None:
    """Tournaments that were written down as a whole are as whole as they would be today."""
    for entry in apps.get_model("audit", "AuditEntry").objects.exclude(changes=[]).only("changes").iterator(chunk_size=500):
        whole = [
            row for label, _pk, *both in entry.changes if label == "tournaments.tournament" and None in both for row in both if row
        ]
        for row in whole:
            row["being_played"] = False
        if whole:
            entry.save(update_fields=["changes"])


class Migration(migrations.Migration):

    dependencies = [
        ('audit', '0002_events'),
        ('tournaments', '0013_invited_accounts'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='being_played',
            field=models.BooleanField(default=False, verbose_name='demo event being played'),
        ),
        migrations.RunPython(complete_history, migrations.RunPython.noop),
    ]
