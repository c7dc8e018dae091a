"""Tournaments say which level of proof they need and whether they are rated, entries whether that was agreed to.

What counted until now goes on counting: approved tournaments are rated with the consent of every account in them, and no
row of the rating journal changes. What has been played stays in the statistics.
"""

from typing import Any

from django.db import migrations, models

TOURNAMENT, ENTRY = "tournaments.tournament", "tournaments.entry"


def keep_what_counted(apps: Any, schema_editor: object) -> None:
    """Also in the history: a tournament is rebuilt from its audit entries byte for byte."""
    tournaments, entries = apps.get_model("tournaments", "Tournament"), apps.get_model("tournaments", "Entry")
    approved = tournaments.objects.exclude(approved_at=None)
    approved.update(rated=True, ratings_need="reported")
    tournaments.objects.exclude(status="draft").update(statistics_need="reported")
    entries.objects.filter(tournament__in=approved, player__user__isnull=False).update(consent="kept")
    columns = ("rated", "ratings_need", "statistics_need")
    new = {
        TOURNAMENT: {row.pop("id"): row for row in tournaments.objects.values("id", *columns)},
        ENTRY: {row.pop("id"): row for row in entries.objects.values("id", "email", "consent")},
    }
    # Rows that are gone look as they would have been made today.
    gone = {
        TOURNAMENT: {name: tournaments._meta.get_field(name).get_default() for name in columns},
        ENTRY: {"email": "", "consent": ""},
    }
    for entry in apps.get_model("audit", "AuditEntry").objects.exclude(changes=[]).only("changes").iterator(chunk_size=500):
        whole = [(label, pk, row) for label, pk, *both in entry.changes if None in both for row in both if row]
        whole = [(label, pk, row) for label, pk, row in whole if label in new]
        for label, pk, row in whole:
            row.update(new[label].get(pk, gone[label]))
        if whole:
            entry.save(update_fields=["changes"])


class Migration(migrations.Migration):

    dependencies = [("audit", "0002_events"), ("tournaments", "0006_jobs_move")]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='consent',
            field=models.CharField(blank=True, choices=[('', 'no consent given'), ('invitation', 'accepted an invitation'), ('claim', 'claimed the player'), ('registration', 'registered'), ('club', 'standing consent for the club'), ('kept', 'rated before consent was required')], default='', max_length=12, verbose_name='consent'),
        ),
        migrations.AddField(
            model_name='entry',
            name='email',
            field=models.EmailField(blank=True, default='', max_length=254, verbose_name='e-mail'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='rated',
            field=models.BooleanField(default=False, verbose_name='rated'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='ratings_need',
            field=models.CharField(choices=[('reported', 'reported'), ('agreed', 'agreed'), ('replayed', 'replayed'), ('recorded', 'recorded'), ('dealt', 'dealt')], default='agreed', max_length=10, verbose_name='proof required for ratings'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='statistics_need',
            field=models.CharField(choices=[('reported', 'reported'), ('agreed', 'agreed'), ('replayed', 'replayed'), ('recorded', 'recorded'), ('dealt', 'dealt')], default='replayed', max_length=10, verbose_name='proof required for statistics'),
        ),
        migrations.RunPython(keep_what_counted, migrations.RunPython.noop),
    ]
