import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('ratings', '0001_initial'), ('ratings', '0002_second_rating'), ('ratings', '0003_rating_quality'), ('ratings', '0004_exclusions_and_objections')]

    initial = True

    dependencies = [
        ('matches', '0001_squashed_0014_game_moves'),
        ('players', '0001_squashed_0009_used_codes'),
        ('tournaments', '0001_squashed_0014_being_played'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='RatingJournal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=30, unique=True)),
                ('length', models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='RatedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=30)),
                ('sequence', models.PositiveIntegerField()),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rated_game', to='matches.table')),
                ('played_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['game', 'sequence'],
                'constraints': [models.UniqueConstraint(fields=('game', 'sequence'), name='one_rated_game_per_sequence')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=30)),
                ('value', models.FloatField()),
                ('games', models.PositiveIntegerField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='players.player')),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('last_game_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['game', '-value'],
                'constraints': [models.UniqueConstraint(fields=('player', 'game'), name='one_rating_per_player_and_game')],
            },
        ),
        migrations.CreateModel(
            name='RatingEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('games_before', models.PositiveIntegerField()),
                ('place', models.PositiveSmallIntegerField()),
                ('k', models.FloatField()),
                ('expected', models.FloatField()),
                ('actual', models.FloatField()),
                ('before', models.FloatField()),
                ('after', models.FloatField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_entries', to='players.player')),
                ('rated_game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='ratings.ratedgame')),
                ('mu_before', models.FloatField()),
                ('sigma_before', models.FloatField()),
                ('mu_after', models.FloatField()),
                ('sigma_after', models.FloatField()),
            ],
            options={
                'verbose_name_plural': 'rating entries',
                'ordering': ['rated_game', 'place'],
                'constraints': [models.UniqueConstraint(fields=('rated_game', 'player'), name='one_entry_per_rated_player')],
            },
        ),
        migrations.CreateModel(
            name='RatingQuality',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=30, unique=True)),
                ('report', models.JSONField()),
                ('temperature', models.FloatField(blank=True, null=True)),
                ('rated_games', models.PositiveIntegerField()),
                ('system', models.PositiveSmallIntegerField()),
                ('made_at', models.DateTimeField()),
            ],
            options={
                'verbose_name_plural': 'rating qualities',
            },
        ),
        migrations.CreateModel(
            name='ApprovalObjection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('status', models.CharField(choices=[('open', 'open'), ('accepted', 'accepted'), ('rejected', 'rejected')], default='open', max_length=10, verbose_name='status')),
                ('answer', models.CharField(blank=True, default='', max_length=500, verbose_name='answer')),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='approval_objections', to='tournaments.tournament')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='approval_objections', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('tournament', 'user'), name='one_open_objection_per_player')],
            },
        ),
        migrations.CreateModel(
            name='RatingExclusion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('kept', models.JSONField(default=list)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('end_reason', models.CharField(blank=True, default='', max_length=500, verbose_name='reason for the end')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('ended_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_exclusions', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('tournament',), name='one_exclusion_per_tournament')],
            },
        ),
    ]
