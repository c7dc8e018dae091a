"""What is still to be verified is a job."""

from typing import Any

from django.db import migrations


def ask(apps: Any, schema_editor: Any) -> None:
    verifications, jobs = apps.get_model("matches", "Verification"), apps.get_model("jobs", "Job")
    waiting = verifications.objects.filter(status__in=["queued", "running"])
    waiting.update(status="queued")
    jobs.objects.bulk_create(
        jobs(kind="verify", key=f"verification:{pk}", payload={"verification": pk})
        for pk in waiting.order_by("pk").values_list("pk", flat=True)
    )


class Migration(migrations.Migration):
    # After tournaments.0006, whose jobs keep their ids.
    dependencies = [("matches", "0004_variants"), ("jobs", "0001_initial"), ("tournaments", "0006_jobs_move")]

    operations = [
        migrations.RunPython(ask, migrations.RunPython.noop),
        migrations.RemoveField("verification", "queued_at"),
        migrations.RemoveField("verification", "attempts"),
    ]
