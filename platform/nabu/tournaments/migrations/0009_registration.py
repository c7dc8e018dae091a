"""Players register themselves. A tournament is rebuilt from its audit entries byte for byte: these know the columns."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

TOURNAMENT = "tournaments.tournament"
COLUMNS = ("registration", "registration_opens_at", "registration_closes_at", "registration_approval", "capacity")


def complete_history(apps: Any, schema_editor: object) -> None:
    """Rows that were written down as a whole are as whole as they would be today."""
    model = apps.get_model("tournaments", "Tournament")
    new = {name: model._meta.get_field(name).get_default() for name in COLUMNS}
    for entry in apps.get_model("audit", "AuditEntry").objects.exclude(changes=[]).only("changes").iterator(chunk_size=500):
        whole = [row for label, _pk, *both in entry.changes if label == TOURNAMENT and None in both for row in both if row]
        for row in whole:
            row.update(new)
        if whole:
            entry.save(update_fields=["changes"])


class Migration(migrations.Migration):

    dependencies = [("audit", "0002_events"), ("players", "0003_hash_old_tokens"), ("tournaments", "0008_declined_consent")]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='capacity',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='capacity'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='registration',
            field=models.BooleanField(default=False, verbose_name='players register themselves'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='registration_approval',
            field=models.BooleanField(default=False, verbose_name='registrations need approval'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='registration_closes_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='registration closes'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='registration_opens_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='registration opens'),
        ),
        migrations.CreateModel(
            name='Registration',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('pending', 'waiting for approval'), ('waiting', 'on the waiting list'), ('accepted', 'accepted'), ('declined', 'declined'), ('withdrawn', 'withdrawn')], max_length=10, verbose_name='status')),
                ('position', models.PositiveIntegerField()),
                ('club', models.CharField(blank=True, default='', max_length=80, verbose_name='club')),
                ('rated', models.BooleanField(default=False)),
                ('registered_at', models.DateTimeField(auto_now_add=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='registrations', to='players.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='registrations', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['position', 'id'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'player'), name='one_registration_per_player')],
            },
        ),
        migrations.RunPython(complete_history, migrations.RunPython.noop),
    ]
