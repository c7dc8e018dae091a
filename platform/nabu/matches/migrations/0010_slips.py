"""Reports by seats without an account, and the slips with their codes. Older reports say that they had none."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

REPORT, COLUMNS = "matches.resultreport", ("reported_entry_id", "confirmed_entry_id", "disputed_entry_id")


def tell_history(apps: Any, schema_editor: object) -> None:
    """A tournament is rebuilt from its audit entries byte for byte: whole rows of reports need the new columns."""
    entries = apps.get_model("audit", "AuditEntry").objects.exclude(changes=[])
    for entry in entries.only("changes").iterator(chunk_size=500):
        rows = [row for label, _pk, *both in entry.changes if label == REPORT and None in both for row in both if row]
        if rows:
            for row in rows:
                row.update(dict.fromkeys(COLUMNS))
            entry.save(update_fields=["changes"])


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0009_game_digest'),
        ('audit', '0003_by_seat'),
        ('tournaments', '0007_proof_and_consent'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='resultreport',
            name='confirmed_entry',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='resultreport',
            name='disputed_entry',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='resultreport',
            name='reported_entry',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry'),
        ),
        migrations.AlterField(
            model_name='resultreport',
            name='reported_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunPython(tell_history, migrations.RunPython.noop),
        migrations.CreateModel(
            name='TableSlip',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.PositiveIntegerField(default=0)),
                ('wrong_codes', models.PositiveIntegerField(default=0)),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='slip', to='matches.table')),
            ],
        ),
    ]
