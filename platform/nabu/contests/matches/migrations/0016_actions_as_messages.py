import re
from typing import Any

from django.db import migrations

SEAT_FIRST = re.compile(r"(draw )?seat (\d+)(: )?(.*)", re.DOTALL)
"""How reports quoted what a seat does: `seat 0: place farmer 0509`, `draw seat 1: farmer`, `seat 0 draws 5 tokens`."""


def as_message(text: str) -> dict[str, Any] | None:
    """The message that such a text is today, for what is due a sentence with its seat as people count; None for another
    text."""
    found = SEAT_FIRST.fullmatch(text)
    if found is None:
        return None
    if not found[3]:
        return {"key": "verbatim", "values": {"text": f"seat {int(found[2]) + 1}{found[4]}"}}
    return {"key": "game.draws" if found[1] else "game.acts", "values": {"seat": int(found[2]), "words": found[4]}}


def with_messages(report: dict[str, Any]) -> bool:
    """Say in messages what a report quotes of actions, so that people read their seats from 1. Whether it changed."""
    values = (report.get("message") or {}).get("values", {})
    action = values.get("action")
    quoted = as_message(action) if isinstance(action, str) else None
    if quoted is not None:
        values["action"] = quoted
    legal = [] if "legal_messages" in report else report.get("legal", [])
    if legal:
        report["legal_messages"] = [as_message(text) or {"key": "verbatim", "values": {"text": text}} for text in legal]
    return quoted is not None or bool(legal)


def convert(apps: Any, schema_editor: Any) -> None:
    verifications = apps.get_model("matches", "Verification").objects.using(schema_editor.connection.alias)
    found = verifications.exclude(verdict="verified").filter(report__isnull=False).only("report")
    for verification in found.iterator(chunk_size=500):
        if verification.report and with_messages(verification.report):
            verification.save(update_fields=["report"])


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0015_shared_logs'),
    ]

    operations = [
        migrations.RunPython(convert, migrations.RunPython.noop),
    ]
