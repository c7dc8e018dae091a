"""Games followed live. A tournament is rebuilt from its audit entries byte for byte: these know the columns."""

from typing import Any

from django.db import migrations, models

COLUMNS = {"Tournament": ("watchable", "watch_delay"), "Round": ("featured",)}


def complete_history(apps: Any, schema_editor: object) -> None:
    """Rows that were written down as a whole are as whole as they would be today."""
    new = {}
    for name, columns in COLUMNS.items():
        model = apps.get_model("tournaments", name)
        new[f"tournaments.{name.lower()}"] = {column: model._meta.get_field(column).get_default() for column in columns}
    for entry in apps.get_model("audit", "AuditEntry").objects.exclude(changes=[]).only("changes").iterator(chunk_size=500):
        whole = [(label, row) for label, _pk, *both in entry.changes if label in new and None in both for row in both if row]
        for label, row in whole:
            row.update(new[label])
        if whole:
            entry.save(update_fields=["changes"])


class Migration(migrations.Migration):

    dependencies = [("audit", "0002_events"), ("tournaments", "0009_registration")]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='watchable',
            field=models.BooleanField(default=True, verbose_name='live view of recorded games'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='watch_delay',
            field=models.PositiveSmallIntegerField(default=5, verbose_name='live delay (minutes)'),
        ),
        migrations.AddField(
            model_name='round',
            name='featured',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='table on the projector'),
        ),
        migrations.RunPython(complete_history, migrations.RunPython.noop),
    ]
