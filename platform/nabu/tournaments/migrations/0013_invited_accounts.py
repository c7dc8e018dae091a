"""Accounts that are invited. A tournament is rebuilt from its audit entries byte for byte: these know the column."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def complete_history(apps: Any, schema_editor: object) -> None:
    """Rows that were written down as a whole are as whole as they would be today."""
    for entry in apps.get_model("audit", "AuditEntry").objects.exclude(changes=[]).only("changes").iterator(chunk_size=500):
        whole = [row for label, _pk, *both in entry.changes if label == "tournaments.entry" and None in both for row in both if row]
        for row in whole:
            row.setdefault("invited_id", None)
        if whole:
            entry.save(update_fields=["changes"])


class Migration(migrations.Migration):

    dependencies = [
        ('audit', '0002_events'),
        ('players', '0008_merged_into'),
        ('tournaments', '0012_round_names'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='invited',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='invited_entries', to='players.player'),
        ),
        migrations.CreateModel(
            name='DeclinedInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='declined_invitations', to='players.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='declined_invitations', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'player'), name='one_declined_invitation_per_player')],
            },
        ),
        migrations.RunPython(complete_history, migrations.RunPython.noop),
    ]
