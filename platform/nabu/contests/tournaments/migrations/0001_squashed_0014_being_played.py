import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('tournaments', '0001_initial'), ('tournaments', '0002_component_set'), ('tournaments', '0003_events'), ('tournaments', '0004_rehearsal'), ('tournaments', '0005_variants'), ('tournaments', '0006_jobs_move'), ('tournaments', '0007_proof_and_consent'), ('tournaments', '0008_declined_consent'), ('tournaments', '0009_registration'), ('tournaments', '0010_watch'), ('tournaments', '0011_entry_fee'), ('tournaments', '0012_round_names'), ('tournaments', '0013_invited_accounts'), ('tournaments', '0014_being_played')]

    initial = True

    dependencies = [
        ('clubs', '0001_squashed_0002_rated_status_and_consent'),
        ('games', '0001_initial'),
        ('players', '0001_squashed_0009_used_codes'),
        ('variants', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('description', models.TextField(blank=True, default='', verbose_name='description')),
                ('game', models.CharField(max_length=30, verbose_name='game')),
                ('ruleset', models.CharField(max_length=60, verbose_name='ruleset')),
                ('switches', models.JSONField(blank=True, default=dict, verbose_name='switches')),
                ('components', models.CharField(max_length=60, verbose_name='component set')),
                ('status', models.CharField(choices=[('draft', 'draft'), ('running', 'running'), ('finished', 'finished')], default='draft', max_length=10, verbose_name='status')),
                ('starts_on', models.DateField(blank=True, null=True, verbose_name='date')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('organiser', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to=settings.AUTH_USER_MODEL)),
                ('component_set', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='games.componentset')),
                ('approved_at', models.DateTimeField(blank=True, null=True)),
                ('approved_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('check_in_open', models.BooleanField(default=False, verbose_name='check-in is open')),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='clubs.club')),
                ('lot', models.CharField(max_length=32, verbose_name='random seed')),
                ('no_show_minutes', models.PositiveSmallIntegerField(default=15, verbose_name='no-show after (minutes)')),
                ('place', models.CharField(blank=True, default='', max_length=120, verbose_name='place')),
                ('round_minutes', models.PositiveSmallIntegerField(default=0, verbose_name='round length (minutes)')),
                ('same_club', models.CharField(blank=True, choices=[('', 'can be paired'), ('discouraged', 'paired only if unavoidable'), ('forbidden', 'never paired')], default='', max_length=12, verbose_name='club mates')),
                ('self_check_in', models.BooleanField(default=True, verbose_name='self check-in')),
                ('self_drop', models.BooleanField(default=True, verbose_name='players can drop out themselves')),
                ('share_prizes', models.BooleanField(default=True, verbose_name='prizes of a shared place are shared')),
                ('starts_at', models.TimeField(blank=True, null=True, verbose_name='time')),
                ('rehearsal', models.BooleanField(default=False, verbose_name='practice event')),
                ('rated', models.BooleanField(default=False, verbose_name='rated')),
                ('ratings_need', models.CharField(choices=[('reported', 'reported'), ('agreed', 'agreed'), ('replayed', 'replayed'), ('recorded', 'recorded'), ('dealt', 'dealt')], default='agreed', max_length=10, verbose_name='proof required for ratings')),
                ('statistics_need', models.CharField(choices=[('reported', 'reported'), ('agreed', 'agreed'), ('replayed', 'replayed'), ('recorded', 'recorded'), ('dealt', 'dealt')], default='replayed', max_length=10, verbose_name='proof required for statistics')),
                ('capacity', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='capacity')),
                ('registration', models.BooleanField(default=False, verbose_name='players register themselves')),
                ('registration_approval', models.BooleanField(default=False, verbose_name='registrations need approval')),
                ('registration_closes_at', models.DateTimeField(blank=True, null=True, verbose_name='registration closes')),
                ('registration_opens_at', models.DateTimeField(blank=True, null=True, verbose_name='registration opens')),
                ('watchable', models.BooleanField(default=True, verbose_name='live view of recorded games')),
                ('watch_delay', models.PositiveSmallIntegerField(default=5, verbose_name='live delay (minutes)')),
                ('fee', models.DecimalField(blank=True, decimal_places=2, max_digits=8, null=True, verbose_name='entry fee')),
                ('fee_currency', models.CharField(blank=True, default='', max_length=10, verbose_name='currency')),
                ('being_played', models.BooleanField(default=False, verbose_name='demo event being played')),
            ],
            options={
                'ordering': ['-created_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('format', models.CharField(max_length=30, verbose_name='format')),
                ('config', models.JSONField(default=dict)),
                ('status', models.CharField(choices=[('pending', 'pending'), ('running', 'running'), ('finished', 'finished')], default='pending', max_length=10, verbose_name='status')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['position'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'position'), name='one_stage_per_position')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seed', models.PositiveIntegerField(verbose_name='seed')),
                ('status', models.CharField(choices=[('active', 'active'), ('dropped', 'dropped out'), ('disqualified', 'disqualified')], default='active', max_length=12, verbose_name='status')),
                ('entered_at', models.DateTimeField(auto_now_add=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='players.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.tournament')),
                ('checked_in_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.CharField(blank=True, default='', max_length=80, verbose_name='club')),
                ('fide_id', models.CharField(blank=True, default='', max_length=12, verbose_name='FIDE ID')),
                ('fixed_table', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='fixed table')),
                ('note', models.CharField(blank=True, default='', max_length=200, verbose_name='note')),
                ('rating', models.PositiveIntegerField(blank=True, null=True, verbose_name='rating')),
                ('consent', models.CharField(blank=True, choices=[('', 'no consent given'), ('invitation', 'accepted an invitation'), ('claim', 'claimed the player'), ('registration', 'registered'), ('club', 'standing consent for the club'), ('kept', 'rated before consent was required'), ('declined', 'declined')], default='', max_length=12, verbose_name='consent')),
                ('email', models.EmailField(blank=True, default='', max_length=254, verbose_name='e-mail')),
                ('paid_at', models.DateTimeField(blank=True, null=True)),
                ('paid_to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('invited', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='invited_entries', to='players.player')),
            ],
            options={
                'verbose_name_plural': 'entries',
                'ordering': ['seed', 'id'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'player'), name='one_entry_per_player')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('draft', 'draft'), ('published', 'published'), ('finished', 'finished')], default='draft', max_length=10, verbose_name='status')),
                ('notes', models.JSONField(blank=True, default=list)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.stage')),
                ('locked_at', models.DateTimeField(blank=True, null=True)),
                ('minutes', models.PositiveSmallIntegerField(default=0)),
                ('paused_at', models.DateTimeField(blank=True, null=True)),
                ('paused_seconds', models.PositiveIntegerField(default=0)),
                ('proposal', models.JSONField(blank=True, default=list)),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('featured', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='table on the projector')),
                ('name', models.JSONField(blank=True, default=dict)),
            ],
            options={
                'ordering': ['stage__position', 'number'],
                'constraints': [models.UniqueConstraint(fields=('stage', 'number'), name='one_round_per_number')],
            },
        ),
        migrations.CreateModel(
            name='StageEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seed', models.PositiveIntegerField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stage_entries', to='tournaments.entry')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stage_entries', to='tournaments.stage')),
                ('group', models.PositiveSmallIntegerField(default=0)),
                ('rests', models.JSONField(blank=True, default=list)),
                ('since', models.PositiveSmallIntegerField(default=1)),
            ],
            options={
                'verbose_name_plural': 'stage entries',
                'ordering': ['seed'],
                'constraints': [models.UniqueConstraint(fields=('stage', 'entry'), name='one_stage_entry_per_entry'), models.UniqueConstraint(fields=('stage', 'seed'), name='one_stage_entry_per_seed')],
            },
        ),
        migrations.CreateModel(
            name='Penalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('kind', models.CharField(choices=[('warning', 'warning'), ('points', 'points deducted'), ('disqualification', 'disqualification')], max_length=20, verbose_name='penalty')),
                ('points', models.DecimalField(decimal_places=2, default=0, max_digits=7, verbose_name='points')),
                ('reason', models.TextField(verbose_name='reason')),
                ('given_at', models.DateTimeField(auto_now_add=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournaments.entry')),
                ('given_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('stage', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournaments.stage')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournaments.tournament')),
            ],
            options={
                'verbose_name_plural': 'penalties',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Prize',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('title', models.CharField(max_length=120, verbose_name='title')),
                ('place_from', models.PositiveSmallIntegerField(default=1, verbose_name='from place')),
                ('place_to', models.PositiveSmallIntegerField(default=1, verbose_name='to place')),
                ('amount', models.DecimalField(blank=True, decimal_places=2, max_digits=9, null=True, verbose_name='amount')),
                ('only', models.CharField(blank=True, default='', max_length=100, verbose_name='only for')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='prizes', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['position', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Restriction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('forbidden', 'never paired'), ('discouraged', 'paired only if unavoidable')], max_length=12, verbose_name='kind')),
                ('reason', models.CharField(blank=True, default='', max_length=200, verbose_name='reason')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='restrictions', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'one', 'other'), name='one_restriction_per_pair')],
            },
        ),
        migrations.CreateModel(
            name='Role',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('director', 'director'), ('scorekeeper', 'scorekeeper')], max_length=12, verbose_name='role')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='tournaments.tournament')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['kind', 'id'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'user'), name='one_role_per_account')],
            },
        ),
        migrations.CreateModel(
            name='TriedVariant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tried_variants', to='tournaments.tournament')),
                ('variant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tried_in', to='variants.variant')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'variant'), name='one_trial_per_variant')],
            },
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
                ('paid_at', models.DateTimeField(blank=True, null=True)),
                ('paid_to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['position', 'id'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'player'), name='one_registration_per_player')],
            },
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
    ]
