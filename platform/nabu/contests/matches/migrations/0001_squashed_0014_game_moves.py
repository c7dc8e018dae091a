import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('matches', '0001_initial'), ('matches', '0002_events'), ('matches', '0003_baseline'), ('matches', '0004_variants'), ('matches', '0005_jobs'), ('matches', '0006_notes'), ('matches', '0007_objections'), ('matches', '0008_hidden_names'), ('matches', '0009_game_digest'), ('matches', '0010_slips'), ('matches', '0011_score_sheet'), ('matches', '0012_recorded'), ('matches', '0013_usual_scores'), ('matches', '0014_game_moves')]

    initial = True

    dependencies = [
        ('tournaments', '0001_squashed_0014_being_played'),
        ('variants', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='UsualScores',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('players', models.PositiveSmallIntegerField()),
                ('scores', models.PositiveIntegerField()),
                ('low', models.IntegerField()),
                ('high', models.IntegerField()),
                ('counted_at', models.DateTimeField(auto_now=True)),
            ],
            options={
                'ordering': ['game', 'players'],
                'constraints': [models.UniqueConstraint(fields=('game', 'players'), name='one_span_per_game_and_players')],
            },
        ),
        migrations.CreateModel(
            name='GameMoves',
            fields=[
                ('digest', models.CharField(max_length=64, primary_key=True, serialize=False)),
            ],
            options={
                'verbose_name_plural': 'game moves',
                'ordering': ['digest'],
            },
        ),
        migrations.CreateModel(
            name='PlayedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('moves', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='matches.gamemoves')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='GameLog',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sha256', models.CharField(max_length=64, unique=True)),
                ('content', models.BinaryField()),
                ('size', models.PositiveIntegerField()),
                ('received_at', models.DateTimeField(auto_now_add=True)),
                ('hidden_names', models.JSONField(blank=True, default=dict, editable=False)),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='logs', to='matches.playedgame')),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('bracket_slot', models.PositiveIntegerField(blank=True, null=True)),
                ('is_bye', models.BooleanField(default=False)),
                ('status', models.CharField(choices=[('open', 'open'), ('reported', 'reported'), ('confirmed', 'confirmed'), ('disputed', 'disputed')], default='open', max_length=10, verbose_name='status')),
                ('basis', models.CharField(blank=True, choices=[('', 'none'), ('report', 'report confirmed by another player'), ('log', 'verified game log only'), ('ruling', "organiser's ruling"), ('forfeit', 'no-show'), ('bye', 'bye')], default='', max_length=10, verbose_name='basis of the result')),
                ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                ('log', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='table', to='matches.gamelog')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournaments.round')),
                ('extra_seconds', models.IntegerField(default=0)),
                ('game_number', models.PositiveSmallIntegerField(default=1)),
                ('reason', models.JSONField(blank=True, default=dict)),
                ('requested', models.BooleanField(default=False)),
                ('variant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='variants.variant')),
                ('recorded', models.JSONField(blank=True, null=True)),
            ],
            options={
                'ordering': ['round', 'number', 'game_number'],
                'constraints': [models.UniqueConstraint(fields=('round', 'number', 'game_number'), name='one_table_per_number_and_game')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('score', models.IntegerField(blank=True, null=True)),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('points', models.DecimalField(blank=True, decimal_places=2, max_digits=7, null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournaments.entry')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='matches.table')),
                ('absent', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ['position'],
                'constraints': [models.UniqueConstraint(fields=('table', 'position'), name='one_seat_per_position'), models.UniqueConstraint(fields=('table', 'entry'), name='one_seat_per_entry_at_a_table')],
            },
        ),
        migrations.CreateModel(
            name='LogSubmission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('submitted_at', models.DateTimeField(auto_now_add=True)),
                ('outcome', models.CharField(choices=[('pending', 'waiting for the verdict'), ('no_table', 'verified, not for a table'), ('seats', 'waiting for seats'), ('same_moves', 'waiting for a director: same moves as another game'), ('reported', 'reports the result'), ('objection', 'objects to the confirmed result'), ('applied', 'proves the result of the table'), ('dispute', 'contradicts the reported result'), ('not_used', 'not used')], default='pending', max_length=10)),
                ('log', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='submissions', to='matches.gamelog')),
                ('submitted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='submissions', to='matches.table')),
                ('note', models.JSONField(blank=True, null=True)),
                ('assigned_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('seats', models.JSONField(blank=True, null=True)),
                ('recorded', models.JSONField(blank=True, null=True)),
                ('submitted_entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry')),
            ],
            options={
                'ordering': ['-id'],
                'indexes': [models.Index(condition=models.Q(('outcome', 'same_moves')), fields=['table'], name='logs_with_moves_of_others')],
            },
        ),
        migrations.CreateModel(
            name='ResultReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reported_at', models.DateTimeField(auto_now_add=True)),
                ('scores', models.JSONField()),
                ('places', models.JSONField()),
                ('status', models.CharField(choices=[('open', 'waiting for confirmation'), ('confirmed', 'confirmed'), ('set_aside', 'set aside')], default='open', max_length=10)),
                ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                ('is_ruling', models.BooleanField(default=False)),
                ('reason', models.TextField(blank=True, default='')),
                ('dispute_reason', models.TextField(blank=True, default='')),
                ('confirmed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('disputed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('reported_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='matches.table')),
                ('absent', models.JSONField(blank=True, default=list)),
                ('submission', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='matches.logsubmission')),
                ('confirmed_entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry')),
                ('disputed_entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry')),
                ('reported_entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry')),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Verification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('engine', models.CharField(max_length=40)),
                ('status', models.CharField(choices=[('queued', 'queued'), ('running', 'running'), ('done', 'done'), ('failed', 'failed')], default='queued', max_length=10)),
                ('verdict', models.CharField(blank=True, default='', max_length=20)),
                ('code', models.CharField(blank=True, default='', max_length=20)),
                ('line', models.PositiveIntegerField(blank=True, null=True)),
                ('turn', models.PositiveIntegerField(blank=True, null=True)),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('reason', models.TextField(blank=True, default='')),
                ('report', models.JSONField(blank=True, null=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('seconds', models.FloatField(blank=True, null=True)),
                ('log', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='verifications', to='matches.gamelog')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(fields=('log', 'engine'), name='one_verification_per_engine')],
            },
        ),
        migrations.CreateModel(
            name='Photo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('content', models.BinaryField()),
                ('media_type', models.CharField(max_length=20)),
                ('width', models.PositiveIntegerField()),
                ('height', models.PositiveIntegerField()),
                ('sha256', models.CharField(max_length=64)),
                ('sent_at', models.DateTimeField(auto_now_add=True)),
                ('sent_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='photos', to='matches.table')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('table', 'sha256'), name='one_photo_of_these_bytes')],
            },
        ),
        migrations.CreateModel(
            name='Objection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('reason', models.TextField(blank=True, default='')),
                ('answer', models.CharField(blank=True, choices=[('', 'open'), ('accepted', 'accepted'), ('rejected', 'rejected')], default='', max_length=10, verbose_name='answer')),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('answer_reason', models.TextField(blank=True, default='')),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('submission', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='objections', to='matches.logsubmission')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='objections', to='matches.table')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('answer', '')), fields=('table', 'made_by'), name='one_open_objection_each')],
            },
        ),
        migrations.CreateModel(
            name='TableSlip',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('serial', models.PositiveIntegerField(default=0)),
                ('wrong_codes', models.PositiveIntegerField(default=0)),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='slip', to='matches.table')),
            ],
        ),
        migrations.CreateModel(
            name='ScoreSheet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.JSONField()),
                ('typed_at', models.DateTimeField(auto_now_add=True)),
                ('report', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='sheet', to='matches.resultreport')),
                ('typed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('typed_entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry')),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='DuplicateAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('moves', models.CharField(max_length=64)),
                ('same', models.BooleanField()),
                ('reason', models.TextField()),
                ('answered_at', models.DateTimeField(auto_now_add=True)),
                ('answered_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='duplicate_answers', to='matches.table')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(fields=('table', 'moves'), name='one_answer_per_table_and_moves')],
            },
        ),
    ]
