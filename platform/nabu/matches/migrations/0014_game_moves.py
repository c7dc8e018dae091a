"""The moves of games, and what directors say of two with the same moves. A job works the moves out for the games that are
there (`nabu.results.tasks.recognise_games`): that takes a replay of each.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0013_usual_scores'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
        migrations.AlterField(
            model_name='logsubmission',
            name='outcome',
            field=models.CharField(choices=[('pending', 'waiting for the verdict'), ('no_table', 'verified, not for a table'), ('seats', 'waiting for seats'), ('same_moves', 'waiting for a director: same moves as another game'), ('reported', 'reports the result'), ('objection', 'objects to the confirmed result'), ('applied', 'proves the result of the table'), ('dispute', 'contradicts the reported result'), ('not_used', 'not used')], default='pending', max_length=10),
        ),
        migrations.AddIndex(
            model_name='logsubmission',
            index=models.Index(condition=models.Q(('outcome', 'same_moves')), fields=['table'], name='logs_with_moves_of_others'),
        ),
        migrations.AddField(
            model_name='playedgame',
            name='moves',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='matches.gamemoves'),
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
