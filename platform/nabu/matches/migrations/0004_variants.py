"""A table may have a variant of its own; the history of older tables says that they had none."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

TABLE, COLUMN = "matches.table", "variant_id"


def tell_history(apps: Any, schema_editor: object) -> None:
    """A tournament is rebuilt from its audit entries byte for byte: whole rows of tables need the new column."""
    entries = apps.get_model("audit", "AuditEntry").objects.exclude(changes=[])
    for entry in entries.only("changes").iterator(chunk_size=500):
        rows = [row for label, _pk, *both in entry.changes if label == TABLE and None in both for row in both if row]
        if rows:
            for row in rows:
                row.setdefault(COLUMN, None)
            entry.save(update_fields=["changes"])


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_events"),
        ("matches", "0003_baseline"),
        ("variants", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="variant",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tables",
                to="variants.variant",
            ),
        ),
        migrations.RunPython(tell_history, migrations.RunPython.noop),
    ]
