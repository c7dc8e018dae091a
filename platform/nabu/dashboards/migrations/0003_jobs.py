"""That the games of a tournament are to be looked at is a job."""

from typing import Any

from django.db import migrations


def ask(apps: Any, schema_editor: Any) -> None:
    stale, jobs = apps.get_model("dashboards", "StaleStatistics"), apps.get_model("jobs", "Job")
    jobs.objects.bulk_create(
        jobs(kind="statistics", key=f"statistics:{pk}", payload={"tournament": pk})
        for pk in stale.objects.order_by("asked_at").values_list("tournament", flat=True)
    )


class Migration(migrations.Migration):
    # After tournaments.0006, whose jobs keep their ids.
    dependencies = [
        ("dashboards", "0002_digest_and_stale"),
        ("jobs", "0001_initial"),
        ("tournaments", "0006_jobs_move"),
    ]

    operations = [
        migrations.RunPython(ask, migrations.RunPython.noop),
        migrations.DeleteModel("StaleStatistics"),
    ]
