"""Jobs have an app of their own: the rows go there with their ids, and what was to be done is still done."""

from datetime import timedelta
from typing import Any

from django.core.management.color import no_style
from django.db import migrations
from django.utils import timezone


def move(apps: Any, schema_editor: Any) -> None:
    old, new = apps.get_model("tournaments", "Job"), apps.get_model("jobs", "Job")
    now = timezone.now()
    live, taken = ("queued", "running"), set()
    for row in old.objects.order_by("pk"):
        key = f"tournament:{row.tournament_id}" if row.status in live else None
        if key in taken:  # there never was more than one
            row.status, key = "cancelled", None
        taken |= {key} - {None}
        row.settings.pop("task", None)
        new.objects.create(
            pk=row.pk,
            kind=row.kind,
            key=key,
            status="queued" if row.status in live else row.status,
            payload={**row.settings, "tournament": row.tournament_id},
            asked_by_id=row.asked_by_id,
            done=row.done,
            total=row.total,
            message={"key": "verbatim", "values": {"text": row.message}} if row.message else {},
            cancel_asked=row.cancel_asked,
            attempts=0,
            queued_at=row.queued_at,
            look_at=now - timedelta(seconds=1),
            started_at=row.started_at,
            finished_at=row.finished_at,
        )
    with schema_editor.connection.cursor() as cursor:
        for statement in schema_editor.connection.ops.sequence_reset_sql(no_style(), [new]):
            cursor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_variants"), ("jobs", "0001_initial")]

    operations = [
        migrations.RunPython(move, migrations.RunPython.noop),
        migrations.DeleteModel("Job"),
    ]
