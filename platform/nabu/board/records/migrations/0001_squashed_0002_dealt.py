import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('records', '0001_initial'), ('records', '0002_dealt')]

    initial = True

    dependencies = [
        ('matches', '0001_squashed_0014_game_moves'),
        ('tournaments', '0001_squashed_0014_being_played'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Record',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(editable=False, max_length=32, unique=True)),
                ('entries', models.JSONField(blank=True, null=True)),
                ('game', models.CharField(max_length=30, verbose_name='game')),
                ('header', models.JSONField()),
                ('issued_at', models.DateTimeField(auto_now_add=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('status', models.CharField(choices=[('open', 'open'), ('sent', 'sent'), ('abandoned', 'abandoned')], default='open', max_length=10)),
                ('count', models.PositiveIntegerField(default=0)),
                ('digest', models.CharField(max_length=64)),
                ('epoch', models.PositiveIntegerField(default=1)),
                ('device', models.CharField(blank=True, default='', max_length=64)),
                ('device_name', models.CharField(blank=True, default='', max_length=40)),
                ('seen_at', models.DateTimeField(blank=True, null=True)),
                ('asked_device', models.CharField(blank=True, default='', max_length=64)),
                ('asked_name', models.CharField(blank=True, default='', max_length=40)),
                ('asked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('asked_entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.entry')),
                ('opened_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('opened_entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.entry')),
                ('submission', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='matches.logsubmission')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='records', to='matches.table')),
                ('writer', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('writer_entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.entry')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('table',), name='one_open_record_per_table')],
            },
        ),
        migrations.CreateModel(
            name='Branch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('epoch', models.PositiveIntegerField()),
                ('device', models.CharField(max_length=64)),
                ('device_name', models.CharField(blank=True, default='', max_length=40)),
                ('base', models.PositiveIntegerField()),
                ('lines', models.JSONField(default=list)),
                ('status', models.CharField(choices=[('open', 'Open'), ('adopted', 'Adopted'), ('dropped', 'Dropped')], default='open', max_length=10)),
                ('made_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('made_entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.entry')),
                ('record', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='branches', to='records.record')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('record', 'epoch', 'device'), name='one_open_branch_per_device_and_epoch')],
            },
        ),
        migrations.CreateModel(
            name='JournalEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('epoch', models.PositiveIntegerField()),
                ('device', models.CharField(max_length=64)),
                ('seq', models.PositiveIntegerField()),
                ('op', models.CharField(choices=[('append', 'Append'), ('undo_to', 'Undo'), ('replace', 'Replace'), ('redo', 'Redo'), ('adopt', 'Adopt'), ('setup', 'Setup')], max_length=8)),
                ('base', models.PositiveIntegerField()),
                ('keep', models.PositiveIntegerField()),
                ('lines', models.JSONField(default=list)),
                ('again', models.PositiveIntegerField(default=0)),
                ('aside', models.JSONField(blank=True, null=True)),
                ('why', models.JSONField(blank=True, null=True)),
                ('asked', models.CharField(max_length=16)),
                ('made_at', models.DateTimeField(blank=True, null=True)),
                ('received_at', models.DateTimeField()),
                ('branch', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='journal', to='records.branch')),
                ('record', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='journal', to='records.record')),
                ('dealt', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('record', 'device', 'seq'), name='one_entry_per_record_device_and_seq')],
            },
        ),
    ]
