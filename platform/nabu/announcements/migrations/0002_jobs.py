"""What is still to be announced is a job."""

from typing import Any

from django.db import migrations


def ask(apps: Any, schema_editor: Any) -> None:
    announcements, jobs = apps.get_model("announcements", "Announcement"), apps.get_model("jobs", "Job")
    jobs.objects.bulk_create(
        jobs(kind="announce", payload={"entry": entry} if entry else {"submission": submission})
        for entry, submission in announcements.objects.order_by("pk").values_list("entry", "submission")
    )


class Migration(migrations.Migration):
    # After tournaments.0006, whose jobs keep their ids.
    dependencies = [
        ("announcements", "0001_initial"),
        ("jobs", "0001_initial"),
        ("tournaments", "0006_jobs_move"),
    ]

    operations = [
        migrations.RunPython(ask, migrations.RunPython.noop),
        migrations.DeleteModel("Announcement"),
    ]
