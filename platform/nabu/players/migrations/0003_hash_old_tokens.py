"""The keys of before, one per account and in clear, become tokens with all scopes; the table that held them goes.

The app that owned the table is not installed any more, so it is read with plain SQL. A new database has no such table.
"""

import hashlib
from typing import Any

from django.db import migrations

OLD = "authtoken_token"
ALL_SCOPES = ["read", "report", "organise", "account"]


def hash_old_tokens(apps: Any, schema_editor: Any) -> None:
    connection = schema_editor.connection
    token_model = apps.get_model("players", "ApiToken")
    with connection.cursor() as cursor:
        if OLD not in connection.introspection.table_names(cursor):
            return
        cursor.execute(f"SELECT key, user_id FROM {OLD}")
        rows = cursor.fetchall()
    made = (
        token_model(
            user_id=user,
            name="Token from before",
            digest=hashlib.sha256(key.encode()).hexdigest(),
            start=key[:9],
            scopes=ALL_SCOPES,
            is_login=True,
        )
        for key, user in rows
    )
    token_model.objects.bulk_create(made, ignore_conflicts=True)


def drop_old_table(apps: Any, schema_editor: Any) -> None:
    with schema_editor.connection.cursor() as cursor:
        if OLD in schema_editor.connection.introspection.table_names(cursor):
            schema_editor.execute(f"DROP TABLE {OLD}")


class Migration(migrations.Migration):
    # PostgreSQL drops no table that has rows waiting for a check of their keys: two steps, each its own transaction.
    atomic = False

    dependencies = [("players", "0002_tokens")]

    operations = [
        migrations.RunPython(hash_old_tokens, migrations.RunPython.noop, atomic=True),
        migrations.RunPython(drop_old_table, migrations.RunPython.noop, atomic=True),
    ]
