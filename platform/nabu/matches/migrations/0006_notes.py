"""What became of a game log is kept as a message instead of a sentence; old sentences stay as they are."""

from typing import Any

from django.db import migrations, models


def keep_sentences(apps: Any, schema_editor: object) -> None:
    submissions = apps.get_model("matches", "LogSubmission").objects
    for pk, text in submissions.exclude(message="").values_list("pk", "message").iterator(chunk_size=500):
        submissions.filter(pk=pk).update(note={"key": "verbatim", "values": {"text": text}})


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0005_jobs"),
    ]

    operations = [
        migrations.AddField(
            model_name="logsubmission",
            name="note",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.RunPython(keep_sentences, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name="logsubmission",
            name="message",
        ),
    ]
