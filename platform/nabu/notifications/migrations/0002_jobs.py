"""That mails are to be sent is a job."""

from typing import Any

from django.db import migrations


def ask(apps: Any, schema_editor: Any) -> None:
    if apps.get_model("notifications", "Mail").objects.filter(state="due").exists():
        apps.get_model("jobs", "Job").objects.create(kind="mails", key="mails")


class Migration(migrations.Migration):
    # After tournaments.0006, whose jobs keep their ids.
    dependencies = [
        ("notifications", "0001_initial"),
        ("jobs", "0001_initial"),
        ("tournaments", "0006_jobs_move"),
    ]

    operations = [
        migrations.RunPython(ask, migrations.RunPython.noop),
        migrations.RemoveField("mail", "claimed_until"),
    ]
