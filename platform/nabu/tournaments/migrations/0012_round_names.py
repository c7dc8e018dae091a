"""Rounds with a name of their own. Older ones have only their number."""

from typing import Any

from django.db import migrations, models


PAID: dict[str, Any] = {"paid_at": None, "paid_to_id": None}
COLUMNS: dict[str, dict[str, Any]] = {
    "tournaments.round": {"name": {}},
    # Those of the migration before this one, which left the history as it was.
    "tournaments.entry": PAID,
    "tournaments.registration": PAID,
    "tournaments.tournament": {"fee": None, "fee_currency": ""},
}


def tell_history(apps: Any, schema_editor: object) -> None:
    """A tournament is rebuilt from its audit entries byte for byte: whole rows need the new columns."""
    entries = apps.get_model("audit", "AuditEntry").objects.exclude(changes=[])
    for entry in entries.only("changes").iterator(chunk_size=500):
        told = False
        for label, _pk, *both in entry.changes:
            new = COLUMNS.get(label, {})
            for row in both if None in both else ():
                if row and not new.keys() <= row.keys():
                    row.update({name: value for name, value in new.items() if name not in row})
                    told = True
        if told:
            entry.save(update_fields=["changes"])


class Migration(migrations.Migration):

    dependencies = [
        ('audit', '0003_by_seat'),
        ('tournaments', '0011_entry_fee'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='name',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.RunPython(tell_history, migrations.RunPython.noop),
    ]
