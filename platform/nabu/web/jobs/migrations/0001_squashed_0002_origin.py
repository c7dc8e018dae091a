import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('jobs', '0001_initial'), ('jobs', '0002_origin')]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('key', models.CharField(blank=True, max_length=60, null=True, unique=True)),
                ('status', models.CharField(choices=[('queued', 'queued'), ('running', 'running'), ('done', 'done'), ('failed', 'failed'), ('cancelled', 'cancelled')], default='queued', max_length=10)),
                ('payload', models.JSONField(blank=True, default=dict)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('message', models.JSONField(blank=True, default=dict)),
                ('error', models.TextField(blank=True, default='')),
                ('cancel_asked', models.BooleanField(default=False)),
                ('again', models.BooleanField(default=False)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('runs', models.PositiveIntegerField(default=0)),
                ('task', models.CharField(blank=True, default='', max_length=60)),
                ('queued_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('run_after', models.DateTimeField(blank=True, null=True)),
                ('look_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('deadline', models.DateTimeField(blank=True, null=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('asked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('origin', models.JSONField(blank=True, default=dict)),
            ],
            options={
                'ordering': ['-id'],
                'indexes': [models.Index(condition=models.Q(('status__in', ['queued', 'running'])), fields=['look_at'], name='jobs_live')],
            },
        ),
    ]
