from typing import Any

from django.db import migrations, models


def sort_by_code_points(apps: Any, schema_editor: Any) -> None:
    """As SQLite does, whatever the language of the database."""
    if schema_editor.connection.vendor == 'postgresql':
        schema_editor.execute('ALTER TABLE tournaments_tournament ALTER COLUMN name_key TYPE varchar(400) COLLATE "C"')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0017_prizes_pooled'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='name_key',
            field=models.CharField(db_default='', db_index=True, default='', editable=False, max_length=400),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(fields=['starts_on'], name='tournaments_by_day'),
        ),
        migrations.RunPython(sort_by_code_points, migrations.RunPython.noop),
    ]
