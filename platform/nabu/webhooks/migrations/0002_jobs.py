"""That messages are to be delivered to a webhook is a job."""

from typing import Any

from django.db import migrations


def ask(apps: Any, schema_editor: Any) -> None:
    webhooks, jobs = apps.get_model("webhooks", "Webhook"), apps.get_model("jobs", "Job")
    due = webhooks.objects.filter(active=True, deliveries__state="due").order_by("pk").distinct()
    jobs.objects.bulk_create(
        jobs(kind="deliver", key=f"webhook:{pk}", payload={"webhook": pk}) for pk in due.values_list("pk", flat=True)
    )


class Migration(migrations.Migration):
    # After tournaments.0006, whose jobs keep their ids.
    dependencies = [("webhooks", "0001_initial"), ("jobs", "0001_initial"), ("tournaments", "0006_jobs_move")]

    operations = [
        migrations.RunPython(ask, migrations.RunPython.noop),
        migrations.RemoveField("webhook", "busy_until"),
    ]
