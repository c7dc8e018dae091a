"""Every tournament that is older than the history of rows gets a first entry with its rows as they are.

Before that it gets a lot of its own, and the approval for games that have counted for the ratings until now.
"""

import secrets
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any

from django.db import migrations

PATHS = [
    ("tournaments", "Tournament", "pk"),
    ("tournaments", "Entry", "tournament"),
    ("tournaments", "Stage", "tournament"),
    ("tournaments", "StageEntry", "stage__tournament"),
    ("tournaments", "Round", "stage__tournament"),
    ("matches", "Table", "round__stage__tournament"),
    ("matches", "Seat", "table__round__stage__tournament"),
    ("matches", "ResultReport", "table__round__stage__tournament"),
]


def plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, (date, time)):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def settle_old_tournaments(apps: Any, schema_editor: object) -> None:
    tournaments = apps.get_model("tournaments", "Tournament").objects
    for tournament in tournaments.values_list("pk", flat=True):
        tournaments.filter(pk=tournament).update(lot=secrets.token_hex(8))
    rated = apps.get_model("ratings", "RatedGame").objects.values("table__round__stage__tournament")
    tournaments.filter(pk__in=rated, approved_at=None).update(approved_at=datetime.now(UTC))


def write_baselines(apps: Any, schema_editor: object) -> None:
    entries = apps.get_model("audit", "AuditEntry")
    for tournament in apps.get_model("tournaments", "Tournament").objects.values_list("pk", flat=True):
        changes = []
        for app, name, path in PATHS:
            model = apps.get_model(app, name)
            columns = [field.attname for field in model._meta.concrete_fields]
            for row in model.objects.filter(**{path: tournament}).order_by("pk").values(*columns):
                values = {key: plain(value) for key, value in row.items()}
                changes.append([model._meta.label_lower, row["id"], None, values])
        entries.objects.create(
            action="tournament.baseline",
            tournament_id=tournament,
            object_type="tournaments.tournament",
            object_id=tournament,
            changes=changes,
        )


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0002_events"),
        ("tournaments", "0003_events"),
        ("matches", "0002_events"),
        ("ratings", "0001_initial"),
    ]
    operations = [
        migrations.RunPython(settle_old_tournaments, migrations.RunPython.noop),
        migrations.RunPython(write_baselines, migrations.RunPython.noop),
    ]
