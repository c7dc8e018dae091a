"""The parts of an experiment that are with workers are jobs."""

from typing import Any

from django.conf import settings
from django.db import migrations, models


def ask(apps: Any, schema_editor: Any) -> None:
    chunks, jobs = apps.get_model("lab", "Chunk"), apps.get_model("jobs", "Job")
    chunks.objects.filter(status__in=["sent", "running"]).update(status="waiting")
    live = chunks.objects.filter(status="waiting", experiment__status__in=["queued", "running"])
    jobs.objects.bulk_create(
        jobs(kind="experiment", key=f"chunk:{pk}", payload={"chunk": pk, "experiment": experiment})
        for pk, experiment in live.order_by("experiment", "first").values_list("pk", "experiment")[
            : settings.LAB_CHUNKS_AT_ONCE
        ]
    )


class Migration(migrations.Migration):
    # After tournaments.0006, whose jobs keep their ids.
    dependencies = [("lab", "0001_experiments"), ("jobs", "0001_initial"), ("tournaments", "0006_jobs_move")]

    operations = [
        migrations.RunPython(ask, migrations.RunPython.noop),
        migrations.RemoveIndex("chunk", "chunks_by_status"),
        migrations.RemoveField("chunk", "attempts"),
        migrations.RemoveField("chunk", "task"),
        migrations.RemoveField("chunk", "changed_at"),
        migrations.AlterField(
            "chunk",
            "status",
            models.CharField(choices=[("waiting", "waiting"), ("done", "done")], default="waiting", max_length=8),
        ),
    ]
