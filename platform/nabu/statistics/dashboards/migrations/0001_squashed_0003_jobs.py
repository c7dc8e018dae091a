import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('dashboards', '0001_initial'), ('dashboards', '0002_digest_and_stale'), ('dashboards', '0003_jobs')]

    initial = True

    dependencies = [
        ('matches', '0001_squashed_0014_game_moves'),
    ]

    operations = [
        migrations.CreateModel(
            name='GameFacts',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('facts_version', models.PositiveSmallIntegerField()),
                ('facts', models.JSONField()),
                ('log', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='game_facts', to='matches.gamelog')),
                ('digest', models.BigIntegerField(default=0)),
            ],
            options={
                'verbose_name_plural': 'game facts',
            },
        ),
    ]
