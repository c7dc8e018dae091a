import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('lab', '0001_experiments'), ('lab', '0002_jobs'), ('lab', '0003_cancelled')]

    initial = True

    dependencies = [
        ('games', '0001_initial'),
        ('variants', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Experiment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=30, verbose_name='game')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('players', models.PositiveSmallIntegerField(verbose_name='players')),
                ('games', models.PositiveIntegerField(verbose_name='games in each arm')),
                ('bots', models.JSONField(verbose_name='bots')),
                ('seed', models.CharField(max_length=40, verbose_name='seed')),
                ('rules_version', models.PositiveIntegerField()),
                ('status', models.CharField(choices=[('queued', 'queued'), ('running', 'running'), ('paused', 'paused'), ('cancelled', 'cancelled'), ('done', 'done'), ('failed', 'failed')], default='queued', max_length=10)),
                ('problem', models.CharField(blank=True, choices=[('', 'none'), ('bots', "A bot's version has changed since the experiment started. Start it again."), ('rules', "The engine's rules have changed since the experiment started. Start it again."), ('components', 'A component set has changed since the experiment started. Start it again.'), ('engine', 'The engine rejected a game it had played itself. This is an error on our side.'), ('broken', 'Part of the experiment failed repeatedly and was given up.')], default='', max_length=12)),
                ('sums', models.JSONField(blank=True, default=list)),
                ('played', models.PositiveIntegerField(default=0)),
                ('seconds', models.FloatField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('retired_at', models.DateTimeField(blank=True, null=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='experiments', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Chunk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.PositiveIntegerField()),
                ('count', models.PositiveIntegerField()),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('done', 'done')], default='waiting', max_length=8)),
                ('seconds', models.FloatField(blank=True, null=True)),
                ('experiment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chunks', to='lab.experiment')),
            ],
            options={
                'ordering': ['experiment', 'first'],
                'constraints': [models.UniqueConstraint(fields=('experiment', 'first'), name='one_chunk_per_first_game')],
            },
        ),
        migrations.CreateModel(
            name='Arm',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=80)),
                ('ruleset', models.CharField(max_length=60)),
                ('switches', models.JSONField(blank=True, default=dict)),
                ('components', models.CharField(max_length=60)),
                ('components_sha256', models.CharField(max_length=64)),
                ('key', models.CharField(max_length=2000)),
                ('component_set', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.componentset')),
                ('variant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='experiment_arms', to='variants.variant')),
                ('experiment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='arms', to='lab.experiment')),
            ],
            options={
                'ordering': ['experiment', 'position'],
                'constraints': [models.UniqueConstraint(fields=('experiment', 'position'), name='one_arm_per_position')],
            },
        ),
    ]
