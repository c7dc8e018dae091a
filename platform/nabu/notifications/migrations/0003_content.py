"""A mail keeps what it says as messages and is put into words when it is sent; older mails keep their text."""

from typing import Any

from django.db import migrations, models


def verbatim(text: str) -> dict[str, Any]:
    return {"key": "verbatim", "values": {"text": text}}


def keep_texts(apps: Any, schema_editor: object) -> None:
    mails = apps.get_model("notifications", "Mail").objects
    for pk, subject, text in mails.values_list("pk", "subject", "text").iterator(chunk_size=500):
        content = {"subject": verbatim(subject), "paragraphs": [[verbatim(text.rstrip("\n"))]]}
        mails.filter(pk=pk).update(content=content)


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0002_jobs"),
    ]

    operations = [
        migrations.AddField(
            model_name="mail",
            name="content",
            field=models.JSONField(default=dict),
            preserve_default=False,
        ),
        migrations.RunPython(keep_texts, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name="mail",
            name="subject",
        ),
        migrations.RemoveField(
            model_name="mail",
            name="text",
        ),
    ]
