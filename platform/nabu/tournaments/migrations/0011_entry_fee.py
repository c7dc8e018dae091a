"""Entry fees and who has paid. A tournament is rebuilt from its audit entries byte for byte: these know the columns."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PAID = ("paid_at", "paid_to_id")
COLUMNS = {"Tournament": ("fee", "fee_currency"), "Entry": PAID, "Registration": PAID}


def complete_history(apps: Any, schema_editor: object) -> None:
    """Rows that were written down as a whole are as whole as they would be today."""
    new = {}
    for name, columns in COLUMNS.items():
        model = apps.get_model("tournaments", name)
        fields = [model._meta.get_field(column.removesuffix("_id")) for column in columns]
        new[f"tournaments.{name.lower()}"] = {field.attname: field.get_default() for field in fields}
    for entry in apps.get_model("audit", "AuditEntry").objects.exclude(changes=[]).only("changes").iterator(chunk_size=500):
        whole = [(label, row) for label, _pk, *both in entry.changes if label in new and None in both for row in both if row]
        for label, row in whole:
            row.update(new[label])
        if whole:
            entry.save(update_fields=["changes"])


class Migration(migrations.Migration):

    dependencies = [
        ('audit', '0002_events'),
        ('tournaments', '0010_watch'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='paid_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='entry',
            name='paid_to',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='registration',
            name='paid_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='registration',
            name='paid_to',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='tournament',
            name='fee',
            field=models.DecimalField(blank=True, decimal_places=2, max_digits=8, null=True, verbose_name='entry fee'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='fee_currency',
            field=models.CharField(blank=True, default='', max_length=10, verbose_name='currency'),
        ),
        migrations.RunPython(complete_history, migrations.RunPython.noop),
    ]
